import { stateOf, type SourceState } from '../domain/sources/source.js'
import { collect, type Reader } from '../store/port.js'

/** The state of the sources of all organizations together. */
export interface SourceFigures {
  readonly states: Readonly<Partial<Record<SourceState, number>>>
  /** Seconds since 1970, for the calendar feed that has gone longest without a successful fetch; null: there is none. */
  readonly oldestSuccess: number | null
  readonly unmatched: number
}

/**
 * Times and events are those of calendar feeds that are fetched at all; one that was never read successfully counts from
 * its creation. People in Slack are listed once a day: among feeds they would always be the oldest.
 */
export const readSourceFigures = async (store: Reader): Promise<SourceFigures> => {
  const states: Partial<Record<SourceState, number>> = {}
  let oldest = Infinity
  let unmatched = 0
  for (const source of await collect(store.find('sources', { index: 'by_org' }))) {
    const state = stateOf(source)
    states[state] = (states[state] ?? 0) + 1
    if (state === 'paused' || source.kind === 'slack') continue
    oldest = Math.min(oldest, Date.parse(source.last_success_at ?? source.created_at))
    unmatched += source.unmatched_count
  }
  return { states, oldestSuccess: oldest === Infinity ? null : oldest / 1_000, unmatched }
}
