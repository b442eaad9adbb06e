import { setTimeout as wait } from 'node:timers/promises'
import type { MongoClient } from 'mongodb'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { weekdays } from '../../../src/calendar/day.js'
import type { DigestRun } from '../../../src/domain/digests/digest.js'
import { manualRun } from '../../../src/domain/digests/schedule.js'
import { Problem } from '../../../src/domain/problem.js'
import type { DigestRuns } from '../../../src/services/digests/engine.js'
import type { Change, Store } from '../../../src/store/port.js'
import {
  databaseUri,
  startReplicaSet,
  withClient,
  type Deployment,
  type Member,
} from '../../mongod/servers.js'
import { puts } from '../../stores/samples.js'
import { openTestStore } from '../../stores/mongo/subject.js'
import { digestOf, engineOn, posterThat } from './simulation/cluster.js'

let set: Deployment
beforeAll(async () => void (set = await startReplicaSet(inject('mongodBinary'), 3)))
afterAll(() => set.stop())

const database = 'rollback'
/** The write of each digest's run that only the deposed primary ever has. */
const lostSteps = {
  'T1:C1:all': 'claimed',
  'T2:C2:all': 'sending',
  'T3:C3:all': 'sent',
  'T4:C4:all': 'sent',
} as const satisfies Record<string, DigestRun['state']>
/** Whose process dies with its record. */
const dying = 'T4:C4:all'

const date = '2026-11-18'
const ids = Object.keys(lostSteps).map((digest) => `${digest}:${date}`)
const lostOf = (run: string): DigestRun['state'] | undefined =>
  (lostSteps as Record<string, DigestRun['state']>)[run.slice(0, -date.length - 1)]

const digests = Object.keys(lostSteps).map((id) => {
  const [workspace = '', channel = ''] = id.split(':')
  const made = digestOf({ workspace, channel, days: weekdays }, Date.parse('2026-11-18T08:00:00Z'))
  return { ...made, next_at: null, next_date: null }
})

const until = async (look: () => Promise<boolean>): Promise<void> => {
  while (!(await look().catch(() => false))) await wait(50)
}

const direct = <T>({ uri }: Member, run: (client: MongoClient) => Promise<T>): Promise<T> =>
  withClient(`${uri.replace(/\?.*$/, '')}?directConnection=true&connectTimeoutMS=2000`, run)

const admin = (member: Member, command: object): Promise<Record<string, unknown>> =>
  direct(member, (client) => client.db('admin').command(command))

const isPrimary = async (member: Member): Promise<boolean> =>
  (await admin(member, { hello: 1 }))['isWritablePrimary'] === true

const primaryAmong = async (members: readonly Member[]): Promise<Member> => {
  for (;;)
    for (const member of members) {
      if (await isPrimary(member).catch(() => false)) return member
      await wait(50)
    }
}

interface Written {
  readonly o2: { readonly _id: string }
  readonly o: { readonly diff?: { readonly u?: Partial<DigestRun> } }
}

/** The writes that are to be lost, as far as a member has them: by its own log, whether or not others have them. */
const lostAt = (member: Member): Promise<readonly string[]> =>
  direct(member, async (client) => {
    const log = client.db('local').collection<Written>('oplog.rs')
    const query = { ns: `${database}.digest_runs`, op: 'u' }
    const written = await log.find(query, { readConcern: 'local', readPreference: 'nearest' }).toArray()
    return ids.filter((id) => written.some(({ o, o2 }) => o2._id === id && o.diff?.u?.state === lostOf(id)))
  })

const replicate = (members: readonly Member[], on: boolean) =>
  Promise.all(
    members.map((member) =>
      admin(member, { configureFailPoint: 'stopReplProducer', mode: on ? 'off' : 'alwaysOn' }),
    ),
  )

const rollbacksOf = async (member: Member): Promise<number> =>
  Number((await admin(member, { replSetGetRBID: 1 }))['rbid'])

