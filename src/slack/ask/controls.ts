import type { ActionsBlock, ActionsBlockElement, KnownBlock, PlainTextOption } from '@slack/web-api'
import type { AskTeam } from '../../domain/ask/context.js'
import { daysBetween, type DayRange } from '../../domain/calendar/day.js'
import { isWholeMonths } from '../../domain/calendar/period.js'
import { withAsks } from '../../domain/ask/text-form.js'
import { isAnswer, type AnswerReply, type Asked, type Reply } from '../../domain/reply/reply.js'

/** Everything that can be pressed below an answer or a digest; whatever else begins so is of another version. */
export const controlIds = {
  digest: 'ask:digest',
  previous: 'ask:previous',
  next: 'ask:next',
  team: 'ask:team',
  opposite: 'ask:opposite',
  share: 'ask:share',
} as const

/** The choice of all teams. */
export const everybody = 'all'

/** Teams in the list: each costs the message up to 200 characters. Others are asked for by name. */
export const mostTeams = 15
const longestOption = 75

const plainText = (text: string) => ({ type: 'plain_text', text, emoji: false }) as const

const button = (action_id: string, label: string, value: string): ActionsBlockElement => ({
  type: 'button',
  action_id,
  text: plainText(label),
  value,
})

const monthLength = 30

/** "Previous week" and "Next week", when the days have a name. */
const stepLabels = (range: DayRange): readonly [string, string] => {
  const length = daysBetween(range.from, range.to)
  const isMonth = isWholeMonths(range) && length <= monthLength
  const name = isMonth ? 'month' : length === 6 ? 'week' : length === 0 ? 'day' : null
  return name === null ? ['Earlier', 'Later'] : [`Previous ${name}`, `Next ${name}`]
}

const steps = ({ previous, next, range }: Asked): readonly ActionsBlockElement[] => {
  const [before, after] = stepLabels(range)
  return [
    ...(previous === null ? [] : [button(controlIds.previous, before, previous)]),
    ...(next === null ? [] : [button(controlIds.next, after, next)]),
  ]
}

const shorten = (name: string): string => {
  const characters = [...name]
  return characters.length <= longestOption / 2 ? name : `${characters.slice(0, 36).join('')}…`
}

const option = (name: string, value: string): PlainTextOption => ({ text: plainText(shorten(name)), value })

/** The team that is shown is always among them. */
const teamsOffered = (teams: readonly AskTeam[], team: Asked['team']): readonly AskTeam[] => {
  const first = teams.slice(0, mostTeams)
  return !team || first.some(({ id }) => id === team.id) ? first : [...first.slice(0, -1), team]
}

const teamSelect = ({ team }: Asked, teams: readonly AskTeam[]): readonly ActionsBlockElement[] => {
  if (teams.length === 0) return []
  const options = [
    option('Everybody', everybody),
    ...teamsOffered(teams, team).map(({ id, name }) => option(name, id ?? name)),
  ]
  const initial = options.find(({ value }) => value === (team?.id ?? everybody)) ?? options[0]!
  return [{ type: 'static_select', action_id: controlIds.team, options, initial_option: initial }]
}

/** Carried in the block id: whose answer it is, and the days that a choice of team applies to. */
export interface ControlFacts {
  /** Slack's id of the asker. */
  readonly asker: string
  /** `FROM..TO`: an option's value is too short for a question. */
  readonly days: string
}

const blockId = ({ asker, days }: ControlFacts): string => `ask:${asker}:${days}`

/** What `blockId` wrote; null when another version did. */
export const factsOfBlock = (id: string): ControlFacts | null => {
  const [, asker, days] = /^ask:([A-Z0-9]+):(.+)$/.exec(id) ?? []
  return asker === undefined || days === undefined ? null : { asker, days }
}

/** "Who is in" below who is out, and the other way round. */
const oppositeButton = ({ asked, kind }: AnswerReply): readonly ActionsBlockElement[] =>
  kind !== 'presence' || asked.opposite === null
    ? []
    : [button(controlIds.opposite, asked.asks === 'in' ? 'Who is out' : 'Who is in', asked.opposite)]

/** Buttons below an answer; nothing below anything else. A share button only where there is a channel. */
export const controlsOf = (
  reply: Reply,
  teams: readonly AskTeam[],
  { share, asker }: { readonly share: boolean; readonly asker: string },
): readonly KnownBlock[] => {
  if (!isAnswer(reply)) return []
  const { asked } = reply
  const elements = [
    ...steps(asked),
    ...oppositeButton(reply),
    ...(reply.kind === 'presence' ? teamSelect(asked, teams) : []),
    ...(share ? [button(controlIds.share, 'Share to channel', asked.question)] : []),
  ]
  if (elements.length === 0) return []
  const days = withAsks(asked.asks, `${asked.range.from}..${asked.range.to}`)
  const actions: ActionsBlock = { type: 'actions', block_id: blockId({ asker, days }), elements }
  return [actions]
}

/** Below a digest: whoever reads it may ask on, about its team first. */
export const digestControls = (team: string | null): readonly KnownBlock[] => [
  {
    type: 'actions',
    block_id: controlIds.digest,
    elements: [button(controlIds.digest, 'Ask about another day', team ?? everybody)],
  },
]
