import { spawn, type ChildProcess } from 'node:child_process'
import { openSync, closeSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { pinned, type Core } from './machine.js'
import type { PlainSettings, RawSettings, StorePlace } from './server-settings.js'

export interface ServerProcess {
  readonly url: string
  readonly pid: number
  readonly child: ChildProcess
  stop(): Promise<void>
}

/** The path of a program of this build. */
export const built = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url))

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

interface Launch {
  readonly words: readonly string[]
  readonly port: number
  readonly env?: Readonly<Record<string, string>>
  /** The file that receives its output, such as the product's access log. */
  readonly log: string
  readonly core?: Core
}

const environmentOf = (env: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  TZ: 'UTC',
  ...env,
})

/** Starts a server, with a channel for messages to the module loaded into it with `--import`. */
const launch = ({ words, port, env, log, core = 'server' }: Launch): ServerProcess => {
  const [command, ...rest] = pinned(core, [process.execPath, ...words])
  const output = openSync(log, 'w')
  const child = spawn(command!, rest, {
    env: environmentOf(env),
    stdio: ['ignore', output, 'inherit', 'ipc'],
  })
  closeSync(output)
  const exited = once(child, 'exit')
  // Leaves no server behind when the run is interrupted.
  const kill = (): void => void child.kill('SIGKILL')
  process.once('exit', kill)
  void exited.then(() => process.off('exit', kill))
  void exited.then(([code, signal]) => {
    if (code !== 0 && signal !== 'SIGTERM') process.stderr.write(`a bench server exited: ${code ?? signal}\n`)
  })
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await exited
  }
  return { url: `http://127.0.0.1:${port}`, pid: child.pid!, child, stop }
}

const whenListening = async (server: ServerProcess, log: string): Promise<ServerProcess> => {
  while (!readFileSync(log, 'utf8').includes('"listening"')) {
    if (server.child.exitCode !== null) throw new Error(`a bench server exited: see ${log}`)
    await wait(10)
  }
  return server
}

let logs = 0
const newLog = (folder: string, name: string): string => join(folder, `${name}-${++logs}.log`)

/** The generator sends more than one caller normally may. */
const unlimited = { RATE_LIMIT: '999999999', MAX_CONNECTIONS_PER_ADDRESS: '0' }

export interface ProductOptions {
  /** A module of this build to load into its process. */
  readonly loaded?: string
  readonly env?: Readonly<Record<string, string>>
}

/** The built product with everything on. */
export const launchProduct = async (
  folder: string,
  store: StorePlace,
  { loaded, env }: ProductOptions = {},
): Promise<{ readonly server: ServerProcess; readonly listening: Promise<ServerProcess> }> => {
  const port = await freePort()
  const log = newLog(folder, 'product')
  const place = 'mongodb' in store ? { MONGODB_URI: store.mongodb } : { DATA_DIR: store.folder }
  const server = launch({
    words: [...(loaded === undefined ? [] : ['--import', built(loaded)]), built('src/main.js'), 'serve'],
    port,
    env: { ...place, PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'info', ...unlimited, ...env },
    log,
  })
  return { server, listening: whenListening(server, log) }
}

export const startProduct = async (
  folder: string,
  store: StorePlace,
  options?: ProductOptions,
): Promise<ServerProcess> => (await launchProduct(folder, store, options)).listening

const startYardstick = async (folder: string, name: string, settings: object): Promise<ServerProcess> => {
  const port = await freePort()
  const log = newLog(folder, name)
  const words = [built(`bench/${name}.js`), JSON.stringify({ ...settings, port })]
  return whenListening(launch({ words, port, log, env: { NODE_ENV: 'production' } }), log)
}

export const startRaw = (folder: string, settings: Omit<RawSettings, 'port'>) =>
  startYardstick(folder, 'raw-server', settings)

export const startPlain = (folder: string, settings: Omit<PlainSettings, 'port'>) =>
  startYardstick(folder, 'plain-server', settings)
