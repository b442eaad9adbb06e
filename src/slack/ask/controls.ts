import type { ActionsBlock, ActionsBlockElement, KnownBlock } from '@slack/web-api'
import type { AskTeam } from '../../language/context.js'
import { withAsks } from '../../language/text-form.js'
import type { Day } from '../../calendar/day.js'
import { stepFrom } from '../../domain/reply/days.js'
import type { Asked } from '../../domain/reply/asked.js'
import { isAnswer, type AnswerReply, type Reply } from '../../domain/reply/reply.js'
import { daysSaid } from '../../domain/words/asked.js'
import { stepWords } from '../../domain/words/dates.js'
import { suggestionLabel } from '../../domain/words/suggestions.js'
import type { Message } from '../../domain/words/message.js'
import { drawMessage, shortText, type SlackMessage } from '../message/blocks.js'
import { everybody, teamMenu } from '../team-menu.js'

/** Every button and menu below an answer or a digest; any other id with this prefix is from another version. */
export const controlIds = {
  /** From older versions, below digests: "Ask about another day". */
  digest: 'ask:digest',
  digestThisWeek: 'ask:digest:this',
  digestNextWeek: 'ask:digest:next',
  digestDay: 'ask:digest:day',
  digestAll: 'ask:digest:all',
  previous: 'ask:previous',
  next: 'ask:next',
  team: 'ask:team',
  opposite: 'ask:opposite',
  share: 'ask:share',
  /** Opens everybody of an answer, by team. */
  everybody: 'ask:all',
  alternative: 'ask:alternative',
  suggestion: 'ask:suggestion:',
} as const

const maxLabelLength = 75
const maxValueLength = 2_000

const button = (action_id: string, label: string, value: string): ActionsBlockElement => ({
  type: 'button',
  action_id,
  text: shortText(label, maxLabelLength),
  value,
})

/** "24–26 Dec instead", where a question can be read in two ways. */
const alternativeButton = (asked: Asked): readonly ActionsBlockElement[] => {
  const { alternative } = asked
  return alternative === null || Buffer.byteLength(alternative) > maxValueLength
    ? []
    : [button(controlIds.alternative, `${suggestionLabel(alternative, asked)} instead`, alternative)]
}

/** "‹ 16–20 Nov" and "30 Nov – 4 Dec ›"; "January ›" from one month to another. */
const steps = ({ previous, next, range, today, week }: Asked): readonly ActionsBlockElement[] => {
  const label = (direction: -1 | 1): string => {
    const days = stepFrom(range, direction, week.working_days)
    return days ? stepWords(daysSaid({ range: days, week }), today) : ''
  }
  return [
    ...(previous === null ? [] : [button(controlIds.previous, `‹ ${label(-1)}`, previous)]),
    ...(next === null ? [] : [button(controlIds.next, `${label(1)} ›`, next)]),
  ]
}

/** Carried in the block id: the asker, and the days that a choice of team applies to. */
export interface ControlFacts {
  /** Slack's id of the asker. */
  readonly asker: string
  /** `FROM..TO`, because an option's value is too short for a question. */
  readonly days: string
}

const blockId = ({ asker, days }: ControlFacts, row = ''): string => `ask:${asker}:${days}${row}`

