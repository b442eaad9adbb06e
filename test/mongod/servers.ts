import { existsSync, readFileSync } from 'node:fs'
import type { MongoMemoryReplSet, MongoMemoryServer } from 'mongodb-memory-server-core'
import { MongoClient, type Db } from 'mongodb'
import { endAbandoned } from '../../src/store/mongo/commit.js'

export interface Member {
  readonly uri: string
  /** Real signals to the real process. */
  signal(name: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void
}

export interface Deployment {
  readonly uri: string
  readonly members: readonly Member[]
  stop(): Promise<void>
}

/** Little memory each, but enough for a transaction of 18 MB on a busy machine; failpoints, to make a server fail. */
const args = ['--wiredTigerCacheSizeGB', '0.5', '--setParameter', 'enableTestCommands=1']
/** Milliseconds: a machine that runs a whole suite starts a server slowly. */
const launchTimeout = 60_000
/** A primary that dies is replaced after so many milliseconds, not the ten seconds of a real one. */
const electionTimeoutMillis = 2_000

/** Where the environment does not say otherwise: whatever version it is, it is the one that was asked for. */
process.env['MONGOMS_SYSTEM_BINARY_VERSION_CHECK'] ??= 'false'

/** A signal is sent, not done: on Linux, waits until all of the process stands still. */
const standStill = (pid: number): void => {
  const file = `/proc/${pid}/stat`
  while (existsSync(file) && !/\) [TtZX] /.test(readFileSync(file, 'utf8'))) continue
}

const memberOf = (server: MongoMemoryServer): Member => ({
  uri: server.getUri(),
  signal: (name) => {
    const pid = server.instanceInfo?.instance.mongodProcess?.pid
    if (pid === undefined) throw new Error('the mongod does not run')
    process.kill(pid, name)
    if (name === 'SIGSTOP') standStill(pid)
  },
})

/** A stopped process would not hear that it should end. */
const continueAll = (members: readonly Member[]): void => {
  for (const member of members) {
    try {
      member.signal('SIGCONT')
    } catch {
      // Killed by the test.
    }
  }
}

const deploymentOf = (
  running: MongoMemoryServer | MongoMemoryReplSet,
  uri: string,
  servers: readonly MongoMemoryServer[],
): Deployment => {
  const members = servers.map(memberOf)
  const stop = async (): Promise<void> => {
    continueAll(members)
    await running.stop({ doCleanup: true, force: true })
  }
  return { uri, members, stop }
}

export const startReplicaSet = async (systemBinary: string, count: number): Promise<Deployment> => {
  const { MongoMemoryReplSet } = await import('mongodb-memory-server-core')
  const running = await MongoMemoryReplSet.create({
    binary: { systemBinary },
    instanceOpts: Array.from({ length: count }, () => ({ launchTimeout })),
    replSet: { count, args, storageEngine: 'wiredTiger', configSettings: { electionTimeoutMillis } },
  })
  return deploymentOf(running, running.getUri(), running.servers)
}

interface Administrator {
  readonly user: string
  readonly password: string
}

/**
 * With an administrator, one that asks for a password; without a port, on one that is free. `tls`: arguments of mongod.
 */
export const startStandalone = async (
  systemBinary: string,
  {
    admin,
    port,
    tls = [],
  }: { readonly admin?: Administrator; readonly port?: number; readonly tls?: readonly string[] } = {},
): Promise<Deployment> => {
  const { MongoMemoryServer } = await import('mongodb-memory-server-core')
  const running = await MongoMemoryServer.create({
    binary: { systemBinary },
    instance: {
      args: [...args, ...tls],
      storageEngine: 'wiredTiger',
      launchTimeout,
      ...(port !== undefined && { port }),
    },
    ...(admin && { auth: { enable: true, customRootName: admin.user, customRootPwd: admin.password } }),
  })
  return deploymentOf(running, running.getUri(), [running])
}

/** The address of one database of a server. */
export const databaseUri = (uri: string, name: string): string =>
  uri.replace(/^([^:]+:\/\/[^/]+)\/?[^?]*/, `$1/${name}`)

let databases = 0
/** Begins with the process of vitest, which has started this one. */
const databaseOf = (run: number): string => `t${run}_`
/** A database that nobody else in this run uses. */
export const newDatabase = (uri: string): string =>
  databaseUri(uri, `${databaseOf(process.ppid)}${process.pid}_${++databases}`)

/** Runs commands past the store: to look behind it, or to make the server fail. */
export const withClient = async <T>(uri: string, run: (client: MongoClient) => Promise<T>): Promise<T> => {
  const client = new MongoClient(uri, { appName: 'whosout' })
  try {
    return await run(client)
  } finally {
    await client.close()
  }
}

/** Waits for nobody: a writer that was killed may have left a transaction open. */
const withoutAbandoned = <T>(uri: string, run: (db: Db) => Promise<T>): Promise<T> =>
  withClient(uri, (client) => {
    const timer = setInterval(() => void endAbandoned(client).catch(() => undefined), 250)
    return run(client.db()).finally(() => clearInterval(timer))
  })

export const dropDatabase = (uri: string): Promise<void> =>
  withoutAbandoned(uri, async (db) => void (await db.dropDatabase()))

/** Its collections and indexes stay. */
export const emptyDatabase = (uri: string): Promise<void> =>
  withoutAbandoned(uri, async (db) => {
    await Promise.all((await db.collections()).map((collection) => collection.deleteMany({})))
  })

/** Those that the workers of this process have left for others. */
export const dropDatabasesOfRun = (uri: string): Promise<void> =>
  withClient(uri, async (client) => {
    const { databases } = await client.db().admin().listDatabases({ nameOnly: true })
    const left = databases.filter(({ name }) => name.startsWith(databaseOf(process.pid)))
    await Promise.all(left.map(({ name }) => client.db(name).dropDatabase()))
  })
