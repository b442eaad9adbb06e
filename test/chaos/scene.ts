import type { FakeCall } from '../../src/demo/fake-slack-calls.js'
import type { FakeFault } from '../../src/demo/fake-slack-faults.js'
import type { Store } from '../../src/store/port.js'
import { createFastClock, type FastClock, type Pace } from './clock.js'
import { createDraw } from './draw.js'
import { openFleet, type Fleet } from './fleet.js'
import type { Act, Moment } from './moments.js'
import type { Place } from './place.js'
import { watchRuns, type Watch } from './records.js'
import type { ReplicaOrder } from './replica-order.js'
import { planStrikes, type Strikes } from './strikes.js'
import { dueAt, encryptionKey, openTown, type Mode, type Town } from './town.js'
import { createWeather } from './weather.js'
import { openWire, type Verdict, type Wire } from './wire.js'

export interface ChaosOptions {
  readonly seed: number
  readonly mode: Mode
  readonly digests: number
  readonly archived: number
  /** How many times faster than the real clock that of the replicas runs. */
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
  readonly town: Town
  readonly strikes: Strikes
  readonly fleet: Fleet
  readonly watch: Watch
  /** What went wrong with a request. */
  readonly faults: ReadonlyMap<FakeCall, FakeFault>
  /** From now on Slack answers well. */
  clearUp(): void
  close(): Promise<void>
}

const replicas = 3
/** Real milliseconds until the digests are due: the replicas run by then. */
const lead = 6_000
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
  (strikes: Strikes, clock: FastClock, fleet: () => Fleet | undefined): Befall =>
  (replica, moment) => {
    const running = fleet()
    if (!running?.isRunning(replica)) return undefined
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
  town,
  befall,
}: {
  clock: FastClock
  draw: ReturnType<typeof createDraw>
  lateBy: number
  town: Town
  befall: Befall
}) => {
  const faults = new Map<FakeCall, FakeFault>()
  let foul = true
  const strike = (replica: string, moment: Moment): boolean => befall(replica, moment) === 'kill'
  const choose = createWeather({ clock, draw, lateBy, strike, isFoul: () => foul })
  town.slack.faults.choose((call) => {
    const fault = choose(call)
    if (fault) faults.set(call, fault)
    return fault
  })
  return { faults, clearUp: () => void (foul = false) }
}

/** Replicas, a stand-in for Slack and a store, some seconds before the digests are due. */
export const openScene = async (options: ChaosOptions): Promise<Scene> => {
  const { seed, place } = options
  const draw = createDraw(`chaos ${seed}`)
  const store = await place.open()
  const pace: Pace = { pace: options.pace, origin: Date.now(), epoch: dueAt.getTime() - lead * options.pace }
  const clock = createFastClock(pace)
  const town = await openTown({ ...options, clock, draw })
  await town.settle(store)
  const strikes = planStrikes(place.sight, draw)
  let running: Fleet | undefined
  const befall = createBefall(strikes, clock, () => running)
  const { faults, clearUp } = createSky({ ...options, clock, draw, town, befall })
  const wires = createWires(place, befall)
  const [apiUrl, key] = [town.slack.apiUrl, encryptionKey.toString('base64')]
  const orderOf = async (name: string): Promise<ReplicaOrder> => {
    return { ...pace, name, store: await wires.storeOf(name), apiUrl, encryptionKey: key }
  }
  const fleet = await openFleet({
    size: replicas,
    orderOf,
    gone: wires.close,
    ready: (opening) => (running = opening),
  })
  const watch = watchRuns(store, place.sight === 'records', (moment, { owner }) => {
    if (place.sight === 'records' && owner !== null) befall(owner, moment)
  })
  const close = async (): Promise<void> => {
    await watch.end()
    await fleet.close()
    await town.slack.close()
    await store.close()
    await place.clear()
  }
  return { options, clock, store, town, strikes, fleet, watch, faults, clearUp, close }
}