/** Parses what `blockId` wrote; null when it is from another version. */
export const factsOfBlock = (id: string): ControlFacts | null => {
  const [, asker, days] = /^ask:([A-Z0-9]+):([^#]+)(?:#\w+)?$/.exec(id) ?? []
  return asker === undefined || days === undefined ? null : { asker, days }
}

/** "In" below a list of who is out, and "Out" below a list of who is in. */
const oppositeButton = ({ asked, kind }: AnswerReply): readonly ActionsBlockElement[] =>
  kind !== 'presence' || asked.opposite === null
    ? []
    : [button(controlIds.opposite, asked.asks === 'in' ? 'Out' : 'In', asked.opposite)]

/**
 * The number of teams that a menu in a message carries along, at up to 300 bytes each: with more of them the message
 * would have no room left for its answer.
 */
const maxCarried = 10

const teamSelect = ({ team }: Asked, teams: readonly AskTeam[]): readonly ActionsBlockElement[] =>
  teams.length === 0
    ? []
    : [
        teamMenu({
          action_id: controlIds.team,
          teams: teams.map(({ id, name }) => ({ id: id ?? name, name })),
          chosen: team?.id ?? null,
          maxListed: maxCarried,
        }),
      ]

/** The question behind a button of an older version that turned to a page of a list; null when it is no such value. */
export const readPageValue = (value: string): string | null =>
  /^[1-9]\d{0,5} (.+)$/su.exec(value)?.[1] ?? null

/** Below a question that was not understood: buttons for the likely meanings. */
const suggestionButtons = (reply: Reply): readonly ActionsBlockElement[] =>
  reply.kind !== 'misunderstood'
    ? []
    : reply.misunderstanding.suggestions
        .filter((words) => Buffer.byteLength(words) <= maxValueLength && words !== '')
        .slice(0, maxSuggestions)
        .map((words, at) => button(`${controlIds.suggestion}${at}`, suggestionLabel(words, reply), words))

const maxSuggestions = 5

/** Slack's name for a channel whose name an app may not know. */
const nameless = ['privategroup', 'directmessage']

const shareLabel = (channel: string): string =>
  channel === '' || nameless.includes(channel) ? 'Share to channel' : `Share to #${channel}`

/** Where the buttons appear, and for whom. */
export interface ControlPlace {
  /** Slack's id. */
  readonly asker: string
  /** The name of the channel that an answer can be shared to; null when there is none. */
  readonly share: string | null
  /** The answer does not name everybody. */
  readonly is_cut?: boolean
}

const actions = (block_id: string, elements: readonly ActionsBlockElement[]): readonly ActionsBlock[] =>
  elements.length === 0 ? [] : [{ type: 'actions', block_id, elements: [...elements] }]

/** Buttons below an answer, or buttons for the likely meanings of a question; nothing below anything else. */
export const controlsOf = (
  reply: Reply,
  teams: readonly AskTeam[],
  { share, asker, is_cut = false }: ControlPlace,
): readonly KnownBlock[] => {
  if (!isAnswer(reply)) return actions(blockId({ asker, days: 'suggestions' }), suggestionButtons(reply))
  const { asked } = reply
  // A question about a person without a day is not a question about a month.
  const hasSteps = asked.is_dated || reply.kind === 'presence'
  const days = withAsks(asked.asks, `${asked.range.from}..${asked.range.to}`)
  return [
    ...actions(blockId({ asker, days }), [
      ...(is_cut ? [button(controlIds.everybody, 'Show all', asked.question)] : []),
      ...alternativeButton(asked),
      ...(hasSteps ? steps(asked) : []),
      ...oppositeButton(reply),
      ...(reply.kind === 'presence' ? teamSelect(asked, teams) : []),
      ...(share === null ? [] : [button(controlIds.share, shareLabel(share), asked.question)]),
    ]),
  ]
}

/** An answer as Slack would show it, for somebody who does not ask from Slack: its buttons belong to nobody. */
export const previewOf = (message: Message, reply: Reply, teams: readonly AskTeam[]): SlackMessage =>
  drawMessage(
    message,
    controlsOf(reply, teams, { asker: 'U00000000', share: '', is_cut: message.is_cut ?? false }),
  )

const digestBlock = /^ask:digest:(.+)$/

/** The team of a digest, from the id of the block below it. */
export const teamOfDigestBlock = (block_id: string): string | null => digestBlock.exec(block_id)?.[1] ?? null

/** A day and a team, for the button that shows everyone a digest had no room for. */
const dayValue = (day: Day, team: string): string => `${day} ${team}`

/** Parses what `dayValue` wrote; null when it is from another version. */
export const readDayValue = (value: string): { readonly day: Day; readonly team: string } | null => {
  const [, day, team] = /^(\d{4}-\d{2}-\d{2}) (\S+)$/.exec(value) ?? []
  return day === undefined || team === undefined ? null : { day, team }
}

/** The subject of a digest. `is_cut`: it does not name everyone who is out. */
export interface DigestFacts {
  readonly team: string | null
  readonly day: Day
  readonly is_cut: boolean
}

/** Below a digest: readers can continue with a question, about its team first. */
export const digestControls = ({ team, day, is_cut }: DigestFacts): readonly KnownBlock[] => {
  const value = team ?? everybody
  return [
    {
      type: 'actions',
      block_id: `ask:digest:${value}`,
      elements: [
        ...(is_cut ? [button(controlIds.digestAll, 'Everybody who is out', dayValue(day, value))] : []),
        button(controlIds.digestThisWeek, 'This week', value),
        button(controlIds.digestNextWeek, 'Next week', value),
        { type: 'datepicker', action_id: controlIds.digestDay, placeholder: shortText('Another day', 150) },
      ],
    },
  ]
}
