import { slackVariables } from '../config/slack.js'
import { settingWarnings, type Config } from '../config/config.js'
import type { Environment } from '../config/settings-file.js'
import { createLog, type Logger } from '../log.js'
import type { RunningDemo } from '../demo/start.js'
import { start, type Running } from '../start.js'
import { declareCommand } from './command.js'
import { readConfig } from './config.js'
import { printJson, type Io } from './io.js'

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code
const isTaken = (error: unknown): boolean => codeOf(error) === 'EADDRINUSE'

/** Why the process cannot listen, and what to do. */
const listenProblems: Readonly<Record<string, (config: Config) => string>> = {
  EADDRINUSE: ({ port }) =>
    `Port ${port} is already in use: stop what is listening there, or set PORT to another port`,
  EACCES: ({ port }) => `This user may not listen on port ${port}: set PORT to one above 1023`,
  EADDRNOTAVAIL: ({ host }) => `This machine has no address ${host}: change HOST, or leave it unset`,
  ENOTFOUND: ({ host }) => `HOST ${host} does not resolve to this machine: change it, or leave it unset`,
}

/** The demo has its own store and Slack, whatever the real settings are. */
const forDemo = (env: Environment): Environment => {
  const real = ['DATA_DIR', ...Object.keys(slackVariables)]
  const others = Object.entries(env).filter(([name]) => !real.includes(name) && !/^mongo/i.test(name))
  return { LOG_LEVEL: 'warn', ...Object.fromEntries(others) }
}

const startOrSay = async <R extends Running>(
  io: Io,
  config: Config,
  begin: () => Promise<R>,
): Promise<R | null> => {
  try {
    return await begin()
  } catch (error) {
    const explain = listenProblems[String(codeOf(error))]
    if (!explain) throw error
    io.err(explain(config))
    io.setExitCode(1)
    return null
  }
}

/** With --json, standard output is reserved for one line that a script reads. */
const openLog = ({ logLevel }: Config, json: boolean): Logger => createLog(logLevel, json ? 2 : 1)

const serveHelp = `
The log goes to standard output, one JSON line per event.

--json prints one line once it is listening, and sends the log to standard error:
  {"url", "store": "embedded|mongodb"}`

const demoHelp = `
--json prints one line once it is listening, and sends the log to standard error:
  {"url", "page", "store": "embedded", "organization", "key", "data_dir", "curl"}
"page" simulates Slack in a browser, "organization" is a slug, "key" is an API
key, and "curl" is a command to paste. Other commands use the same store when
DATA_DIR is set to "data_dir".`

/** The only organization of the demo. */
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

export const serveCommand = declareCommand({
  usage: 'serve',
  description: 'Run the server on PORT until SIGTERM; settings come from the environment (see .env.example)',
  json: 'print JSON once it is listening (shape below)',
  help: serveHelp,
  run: async ({ io, env, edge, listenForSignals, json }) => {
    const config = readConfig(io, env)
    if (!config) return
    const stopOnSignal = listenForSignals()
    const log = openLog(config, json)
    for (const warning of settingWarnings(env)) log.warn(warning)
    const made = io.missingFolder()
    const running = await startOrSay(io, config, () => start(config, edge, log))
    if (!running) return
    if (made !== null)
      log.warn(
        { folder: made },
        'a new store was created: if you already have one, start in the folder of its .env, or set DATA_DIR',
      )
    if (json) printJson(io, { url: running.url, store: running.store })
    await stopOnSignal(running.stop)
  },
})

export const demoCommand = declareCommand({
  usage: 'demo',
  description:
    'Run on this machine with a sample organization and a page that simulates Slack; needs no database or account, and keeps nothing',
  json: 'print JSON once it is listening (shape below)',
  help: demoHelp,
  run: async ({ io, env, edge, listenForSignals, json }) => {
    const config = readConfig(io, forDemo(env))
    if (!config) return
    const say = (line: string) => (json ? undefined : io.out(line))
    // `serve` starts faster without loading the demo.
    const { startDemo } = await import('../demo/start.js')
    const begin = (port: number) => startDemo({ ...config, port }, edge, openLog(config, json), say)
    // A newcomer whose port is taken wants to see the demo rather than choose a port.
    const beginAnywhere = () =>
      begin(config.port).catch((error: unknown) => {
        if (!isTaken(error) || env['PORT']) throw error
        return begin(0)
      })
    const stopOnSignal = listenForSignals()
    const running = await startOrSay(io, config, beginAnywhere)
    if (!running) return
    if (json) printDemo(io, running)
    await stopOnSignal(running.stop)
  },
})
