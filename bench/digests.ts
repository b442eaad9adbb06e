import { createRolls } from '../src/services/roll/rolls.js'
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Day } from '../src/calendar/day.js'
import { digestId, type Digest } from '../src/domain/digests/digest.js'
import { createDigestContent } from '../src/services/digests/content.js'
import type { DigestPoster } from '../src/services/digests/poster.js'
import { createDigestRuns, type DigestRuns } from '../src/services/digests/engine.js'
import type { Reader, Store } from '../src/store/port.js'
import { seed, subjectOf } from './data.js'
import { median } from './rounds.js'

/** A Monday. Half of the digests in the bench are due at nine in Berlin, the others on other days. */
const today: Day = '2026-11-23'
const due = '2026-11-23T08:00:00.000Z'
/** How many digests are there, and how many of others are due at once. */
export interface DigestCounts {
  readonly idle: number
  readonly due: number
}

export const digestCounts = (isQuick: boolean): DigestCounts =>
  isQuick ? { idle: 1_000, due: 100 } : { idle: 10_000, due: 2_000 }

const organizations = 50
const members = 50
const idleTicks = 20

export interface DigestCost {
  readonly store: string
  /** A tick that finds nothing to do among the idle ones: milliseconds of CPU time, and store calls. */
  readonly idleCpu: number
  readonly idleCalls: number
  /** Posting those that are due to a Slack that answers at once: milliseconds in total, and of CPU time. */
  readonly sendTime: number
  readonly sendCpu: number
  /** Store calls per digest: reads, and writes. */
  readonly reads: number
  readonly writes: number
}

/** Counts the calls to a store. */
const createCounter = (store: Store) => {
  const counts = { reads: 0, writes: 0 }
  const counted = (reader: Reader): Reader => ({
    get: (...asked) => {
      counts.reads += 1
      return reader.get(...asked)
    },
    find: (...asked) => {
      counts.reads += 1
      return reader.find(...asked)
    },
  })
  const counting: Store = {
    ...store,
    ...counted(store),
    view: (org, read) => store.view(org, (reader) => read(counted(reader))),
    commit: (...asked) => {
      counts.writes += 1
      return store.commit(...asked)
    },
  }
  return { counting, counts }
}

const digestOf = (index: number, isDue: boolean): Digest => {
  const workspace = `T0BENCH${index % organizations}`
  const channel = `C0BENCH${index}`
  return {
    _id: digestId(workspace, channel, null),
    org: subjectOf(`digests-${index % organizations}`, members).org,
    workspace,
    channel,
    team_id: null,
    time: '09:00',
    timezone: 'Europe/Berlin',
    days: isDue ? ['monday'] : ['tuesday'],
    look_ahead: 'none',
    on_bank_holidays: 'silent',
    when_empty: 'post',
    paused: null,
    creator: null,
    created_by: 'bench',
    created_at: due,
    next_at: isDue ? due : '2026-11-24T08:00:00.000Z',
    next_date: isDue ? today : '2026-11-24',
    tzdata: process.versions.tz ?? '',
    version: 1,
  }
}

const putDigests = async (store: Store, from: number, count: number, isDue: boolean): Promise<void> => {
  const all = Array.from({ length: count }, (_, index) => digestOf(from + index, isDue))
  for (let start = 0; start < all.length; start += 500)
    await store.commit(
      all.slice(start, start + 500).map((document) => ({ put: 'digests', document }) as const),
      { deadline: 30_000 },
    )
}

/** A Slack that answers at once, so that only whosout and its store are measured. */
const instantPoster = (): DigestPoster => {
  let sent = 0
  return {
    post: async () => ({ kind: 'sent', ts: `1795500000.${String(++sent).padStart(6, '0')}` }),
    edit: async () => ({ kind: 'edited' }),
    lookUp: async () => ({ kind: 'absent' }),
    tell: async () => true,
  }
}

const nothing = (): void => undefined

const runsOn = (store: Store, now: () => Date): DigestRuns =>
  createDigestRuns({
    store,
    now,
    elapsed: () => performance.now(),
    wait: (milliseconds) => sleep(milliseconds, undefined, { ref: false }),
    random: (size) => randomBytes(size),
    poster: instantPoster(),
    build: createDigestContent(createRolls(store), store),
    log: { info: nothing, warn: nothing, error: nothing },
    owner: 'bench',
    tzdata: process.versions.tz ?? '',
  })

