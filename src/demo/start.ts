import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../config/config.js'
import type { Logger } from '../log.js'
import type { Register } from '../slack/listeners.js'
import { openStore, type Edge } from '../open.js'
import { startOn, type Running } from '../start.js'
import { openDemo } from './demo.js'
import { addSampleFeed } from './feed.js'

/** Access to a running demo: a key of its organization, and the folder of its store. */
export interface RunningDemo extends Running {
  readonly secret: string
  readonly folder: string
}

/** In a temporary folder that is deleted when it stops; `say` prints a line, `listeners` are for tests. */
export const startDemo = async (
  config: Config,
  edge: Edge,
  log: Logger,
  say: (line: string) => void,
  listeners?: readonly Register[],
): Promise<RunningDemo> => {
  const folder = await mkdtemp(join(tmpdir(), 'whosout-demo-'))
  const clear = () => rm(folder, { recursive: true, force: true })
  let close = clear
  try {
    // This process itself serves the feed of the sample HR tool.
    const { host = '127.0.0.1', port, baseUrl = port === 0 ? undefined : `http://localhost:${port}` } = config
    const own = { ...config, host, baseUrl, store: { folder }, feedsAllowPrivate: true }
    const store = await openStore(own, edge)
    const demo = await openDemo(store, own, edge, log)
    close = () => demo.close().finally(clear)
    const settings = { ...own, slack: demo.slack }
    const running = await startOn(store, settings, demo.edge, log, { listeners, demo: demo.routes })
    demo.join(running)
    await addSampleFeed(demo.services, demo.org, running.url)
    await demo.greet({ asks: !listeners })
    for (const line of demoLines(running.url, demo.secret, folder)) say(line)
    const stop = (): Promise<void> => {
      demo.leave()
      return running
        .stop()
        .finally(close)
        .then(() => say('  Stopped.'))
    }
    return { ...running, stop, secret: demo.secret, folder }
  } catch (error) {
    await close()
    throw error
  }
}

const demoLines = (url: string, secret: string, folder: string): readonly string[] => [
  '',
  `  To try /whosout as in Slack, open ${url}/demo in a browser.`,
  '  A sample organization is loaded: 40 people, three teams, three time zones.',
  '',
  `  The API is at ${url} (documentation: ${url}/docs)`,
  `  API key: ${secret}`,
  '',
  '  Who is out this week?',
  '',
  `  curl -H 'Authorization: Bearer ${secret}' \\`,
  `    ${url}/api/v1/presence`,
  '',
  '  In another terminal, the same as a table:',
  '',
  `  DATA_DIR=${folder} whosout presence --org sample`,
  '',
  '  Press Ctrl-C to stop. Nothing is kept.',
  '',
]
