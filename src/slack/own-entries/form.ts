import type { ActionsBlockElement, InputBlock, KnownBlock, ModalView, PlainTextOption } from '@slack/web-api'
import type { Day } from '../../calendar/day.js'
import { dayParts, daysOf, ownReasons, typeOfReason, type OwnEntry } from '../../domain/own-entries/entry.js'
import { entryContextOf, readDays } from '../../domain/own-entries/read.js'
import type { LeaveDays } from '../../domain/presence/absence.js'
import type { LeaveType } from '../../domain/presence/privacy.js'
import type { Issue } from '../../domain/problem.js'
import type { FieldState, FormState } from '../digest/form-input.js'
import { plainText } from '../modal/modal.js'
import { offerMessage } from '../../domain/words/own-entries.js'
import type { Reply } from '../../domain/reply/reply.js'
import type { Organization } from '../../domain/organization/organization.js'
import { drawMessage, type SlackMessage } from '../message/blocks.js'

export const ownCallback = 'own_entry'
export const ownTitle = "I'm off"

/** Below a message, and in the Home tab, where the answer differs. */
export const ownIds = {
  open: 'own:open',
  change: 'own:change',
  takeBack: 'own:take_back',
  homeOpen: 'own_home:open',
  homeChange: 'own_home:change',
  homeTakeBack: 'own_home:take_back',
} as const

/** The private metadata of the form, which Slack keeps. */
export interface OwnMemory {
  /** Where to show the result; null: in the Home tab. */
  readonly response_url: string | null
  /** The days to change; null: new ones. */
  readonly instead: LeaveDays | null
}

type OwnField = keyof OwnEntry
export const ownFields: readonly OwnField[] = ['from', 'to', 'part', 'reason']
export const ownBlockOf = (field: OwnField): string => `own_field:${field}`

const option = (text: string, value: string): PlainTextOption => ({ text: plainText(text), value })

const partNames = { whole: 'The whole day', morning: 'The morning', afternoon: 'The afternoon' } as const
const reasonNames = { away: 'Away', holiday: 'Holiday', sick: 'Sick', personal: 'Personal' } as const

const select = (field: OwnField, options: PlainTextOption[], chosen: string): InputBlock['element'] => ({
  type: 'static_select',
  action_id: field,
  options,
  initial_option: options.find(({ value }) => value === chosen) ?? options[0]!,
})

const input = (
  field: OwnField,
  label: string,
  element: InputBlock['element'],
  hint?: string,
): KnownBlock => ({
  type: 'input',
  block_id: ownBlockOf(field),
  label: plainText(label),
  element,
  ...(hint !== undefined && { hint: plainText(hint) }),
})

const datepicker = (field: OwnField, day: Day): InputBlock['element'] => ({
  type: 'datepicker',
  action_id: field,
  initial_date: day,
})

/** The days as they were understood, for confirmation. */
export const ownForm = (entry: OwnEntry, memory: OwnMemory): ModalView => ({
  type: 'modal',
  callback_id: ownCallback,
  private_metadata: JSON.stringify(memory),
  title: plainText(ownTitle),
  submit: plainText(memory.instead === null ? 'Mark me as away' : 'Save'),
  close: plainText('Cancel'),
  blocks: [...entryFields(entry)],
})

/** The fields for days off: one's own, or somebody else's that an admin enters. */
export const entryFields = (entry: OwnEntry): readonly KnownBlock[] => [
  input('from', 'First day', datepicker('from', entry.from)),
  input('to', 'Last day', datepicker('to', entry.to)),
  input(
    'part',
    'Part of the day',
    select(
      'part',
      dayParts.map((part) => option(partNames[part], part)),
      entry.part,
    ),
  ),
  input(
    'reason',
    'Reason',
    select(
      'reason',
      ownReasons.map((reason) => option(reasonNames[reason], reason)),
      entry.reason,
    ),
    'Others see only the reasons that your organization shows. "Away" is stored as personal leave.',
  ),
]

