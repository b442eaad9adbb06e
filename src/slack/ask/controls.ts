import type { ActionsBlock, ActionsBlockElement, KnownBlock } from '@slack/web-api'
import type { AskTeam } from '../../domain/ask/context.js'
import { withAsks } from '../../domain/ask/text-form.js'
import type { Day } from '../../domain/calendar/day.js'
import { stepFrom } from '../../domain/reply/days.js'
import { outView, presentView, returnsView, type ListPage } from '../../domain/reply/pages.js'
import { isAnswer, type AnswerReply, type Asked, type Reply } from '../../domain/reply/reply.js'
import { daysSaid } from '../../domain/words/asked.js'
import { stepWords } from '../../domain/words/dates.js'
import { suggestionLabel } from '../../domain/words/suggestions.js'
import { shortText } from '../blocks.js'
import { everybody, teamMenu } from '../team-menu.js'

export { everybody }

/** Everything that can be pressed below an answer or a digest; whatever else begins so is of another version. */
export const controlIds = {
  /** Below digests of older versions: "Ask about another day". */
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
  pageBefore: 'ask:page:before',
  pageAfter: 'ask:page:after',
  elsewhere: 'ask:page:all',
  suggestion: 'ask:suggestion:',
} as const

const longestLabel = 75
const longestValue = 2_000

const button = (action_id: string, label: string, value: string): ActionsBlockElement => ({
  type: 'button',
  action_id,
  text: shortText(label, longestLabel),
  value,
})

/** "‹ 16–20 Nov" and "30 Nov – 4 Dec ›". */
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

/** Carried in the block id: whose answer it is, and the days that a choice of team applies to. */
export interface ControlFacts {
  /** Slack's id of the asker. */
  readonly asker: string
  /** `FROM..TO`: an option's value is too short for a question. */
  readonly days: string
}

const blockId = ({ asker, days }: ControlFacts, row = ''): string => `ask:${asker}:${days}${row}`

