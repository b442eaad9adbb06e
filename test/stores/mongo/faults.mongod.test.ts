import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { MongoClient } from 'mongodb'
import { collect, fetchSize, type Change, type Reader, type Store } from '../../../src/store/port.js'
import { newDatabase, startReplicaSet, withClient, type Deployment } from '../../mongod/servers.js'
import { openTestStore } from './subject.js'
import { keyEvent, newId, organization, problemOf, puts } from '../samples.js'

let set: Deployment
let uri: string
let store: Store
beforeAll(async () => {
  set = await startReplicaSet(inject('mongodBinary'), 1)
  uri = newDatabase(set.uri)
  store = await openTestStore(uri)
})
afterAll(async () => {
  await store.close()
  await set.stop()
})

type Fault =
  | { readonly errorCode: number; readonly errorLabels?: readonly string[] }
  | { readonly closeConnection: true }
  | { readonly blockConnection: true; readonly blockTimeMS: number }
  | { readonly writeConcernError: { readonly code: number; readonly errmsg: string } }

/** The next commands of these names, from the store only, fail so many times. */
const failNext = (failCommands: readonly string[], fault: Fault, times = 1): Promise<unknown> =>
  withClient(set.uri, (client) => {
    const data = { failCommands, appName: 'whosout', ...fault }
    return client.db('admin').command({ configureFailPoint: 'failCommand', mode: { times }, data })
  })

const heal = (): Promise<unknown> =>
  withClient(set.uri, (client) =>
    client.db('admin').command({ configureFailPoint: 'failCommand', mode: 'off' }),
  )

const newOrganization = async (): Promise<string> => {
  const org = newId()
  await store.commit([{ put: 'organizations', document: organization(org) }])
  return org
}

const revisionOf = async (reader: Reader, org: string): Promise<number | undefined> =>
  (await reader.get('organizations', [org]))[0]?.revision

const rename = (org: string): Change[] => [{ patch: 'organizations', id: org, set: { name: 'New' } }]
const group = (org: string): Change[] => [
  { patch: 'organizations', id: org, set: { revision: 2 }, when: { revision: 1 } },
  { put: 'key_events', document: keyEvent(org, 'e1'), when: 'absent' },
  { put: 'key_events', document: keyEvent(org, 'e2') },
]

/** What of `group` is there, seen in one view. */
const written = (org: string): Promise<string> =>
  store.view(org, async (reader) => {
    const events = await collect(reader.find('key_events', { index: 'by_time', equal: { org } }))
    return `revision ${await revisionOf(reader, org)}, events ${events.length}`
  })
const nothing = 'revision 1, events 0'
const all = 'revision 2, events 2'

interface Call {
  readonly name: string
  /** The command that fails. */
  readonly command: string
  readonly run: (org: string) => Promise<unknown>
}

const calls: readonly Call[] = [
  { name: 'get', command: 'find', run: (org) => store.get('organizations', [org]) },
  {
    name: 'find',
    command: 'find',
    run: (org) => collect(store.find('members', { index: 'by_org', equal: { org } })),
  },
  { name: 'view', command: 'find', run: (org) => store.view(org, (reader) => revisionOf(reader, org)) },
  { name: 'commit of one', command: 'update', run: (org) => store.commit(rename(org)) },
  { name: 'commit of a group', command: 'insert', run: (org) => store.commit(group(org)) },
  { name: 'end of a commit', command: 'commitTransaction', run: (org) => store.commit(group(org)) },
  { name: 'ping', command: 'ping', run: () => store.ping() },
]

/** The problem that a call ends with; what it says names neither the server nor what the driver said. */
const codeOf = async (call: Promise<unknown>): Promise<string> => {
  const { code, message } = await problemOf(call)
  expect(message).not.toMatch(/mongo|127\.0\.0\.1|fail|command|selection|:\d{4}/i)
  return code
}

