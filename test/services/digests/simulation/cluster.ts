import { digestId, type Digest, type DigestRun } from '../../../../src/domain/digests/digest.js'
import { nextOccurrence } from '../../../../src/domain/digests/due.js'
import { weekdays } from '../../../../src/calendar/day.js'
import type { BuildDigest, DigestContent } from '../../../../src/services/digests/content.js'
import type { DigestDependencies } from '../../../../src/services/digests/dependencies.js'
import { createDigestRuns, type DigestRuns } from '../../../../src/services/digests/engine.js'
import type { DigestPoster } from '../../../../src/services/digests/poster.js'
import { silentLog } from '../../../../src/slack/log.js'
import type { Store } from '../../../../src/store/port.js'
import { createRandom } from '../../../world/randomness.js'
import { organization } from '../../../stores/samples.js'
import { createMemory, type Memory } from './memory-store.js'
import { calm, createReplica, storeOf, type Chaos, type Replica } from './replica.js'
import { createSlack, kindly, type Slack, type SlackMood } from './slack.js'
import { between, createDice, createTime, type Dice, type Time } from './time.js'

export interface ClusterOptions {
  readonly seed: number
  readonly start: string
  readonly mayLookUp?: boolean
  readonly everyoneHears?: boolean
  /** What a process is given otherwise. */
  readonly given?: (dependencies: DigestDependencies) => Partial<DigestDependencies>
}

/** One running process of the service. */
interface Node {
  readonly replica: Replica
  readonly runs: DigestRuns
  /** Ticks that have ended. */
  readonly ticks: () => number
}

export interface Cluster {
  readonly time: Time
  readonly dice: Dice
  readonly memory: Memory
  readonly slack: Slack
  chaos: Chaos
  mood: SlackMood
  /** Nobody reaches the store. */
  isStoreAway: boolean
  /** Of whose organizations nothing can be built. */
  readonly broken: Set<string>
  readonly nodes: Node[]
  readonly log: { readonly level: string; readonly fields: object; readonly message: string }[]
  /** Starts a process that ticks at once and then every minute, its clock wrong by so many milliseconds. */
  startNode(options?: NodeOptions): Node
  run(): DigestRun[]
}

interface NodeOptions {
  readonly skew?: number
  readonly onDeath?: () => void
}

const minute = 60_000

export const addOrganization = ({ memory }: Cluster, id: string): void =>
  void memory.commit([{ put: 'organizations', document: organization(id, { timezone: 'UTC' }) }])

/** Something changes that digests show, but for every third change. */
export const changeFacts = ({ memory }: Cluster, id: string): void => {
  const [known] = memory.get('organizations', [id])
  if (known) memory.commit([{ patch: 'organizations', id, set: { revision: known.revision + 1 } }])
}

export const titleOf = (revision: number): string => `state ${revision - (revision % 3 === 0 ? 1 : 0)}`

const tzdata = 'here'

export type DigestSeed = Partial<Digest> & Pick<Digest, 'workspace' | 'channel'>

/** A digest as `set` writes it at an instant. */
export const digestOf = (seed: DigestSeed, at: number): Digest => {
  const team_id = seed.team_id ?? null
  const timing = {
    time: seed.time ?? '09:00',
    timezone: seed.timezone ?? 'UTC',
    days: seed.days ?? weekdays.slice(0, 5),
  }
  const next = nextOccurrence(timing, new Date(at))
  return {
    _id: digestId(seed.workspace, seed.channel, team_id),
    org: 'acme',
    team_id,
    look_ahead: 'none',
    on_bank_holidays: 'silent',
    when_empty: 'post',
    paused: null,
    creator: 'U1',
    created_by: 'U1',
    created_at: new Date(at).toISOString(),
    next_at: next?.at.toISOString() ?? null,
    next_date: next?.date ?? null,
    tzdata,
    version: 1,
    ...timing,
    ...seed,
  }
}