/** Milliseconds of this process's CPU time, and elapsed, while `run` runs. */
const timed = async (run: () => Promise<void>): Promise<{ cpu: number; time: number }> => {
  const [cpu, began] = [process.cpuUsage(), performance.now()]
  await run()
  const { user, system } = process.cpuUsage(cpu)
  return { cpu: (user + system) / 1_000, time: performance.now() - began }
}

const countSent = async (store: Store): Promise<number> => {
  let sent = 0
  for await (const page of store.find('digest_runs', { index: 'by_edit', range: { edit_until: { gt: '' } } }))
    sent += page.length
  return sent
}

type Counter = ReturnType<typeof createCounter>['counts']

/** Ticks that find nothing to do. A process's first tick looks at every digest and does not count. */
const measureIdle = async (
  runs: DigestRuns,
  counts: Counter,
): Promise<Pick<DigestCost, 'idleCpu' | 'idleCalls'>> => {
  await runs.tick()
  counts.reads = counts.writes = 0
  const idle: number[] = []
  for (let tick = 0; tick < idleTicks; tick++) idle.push((await timed(() => runs.tick())).cpu)
  return { idleCpu: median(idle), idleCalls: (counts.reads + counts.writes) / idleTicks }
}

const measureSending = async (
  runs: DigestRuns,
  counts: Counter,
  due: number,
  setClock: (at: Date) => void,
): Promise<Omit<DigestCost, 'store' | 'idleCpu' | 'idleCalls'>> => {
  counts.reads = counts.writes = 0
  // Late in its minute a tick only plans; by the next tick every turn has come.
  setClock(new Date('2026-11-23T08:00:55.000Z'))
  const planning = await timed(() => runs.tick())
  setClock(new Date('2026-11-23T08:03:00.000Z'))
  const sending = await timed(() => runs.tick())
  return {
    sendTime: planning.time + sending.time,
    sendCpu: planning.cpu + sending.cpu,
    reads: counts.reads / due,
    writes: counts.writes / due,
  }
}

/** Measures the digest when nothing is due and when much is due at once. The store starts empty. */
export const measureDigests = async (
  name: string,
  store: Store,
  { idle: idleDigests, due: dueDigests }: DigestCounts,
): Promise<DigestCost> => {
  // A pending wait alone does not keep the process alive.
  const alive = setInterval(nothing, 1_000)
  try {
    for (let index = 0; index < organizations; index++)
      await seed(store, subjectOf(`digests-${index}`, members), today)
    await putDigests(store, 0, idleDigests, false)
    const { counting, counts } = createCounter(store)
    let clock = new Date('2026-11-23T07:30:00.000Z')
    // The database's clock is the real one, while the bench sets its own.
    const runs = runsOn({ ...counting, serverTime: async () => clock }, () => clock)
    const idle = await measureIdle(runs, counts)
    await putDigests(store, idleDigests, dueDigests, true)
    const sending = await measureSending(runs, counts, dueDigests, (at) => void (clock = at))
    const sent = await countSent(store)
    if (sent !== dueDigests) throw new Error(`${sent} of ${dueDigests} digests were sent`)
    return { store: name, ...idle, ...sending }
  } finally {
    clearInterval(alive)
  }
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** The figures as Markdown. */
export const digestReportOf = (
  at: Date,
  machine: string,
  { idle: idleDigests, due: dueDigests }: DigestCounts,
  costs: readonly DigestCost[],
): string =>
  [
    '# Results of `npm run bench -- --only digest`',
    `${at.toISOString()}. ${machine}.`,
    `One replica. Idle: a tick among ${idleDigests} digests of which none is due, the median of ${idleTicks}. Sending: ` +
      `${dueDigests} digests of ${organizations} workspaces (${members} people each) that are due in one minute, planned, ` +
      'claimed, built, marked, posted to a Slack that answers at once, and recorded. CPU is that of the process itself.',
    [
      row([
        'store',
        'idle tick: CPU',
        'store calls',
        `${dueDigests} sent in`,
        'CPU',
        'reads a digest',
        'writes a digest',
      ]),
      row(Array.from({ length: 7 }, () => '---')),
      ...costs.map((cost) =>
        row([
          cost.store,
          `${cost.idleCpu.toFixed(1)} ms`,
          cost.idleCalls.toFixed(1),
          `${(cost.sendTime / 1_000).toFixed(1)} s`,
          `${(cost.sendCpu / 1_000).toFixed(1)} s`,
          cost.reads.toFixed(2),
          cost.writes.toFixed(2),
        ]),
      ),
    ].join('\n'),
  ].join('\n\n') + '\n'
