import type { SlackConfig } from '../config-slack.js'
import { dayAt } from '../domain/day.js'
import type { Routes } from '../http/app.js'
import { defaultCommand, slackPath } from '../slack/app-facts.js'
import type { Edge, Running } from '../start.js'
import type { Store } from '../store/port.js'
import { createMovableClock } from './clock.js'
import { deliverOverHttp } from './fake-slack-delivery.js'
import { openFakeSlack } from './fake-slack.js'
import { createChanges } from './page-changes.js'
import { pageRoutes } from './page-routes.js'
import { seedDemo, timezone } from './seed.js'
import { createStage } from './stage.js'
import { settleTown } from './town.js'

/** A sample organization, its Slack, and a page that shows both. */
export interface Demo {
  /** The process's own, but for its clock, which a visitor can move. */
  readonly edge: Edge
  /** Of the stand-in. */
  readonly slack: SlackConfig
  readonly routes: Routes
  /** An API key of the sample organization. */
  readonly secret: string
  /** From now on the stand-in delivers what people do to this process, and the stage begins its ticks. */
  join(process: Pick<Running, 'url' | 'tick'>): void
  /** Ends what would keep the process from stopping. */
  leave(): void
  close(): Promise<void>
}

/** Milliseconds that a delivery may take before the page says so; Slack's own are 3,000. */
const patience = 10_000

/** Fills a new store with the sample organization, and opens a stand-in for Slack with its people. */
export const openDemo = async (store: Store, real: Edge): Promise<Demo> => {
  const clock = createMovableClock(real.now)
  const edge = { ...real, now: clock.now }
  const { org, secret } = await seedDemo({ store, ...edge })
  const random = (size: number): Buffer => Buffer.from(real.random(size))
  const signingSecret = random(16).toString('hex')
  const botToken = `xoxb-${random(16).toString('hex')}`
  const slack = await openFakeSlack({ ...edge, random, signingSecret })
  const parts = settleTown(slack, { botToken, today: dayAt(edge.now(), timezone) })
  const changes = createChanges(slack)
  let tick: Running['tick'] = async () => undefined
  const stage = createStage({ store, ...edge, clock, org, timezone, slack, tick: () => tick() })
  return {
    edge,
    slack: {
      transport: { signingSecret },
      workspaces: { botToken, organization: 'sample' },
      command: defaultCommand,
      apiUrl: slack.apiUrl,
    },
    routes: pageRoutes({
      slack,
      parts,
      stage,
      changes,
      now: clock.now,
      key: secret,
      command: defaultCommand,
    }),
    secret,
    // Bolt holds timestamps against the machine's clock, not against ours.
    join(process) {
      tick = process.tick
      const target = process.url + slackPath
      slack.deliverTo(
        deliverOverHttp({ target, signingSecret, now: real.now, elapsed: real.elapsed, patience }),
      )
    },
    leave: changes.close,
    close: slack.close,
  }
}
