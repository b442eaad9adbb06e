import { Option, type Command } from 'commander'
import { parseInstant } from '../../calendar/instant.js'
import { Problem } from '../../domain/problem.js'
import { replyMessage } from '../../domain/words/reply.js'
import type { Voice } from '../../domain/words/message.js'
import { createAskService, type Answered } from '../../services/ask/ask.js'
import { lateFor } from '../../domain/sources/late.js'
import { findFailing } from '../../services/sources/late.js'
import { findMember } from '../../services/organizations/members.js'
import { printJson, type Io } from '../io.js'
import { messageText } from './message-text.js'
import { withOrganization } from '../open.js'

interface AskOptions {
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
  throw new Problem('invalid', 'These options are invalid.', { issues })
}

/** Recording one's own days is only possible in Slack: there is no such command here. */
const isForSlack = (words: string): boolean => /^off(?: |$)/.test(words)

/** Quotes words for a shell; they may contain quotes themselves. */
const writeCommand =
  (org: string) =>
  (words: string): string =>
    isForSlack(words)
      ? slackVoice.write(words)
      : `whosout ask --org ${org}${words === '' ? '' : ` '${words.replaceAll("'", "'\\''")}'`}`

const slackVoice: Voice = { write: (words) => `/whosout ${words}`.trimEnd(), absolute: false }

/** Slack's page for previewing blocks; it requires a Slack account. */
const builderLink = ({ blocks }: { readonly blocks: readonly unknown[] }): string =>
  `https://app.slack.com/block-kit-builder/#${encodeURIComponent(JSON.stringify({ blocks }))}`

const printAnswer = async (io: Io, answered: Answered, options: AskOptions): Promise<void> => {
  const { reply } = answered
  if (options.json) printJson(io, reply)
  else if (options.blocks) {
    const { previewOf } = await import('../../slack/ask/controls.js')
    io.out(builderLink(previewOf(replyMessage(reply, slackVoice), reply, answered.teams)))
  } else io.out(messageText(replyMessage(reply, { write: writeCommand(options.org), absolute: false })))
}

/** One question, or one per line of standard input, ignoring blank lines. */
const questionsOf = async (words: readonly string[], io: Io): Promise<readonly string[]> => {
  const isInput = words.length === 1 && words[0] === '-'
  const text = isInput ? await io.readInput() : words.join(' ')
  const lines = text.split(/\r?\n/u).filter((line) => line.trim() !== '')
  return lines.length > 0 ? lines : isInput ? [] : ['']
}

export const addAskCommand = (program: Command, io: Io): void => {
  program
    .command('ask')
    .description('What /whosout answers in Slack')
    .argument(
      '[words...]',
      'such as: next week, design until friday, @ana; "-" reads every line of standard input as one question',
    )
    .requiredOption('--org <slug>', 'the organization')
    .option('--as <member>', 'the member who is asking: sets "me", their own reasons and their time zone')
    .option('--at <instant>', 'answer as of this instant, such as 2026-11-20T07:30Z')
    .addOption(new Option('--json', 'print the answer as data').conflicts('blocks'))
    .option(
      '--blocks',
      'print a link that shows the answer as Slack renders it, buttons included (Block Kit Builder)',
    )
    .action((words: readonly string[], options: AskOptions) =>
      withOrganization(io, options.org, async (organization, { store, now }) => {
        const as = options.as === undefined ? null : await findMember(store, organization._id, options.as)
        const service = createAskService(store, undefined, (org, at, about) =>
          findFailing(store, org).then((failing) => lateFor(failing, at, about)),
        )
        const questions = await questionsOf(words, io)
        for (const text of questions) {
          const answered = await service.forAsk(organization, {
            asker: { account: null, email: as?.email ?? null, timezone: null, locale: null },
            text,
            now: instantOf(options.at, now()),
            audience: 'asker',
            mentioned: new Map(),
          })
          if (answered.reply.kind === 'misunderstood') io.setExitCode(1)
          if (questions.length > 1 && !options.json) io.out(`> ${text}`)
          if (questions.length > 1 && options.json) printJson(io, { phrase: text, ...answered.reply })
          else await printAnswer(io, answered, options)
        }
      }),
    )
}
