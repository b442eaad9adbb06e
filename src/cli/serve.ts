import type { Command } from 'commander'
import { slackVariables } from '../config-slack.js'
import { parseConfig, type Config } from '../config.js'
import { createLog } from '../log.js'
import { start, startDemo, type Edge, type Running } from '../start.js'
import type { Io } from './io.js'

/** What a command that keeps running needs besides `Io`. */
export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly edge: Edge
  /** Resolves when the process was told to stop and `stop` has done so. */
  stopOnSignal(stop: () => Promise<void>): Promise<void>
}

/** The configuration, or everything that is wrong with it said and misuse as the exit code. */
export const readConfig = (io: Io, env: Machine['env']): Config | null => {
  const config = parseConfig(env)
  if (!('problems' in config)) return config
  for (const problem of config.problems) io.err(problem)
  io.setExitCode(2)
  return null
}

const codeOf = (fault: unknown): unknown => (fault as { code?: unknown } | null)?.code
const isTaken = (fault: unknown): boolean => codeOf(fault) === 'EADDRINUSE'

/** Why the process cannot listen, and the way out. */
const listenProblems: Readonly<Record<string, (config: Config) => string>> = {
  EADDRINUSE: ({ port }) => `Port ${port} is taken: stop what listens there, or set PORT to another one`,
  EACCES: ({ port }) => `This user may not listen on port ${port}: set PORT to one above 1023`,
  EADDRNOTAVAIL: ({ host }) => `This machine has no address ${host}: change HOST, or leave it unset`,
  ENOTFOUND: ({ host }) => `HOST ${host} is no name of this machine: change it, or leave it unset`,
}

/** The demo has a store and a Slack of its own, whatever is set for the real ones. */
const ownOfDemo = Object.fromEntries(
  ['MONGODB_URI', 'DATA_DIR', ...Object.keys(slackVariables)].map((name) => [name, '']),
)

const startOrSay = async (io: Io, config: Config, begin: () => Promise<Running>): Promise<Running | null> => {
  try {
    return await begin()
  } catch (fault) {
    const explain = listenProblems[String(codeOf(fault))]
    if (!explain) throw fault
    io.err(explain(config))
    io.setExitCode(1)
    return null
  }
}

export const addServeCommands = (program: Command, io: Io, { env, edge, stopOnSignal }: Machine): void => {
  program
    .command('serve')
    .description('Answer on PORT until SIGTERM; settings come from the environment (see .env.example)')
    .action(async () => {
      const config = readConfig(io, env)
      if (!config) return
      const running = await startOrSay(io, config, () => start(config, edge, createLog(config.logLevel)))
      if (running) await stopOnSignal(running.stop)
    })

  program
    .command('demo')
    .description(
      'Answer on this machine with a sample organization, and a page that plays Slack; no database, no account, nothing is kept',
    )
    .action(async () => {
      const config = readConfig(io, { LOG_LEVEL: 'warn', ...env, ...ownOfDemo })
      if (!config) return
      const begin = (port: number) =>
        startDemo({ ...config, port }, edge, createLog(config.logLevel), (line) => io.out(line))
      // A newcomer whose port is taken wants to see the demo, not to choose a port.
      const beginAnywhere = () =>
        begin(config.port).catch((fault: unknown) => {
          if (!isTaken(fault) || env['PORT']) throw fault
          return begin(0)
        })
      const running = await startOrSay(io, config, beginAnywhere)
      if (running) await stopOnSignal(running.stop)
    })
}