/** What the real builder does, as far as it matters here: it reads, and says what it read. */
const builderOf =
  (store: DigestDependencies['store'], broken: ReadonlySet<string>): BuildDigest =>
  async ({ org, when_empty }): Promise<DigestContent> => {
    const [found] = await store.get('organizations', [org])
    if (broken.has(org)) throw new Error('the facts cannot be read')
    if (!found) return { kind: 'organization_gone' }
    const { revision } = found
    const title = titleOf(revision)
    const message = { title, parts: [] }
    if (when_empty === 'silent')
      return { kind: 'silent', reason: 'nobody_out', revision, message, hash: title }
    return { kind: 'message', message, hash: title, revision, empty: false }
  }

export const createCluster = (options: ClusterOptions): Cluster => {
  const dice = createDice(options.seed)
  const time = createTime(Date.parse(options.start))
  const memory = createMemory()
  const stalled = { until: 0 }
  let names = 0

  const cluster: Cluster = {
    time,
    dice,
    memory,
    slack: createSlack({
      time,
      dice,
      mood: () => cluster.mood,
      mayLookUp: options.mayLookUp ?? false,
      everyoneHears: options.everyoneHears ?? false,
    }),
    chaos: calm,
    mood: kindly,
    isStoreAway: false,
    broken: new Set(),
    nodes: [],
    log: [],
    run: () => memory.all('digest_runs'),
    startNode: ({ skew = 0, onDeath = () => undefined } = {}) => {
      const surroundings = { time, dice, chaos: () => cluster.chaos, stalled }
      const replica = createReplica(surroundings, { name: `process ${++names}`, skew, onDeath })
      const store = storeOf(memory, surroundings, replica, () => cluster.isStoreAway)
      const say = (level: string) => (fields: object, message: string) =>
        void cluster.log.push({ level, fields, message })
      const dependencies: DigestDependencies = {
        store,
        now: replica.now,
        elapsed: replica.elapsed,
        wait: replica.wait,
        random: (size) => Uint8Array.from({ length: size }, () => Math.floor(dice() * 256)),
        poster: cluster.slack.posterOf(replica),
        build: builderOf(store, cluster.broken),
        log: { info: say('info'), warn: say('warn'), error: say('error') },
        owner: replica.name,
        tzdata,
      }
      const runs = createDigestRuns({ ...dependencies, ...options.given?.(dependencies) })
      let ticks = 0
      let isTicking = false
      const tick = async (): Promise<void> => {
        if (isTicking) return
        isTicking = true
        await runs.tick()
        isTicking = false
        ticks += 1
      }
      const everyMinute = (): void => {
        const shown = replica.now().getTime()
        const next = time.now() + minute - (shown % minute) + between(dice, 0, 40)
        time.at(next, () => {
          if (!replica.isAlive()) return
          everyMinute()
          replica.hear(next, () => void tick())
        })
      }
      void tick()
      everyMinute()
      const node = { replica, runs, ticks: () => ticks }
      cluster.nodes.push(node)
      return node
    },
  }
  return cluster
}

/** A digest whose words do not matter. */
export const outToday = async (): Promise<DigestContent> => ({
  kind: 'message',
  message: { title: 'Out today', parts: [] },
  hash: 'a',
  revision: 1,
  empty: false,
})

/** Slack as far as a post matters: nothing is looked up, and everything else is done. */
export const posterThat = (post: DigestPoster['post']): DigestPoster => ({
  post,
  edit: async () => ({ kind: 'edited' }),
  lookUp: async () => ({ kind: 'not_granted' }),
  tell: async () => true,
})

/** The engine of one process on a real store. */
export const engineOn = (
  store: Store,
  parts: Pick<DigestDependencies, 'owner' | 'now' | 'wait' | 'poster'>,
): DigestRuns =>
  createDigestRuns({
    store,
    elapsed: () => performance.now(),
    random: createRandom(parts.owner),
    build: outToday,
    log: silentLog,
    tzdata,
    ...parts,
  })