/** Parses the input; null when it is not from a form of this version. */
export const readOwnForm = (values: FormState): OwnEntry | null => {
  const of = (field: OwnField): FieldState => values[ownBlockOf(field)]?.[field] ?? {}
  const [from, to] = [of('from').selected_date, of('to').selected_date]
  const part = dayParts.find((one) => one === of('part').selected_option?.value)
  const reason = ownReasons.find((one) => one === of('reason').selected_option?.value)
  return from && to && part && reason ? { from, to, part, reason } : null
}

export const ownErrors = (issues: readonly Issue[]): Readonly<Record<string, string>> =>
  Object.fromEntries(issues.map(({ path, message }) => [ownBlockOf(path[0] as OwnField), message]))

/** Days in a button's value: `2026-11-27..2026-11-30`, with `n` after a day that is half. */
const daysText = ({ start_date, end_date, starts_at_noon, ends_at_noon }: LeaveDays): string =>
  `${start_date}${starts_at_noon ? 'n' : ''}..${end_date}${ends_at_noon ? 'n' : ''}`

/** Null when `daysText` did not write it. */
export const daysFromText = (text: string): LeaveDays | null => {
  const [, start, startsAtNoon, end, endsAtNoon] =
    /^(\d{4}-\d{2}-\d{2})(n?)\.\.(\d{4}-\d{2}-\d{2})(n?)$/.exec(text) ?? []
  if (start === undefined || end === undefined || start > end) return null
  return {
    start_date: start,
    end_date: end,
    starts_at_noon: startsAtNoon === 'n',
    ends_at_noon: endsAtNoon === 'n',
  }
}

export const readOwnMemory = (text: string): OwnMemory | null => {
  try {
    const { response_url, instead } = JSON.parse(text) as Partial<OwnMemory>
    if (response_url === undefined || instead === undefined) return null
    return { response_url, instead }
  } catch {
    return null
  }
}

/** An entry in the format of the form. */
export const entryOf = (days: LeaveDays, type: LeaveType): OwnEntry => {
  const { start_date: from, end_date: to, starts_at_noon, ends_at_noon } = days
  const isOne = from === to
  const part = isOne && starts_at_noon ? 'afternoon' : isOne && ends_at_noon ? 'morning' : 'whole'
  const reason = ownReasons.find((one) => one === type) ?? 'away'
  return { from, to, part, reason: reason === 'personal' ? 'away' : reason }
}

const button = (action_id: string, text: string, value: string): ActionsBlockElement => ({
  type: 'button',
  action_id,
  text: plainText(text),
  value,
})

/** Actions on an entry: below its message, and beside it in the Home tab. */
export const entryButtons = (days: LeaveDays, type: LeaveType, where: 'message' | 'home'): KnownBlock => {
  const value = `${daysText(days)} ${type}`
  const ids =
    where === 'home'
      ? ([ownIds.homeChange, ownIds.homeTakeBack] as const)
      : ([ownIds.change, ownIds.takeBack] as const)
  return {
    type: 'actions',
    block_id: `${where}:${value}`,
    elements: [button(ids[0], 'Change', value), button(ids[1], 'Take back', value)],
  }
}

/** Below an answer to "i am out tomorrow": the days from the question. */
const offerBlock = (days: string): KnownBlock => ({
  type: 'actions',
  elements: [button(ownIds.open, 'Enter…', days === '' ? 'today' : days)],
})

/** A statement such as "i am out tomorrow" gets an offer to enter the days; null for anything else. */
export const offerOf = (
  reply: Reply,
  organization: Organization,
  locale: string | null,
): SlackMessage | null => {
  if (reply.kind !== 'misunderstood' || reply.misunderstanding.reason !== 'statement') return null
  if (organization.own_entries === 'off') return null
  const { off } = reply.misunderstanding
  if (off === null) return null
  const words = off.replace(/^off ?/, '')
  const entry = readDays(words, entryContextOf(organization, reply.today, locale))
  const offered = entry && { ...daysOf(entry), type: typeOfReason(entry.reason) }
  return drawMessage(offerMessage(offered, reply.today), [offerBlock(words)])
}
