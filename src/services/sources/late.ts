import { failingCalendars, lateFor, seenOfSource, type LateCalendar } from '../../domain/sources/late.js'
import { collect, type Reader } from '../../store/port.js'
import type { Warn } from '../dependencies.js'

/** The calendars of an organization whose last fetch brought nothing. */
const findFailing = async (reader: Reader, org: string): Promise<readonly LateCalendar[]> =>
  failingCalendars(
    await collect(reader.find('sources', { index: 'by_org', equal: { org }, fields: seenOfSource })),
  )

/** Milliseconds: what is told begins a day after the fact, so a minute does not matter. */
const kept = 60_000
/** An organization that nobody has asked about for so long is read again first. */
const keepLimit = 10 * kept
const maxKept = 10_000

/** `about`: the members whom the answer is about by name. Waits only where an organization was not asked about lately. */
export type FindLate = (
  org: string,
  now: Date,
  about?: ReadonlySet<string>,
) => readonly LateCalendar[] | Promise<readonly LateCalendar[]>

/**
 * What was read is used for a minute, then until another read in the background is done, for ten minutes at most.
 * Whether it is late is decided at each request. Never throws: a store that is away answers the question itself.
 */
export const createLateCalendars = (reader: Reader, elapsed: () => number, warn: Warn): FindLate => {
  const known = new Map<string, { at: number; failing: readonly LateCalendar[] }>()
  const reading = new Map<string, Promise<readonly LateCalendar[]>>()

  const read = (org: string): Promise<readonly LateCalendar[]> => {
    const before = known.get(org)
    const found = findFailing(reader, org)
      .catch((error: unknown) => {
        warn(error, 'the state of the sources could not be read')
        return before?.failing ?? []
      })
      .then((failing) => {
        if (known.size >= maxKept) known.delete(known.keys().next().value!)
        known.set(org, { at: elapsed(), failing })
        reading.delete(org)
        return failing
      })
    reading.set(org, found)
    return found
  }

  return (org, now, about) => {
    const last = known.get(org)
    if (!last || elapsed() - last.at >= keepLimit)
      return (reading.get(org) ?? read(org)).then((failing) => lateFor(failing, now, about))
    if (elapsed() - last.at >= kept && !reading.has(org)) void read(org)
    return last.failing.length === 0 ? last.failing : lateFor(last.failing, now, about)
  }
}
