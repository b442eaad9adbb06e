#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, realpathSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { styleText } from 'node:util'
import { configOf } from './cli/config.js'
import { runCli } from './cli/program/program.js'
import { invocationOf } from './cli/program/invocation.js'
import { readInput } from './cli/input.js'
import type { Cli } from './cli/command.js'
import type { Io } from './cli/io.js'
import { openQuestions } from './cli/questions.js'
import { writeProblem, writeWhole } from './cli/writing.js'
import { parseConfig, settingsIn } from './config/config.js'
import { readSettings, settingsFile, withSettingsFile } from './config/settings-file.js'
import { Problem } from './domain/problem.js'
import { createLog, type Logger } from './log.js'
import { isSocketClientError } from './slack/transport/socket-errors.js'
import { missingFolder, openStore, type Edge } from './open.js'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly version: string
}

/** Milliseconds from a signal to the forced exit. */
const lastResort = 24_000

const edge: Edge = {
  now: () => new Date(),
  elapsed: () => performance.now(),
  random: (size) => randomBytes(size),
  wait: (ms, signal) => wait(ms, undefined, { signal }),
  tzdata: process.versions.tz ?? '',
  version,
  node: process.versions.node,
}

const write = (stream: NodeJS.WriteStream, text: string) => void stream.write(text + '\n')

/** Returns to the first column and clears the line. */
const wipe = '\r\x1b[K'

const words = process.argv.slice(2)

const resolveFile = (path: string): string | null => {
  try {
    return realpathSync(path)
  } catch {
    return null
  }
}

const invocation = invocationOf({
  script: process.argv[1] ?? '',
  folder: process.cwd(),
  path: process.env['PATH'] ?? '',
  resolve: resolveFile,
})

/** Columns of what goes to a terminal, a file or a program; COLUMNS alone may make them more than `mostWidth`. */
const [leastWidth, usualWidth, mostWidth] = [20, 80, 100] as const

/** What reads no settings: the demo is another server than the one that the file is about. */
const withoutSettings = ['demo', 'help', '--help', '-h', '--version', '-V', undefined]

const settings = withoutSettings.includes(words[0])
  ? { env: process.env }
  : withSettingsFile(process.env, () => readSettings(settingsFile))
if ('problem' in settings) {
  write(process.stderr, settings.problem)
  process.exit(1)
}
const { env } = settings

const questions = openQuestions(process.stdin, process.stdout)

const io: Io = {
  out: (line) => write(process.stdout, line),
  show: (line) => writeWhole(1, `${line}\n`, edge.wait),
  err: (line) => write(process.stderr, line),
  readInput: () => readInput(process.stdin),
  ask: (question) => questions.ask(question),
  invocation,
  width: Math.max(
    leastWidth,
    Number(process.env['COLUMNS']) || Math.min(process.stdout.columns || usualWidth, mostWidth),
  ),
  paint: (style, text) => styleText(style, text, { stream: process.stdout }),
  errIsTerminal: process.stderr.isTTY === true,
  progress: (line) => void (process.stderr.isTTY && process.stderr.write(wipe + (line ?? ''))),
  now: edge.now,
  tzdata: edge.tzdata,
  random: edge.random,
  wait: edge.wait,
  who: `${userName()}@${hostname()}`,
  setExitCode: (code) => void (process.exitCode = code),
  missingFolder: () => {
    const config = parseConfig(env)
    return 'problems' in config ? null : missingFolder(config)
  },
  withStore: async (use) => {
    const store = await openStore(configOf(env), edge)
    try {
      return await use(store)
    } finally {
      await store.close()
    }
  },
}

/** A container may run as a user without a name. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return 'unknown'
  }
}

let own: Logger | undefined

/** For what concerns the process itself; a server's lines go the same way. */
const ownLog = (): Logger => (own ??= createLog('info', words.includes('--json') ? 2 : 1))

/** Listens from the moment it is called; the function it returns waits for the signal, then stops and exits. */
const listenForSignals = () => {
  const signalled = new Promise<void>((resolve) => {
    let signals = 0
    const onSignal = (signal: NodeJS.Signals): void => {
      signals += 1
      // Without a listener, a second signal would kill at once.
      if (signals > 1) return ownLog().info({ signal }, 'already stopping: this signal changes nothing')
      setTimeout(() => process.exit(0), lastResort).unref()
      resolve()
    }
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal)
  })
  return async (stop: () => Promise<void>): Promise<void> => {
    await signalled
    await stop()
    process.exit(0)
  }
}

// A reader that closes early, such as `head`, is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  const problem = writeProblem('The output', error)
  if (!(problem instanceof Problem)) throw error
  write(process.stderr, problem.message)
  process.exit(1)
})
// Nobody is left to be told.
process.stderr.on('error', () => undefined)

process.on('unhandledRejection', (reason) => {
  // Anything else ends the process, as it would without this handler.
  if (!isSocketClientError(reason)) throw reason
  ownLog().error({ err: reason }, "an error in Slack's socket client: the process continues")
})

const again: Cli['again'] = async (command, chosen, output) => {
  const child = spawn(process.execPath, [process.argv[1]!, ...command], {
    env: { ...process.env, ...settingsIn(chosen) },
    stdio: ['ignore', output === 'shown' ? 'inherit' : 'pipe', output === 'shown' ? 'inherit' : 'ignore'],
  })
  const exited = once(child, 'exit') as Promise<[number | null]>
  const kept = child.stdout ? await text(child.stdout) : ''
  const [code] = await exited
  return { code: code ?? 1, output: kept }
}

await runCli(words, io, {
  env,
  edge,
  again,
  listenForSignals,
  nodeVersion: process.versions.node,
  version,
})
questions.close()
