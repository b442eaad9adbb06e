import type { Day } from '../../calendar/day.js'
import { addDays } from '../../calendar/day.js'
import { namedCalendars } from '../../domain/holidays/named.js'
import { withBankHolidays } from '../../domain/holidays/derive.js'
import { idBytes, randomId } from '../../domain/identity.js'
import { accept } from '../../domain/input.js'
import { documentId, type Leave, type Organization } from '../../domain/organization/organization.js'
import { yieldEntries, isOwn, type OwnChange } from '../../domain/own-entries/yield.js'
import { daysLeft, entrySchema, type CoveredDays, type OwnEntry } from '../../domain/own-entries/entry.js'
import {
  applied,
  replaceDays,
  takeBackDays,
  type ReplacedDays,
  type TakenDays,
} from '../../domain/own-entries/edit-days.js'
import {
  entryContextOf,
  namesDays,
  proposeEntry,
  readDays,
  readOff,
  type EntryContext,
  type ProposedEntry,
} from '../../domain/own-entries/read.js'
import type { RollLeave } from '../../domain/presence/roll.js'
import { mergeAbsences, stretchOf, type LeaveDays, type Return } from '../../domain/presence/absence.js'
import { Problem } from '../../domain/problem.js'
import { collect, type Reader } from '../../store/port.js'
import { openContext, type AnswerContext, type Asker } from '../ask/context.js'
import type { Actor, Dependencies } from '../dependencies.js'
import { findLeaves } from '../roll/load.js'
import type { Rolls } from '../roll/rolls.js'
import { changeRecords } from '../records/change.js'
import { ownNotes, ownWrites } from './writes.js'

/** Days that another source has, with its name. */
interface ShownCover extends CoveredDays {
  /** Null: an import, or an edit by hand. */
  readonly name: string | null
}

/** The result of entering own days. */
export interface Entered {
  /** The entries that now exist, first to last; none when other sources have all of the days. */
  readonly entered: readonly Leave[]
  readonly covered: readonly ShownCover[]
  readonly kept: ReplacedDays['kept']
  readonly dropped: ReplacedDays['dropped']
  /** When they are back after the last of the entered days. */
  readonly back: Return | null
  readonly today: Day
  /** They entered none before, as far back as answers look. */
  readonly is_first: boolean
}

/** What became of days that somebody took back. */
export type TakenBack = Pick<TakenDays, 'taken' | 'kept'> & { readonly today: Day }

/** What became of the entry of somebody who is back early. */
export interface CameBack {
  /** The days that were taken back; null: today was none of theirs. */
  readonly days: LeaveDays | null
  /** The next day off, from whatever source, today included; null: there is none. */
  readonly next: LeaveDays | null
  readonly today: Day
}

/** Who enters days: somebody in Slack, and how what they do is logged. */
export interface EntryAuthor {
  readonly asker: Asker
  readonly actor: Actor
}

/** Leaves that ended longer ago than this cannot touch days that may be entered, nor the days next to them. */
const reach = 14

const notes = {
  not_member: (name: string) =>
    `I do not know who you are in ${name}, so I cannot enter your days. A whosout admin can fix this.`,
  gone: (name: string) => `You are no longer an active member of ${name}.`,
  off: (name: string) => `People cannot enter their own days off in ${name}.`,
}

const contextOf = ({ organization, roll, me, today }: AnswerContext, { locale }: Asker): EntryContext =>
  entryContextOf(organization, today, locale, namedCalendars(roll, me))

