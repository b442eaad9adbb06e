import type { KnownBlock, ModalView } from '@slack/web-api'
import { z } from 'zod'
import {
  dayParts,
  daysOf,
  ownReasons,
  partOf,
  typeOfReason,
  type OwnEntry,
} from '../../domain/own-entries/entry.js'
import { entryContextOf, readDays } from '../../domain/own-entries/read.js'
import type { LeaveDays } from '../../domain/presence/absence.js'
import type { LeaveType } from '../../domain/presence/leave-types.js'
import { enteredMessage, offerMessage } from '../../domain/words/own-entries.js'
import type { Reply } from '../../domain/reply/reply.js'
import type { Organization } from '../../domain/organization/organization.js'
import type { EntryAuthor, Entered } from '../../services/own-entries/own-entries.js'
import { actorOf, type Requester, type Denial } from '../admission.js'
import { drawMessage, type SlackMessage } from '../message/blocks.js'
import { choice, choicesOf, date, type EnteredFields, type Field } from '../modal/fields.js'
import { drawForm, prefixed, type Form } from '../modal/form.js'
import { shownModal } from '../modal/modal.js'
import { pressButton, section } from '../message/elements.js'
import { escape } from '../message/mrkdwn.js'
import { staleText } from '../refusals.js'
import { statusOffer } from '../status/home.js'

export const ownCallback = 'own_entry'
export const ownTitle = 'I’m off'

/** Below a message, and in the Home tab, where the answer differs. */
export const ownIds = {
  open: 'own:open',
  change: 'own:change',
  takeBack: 'own:take_back',
  homeOpen: 'own_home:open',
  homeChange: 'own_home:change',
  homeTakeBack: 'own_home:take_back',
} as const

const leaveDays: z.ZodType<LeaveDays> = z.object({
  start_date: z.string(),
  end_date: z.string(),
  starts_at_noon: z.boolean(),
  ends_at_noon: z.boolean(),
})

const ownMemory = z.object({
  /** Where to show the result; null: in the Home tab. */
  response_url: z.string().nullable(),
  /** The days to change; null: new ones. */
  instead: leaveDays.nullable(),
})
export type OwnMemory = z.infer<typeof ownMemory>

export const ownFields = ['from', 'to', 'part', 'reason'] as const satisfies readonly (keyof OwnEntry)[]
type OwnField = (typeof ownFields)[number]
export const ownIdsOf = prefixed('own_field')

const partNames = {
  whole: 'The whole day',
  morning: 'Morning (until noon of the last day)',
  afternoon: 'Afternoon (from noon of the first day)',
  inner: 'From noon of the first day until noon of the last',
} as const
const reasonNames = { away: 'Time off', holiday: 'Holiday', sick: 'Sick', personal: 'Personal' } as const

/** The fields for days off: one's own, or somebody else's that an admin enters. */
export const entryFields = ({ from, to, part, reason }: OwnEntry): Readonly<Record<OwnField, Field>> => ({
  from: { label: 'First day', element: date(from) },
  to: { label: 'Last day', element: date(to) },
  part: {
    label: 'Part of the day',
    element: choice(
      choicesOf(dayParts, (one) => partNames[one]),
      part,
    ),
  },
  reason: {
    label: 'Reason',
    element: choice(
      choicesOf(ownReasons, (one) => reasonNames[one]),
      reason,
    ),
    hint: 'Your organization decides who else can read it. “Time off” counts as personal leave.',
  },
})

/** Null when it is not from a form of this version. */
export const readOwnEntry = ({ chosen }: EnteredFields<OwnField>): OwnEntry | null => {
  const [from, to] = [chosen('from'), chosen('to')]
  const part = dayParts.find((one) => one === chosen('part'))
  const reason = ownReasons.find((one) => one === chosen('reason'))
  return from && to && part && reason ? { from, to, part, reason } : null
}

const drawEntered = (entered: Entered, offer: readonly KnownBlock[]): SlackMessage => {
  const [first, last] = [entered.entered[0], entered.entered.at(-1)]
  const whole = first &&
    last && {
      start_date: first.start_date,
      end_date: last.end_date,
      starts_at_noon: first.starts_at_noon,
      ends_at_noon: last.ends_at_noon,
    }
  const buttons = whole ? [entryButtons(whole, first.type, 'message')] : []
  return drawMessage(enteredMessage(entered), [...buttons, ...offer])
}

/** The person, when they may enter days; otherwise a sentence that says why not. */
export const admitAuthor = async (asker: Requester): Promise<EntryAuthor | Denial> => {
  const profile = await asker.admit()
  return 'refused' in profile ? profile : { asker: profile, actor: actorOf(asker) }
}

export const ownForm: Form<OwnField, OwnMemory, EntryAuthor> = {
  callback: ownCallback,
  title: ownTitle,
  fields: ownFields,
  idsOf: ownIdsOf,
  memory: ownMemory,
  outdated: staleText,
  admit: admitAuthor,
  placeOf: ({ code, issues }) => (code === 'invalid' && issues ? 'from' : null),
  async run({ entered, memory, who, asker, args }, services) {
    const { ownEntries, showHome, showThrough, log } = services
    const entry = readOwnEntry(entered)
    if (entry === null) return staleText
    const done = await ownEntries.enter(asker.organization._id, who, entry, memory.instead)
    // Home has a section about the status.
    const isOffered = done.is_first && memory.response_url !== null
    const message = drawEntered(done, isOffered ? await statusOffer(services, asker) : [])
    const after = async (): Promise<void> => {
      if (memory.response_url === null) return showHome(asker)
      if (await showThrough(memory.response_url, message)) return
      log.warn({ workspace: args.context.teamId }, 'the confirmation of an own entry could not be shown')
    }
    return done.entered.length === 0 && memory.response_url === null
      ? { kind: 'view', view: shownModal(ownTitle, message.blocks), after }
      : { kind: 'closed', said: message.text, after }
  },
}

/** The days as they were understood, for confirmation; `said` above them, as plain text. */
export const drawOwnForm = (entry: OwnEntry, memory: OwnMemory, said: string | null = null): ModalView =>
  drawForm(ownForm, {
    ...(said !== null && { above: [section(escape(said))] }),
    submit: memory.instead === null ? 'Mark me as out' : 'Save',
    memory,
    fields: entryFields(entry),
  })

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

/** An entry in the format of the form. */
export const entryOf = (days: LeaveDays, type: LeaveType): OwnEntry => {
  const { start_date: from, end_date: to } = days
  const reason = ownReasons.find((one) => one === type) ?? 'away'
  return { from, to, part: partOf(days), reason: reason === 'personal' ? 'away' : reason }
}

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
    elements: [pressButton(ids[0], 'Change', value), pressButton(ids[1], 'Take back', value)],
  }
}

/** Below an answer to "i am out tomorrow": the days from the question. */
const offerBlock = (days: string, label = 'Enter…'): KnownBlock => ({
  type: 'actions',
  elements: [pressButton(ownIds.open, label, days === '' ? 'today' : days)],
})

/** Above the suggestions for "off blorp", which only look people up. */
export const formBlocks = (
  text: string,
  { kind }: Reply,
  { own_entries }: Organization,
): readonly KnownBlock[] =>
  kind === 'misunderstood' && own_entries !== 'off' && /^off\s/iu.test(text)
    ? [offerBlock('', 'I’m off…')]
    : []

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
