import { type Day, type DayRange, onlyDay, widened } from '../../calendar/day.js'
import type { Organization } from '../../domain/organization/organization.js'
import { personReach } from '../../domain/presence/range.js'
import { reaches, rollBytes, rollInSlices, windowAround, type Roll } from '../../domain/presence/roll.js'
import { Problem } from '../../domain/problem.js'
import type { Store } from '../../store/port.js'
import { createBuilds, unqueued, viewUntil } from '../builds.js'
import { createKept } from '../kept.js'
import type { Meter } from '../dependencies.js'
import { runInTurns } from '../turns.js'
import { createFreshness, type FreshStore } from './freshness.js'
import { loadRollFacts } from './load.js'
import { indexNames, type Names } from './names.js'

/** Bytes of all rolls, and of what is kept because of them, unless `CACHE_MB` says otherwise. */
const defaultLimit = 256 * 2 ** 20

/** About the bytes of the index of names, with that of the days that calendars name, and of each person in it. */
const indexBytes = 13_000
const nameBytes = 1_200

/** What a question needs of a roll. */
export interface RollNeed {
  /** The days of the question; absent: no leaves. */
  readonly days?: DayRange | undefined
  readonly today: Day
  /** Aborted when nobody waits for the roll any more. */
  readonly signal?: AbortSignal | undefined
}

const gone = (): Problem => new Problem('unavailable', 'The organization no longer exists.')

/** One for each call: a hundred who wait on one signal are warned of as a leak. */
const forever = (): AbortSignal => new AbortController().signal

/** The days that questions are usually about, which a kept roll always reaches. */
const usualDays = (today: Day): DayRange => widened(onlyDay(today), personReach, personReach)

/**
 * A roll is loaded once for a revision and process, however many ask, and kept until another revision is asked for or
 * the memory is needed. Days that it does not reach are read for their question alone.
 */
export const createRolls = (
  store: FreshStore & Pick<Store, 'view'>,
  {
    limit = defaultLimit,
    meter,
  }: { readonly limit?: number | undefined; readonly meter?: Meter | undefined } = {},
) => {
  const memory = createKept<Roll>(limit)
  /** Counts what is kept because of a roll. */
  const grow = (roll: Roll, bytes: number): void => memory.grow(roll.organization._id, roll, bytes)
  const load = createBuilds<Roll | null>(unqueued)
  const names = new WeakMap<Roll, Promise<Names>>()

  const read = async (
    org: string,
    window: DayRange,
    signal: AbortSignal,
    isKept: boolean,
  ): Promise<Roll | null> => {
    const facts = await viewUntil(store, org, signal, (view) => loadRollFacts(view, org, window))
    if (!facts) return null
    const roll = await runInTurns(rollInSlices(facts), { signal })
    meter?.rollLoaded()
    if (isKept) memory.keep(org, roll, rollBytes(facts))
    return roll
  }

  /** The kept roll of the very revision that was read: a database restored from a backup has a lower one. */
  const kept = ({ _id, revision }: Organization, { days, today }: RollNeed): Roll | undefined => {
    const roll = memory.use(_id)
    const serves =
      roll?.organization.revision === revision &&
      reaches(roll.window, usualDays(today)) &&
      (!days || reaches(roll.window, days))
    return serves ? roll : undefined
  }

  return {
    /** Reads organizations in their current state. */
    readFresh: createFreshness(store),

    kept,

    /** At the given revision or a later one. Throws `unavailable`, what the store throws, the reason of the signal. */
    async of(organization: Organization, need: RollNeed): Promise<Roll> {
      const known = kept(organization, need)
      if (known) return known
      const { _id: org, revision } = organization
      const { days, today, signal = forever() } = need
      const usual = windowAround(onlyDay(today))
      const isUsual = !days || reaches(usual, days)
      const window = isUsual ? usual : windowAround(days)
      const question = `${revision} ${window.from} ${window.to}`
      const roll = await load(org, question, signal, (build) => read(org, window, build.signal, isUsual))
      if (!roll) throw gone()
      return roll
    },

    /** The names of the people of a roll. */
    names(roll: Roll): Promise<Names> {
      const known = names.get(roll)
      if (known) return known
      const indexing = runInTurns(indexNames(roll))
      names.set(roll, indexing)
      grow(roll, indexBytes + roll.members.length * nameBytes)
      return indexing
    },

    grow,
    /** The number of organizations, and their total bytes. */
    size: () => {
      const { count: organizations, bytes } = memory.size()
      return { organizations, bytes }
    },
  }
}
export type Rolls = ReturnType<typeof createRolls>
