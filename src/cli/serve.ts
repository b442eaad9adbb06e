import type { Command } from 'commander'
import { slackVariables } from '../config-slack.js'
import { parseConfig, type Config } from '../config.js'
import { createLog, type Logger } from '../log.js'
import { start, startDemo, type Edge, type Running, type RunningDemo } from '../start.js'
import { printJson, type Io } from './io.js'

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

const startOrSay = async <R extends Running>(
  io: Io,
  config: Config,
  begin: () => Promise<R>,
): Promise<R | null> => {
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

interface Options {
  readonly json?: boolean
}

/** With --json, standard output is for one line that a script reads. */
const openLog = ({ logLevel }: Config, { json }: Options): Logger => createLog(logLevel, json ? 2 : 1)

const serveHelp = `
The log goes to standard output, a JSON line an event.

--json prints one line, when it listens, and the log goes to standard error:
  {"url","store":"embedded|mongodb"}`

const demoHelp = `
--json prints one line, when it listens, and the log goes to standard error:
  {"url","page","store":"embedded","organization","key","data_dir","curl"}
page plays Slack in a browser, organization is a slug, key an API key, curl a
command that works when pasted; other commands use the store with data_dir in
DATA_DIR.`

/** The one organization of the demo. */
const demoSlug = 'sample'

const printDemo = (io: Io, { url, store, secret, folder }: RunningDemo): void => {
  const curl = `curl -H 'Authorization: Bearer ${secret}' ${url}/api/v1/presence`
  printJson(io, {
    url,
    page: `${url}/demo`,
    store,
    organization: demoSlug,
    key: secret,
    data_dir: folder,
    curl,
  })
}

export const addServeCommands = (program: Command, io: Io, { env, edge, stopOnSignal }: Machine): void => {
  program
    .command('serve')
    .description('Answer on PORT until SIGTERM; settings come from the environment (see .env.example)')
    .option('--json', 'print JSON when it listens (its shape is below)')
    .addHelpText('after', serveHelp)
    .action(async (options: Options) => {
      const config = readConfig(io, env)
      if (!config) return
      const running = await startOrSay(io, config, () => start(config, edge, openLog(config, options)))
      if (!running) return
      if (options.json) printJson(io, { url: running.url, store: running.store })
      await stopOnSignal(running.stop)
    })

  program
    .command('demo')
    .description(
      'Answer on this machine with a sample organization, and a page that plays Slack; no database, no account, nothing is kept',
    )
    .option('--json', 'print JSON when it listens (its shape is below)')
    .addHelpText('after', demoHelp)
    .action(async (options: Options) => {
      const config = readConfig(io, { LOG_LEVEL: 'warn', ...env, ...ownOfDemo })
      if (!config) return
      const say = (line: string) => (options.json ? undefined : io.out(line))
      const begin = (port: number) => startDemo({ ...config, port }, edge, openLog(config, options), say)
      // A newcomer whose port is taken wants to see the demo, not to choose a port.
      const beginAnywhere = () =>
        begin(config.port).catch((fault: unknown) => {
          if (!isTaken(fault) || env['PORT']) throw fault
          return begin(0)
        })
      const running = await startOrSay(io, config, beginAnywhere)
      if (!running) return
      if (options.json) printDemo(io, running)
      await stopOnSignal(running.stop)
    })
}
