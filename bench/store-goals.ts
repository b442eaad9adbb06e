import type { Behaviour } from './behaviour.js'
import type { Blocking } from './blocking.js'
import type { CalendarBlocking } from './calendar.js'
import { goal, type Goal } from './goals.js'
import type { HoldUp } from './probe.js'
import { milliseconds, thousands } from './table.js'
import type { Throughput } from './throughput.js'

/** All measurements on one store. */
export interface StoreReport {
  readonly store: string
  readonly throughput: readonly Throughput[]
  readonly behaviour?: Behaviour
  readonly blocking?: Blocking
  readonly calendar?: CalendarBlocking
}

/** Ratios by the server's CPU time, which other work on the machine hardly changes. */
const throughputGoals = ({ members, results }: Throughput): readonly Goal[] => {
  const of = `${thousands(members)} members`
  const share = (name: string, other: string): number | undefined => results.get(name)?.cpuRatioTo(other)
  return [
    goal(`kept gzip, share of plain, ${of}`, { atLeast: 0.8 }, share('product gzip', 'product 16')),
    goal(`kept brotli, share of plain, ${of}`, { atLeast: 0.8 }, share('product br', 'product 16')),
    // With fewer members the page has fewer than its hundred people, and the two finds have less to do.
    ...(members >= 500 && results.has('two finds')
      ? [
          goal(
            `calendar page of 100 people, times two finds, ${of}`,
            { atLeast: 1 },
            share('calendar page', 'two finds'),
          ),
        ]
      : []),
    ...(results.has('metered 16')
      ? [
          goal(
            `cost with metrics, default question, ${of}`,
            { atMost: 1.05 },
            share('product 16', 'metered 16'),
          ),
          goal(`cost with metrics, 304, ${of}`, { atMost: 1.05 }, share('product 304', 'metered 304')),
        ]
      : []),
  ]
}

const behaviourGoals = ({ firstAnswer, megabytes }: Behaviour): readonly Goal[] => [
  goal('first answer after the start', { atMost: 500 }, firstAnswer, milliseconds),
  goal('resident at 500 members', { atMost: 130 }, megabytes, (value) => `${Math.round(value)} MB`),
]

const heldUp = (what: string, { own }: HoldUp, atMost: number): Goal =>
  goal(`event loop held up, ${what}`, { atMost }, own, milliseconds)

const blockingGoals = ({ members, ...blocking }: Blocking): readonly Goal[] => {
  const of = `${thousands(members)} members`
  return [
    heldUp(`first answer, ${of}`, blocking.first, 50),
    heldUp(`default question, ${of}`, blocking.repeated, 50),
    heldUp(`ranges not asked before, ${of}`, blocking.ranges, 50),
    heldUp(`ranges of 90 days, ${of}`, blocking.longRanges, 50),
    heldUp(`while leaves are imported, ${of}`, blocking.importing, 50),
  ]
}

const calendarGoals = ({ members, ...calendar }: CalendarBlocking): readonly Goal[] => {
  const of = `${thousands(members)} members`
  return [
    heldUp(`first feed, ${of}`, calendar.firstFeed, 20),
    heldUp(`ten feeds at once, ${of}`, calendar.tenFeeds, 20),
    heldUp(`first calendar page, ${of}`, calendar.firstPage, 20),
    heldUp(`ten calendar pages at once, ${of}`, calendar.tenPages, 20),
  ]
}

/** What the measurements on a store are held to. */
export const goalsOf = ({ throughput, behaviour, blocking, calendar }: StoreReport): readonly Goal[] => [
  ...throughput.flatMap(throughputGoals),
  ...(behaviour ? behaviourGoals(behaviour) : []),
  ...(blocking ? blockingGoals(blocking) : []),
  ...(calendar ? calendarGoals(calendar) : []),
]
