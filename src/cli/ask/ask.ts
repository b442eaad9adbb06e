import { Option } from '@commander-js/extra-typings'
import { parseInstant } from '../../calendar/instant.js'
import { Problem } from '../../domain/problem.js'

import { outcomeOf } from '../../domain/reply/outcome.js'
import type { Reply } from '../../domain/reply/reply.js'
import { replyMessage } from '../../domain/words/reply.js'
import { everybodyMessage } from '../../domain/words/teams.js'
import type { Message, Voice } from '../../domain/words/message.js'
import { findMember } from '../../services/organizations/members.js'
import { printJson, type Io } from '../io.js'
import { inQuotes } from '../shell.js'
import { declareOrganizationCommand } from '../command.js'
import { messageText } from './message-text.js'

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
      : `whosout ask --org ${org}${words === '' ? '' : ` ${inQuotes(words)}`}`

/** As many lines as an answer has in Slack, in which large organizations are counted by team. */
const lines = 12

const slackVoice: Voice = { write: (words) => `/whosout ${words}`.trimEnd(), absolute: false, lines }

/** Slack's page for previewing blocks; it requires a Slack account. */
const builderLink = ({ blocks }: { readonly blocks: readonly unknown[] }): string =>
  `https://app.slack.com/block-kit-builder/#${encodeURIComponent(JSON.stringify({ blocks }))}`

/** What "Show all" opens in Slack. */
const wholeMessage = (reply: Reply, voice: Voice): Message => {
  const whole = replyMessage(reply, voice)
  return reply.kind === 'presence' ? everybodyMessage(whole, reply, voice) : whole
}

/** What an answer says, in data and in words; of a question that was not understood, the words and what may be meant. */
const answerJson = (reply: Reply, message: Message) => {
  if (reply.kind !== 'misunderstood')
    return { answer: { ...outcomeOf(reply), title: message.title, text: messageText(message) } }
  const { words, suggestions } = reply.misunderstanding
  return { misunderstood: words, suggestions }
}

/** One question, or one per line of standard input, ignoring blank lines. */
const questionsOf = async (words: readonly string[], io: Io): Promise<readonly string[]> => {
  const isInput = words.length === 1 && words[0] === '-'
  const text = isInput ? await io.readInput() : words.join(' ')
  const lines = text.split(/\r?\n/u).filter((line) => line.trim() !== '')
  return lines.length > 0 ? lines : isInput ? [] : ['']
}

export const askCommand = declareOrganizationCommand({
  usage: 'ask [words...]',
  description: 'What /whosout answers in Slack',
  argument:
    'such as: next week, design until friday, @ana; "-" reads every line of standard input as one question',
  options: (command) =>
    command
      .option('--as <member>', 'the member who is asking: sets "me", their own reasons and their time zone')
      .option('--at <instant>', 'answer as of this instant, such as 2026-11-20T07:30Z')
      .option('--all', `name everybody, also where that takes more than ${lines} lines`)
      .addOption(new Option('--json', 'print the answer as data').conflicts('blocks'))
      .option(
        '--blocks',
        'print a link that shows the answer as Slack renders it, buttons included (Block Kit Builder)',
      ),
  run: async ({ io, organization, slug, services, dependencies, args: [words], options, json }) => {
    const { store, now } = dependencies
    const as = options.as === undefined ? null : await findMember(store, organization._id, options.as)
    const questions = await questionsOf(words, io)
    for (const text of questions) {
      const answered = await services.ask.forAsk(organization, {
        asker: { account: null, email: as?.email ?? null, timezone: null, locale: null },
        text,
        now: instantOf(options.at, now()),
        audience: 'asker',
        mentioned: new Map(),
      })
      const { reply } = answered
      const isOne = questions.length === 1
      if (reply.kind === 'misunderstood') io.setExitCode(1)
      const voice = { write: writeCommand(slug), absolute: false }
      const short = replyMessage(reply, json ? voice : { ...voice, lines })
      const message = short.is_cut && options.all ? wholeMessage(reply, voice) : short
      if (json) {
        printJson(io, { ...(isOne ? {} : { phrase: text }), ...reply, ...answerJson(reply, message) })
        continue
      }
      if (!isOne) io.out(`> ${text}`)
      if (options.blocks) {
        const { previewOf } = await import('../../slack/ask/controls.js')
        io.out(builderLink(previewOf(replyMessage(reply, slackVoice), reply, answered.teams)))
      } else
        io.out(
          messageText(message) +
            (message.is_cut && !options.all ? '\n\nWith --all, everybody is named.' : ''),
        )
    }
  },
})
