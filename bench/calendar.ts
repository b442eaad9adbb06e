import type { Day } from '../src/calendar/day.js'
import type { Store } from '../src/store/port.js'
import { longestDuring, watched } from './blocking.js'
import { linksOf, seed, subjectOf } from './data.js'
import type { HoldUp } from './probe.js'
import { startProduct } from './processes.js'
import { median } from './rounds.js'
import type { StorePlace } from './server-settings.js'

/** The longest delays of the event loop by what a link leads to, in a large organization; medians over the rounds. */
export interface CalendarBlocking {
  readonly members: number
  /** Of each member. */
  readonly leaves: number
  /** The first request to a server that has just started. */
  readonly firstFeed: HoldUp
  readonly firstPage: HoldUp
  /** Ten at once, of an organization that is in memory. */
  readonly tenFeeds: HoldUp
  readonly tenPages: HoldUp
}

export interface CalendarSetting {
  readonly folder: string
  readonly place: StorePlace
  readonly today: Day
  readonly rounds: number
  readonly members: number
  open(): Promise<Store>
}

const leaves = 10

const middleOf = (holdUps: readonly HoldUp[]): HoldUp => {
  const own = holdUps.flatMap((one) => (one.own === null ? [] : [one.own]))
  return {
    longest: median(holdUps.map(({ longest }) => longest)),
    own: own.length === 0 ? null : median(own),
  }
}

/** Measures feeds and pages as calendar programs and browsers get them, compressed. */
export const measureCalendar = async (setting: CalendarSetting): Promise<CalendarBlocking> => {
  const { folder, place, today, rounds, members } = setting
  const subject = subjectOf('calendar', members, leaves)
  const store = await setting.open()
  await seed(store, subject, today)
  await store.close()
  const tokens = linksOf(subject)

  /** The delays by one request to a new server, and by ten more at once. */
  const round = async (suffix: string): Promise<readonly [HoldUp, HoldUp]> => {
    const server = await startProduct(folder, place, watched)
    const ask = async (token: string): Promise<void> => {
      const reply = await fetch(`${server.url}/calendar/${token}${suffix}`)
      await reply.arrayBuffer()
      if (reply.status !== 200) throw new Error(`a calendar got status ${reply.status}`)
    }
    try {
      const first = await longestDuring(server, () => ask(tokens[0]!))
      const ten = await longestDuring(server, () => Promise.all(tokens.slice(1, 11).map(ask)))
      return [first, ten]
    } finally {
      await server.stop()
    }
  }

  const feeds: (readonly [HoldUp, HoldUp])[] = []
  const pages: (readonly [HoldUp, HoldUp])[] = []
  for (let i = 0; i < rounds; i++) {
    feeds.push(await round('.ics'))
    pages.push(await round(''))
  }
  return {
    members,
    leaves,
    firstFeed: middleOf(feeds.map(([first]) => first)),
    tenFeeds: middleOf(feeds.map(([, ten]) => ten)),
    firstPage: middleOf(pages.map(([first]) => first)),
    tenPages: middleOf(pages.map(([, ten]) => ten)),
  }
}
