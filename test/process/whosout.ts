import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
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

/** The same for a command with --json that must succeed. */
export const askWhosout = async <T>(env: Environment, ...words: string[]): Promise<T> => {
  const { code, out, err } = await runWhosout(env, ...words, '--json')
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

/** Starts `whosout serve` of the built product; resolves when it says that it listens. */
export const startServer = (env: Environment, command = 'serve'): Promise<ServerProcess> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [builtProgram('src/main.js'), command], {
      env: environment(env),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const lines: string[] = []
    const errors: string[] = []
    const exited = new Promise<number | null>((done) => child.once('exit', (code) => done(code)))
    createInterface(child.stderr).on('line', (line) => errors.push(line))
    createInterface(child.stdout).on('line', (line) => {
      lines.push(line)
      const url = line.startsWith('{') && (JSON.parse(line) as { msg?: string; url?: string })
      if (url && url.msg === 'listening') resolve({ url: url.url!, child, lines, exited })
    })
    void exited.then((code) => reject(new Error(`the server exited with ${code}: ${errors.join('\n')}`)))
  })

/** A folder for one test, gone afterwards. */
export const newFolder = async (): Promise<{ path: string; remove(): Promise<void> }> => {
  const path = await mkdtemp(join(tmpdir(), 'whosout-test-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
