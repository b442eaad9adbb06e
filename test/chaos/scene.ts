import type { FakeCall } from '../../src/demo/fake-slack/state.js'
import type { FakeFault } from '../demo/fake-slack/faults.js'
import type { DigestRun } from '../../src/domain/digests/digest.js'
import type { Store } from '../../src/store/port.js'
import { createFastClock, type FastClock, type Pace } from './clock.js'
import { createDraw } from './draw.js'
import { openFleet, type Fleet } from './fleet.js'
import type { Act, Moment } from './moments.js'
import type { Place } from './place.js'
import { isFinal, watchRuns, type Watch } from './records.js'
import type { ReplicaOrder } from './replica-order.js'
import { planStandstills, type Standstill, type Standstills } from './standstill-order.js'
import { planStrikes, type Strikes } from './strikes.js'
import { dueAt, encryptionKey, openWorkspaces, type Mode, type Workspaces } from './workspaces.js'
import { createWeather } from './weather.js'
import { openWire, type Verdict, type Wire } from './wire.js'

export interface ChaosOptions {
  readonly seed: number
  readonly mode: Mode
  readonly digests: number
  readonly archived: number
  /** How many times faster than the real clock that of the replicas runs, where the machine can follow. */
  readonly pace: number
  readonly place: Place
  /** Milliseconds of the fast clock: how late Slack may carry out what nobody waits for any more. */
  readonly lateBy: number
}

/** Everything that one run has open. */
export interface Scene {
  readonly options: ChaosOptions
  readonly clock: FastClock
  readonly store: Store
  readonly workspaces: Workspaces
  readonly strikes: Strikes
  readonly standstills: Standstills
  readonly fleet: Fleet
  readonly watch: Watch
  /** What went wrong with a request. */
  readonly faults: ReadonlyMap<FakeCall, FakeFault>
  /** From now on Slack answers well. */
  clearUp(): void
  close(): Promise<void>
}

const replicas = 3
/** Real milliseconds from when the replicas begin to work until the digests are due. */
const lead = 1_500
/** Real milliseconds in which the first replicas start where the clock may run as fast as wanted; the least share of that. */
const briskStart = 6_000
const slowest = 0.4
/** Milliseconds of the fast clock: how long a replica stands still at most when others are not done with its run. */
const longestStandstill = 1_800_000
/** Milliseconds of the fast clock: longer than the lease; longer than lease, settling and another post. */
const stopFor: Readonly<Record<Exclude<Act, 'kill'>, number>> = { stop: 135_000, 'stop for long': 330_000 }

const verdicts = {
  kill: 'drop',
  stop: 'late',
  'stop for long': 'late',
  none: 'pass',
} as const satisfies Record<Act | 'none', Verdict>

type Befall = (replica: string, moment: Moment) => Act | undefined

/** What befalls whoever reaches a moment. */
const createBefall =
  ({
    strikes,
    standstills,
    clock,
    fleet,
  }: Pick<Scene, 'strikes' | 'standstills' | 'clock'> & { fleet: () => Fleet | undefined }): Befall =>
  (replica, moment) => {
    const running = fleet()
    const isSpared = standstills.isPending(replica) && moment.step !== 'plan' && moment.step !== 'advance'
    if (!running?.isRunning(replica) || isSpared) return undefined
    const act = strikes.at(moment)
    if (act === 'kill') running.kill(replica)
    else if (act) running.stop(replica, clock.real(stopFor[act]))
    return act
  }

const createWires = (place: Place, befall: Befall) => {
  const wires = new Map<string, Wire>()
  return {
    async storeOf(replica: string): Promise<ReplicaOrder['store']> {
      if (!place.wired) return place.store
      const at =
        (when: Moment['when']) =>
        (step: Moment['step']): Verdict =>
          verdicts[befall(replica, { when, step }) ?? 'none']
      const wire = await openWire(place.wired, { asked: at('before'), done: at('after') })
      wires.set(replica, wire)
      return { mongodb: place.wired.uriThrough(wire.port) }
    },
    close: (replica: string): void => wires.get(replica)?.close(),
  }
}

