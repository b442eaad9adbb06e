import type { Config } from '../config/config.js'
import type { SlackConfig } from '../config/slack.js'
import { dayAt, weekdayIndex } from '../calendar/day.js'
import { agentScope, defaultCommand, slackApp, slackPath } from '../slack/manifest.js'
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
import { seedDemo, shareStatuses, timezone } from './seed.js'
import { createControls, createNextDigest } from './controls.js'
import { digestPlace, setUpWorkspace, startChatter } from './workspace.js'

/** Milliseconds that a delivery may take before the page reports it; Slack's own limit is 3,000. */
const deliveryTimeout = 10_000

/** The host names under which a browser may reach the page, besides localhost and plain addresses. */
const ownNames = ({ host, baseUrl }: Config): readonly string[] => [
  ...(host === undefined ? [] : [host]),
  ...(baseUrl === undefined ? [] : [new URL(baseUrl).hostname]),
]

const hour = 3_600_000

/** Milliseconds from the day before the last digest, which is posted at nine on weekdays, to now. */
const beforeDigest = (now: Date): number => {
  const lastMorning = dayAt(new Date(now.getTime() - 10 * hour), timezone)
  return 24 * hour * (1 + Math.max(0, weekdayIndex(lastMorning) - 4))
}

/** Fills a new store with the sample organization, and starts a fake Slack with its people. */
export const openDemo = async (store: Store, config: Config, real: Edge, log: Logger) => {
  const clock = createMovableClock(real.now, beforeDigest(real.now()))
  const edge = { ...real, now: clock.now }
  const today = dayAt(real.now(), timezone)
  const warn = (err: unknown, what: string): void => log.warn({ err }, what)
  const services = await openServices({ ...edge, store, owner: 'demo', warn }, config)
  const { org, secret } = await seedDemo(services, { store, ...edge }, today)
  const random = (size: number): Buffer => Buffer.from(real.random(size))
  const signingSecret = random(16).toString('hex')
  const botToken = `xoxb-${random(16).toString('hex')}`
  const { clientId, clientSecret } = { clientId: '1111.2222', clientSecret: random(16).toString('hex') }
  const consent = { clientId, clientSecret, encryptionKeys: [real.random(32)] }
  const app = { ...slackApp, scopes: [...slackApp.scopes, agentScope] }
  const slack = await openFakeSlack({ ...edge, clientId, clientSecret, app, random, signingSecret })
  const roles = setUpWorkspace(slack, { botToken, today })
  await shareStatuses(services, slack, { org, keys: consent.encryptionKeys, roles })
  const changes = createChanges(slack)
  let tick: Running['tick'] = async () => undefined
  const means = { services, clock, org, slack, tick: () => tick() }
  const controls = createControls(means)
  return {
    /** The process's dependencies, with a clock that a visitor can move. */
    edge,
    /** For the fake Slack. */
    slack: {
      transport: { signingSecret },
      workspaces: { botToken, organization: 'sample', consent },
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
    /** A page opens on the last digest in the channel, and on an answer. */
    async greet({ asks }: { readonly asks: boolean }): Promise<void> {
      const posting = createNextDigest(means).run()
      posting.catch((error: unknown) => warn(error, 'the first digest failed'))
      // The engine looks for more for another second.
      await Promise.race([posting, slack.until(() => slack.state.messages[0])])
      clock.moveTo(real.now())
      startChatter(slack)
      if (!asks) return
      const { channel } = digestPlace
      await slack.command({ user: roles[0]!.id, channel, text: 'next week' })
      await slack.until(() => slack.state.ephemerals[0])
    },
    leave: changes.close,
    close: slack.close,
  }
}
