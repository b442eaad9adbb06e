import { Option, type Command } from 'commander'
import { parseInstant } from '../domain/instant.js'
import { Problem } from '../domain/problem.js'
import { replyMessage } from '../domain/words/reply-words.js'
import type { Voice } from '../domain/words/message.js'
import { createAskService } from '../services/ask.js'
import { findMember } from '../services/members.js'
import { drawForSlack } from '../start.js'
import { printJson, type Io } from './io.js'
import { messageText } from './message-text.js'
import { withOrganization } from './services.js'

interface Options {
  readonly org: string
  readonly as?: string
  readonly at?: string
  readonly json?: boolean
  readonly blocks?: boolean
}

const instantOf = (at: string | undefined, now: Date): Date => {
  const instant = at === undefined ? now : parseInstant(at)
  if (instant) return instant
  const issues = [{ path: ['--at'], message: 'must be an instant such as 2026-11-20T07:30Z' }]
  throw new Problem('invalid', 'These options cannot be used.', { issues })
}

/** A line for a shell; the words may have quotes of their own. */
const writeCommand =
  (org: string) =>
  (words: string): string =>
    `whosout ask --org ${org}${words === '' ? '' : ` '${words.replaceAll("'", "'\\''")}'`}`

const slackVoice: Voice = { write: (words) => `/whosout ${words}`.trimEnd(), absolute: false }

/** Slack's own page for looking at blocks; it wants a Slack account. */
const builderLink = ({ blocks }: { readonly blocks: readonly unknown[] }): string =>
  `https://app.slack.com/block-kit-builder/#${encodeURIComponent(JSON.stringify({ blocks }))}`

export const addAskCommand = (program: Command, io: Io): void => {
  program
    .command('ask')
    .description('What /whosout answers in Slack')
    .argument('[words...]', 'such as: next week, design until friday, @ana')
    .requiredOption('--org <slug>', 'the organization')
    .option('--as <email>', 'the member who asks: "me", their own reasons, their time zone')
    .option('--at <instant>', 'answer as if it were then, such as 2026-11-20T07:30Z')
    .addOption(new Option('--json', 'the answer as data').conflicts('blocks'))
    .option('--blocks', 'a link that shows the answer as Slack draws it, buttons and all (Block Kit Builder)')
    .action((words: readonly string[], options: Options) =>
      withOrganization(io, options.org, async (organization, { store, now }) => {
        const as = options.as === undefined ? null : await findMember(store, organization._id, options.as)
        const answered = await createAskService(store).forAsk(organization, {
          asker: { email: as?.email ?? null, timezone: null, locale: null },
          text: words.join(' '),
          now: instantOf(options.at, now()),
          audience: 'asker',
          mentioned: new Map(),
        })
        const { reply } = answered
        if (options.json) printJson(io, reply)
        else if (options.blocks)
          io.out(builderLink(await drawForSlack(replyMessage(reply, slackVoice), answered)))
        else io.out(messageText(replyMessage(reply, { write: writeCommand(options.org), absolute: false })))
      }),
    )
}