/** Slack's answers from now on: what was wrong with them, and how to end it. */
const createSky = ({
  clock,
  draw,
  lateBy,
  workspaces,
  befall,
}: {
  clock: FastClock
  draw: ReturnType<typeof createDraw>
  lateBy: number
  workspaces: Workspaces
  befall: Befall
}) => {
  const faults = new Map<FakeCall, FakeFault>()
  let foul = true
  const strike = (replica: string, moment: Moment): boolean => befall(replica, moment) === 'kill'
  const choose = createWeather({ clock, draw, lateBy, strike, isFoul: () => foul })
  workspaces.slack.faults.choose((call) => {
    const fault = choose(call)
    if (fault) faults.set(call, fault)
    return fault
  })
  return { faults, clearUp: () => void (foul = false) }
}

/** The clock of all: as fast as wanted, but that a machine that is slow or busy must be able to follow it. */
const createStart = (clock: FastClock, wanted: number) => {
  const since = performance.now()
  let tell: (pace: Pace) => void
  const told = new Promise<Pace>((resolve) => (tell = resolve))
  const begin = (): void => {
    const pace = wanted * Math.min(1, Math.max(slowest, briskStart / (performance.now() - since)))
    const begun = { pace, origin: Date.now(), epoch: dueAt.getTime() - lead * pace }
    clock.begin(begun)
    tell(begun)
  }
  return { pace: told, begin }
}

const isStandstill = (said: object): said is { standstill: Standstill; run: string } => 'standstill' in said

/** What a replica says when it stops itself; it goes on when others are done with its run. */
const createVigil =
  (standstills: Standstills, watch: Watch, clock: FastClock, fleet: () => Fleet | undefined) =>
  (replica: string, line: string): void => {
    const said: object = line.startsWith('{"standstill"') ? (JSON.parse(line) as object) : {}
    const running = fleet()
    if (!running || !isStandstill(said)) return
    const { standstill: step, run } = said
    const at = clock.now().toISOString()
    const stood = standstills.begin({ replica, step, run, at, lines: running.lines.length })
    const isDone = (runs: readonly DigestRun[]) => runs.some((one) => one._id === run && isFinal(one))
    const done = watch.until(isDone, clock.real(longestStandstill))
    running.hold(
      replica,
      done.then((outlasted) => void (stood.outlasted = outlasted)),
    )
  }

/** Replicas, a stand-in for Slack and a store, a moment before the digests are due. */
export const openScene = async (options: ChaosOptions): Promise<Scene> => {
  const { seed, place, digests } = options
  const draw = createDraw(`chaos ${seed}`)
  const store = await place.open()
  const clock = createFastClock(dueAt)
  const workspaces = await openWorkspaces({ ...options, clock, draw })
  await workspaces.settle(store)
  const strikes = planStrikes(place.sight, draw)
  const standstills = planStandstills(digests, draw)
  let running: Fleet | undefined
  const befall = createBefall({ strikes, standstills, clock, fleet: () => running })
  const { faults, clearUp } = createSky({ ...options, clock, draw, workspaces, befall })
  const wires = createWires(place, befall)
  const watch = watchRuns(store, place.sight === 'records', (moment, { owner }) => {
    if (place.sight === 'records' && owner !== null) befall(owner, moment)
  })
  const shared = { apiUrl: workspaces.slack.apiUrl, encryptionKey: encryptionKey.toString('base64') }
  const clear = async (): Promise<void> => {
    await watch.end()
    await workspaces.slack.close()
    await store.close()
    await place.clear()
  }
  const { pace, begin } = createStart(clock, options.pace)
  const fleet = await openFleet({
    size: replicas,
    orderOf: async (name) => {
      const standstill = standstills.orderOf(name)
      return { ...shared, name, store: await wires.storeOf(name), standstill }
    },
    pace,
    gone: (name) => {
      wires.close(name)
      standstills.gone(name)
    },
    heard: createVigil(standstills, watch, clock, () => running),
    ready: (opening) => (running = opening),
  }).catch(async (fault: unknown) => {
    await clear()
    throw fault
  })
  begin()
  const close = () => fleet.close().then(clear)
  return { options, clock, store, workspaces, strikes, standstills, fleet, watch, faults, clearUp, close }
}
