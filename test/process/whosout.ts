import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text as readText } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import type { Io } from '../../src/cli/io.js'
import { runCli } from '../../src/cli/program/program.js'
import { parseConfig, type Config } from '../../src/config/config.js'
import { missingFolder, openStore, type Edge } from '../../src/open.js'
import { builtProgram } from '../built.js'

type Environment = Readonly<Record<string, string>>

/** What a process inherits: nothing of the developer's own settings. */
export const environment = (env: Environment): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? '',
  TZ: process.env['TZ'] ?? 'UTC',
  HOST: '127.0.0.1',
  PORT: '0',
  ...env,
})

export interface Outcome {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs one command line of the built product to its end. */
export const runWhosout = (env: Environment, ...words: string[]): Promise<Outcome> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [builtProgram('src/main.js'), ...words],
      { env: environment(env), maxBuffer: 1 << 26 },
      (fault, out, err) => resolve({ code: fault ? Number(fault.code ?? -1) : 0, out, err }),
    )
  })

const tellPeak =
  'data:text/javascript,process.on("exit",()=>console.error("peak",process.resourceUsage().maxRSS))'

/** Runs a command of the built product that must succeed; what it printed, and its largest resident size in MB. */
export const runMeasured = (env: Environment, ...words: string[]): Promise<{ out: string; peak: number }> =>
  new Promise((resolve, reject) => {
    const all = ['--import', tellPeak, builtProgram('src/main.js'), ...words]
    execFile(process.execPath, all, { env: environment(env) }, (error, out, err) => {
      if (error) reject(new Error(err))
      else resolve({ out, peak: Number(/peak (\d+)/.exec(err)?.[1]) / 1_024 })
    })
  })

const configOf = (env: NodeJS.ProcessEnv): Config => {
  const config = parseConfig(env)
  if ('problems' in config) throw new Error(config.problems.join('\n'))
  return config
}

/**
 * Runs one command line to its end in this process, which is another one than the servers that a test starts: half a
 * second of a processor less than `runWhosout`.
 */
export const runHere = async (env: Environment, ...words: string[]): Promise<Outcome> => {
  const surroundings = environment(env)
  const edge: Edge = {
    now: () => new Date(),
    elapsed: () => performance.now(),
    random: (size) => randomBytes(size),
    wait: async (ms) => void (await wait(ms)),
    tzdata: process.versions.tz ?? '',
  }
  const said = { code: 0, out: '', err: '' }
  const io: Io = {
    ...edge,
    out: (text) => void (said.out += `${text}\n`),
    show: async (text) => void (said.out += `${text}\n`),
    err: (text) => void (said.err += `${text}\n`),
    readInput: async () => '',
    ask: async () => null,
    progress: () => undefined,
    errIsTerminal: false,
    invocation: 'whosout',
    width: Infinity,
    paint: (_, text) => text,
    who: 'test@machine',
    setExitCode: (code) => void (said.code = code),
    missingFolder: () => missingFolder(configOf(surroundings)),
    withStore: async (use) => {
      const store = await openStore(configOf(surroundings), edge)
      return use(store).finally(() => store.close())
    },
  }
  const [nodeVersion, version] = [process.versions.node, '0.0.0']
  const listenForSignals = () => (stop: () => Promise<void>) => stop()
  const again = async () => ({ code: 0, output: '' })
  await runCli(words, io, { env: surroundings, again, edge, nodeVersion, version, listenForSignals })
  return said
}

/** What a command with --json that must succeed prints; it runs in this process. */
export const askWhosout = async <T>(env: Environment, ...words: string[]): Promise<T> => {
  const { code, out, err } = await runHere(env, ...words, '--json')
  if (code !== 0) throw new Error(`whosout ${words.join(' ')} exited with ${code}: ${err}`)
  return JSON.parse(out) as T
}

export interface ServerProcess {
  readonly url: string
  readonly child: ChildProcess
  /** Every line of its log so far. */
  readonly lines: readonly string[]
  readonly exited: Promise<number | null>
}

/** Starts `whosout serve` of the built product; resolves when it says that it listens. `node`: the program of Node. */
export const startServer = (
  env: Environment,
  command = 'serve',
  node = process.execPath,
): Promise<ServerProcess> =>
  new Promise((resolve, reject) => {
    const child = spawn(node, [builtProgram('src/main.js'), command], {
      env: environment(env),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const lines: string[] = []
    const errors: string[] = []
    const exited = new Promise<number | null>((done) => child.once('exit', (code) => done(code)))
    createInterface(child.stderr).on('line', (line) => errors.push(line))
    createInterface(child.stdout).on('line', (line) => {
      lines.push(line)
      if (!line.includes('"msg":"listening"')) return
      resolve({ url: (JSON.parse(line) as { url: string }).url, child, lines, exited })
    })
    void exited.then((code) => reject(new Error(`the server exited with ${code}: ${errors.join('\n')}`)))
  })

/** A folder for one test, gone afterwards. */
export const newFolder = async (): Promise<{ path: string; remove(): Promise<void> }> => {
  const path = await mkdtemp(join(tmpdir(), 'whosout-test-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

export interface IssuedKey {
  readonly id: string
  readonly secret: string
}

/** A data folder with an organization in it, and what a test does to it from the command line. */
export const newAcme = async (plan: 'free' | 'paid' = 'paid') => {
  const folder = await newFolder()
  const env = { DATA_DIR: join(folder.path, 'data') }
  const ask = <T>(...words: string[]) => askWhosout<T>(env, ...words)
  await ask('org', 'create', 'Acme', '--slug', 'acme', '--plan', plan, '--timezone', 'UTC')
  return {
    ...folder,
    env,
    ask,
    createKey: (name = 'test') => ask<IssuedKey>('keys', 'create', '--name', name),
    async importRoster(roster: object, ...words: string[]): Promise<void> {
      const file = join(folder.path, 'roster.json')
      await writeFile(file, JSON.stringify(roster))
      await ask('import', file, ...words)
    },
  }
}

export type Acme = Awaited<ReturnType<typeof newAcme>>

/** What a server says to who has that key, asked through Node's own client: undici 7 may end this process where a large reply
 * and its connection end together. It reads the whole reply: one that is not read is a request that still runs. */
export const askServer = async (
  { url }: Pick<ServerProcess, 'url'>,
  secret: string,
  query = '',
): Promise<{ readonly status: number; readonly connection: string | null; readonly text: string }> => {
  const headers = { Authorization: `Bearer ${secret}` }
  const [reply] = (await once(get(`${url}/api/v1/presence${query}`, { headers }), 'response')) as [
    IncomingMessage,
  ]
  const connection = reply.headers.connection ?? null
  return { status: reply.statusCode!, connection, text: await readText(reply) }
}

export const stopServer = async ({
  child,
  exited,
}: Pick<ServerProcess, 'child' | 'exited'>): Promise<number | null> => {
  child.kill('SIGTERM')
  return exited
}