export const createOwnEntries = (dependencies: Dependencies, rolls: Rolls) => {
  const { store, now, random } = dependencies
  const newId = (): string => randomId(random(idBytes))

  const open = (org: string, { asker }: Pick<EntryAuthor, 'asker'>): Promise<AnswerContext> =>
    openContext(rolls, org, { asker, now: now() })

  /** The member whose days these are. Throws `not_found` and `conflict` with the reason when there is none. */
  const memberIn = ({ organization, me, isGone }: AnswerContext) => {
    const { name } = organization
    if ((organization.own_entries ?? 'on') === 'off') throw new Problem('conflict', notes.off(name))
    if (!me) throw new Problem('not_found', isGone ? notes.gone(name) : notes.not_member(name))
    return me
  }

  const leavesSince = async (reader: Reader, org: string, member: string, from: Day): Promise<Leave[]> => {
    const all: Leave[] = []
    const since = addDays(from, -reach) ?? from
    for await (const page of findLeaves(reader, org, since))
      all.push(...page.filter(({ member_id }) => member_id === member))
    return all
  }

  /** Changes a member's entries with `decide`, based on the leaves from some day on. */
  const change = async <T>(
    org: string,
    by: EntryAuthor,
    from: (today: Day) => Day,
    decide: (facts: {
      readonly leaves: readonly Leave[]
      readonly context: AnswerContext
      readonly organization: Organization
    }) => OwnChange & { readonly result: T },
  ): Promise<T> => {
    const context = await open(org, by)
    const member = memberIn(context)
    return changeRecords(dependencies, org, by.actor, async (organization, reader) => {
      const [current] = await reader.get('members', [documentId(org, member.id)])
      if (!current?.active) throw new Problem('not_found', notes.gone(organization.name))
      const leaves = await leavesSince(reader, org, member.id, from(context.today))
      const { result, ...changed } = decide({ leaves, context, organization })
      return { changes: ownWrites(dependencies, changed), notes: ownNotes(changed, leaves), result }
    })
  }

  /** The return date after a day, given all leaves around it. */
  const backAfter = (
    { organization, me, roll }: AnswerContext,
    leaves: readonly Leave[],
    day: LeaveDays,
  ): Return | null => {
    const approved = leaves.filter(({ status }) => status === 'approved')
    const all = withBankHolidays<RollLeave>(approved, roll.bankHolidaysOf(me!))
    const { end } = stretchOf(day)
    const absences = mergeAbsences(all, organization.working_days)
    return (
      absences.find(({ leaves: some }) => some.some((leave) => stretchOf(leave).end >= end))?.back ?? null
    )
  }

  /** Null: a source other than a calendar, or one that no longer exists. */
  const namesOfSources = async (org: string): Promise<ReadonlyMap<string, string>> => {
    const sources = await collect(store.find('sources', { index: 'by_org', equal: { org } }))
    return new Map(sources.map(({ _id, name, kind }) => [`${kind}:${_id}`, name]))
  }

  const enter = async (
    org: string,
    by: EntryAuthor,
    entry: OwnEntry,
    instead: LeaveDays | null = null,
  ): Promise<Entered> => {
    const earliest = instead && instead.start_date < entry.from ? instead.start_date : entry.from
    const done = await change(
      org,
      by,
      (today) => (earliest < today ? earliest : today),
      ({ leaves, context }) => {
        accept(entrySchema(context.today, instead), entry, 'These days cannot be entered.')
        const { puts, removes, ...shown } = replaceDays(
          memberIn(context),
          entry,
          instead,
          leaves,
          context.today,
          newId,
        )
        const last = shown.entered.at(-1)
        const back = last ? backAfter(context, applied(leaves, { puts, removes }), last) : null
        const { me, roll, today } = context
        const is_first = !roll.leavesOf(me!).some(({ source }) => source === 'own')
        return { puts, removes, result: { ...shown, back, today, is_first } }
      },
    )
    const names = done.covered.length > 0 ? await namesOfSources(org) : new Map<string, string>()
    return { ...done, covered: done.covered.map((one) => ({ ...one, name: names.get(one.source) ?? null })) }
  }

  return {
    /** The days in the words; null when they are a question. Throws as `enter` does. */
    read: async (
      org: string,
      by: EntryAuthor,
      text: string,
    ): Promise<(ProposedEntry & { readonly today: Day }) | null> => {
      const context = await open(org, by)
      const words = contextOf(context, by.asker)
      const entry = readOff(text, words)
      if (entry) memberIn(context)
      return entry && { ...proposeEntry(entry, words, namesDays(text)), today: context.today }
    },
    /** The days in words without "off"; today when there are none. Throws as `enter` does. */
    propose: async (
      org: string,
      by: EntryAuthor,
      text: string,
    ): Promise<ProposedEntry & { readonly today: Day }> => {
      const context = await open(org, by)
      memberIn(context)
      const { today } = context
      const none: OwnEntry = { from: today, to: today, part: 'whole', reason: 'away' }
      const words = contextOf(context, by.asker)
      return {
        ...proposeEntry(readDays(text, words) ?? none, words, text !== 'today' && namesDays(text)),
        today,
      }
    },
    /** Own entries that have not ended, first to last; null for people who may not enter days. */
    list: async (
      org: string,
      { asker }: Pick<EntryAuthor, 'asker'>,
    ): Promise<{ readonly entries: readonly RollLeave[]; readonly today: Day } | null> => {
      const { me, organization, today, roll } = await open(org, { asker })
      if (!me || (organization.own_entries ?? 'on') === 'off') return null
      const entries = roll
        .leavesOf(me)
        .filter(({ source, end_date }) => source === 'own' && end_date >= today)
        .sort((a, b) => stretchOf(a).start - stretchOf(b).start)
      return { entries, today }
    },
    /**
     * Enters days, in place of `instead` when they change an entry. Throws `invalid` with the fields `from`, `to` and
     * `part`; `not_found` for a person who is not an active member; `conflict` when the feature is off.
     */
    enter,
    /** Takes back what somebody entered of some days, as far as it can still be changed. Throws as `enter` does. */
    takeBack: (org: string, by: EntryAuthor, days: LeaveDays): Promise<TakenBack> =>
      change(
        org,
        by,
        (today) => (days.start_date < today ? days.start_date : today),
        ({ leaves, context: { today } }) => {
          const { taken, kept, ...cut } = takeBackDays(days, leaves, today, newId)
          return { ...cut, result: { taken, kept, today } }
        },
      ),
    /** Ends the entry that today is in, from this morning on; what it takes back, and the next day off. Throws as `enter` does. */
    back: (org: string, by: EntryAuthor): Promise<CameBack> =>
      change(
        org,
        by,
        (today) => today,
        ({ leaves, context: { today } }) => {
          const own = leaves.filter(isOwn)
          const days = daysLeft(own, today)
          const cut = days ? yieldEntries(own, [days], newId) : { puts: [], removes: [] }
          const [next = null] = applied(leaves, cut)
            .filter(({ status, end_date }) => status === 'approved' && end_date >= today)
            .sort((a, b) => stretchOf(a).start - stretchOf(b).start)
          return { ...cut, result: { days, next, today } }
        },
      ),
  }
}