/** What `blockId` wrote; null when another version did. */
export const factsOfBlock = (id: string): ControlFacts | null => {
  const [, asker, days] = /^ask:([A-Z0-9]+):([^#]+)(?:#\w+)?$/.exec(id) ?? []
  return asker === undefined || days === undefined ? null : { asker, days }
}

/** "In" below who is out, and "Out" below who is in. */
const oppositeButton = ({ asked, kind }: AnswerReply): readonly ActionsBlockElement[] =>
  kind !== 'presence' || asked.opposite === null
    ? []
    : [button(controlIds.opposite, asked.asks === 'in' ? 'Out' : 'In', asked.opposite)]

/**
 * Teams that a menu in a message carries along, up to 300 bytes each: with more of them the message would have no room
 * left for its answer.
 */
const mostCarried = 10

const teamSelect = ({ team }: Asked, teams: readonly AskTeam[]): readonly ActionsBlockElement[] =>
  teams.length === 0
    ? []
    : [
        teamMenu({
          action_id: controlIds.team,
          teams: teams.map(({ id, name }) => ({ id: id ?? name, name })),
          chosen: team?.id ?? null,
          mostListed: mostCarried,
        }),
      ]

/** A page of a list and the words of its question. */
const pageValue = (page: number, question: string): string => `${page} ${question}`

/** What `pageValue` wrote; null when another version did. */
export const readPageValue = (value: string): { readonly page: number; readonly text: string } | null => {
  const [, page, text] = /^([1-9]\d{0,5}) (.+)$/su.exec(value) ?? []
  return page === undefined || text === undefined ? null : { page: Number(page), text }
}

const viewOf = (reply: AnswerReply): ListPage<unknown> | null => {
  if (reply.kind === 'presence') return reply.asked.asks === 'in' ? presentView(reply) : outView(reply)
  return reply.kind === 'returns' ? returnsView(reply) : null
}

/** The pages around the one that is shown; of a list that begins with the asker's team, everybody. */
const pageButtons = (reply: AnswerReply): readonly ActionsBlockElement[] => {
  const view = viewOf(reply)
  if (!view) return []
  const { question } = reply.asked
  const near = reply.kind === 'presence' && reply.asked.asks !== 'in' ? outView(reply).near : null
  if (near)
    return [button(controlIds.elsewhere, `Everybody (${near.elsewhere} elsewhere)`, pageValue(1, question))]
  const { page, pages } = view
  return [
    ...(page > 1 ? [button(controlIds.pageBefore, `‹ Page ${page - 1}`, pageValue(page - 1, question))] : []),
    ...(page < pages
      ? [button(controlIds.pageAfter, `Page ${page + 1} ›`, pageValue(page + 1, question))]
      : []),
  ]
}

/** Below what was not understood: what could be meant, each asking at once. */
const suggestionButtons = (reply: Reply): readonly ActionsBlockElement[] =>
  reply.kind !== 'misunderstood'
    ? []
    : reply.misunderstanding.suggestions
        .filter((words) => Buffer.byteLength(words) <= longestValue && words !== '')
        .slice(0, mostSuggestions)
        .map((words, at) =>
          button(`${controlIds.suggestion}${at}`, suggestionLabel(words, reply.today), words),
        )

const mostSuggestions = 5

/** What Slack calls a channel that has no name an app may know. */
const nameless = ['privategroup', 'directmessage']

const shareLabel = (channel: string): string =>
  channel === '' || nameless.includes(channel) ? 'Share to channel' : `Share to #${channel}`

/** Where and for whom the buttons are. */
export interface ControlPlace {
  /** Slack's id. */
  readonly asker: string
  /** The name of the channel that an answer can be shared to; null: there is none. */
  readonly share: string | null
}

const actions = (block_id: string, elements: readonly ActionsBlockElement[]): readonly ActionsBlock[] =>
  elements.length === 0 ? [] : [{ type: 'actions', block_id, elements: [...elements] }]

/** Buttons below an answer, and those that ask what could have been meant; nothing below anything else. */
export const controlsOf = (
  reply: Reply,
  teams: readonly AskTeam[],
  { share, asker }: ControlPlace,
): readonly KnownBlock[] => {
  if (!isAnswer(reply)) return actions(blockId({ asker, days: 'suggestions' }), suggestionButtons(reply))
  const { asked } = reply
  // Who asks about a person without a day has not asked about a month.
  const hasSteps = asked.is_dated || reply.kind === 'presence'
  const days = withAsks(asked.asks, `${asked.range.from}..${asked.range.to}`)
  return [
    ...actions(blockId({ asker, days }, '#pages'), pageButtons(reply)),
    ...actions(blockId({ asker, days }), [
      ...(hasSteps ? steps(asked) : []),
      ...oppositeButton(reply),
      ...(reply.kind === 'presence' ? teamSelect(asked, teams) : []),
      ...(share === null ? [] : [button(controlIds.share, shareLabel(share), asked.question)]),
    ]),
  ]
}

const digestBlock = /^ask:digest:(.+)$/

/** The team of a digest, by the id of the block below it. */
export const teamOfDigestBlock = (block_id: string): string | null => digestBlock.exec(block_id)?.[1] ?? null

/** A day and a team, of the button that shows everybody a digest had no room for. */
const dayValue = (day: Day, team: string): string => `${day} ${team}`

/** What `dayValue` wrote; null when another version did. */
export const readDayValue = (value: string): { readonly day: Day; readonly team: string } | null => {
  const [, day, team] = /^(\d{4}-\d{2}-\d{2}) (\S+)$/.exec(value) ?? []
  return day === undefined || team === undefined ? null : { day, team }
}

/** What a digest is about. `is_cut`: it does not name everybody who is out. */
export interface DigestFacts {
  readonly team: string | null
  readonly day: Day
  readonly is_cut: boolean
}

/** Below a digest: whoever reads it may ask on, about its team first. */
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