describe('a call that the server refuses once', () => {
  it.each(calls)('$name: unavailable, and the next one works', async ({ command, run }) => {
    const org = await newOrganization()
    await failNext([command], { errorCode: 2 })
    expect(await codeOf(run(org))).toBe('unavailable')
    expect(await written(org)).toBe(nothing)
    await run(org)
  })
})

describe('a change that does not fit in the cache of the server', () => {
  it('says what helps, and nothing of it is written', async () => {
    const org = await newOrganization()
    await failNext(['insert'], { errorCode: 388 })
    expect(await problemOf(store.commit(group(org)))).toMatchObject({
      code: 'unavailable',
      message: 'The change does not fit in the cache of the database. Give its server more memory.',
    })
    expect(await written(org)).toBe(nothing)
  })
})

describe('a call whose connection is cut once', () => {
  it.each(calls)('$name is done all the same, once', async ({ command, run, name }) => {
    const org = await newOrganization()
    await failNext([command], { closeConnection: true })
    await run(org)
    const grouped = name.includes('group') || name.includes('end')
    expect(await written(org)).toBe(grouped ? all : nothing)
  })

  it('a later page: unavailable, and the question may be asked again', async () => {
    const org = await newOrganization()
    const events = Array.from({ length: fetchSize + 1 }, (_, n) => keyEvent(org, `${n}`))
    await store.commit(puts('key_events', events, 'absent'))
    const ask = () => collect(store.find('key_events', { index: 'by_time', equal: { org } }))
    await failNext(['getMore'], { closeConnection: true })
    expect(await codeOf(ask())).toBe('unavailable')
    expect(await ask()).toHaveLength(fetchSize + 1)
  })
})

describe('a call that hangs', () => {
  const hang = { blockConnection: true, blockTimeMS: 800 } as const
  const deadline = 300

  it('a group before its end: unavailable, and nothing of it is ever written', async () => {
    const org = await newOrganization()
    await failNext(['insert'], hang)
    expect(await codeOf(store.commit(group(org), { deadline }))).toBe('unavailable')
    expect(await written(org)).toBe(nothing)
    expect(await store.commit(group(org))).toEqual({ done: true })
    expect(await written(org)).toBe(all)
  })

  it('the end of a group: the outcome is unknown, and it is all or nothing', async () => {
    const org = await newOrganization()
    await failNext(['commitTransaction'], hang)
    expect(await codeOf(store.commit(group(org), { deadline }))).toBe('outcome_unknown')
    expect([all, nothing]).toContain(await written(org))
  })

  it('one change: the outcome is unknown', async () => {
    const org = await newOrganization()
    await failNext(['update'], hang)
    expect(await codeOf(store.commit(rename(org), { deadline }))).toBe('outcome_unknown')
    await heal()
    expect(await store.commit(rename(org))).toEqual({ done: true })
  })
})

describe('a group that meets', () => {
  const transient = { errorCode: 112, errorLabels: ['TransientTransactionError'] }
  const unknown = { errorCode: 50, errorLabels: ['UnknownTransactionCommitResult'] }

  it.each([
    ['write conflicts at its first change', ['update'], transient],
    ['write conflicts later', ['insert'], transient],
    ['a transaction that the server gave up', ['insert'], { ...transient, errorCode: 251 }],
    ['a commit that was given up', ['commitTransaction'], { ...transient, errorCode: 251 }],
    ['a transaction that somebody ended', ['insert'], { errorCode: 11601 }],
    ['a commit that somebody ended', ['commitTransaction'], { errorCode: 11601 }],
    ['a commit of unknown outcome', ['commitTransaction'], unknown],
    [
      'a commit that a majority did not confirm in time',
      ['commitTransaction'],
      { writeConcernError: { code: 64, errmsg: 'waiting for replication timed out' } },
    ],
  ] as const)('%s, four times: is written once, and whole', async (_, commands, fault) => {
    const org = await newOrganization()
    await failNext(commands, fault, 4)
    expect(await store.commit(group(org))).toEqual({ done: true })
    expect(await written(org)).toBe(all)
  })

  it('a commit that no majority will ever confirm: the outcome is unknown at its deadline', async () => {
    const org = await newOrganization()
    const never = { writeConcernError: { code: 100, errmsg: 'not enough data-bearing nodes' } }
    await failNext(['commitTransaction'], never, 1_000_000)
    // Long enough for the commit to be asked for on a busy machine.
    expect(await codeOf(store.commit(group(org), { deadline: 5_000 }))).toBe('outcome_unknown')
    await heal()
    expect(await written(org)).toBe(all)
  })

  it('write conflicts without end: unavailable at its deadline, nothing written', async () => {
    const org = await newOrganization()
    await failNext(['insert'], transient, 1_000_000)
    expect(await codeOf(store.commit(group(org), { deadline: 300 }))).toBe('unavailable')
    await heal()
    expect(await written(org)).toBe(nothing)
  })
})

