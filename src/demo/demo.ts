import type { Config } from '../config/config.js'
import type { SlackConfig } from '../config/slack.js'
import { dayAt } from '../calendar/day.js'
import { defaultCommand, slackApp, slackPath } from '../slack/manifest.js'
import type { Logger } from '../log.js'
import { openServices, type Edge } from '../open.js'
import type { Running } from '../start.js'
import type { Store } from '../store/port.js'
import { createMovableClock } from './clock.js'
import { deliverOverHttp } from './fake-slack/delivery.js'
import { openFakeSlack } from './fake-slack/fake-slack.js'
import { feedRoutes } from './feed.js'
import { createChanges } from './page/changes.js'
import { underOwnName } from './page/own-name.js'
import { pageRoutes } from './page/routes.js'
import { seedDemo, timezone } from './seed.js'
import { createControls } from './controls.js'
import { setUpWorkspace } from './workspace.js'

/** Milliseconds that a delivery may take before the page reports it; Slack's own limit is 3,000. */
const deliveryTimeout = 10_000

/** The host names under which a browser may reach the page, besides localhost and plain addresses. */
const ownNames = ({ host, baseUrl }: Config): readonly string[] => [
  ...(host === undefined ? [] : [host]),
  ...(baseUrl === undefined ? [] : [new URL(baseUrl).hostname]),
]

/** Fills a new store with the sample organization, and starts a fake Slack with its people. */
export const openDemo = async (store: Store, config: Config, real: Edge, log: Logger) => {
  const clock = createMovableClock(real.now)
  const edge = { ...real, now: clock.now }
  const warn = (err: unknown, what: string): void => log.warn({ err }, what)
  const services = await openServices({ ...edge, store, owner: 'demo', warn }, config)
  const { org, secret } = await seedDemo(services, { store, ...edge })
  const random = (size: number): Buffer => Buffer.from(real.random(size))
  const signingSecret = random(16).toString('hex')
  const botToken = `xoxb-${random(16).toString('hex')}`
  const slack = await openFakeSlack({ ...edge, app: slackApp, random, signingSecret })
  const today = dayAt(edge.now(), timezone)
  const roles = setUpWorkspace(slack, { botToken, today })
  const changes = createChanges(slack)
  let tick: Running['tick'] = async () => undefined
  const controls = createControls({ services, clock, org, slack, tick: () => tick() })
  return {
    /** The process's dependencies, with a clock that a visitor can move. */
    edge,
    /** For the fake Slack. */
    slack: {
      transport: { signingSecret },
      workspaces: { botToken, organization: 'sample' },
      command: defaultCommand,
      apiUrl: slack.apiUrl,
    } satisfies SlackConfig,
    routes: underOwnName(ownNames(config), {
      ...feedRoutes(today),
      ...pageRoutes({
        slack,
        roles,
        controls,
        changes,
        now: clock.now,
        key: secret,
        command: defaultCommand,
      }),
    }),
    services,
    org,
    secret,
    /**
     * From now on the fake Slack delivers to this process, and the controls run its ticks. Deliveries are signed with the
     * process's clock: Bolt uses the machine's clock, and accepts timestamps ahead of it.
     */
    join(process: Pick<Running, 'url' | 'tick'>): void {
      tick = process.tick
      const target = process.url + slackPath
      slack.deliverTo(
        deliverOverHttp({
          target,
          signingSecret,
          now: clock.now,
          elapsed: real.elapsed,
          timeout: deliveryTimeout,
        }),
      )
    },
    leave: changes.close,
    close: slack.close,
  }
}