const posts: string[] = []
const poster = posterThat(async (_, __, key) => {
  posts.push(key)
  return { kind: 'sent', ts: `${posts.length}.1` }
})

let clock = Date.parse('2026-11-18T09:00:05Z')

const engine = (owner: string, { serverTime: _, ...store }: Store): DigestRuns =>
  engineOn(store, {
    owner,
    poster,
    now: () => new Date(clock),
    wait: (milliseconds) => wait(milliseconds, undefined, { ref: false }),
  })

const stateIn = ([change]: readonly Change[]): readonly [string, unknown] =>
  change && 'patch' in change && change.patch === 'digest_runs'
    ? [change.id, change.set['state']]
    : ['', null]

/** Holds each write that is to be lost until all of them are there and nobody replicates any more. */
const createGate = (isolate: () => Promise<unknown>) => {
  const held = new Set<string>()
  const outcomes = new Map<string, string>()
  let open = (): void => undefined
  const isOpen = new Promise<void>((resolve) => (open = resolve))
  const commit =
    (store: Store): Store['commit'] =>
    async (changes) => {
      const all = [...changes]
      const [run, state] = stateIn(all)
      if (state === undefined || state !== lostOf(run) || held.has(run)) return store.commit(all)
      held.add(run)
      if (held.size === ids.length) void isolate().then(open)
      await isOpen
      const said = (what: unknown): void =>
        void outcomes.set(run, what instanceof Problem ? what.code : 'done')
      const result = store.commit(all)
      await result.then(said, said)
      return run.startsWith(dying) ? new Promise(() => undefined) : result
    }
  return { commit, outcomes, holds: (digest: string) => held.has(`${digest}:${date}`) }
}

it('row 22: what a deposed primary rolls back was never relied upon: one post each, and a recorded end', async () => {
  const uri = databaseUri(set.uri, database)
  const [store, other, lost] = await Promise.all([openTestStore(uri), openTestStore(uri), openTestStore(uri)])
  const deposed = await primaryAmong(set.members)
  const others = set.members.filter((member) => member !== deposed)
  const rollbacks = await rollbacksOf(deposed)
  const at = new Date(clock)
  await store.commit(puts('digests', digests))
  await store.commit(
    digests
      .filter(({ _id }) => _id !== dying)
      .map((one): Change => ({ put: 'digest_runs', document: manualRun(one, { at, date }) })),
  )

  const gate = createGate(() => replicate(others, false))
  const victim = engine('victim', { ...lost, commit: gate.commit(lost) })
  const first = engine('first', { ...store, commit: gate.commit(store) })
  void victim.postNow(dying, 'U1')
  await until(async () => gate.holds(dying))
  void first.tick()
  const isTaken = () => [...gate.outcomes.values()].includes('done')
  await until(async () => isTaken() || (await lostAt(deposed)).length === ids.length)
  for (const member of others) expect(await lostAt(member)).toEqual([])
  await until(async () => gate.outcomes.size === ids.length)
  expect([...gate.outcomes.values()]).toEqual(ids.map(() => 'outcome_unknown'))

  await lost.close()
  deposed.signal('SIGSTOP')
  await replicate(others, true)
  await primaryAmong(others)
  deposed.signal('SIGCONT')
  await until(async () => (await rollbacksOf(deposed)) > rollbacks)

  const second = engine('second', other)
  await Promise.all([first.tick(), second.tick()])
  await first.stop()
  // Past the lease of what is held by nobody any more, and past the time in which a post may arrive.
  const runs = () => other.get('digest_runs', ids)
  await until(async () => {
    clock += 200_000
    await second.tick()
    return (await runs()).every(({ wake_at }) => wake_at === null)
  })
  await second.stop()
  expect([...posts].sort()).toEqual(ids)
  expect((await runs()).map(({ _id, state, reason }) => [_id, state, reason])).toEqual(
    ids.map((id) => (id.startsWith(dying) ? [id, 'unknown', 'process_lost'] : [id, 'sent', null])),
  )
  await Promise.all([store.close(), other.close()])
})
