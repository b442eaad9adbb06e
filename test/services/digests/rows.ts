import { weekdays } from '../../../src/calendar/day.js'
import type { Digest, DigestRun } from '../../../src/domain/digests/digest.js'
import type { DigestDependencies } from '../../../src/services/digests/dependencies.js'
import type { Change } from '../../../src/store/port.js'
import {
  addOrganization,
  createCluster,
  digestOf,
  type Cluster,
  type ClusterOptions,
  type DigestSeed,
} from './simulation/cluster.js'

/** A Wednesday. */
export const instant = (time: string): number =>
  Date.parse(time.includes('T') ? `${time}Z` : `2026-11-18T${time}Z`)

export interface Morning extends Cluster {
  /** Set now, or at another time of that day. */
  add(seed?: Partial<DigestSeed>, since?: string): Digest
  put(digest: Digest): void
  /** Lets the morning go on until a time of that day, or an instant. */
  until(time: string): Promise<void>
  /** The runs by digest and date, each as `state reason`. */
  states(): Record<string, string>
  /** The states that are not `sent`. */
  unsent(): string[]
  /** Whose process it is. */
  nodeOf(owner: string): Cluster['nodes'][number]
  /** When each message was posted, in whole minutes: `HH:mm channel`. */
  posts(): string[]
}

export type MorningOptions = Partial<ClusterOptions> & {
  /** What befalls a process right before or after it writes a run's next state. */
  readonly hazard?: (morning: Morning, step: StepOf) => 'kill' | 'goes on'
}

export interface StepOf {
  readonly state: string
  readonly is: 'asked' | 'confirmed'
  readonly owner: string
}

/** The next state of the run that a commit writes. */
const stateOf = (changes: Iterable<Change>): string | undefined => {
  for (const change of changes)
    if ('patch' in change && change.patch === 'digest_runs') return change.set['state'] as string | undefined
  return undefined
}

const never = <T>(): Promise<T> => new Promise(() => undefined)

/** One organization, no digests, no processes yet. */
export const createMorning = (start: string, { hazard, ...options }: MorningOptions = {}): Morning => {
  const hazardous = (dependencies: DigestDependencies): Partial<DigestDependencies> => {
    const given = { ...dependencies, ...options.given?.(dependencies) }
    const { store, owner } = given
    const meets = (state: string | undefined, is: StepOf['is']): boolean => {
      if (!state || hazard?.(morning, { state, is, owner }) !== 'kill') return false
      morning.nodeOf(owner).replica.kill()
      return true
    }
    const commit: DigestDependencies['store']['commit'] = async (changes) => {
      const all = [...changes]
      const state = stateOf(all)
      if (meets(state, 'asked')) return never()
      const result = await store.commit(all)
      return result.done && meets(state, 'confirmed') ? never() : result
    }
    return { ...given, store: { ...store, commit } }
  }
  const cluster = createCluster({
    seed: 1,
    ...options,
    start: new Date(instant(start)).toISOString(),
    given: hazardous,
  })
  const put = (document: Digest): void => void cluster.memory.commit([{ put: 'digests', document }])
  const morning: Morning = Object.assign(cluster, {
    put,
    nodeOf: (owner: string) => cluster.nodes.find(({ replica }) => replica.name === owner)!,
    add(seed: Partial<DigestSeed> = {}, since?: string): Digest {
      const at = since === undefined ? cluster.time.now() : instant(since)
      const made = digestOf({ workspace: 'T1', channel: 'C1', days: weekdays, ...seed }, at)
      put(made)
      return made
    },
    until: (time: string) => cluster.time.run(instant(time)),
    states: () =>
      Object.fromEntries(
        cluster.run().map(({ digest, date, state, reason }: DigestRun) => {
          return [`${digest} ${date}`, reason === null ? state : `${state} ${reason}`]
        }),
      ),
    unsent: () => Object.values(morning.states()).filter((state) => state !== 'sent'),
    posts: () =>
      cluster.slack.messages.map(
        ({ postedAt, channel }) => `${new Date(postedAt).toISOString().slice(11, 16)} ${channel}`,
      ),
  })
  addOrganization(morning, 'acme')
  return morning
}

/** So many digests, each of a channel of its own. */
export const channels = (count: number): Partial<DigestSeed>[] =>
  Array.from({ length: count }, (_, number) => ({ channel: `C${number}` }))

/** A morning with digests, one unless said, and processes, one unless said. */
export const startMorning = (
  start: string,
  {
    nodes = 1,
    digests = [{}],
    ...options
  }: MorningOptions & { readonly nodes?: number; readonly digests?: readonly Partial<DigestSeed>[] } = {},
): Morning => {
  const morning = createMorning(start, options)
  for (const seed of digests) morning.add(seed)
  for (let count = 0; count < nodes; count += 1) morning.startNode()
  return morning
}
