import { collect } from '../../src/store/port.js'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DigestRun } from '../../src/domain/digests/digest.js'
import { timings } from '../../src/domain/digests/timings.js'
import type { End } from './fleet.js'
import { judge, type Verdict } from './judge.js'
import { isFinal, readRuns } from './records.js'
import { openScene, type ChaosOptions, type Scene } from './scene.js'
import type { Mode, Workspaces } from './workspaces.js'

export interface ChaosResult extends Verdict {
  readonly seed: number
  readonly mode: Mode
  readonly place: string
  readonly struck: readonly string[]
  /** Strikes for which no moment came. */
  readonly left: readonly string[]
  /** Where a replica stood still until others were done with its run. */
  readonly outlasted: readonly string[]
  /** How many replicas there were in all. */
  readonly processes: number
  /** How many posts were out at each disturbance, and at the end. */
  readonly resumed: readonly number[]
  readonly seconds: number
  /** How many times faster the clock ran in the end. */
  readonly pace: number
  /** What the replicas warned of. */
  readonly lines: readonly string[]
}

/** Milliseconds of the fast clock: how long the faults last at most, and how long what follows them may take. */
const foulFor = 900_000
const limit = 1_800_000
/** The share of the digests after which there are no more faults. */
const foulUntil = 0.9

const postedIn = ({ slack, planned }: Workspaces): number => {
  const channels = new Set(planned.map(({ channel }) => channel))
  return slack.state.messages.filter(({ channel }) => channels.has(channel)).length
}

interface Disturbed {
  /** How many posts were out each time. */
  readonly marks: number[]
  /** How the replicas ended that were told to. */
  readonly ends: End[]
  /** What went wrong with a disturbance itself. */
  readonly faults: string[]
  done: boolean
}

/** A store that stands still fails whoever writes: it is tried again. */
const insist = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (fault) {
      if (tries === 30) throw fault
      await sleep(500)
    }
  }
}

/** Disturbs the place, changes the facts and replaces every replica, each when a share of the digests is done with. */
const disturb = async (scene: Scene, disturbed: Disturbed): Promise<void> => {
  const { workspaces, fleet, options, store, watch, clock } = scene
  const { place, digests } = options
  const acts = [
    ...(place.disturbances ?? []),
    () => insist(() => workspaces.changeFacts(store)),
    async () => void disturbed.ends.push(...(await fleet.roll())),
  ]
  for (const [index, act] of acts.entries()) {
    const share = (digests * (index + 1)) / (acts.length + 2)
    await watch.until(
      (runs) => Math.max(postedIn(workspaces), runs.filter(isFinal).length) >= share,
      clock.real(2 * limit),
    )
    disturbed.marks.push(postedIn(workspaces))
    await act()
  }
  disturbed.done = true
}

/** So many digests have a run that nobody has to look at again. */
const areFinal = (runs: readonly DigestRun[], count: number): boolean => runs.filter(isFinal).length >= count

/** The facts change once more: every message that is known shows it in the end. */
const changeAll = async ({ workspaces, store, watch, clock }: Scene): Promise<string> => {
  const newest = await insist(() => workspaces.changeFacts(store))
  const shows = (run: DigestRun): boolean =>
    run.state !== 'sent' ||
    workspaces.slack.state.messages.some(
      (message) => message.channel === run.channel && JSON.stringify(message).includes(newest),
    )
  await watch.until((runs) => runs.every(shows), clock.real(limit))
  return newest
}

/** Row 27 of the fault table: carried out later than any look, so that a second post cannot be ruled out. */
const mayBeTwice = ({ mode, lateBy }: ChaosOptions): boolean => mode === 'lookup' && lateBy >= timings.settle

/** The morning, the calm after it, and what is found then. */
const pass = async (scene: Scene, disturbed: Disturbed): Promise<Verdict> => {
  const { workspaces, store, strikes, standstills, fleet, watch, faults, clock, options } = scene
  void disturb(scene, disturbed).catch((fault: unknown) => disturbed.faults.push(String(fault)))
  const isOver = (share: number) => (runs: readonly DigestRun[]) =>
    disturbed.done && areFinal(runs, options.digests * share)
  await watch.until(isOver(foulUntil), clock.real(foulFor))
  strikes.end()
  scene.clearUp()
  await watch.until((runs) => fleet.isAwake() && isOver(1)(runs), clock.real(limit))
  const newest = await changeAll(scene)
  // What somebody is still about to do is done by then.
  disturbed.ends.push(...(await fleet.retire()))
  return judge({
    workspaces,
    stood: standstills.stood,
    faults,
    newest,
    lines: fleet.lines,
    mayBeTwice: mayBeTwice(options),
    runs: await readRuns(store),
    digests: await collect(store.find('digests', { index: 'by_org' })),
  })
}

/** What the suite runs: small enough for every day. */
export const smallRun = { seed: 1, digests: 24, archived: 2, pace: 15, lateBy: 20_000 } as const

/** One run, from its first process to its last. */
export const runChaos = async (options: ChaosOptions): Promise<ChaosResult> => {
  const began = performance.now()
  const scene = await openScene(options)
  const disturbed: Disturbed = { marks: [], ends: [], faults: [], done: false }
  try {
    const verdict = await pass(scene, disturbed)
    const { strikes, standstills, fleet } = scene
    const unclean = disturbed.ends.filter((end) => end !== 0)
    return {
      ...verdict,
      violations: [
        ...verdict.violations,
        ...fleet.mishaps,
        ...disturbed.faults,
        ...unclean.map((end) => `a replica that was told to end did so with ${String(end)}`),
        ...(disturbed.done ? [] : ['the posts did not go on after a disturbance']),
      ],
      seed: options.seed,
      mode: options.mode,
      place: options.place.name,
      struck: strikes.struck(),
      left: strikes.left(),
      outlasted: standstills.stood.filter(({ outlasted }) => outlasted).map(({ step }) => step),
      processes: fleet.count(),
      resumed: [...disturbed.marks, verdict.posted],
      seconds: Math.round((performance.now() - began) / 1_000),
      pace: Math.round(60_000 / scene.clock.real(60_000)),
      lines: fleet.lines,
    }
  } finally {
    await scene.close()
  }
}