describe('a precondition on a document that stays as it is', () => {
  it('holds until the commit: another writer waits for it', async () => {
    const org = await newOrganization()
    const unmoved: Change = { patch: 'organizations', id: org, set: {}, when: { revision: 1 } }
    const event: Change = { put: 'key_events', document: keyEvent(org, 'e1') }
    await failNext(['commitTransaction'], { blockConnection: true, blockTimeMS: 500 })
    await withClient(uri, async (client) => {
      const commit = store.commit([unmoved, event])
      await blocked(client, 'commitTransaction')
      const organizations = client.db().collection<{ _id: string }>('organizations')
      await organizations.updateOne({ _id: org }, { $set: { revision: 9 } })
      // What the acknowledgements' order would say depends on two connections; what is there does not.
      expect(await client.db().collection('key_events').countDocuments({ org })).toBe(1)
      expect(await commit).toEqual({ done: true })
    })
    expect(Object.keys((await store.get('organizations', [org]))[0] ?? {})).toEqual(
      Object.keys(organization(org)),
    )
  })
})

/** Until the server works on a command of this name. */
const blocked = async (client: MongoClient, command: string): Promise<void> => {
  const running = [{ $currentOp: {} }, { $match: { [`command.${command}`]: { $exists: true } } }]
  while ((await client.db('admin').aggregate(running).toArray()).length === 0);
}

describe('a transaction that a dead process left open', () => {
  it.each([
    ['a group', group],
    ['one change', rename],
  ])('does not keep %s from being written', async (_, changes) => {
    const org = await newOrganization()
    await withClient(uri, async (client) => {
      const session = client.startSession()
      session.startTransaction()
      await client
        .db()
        .collection<{ _id: string }>('organizations')
        .updateOne({ _id: org }, { $set: { revision: 7 } }, { session })
      expect(await store.commit(changes(org), { deadline: 60_000 })).toEqual({ done: true })
      await expect(session.commitTransaction()).rejects.toMatchObject({ code: 251 })
    })
  })
})

describe('a mongod that is stopped', () => {
  it('every call ends with a problem, and the next works when it goes on', async () => {
    const orgs = await Promise.all(calls.map(newOrganization))
    const [mongod] = set.members
    mongod?.signal('SIGSTOP')
    const ended = await Promise.all(calls.map(({ run }, n) => codeOf(run(orgs[n] ?? '')))).finally(() =>
      mongod?.signal('SIGCONT'),
    )
    const expected = calls.map(({ name }) => (name === 'commit of one' ? 'outcome_unknown' : 'unavailable'))
    expect(ended).toEqual(expected)
    for (const { run } of calls) await run(await newOrganization())
  })

  it('a start waits for the configured time, and continues when the server does', async () => {
    const [mongod] = set.members
    mongod?.signal('SIGSTOP')
    const patient = openTestStore(uri, 60_000)
    const hurried = openTestStore(uri, 500)
    expect(await hurried.catch((error: unknown) => error)).toMatchObject({
      code: 'unavailable',
    })
    mongod?.signal('SIGCONT')
    const other = await patient
    await other.ping()
    await other.close()
  })
})
