import { runId, type Digest } from '../../../../src/domain/digests/digest.js'
import { weekdays } from '../../../../src/calendar/day.js'
import { addOrganization, changeFacts, createCluster, digestOf, type Cluster } from './cluster.js'
import { allFinal, brokenInvariants } from './invariants.js'
import { calm, type Chaos } from './replica.js'
import { kindly, type SlackMood } from './slack.js'
import { between, createDice, pick, type Dice } from './time.js'

const minute = 60_000
/** A Wednesday. */
const start = '2026-11-18T08:58:30.000Z'

interface Plan {
  readonly mayLookUp: boolean
  readonly replicas: number
  readonly skewUpTo: number
  readonly chaos: Chaos
  readonly mood: SlackMood
  /** Milliseconds from the start: how long things go wrong. */
  readonly faulty: number
  readonly storeAway: readonly [from: number, to: number] | null
  readonly allDead: readonly [from: number, to: number] | null
  readonly meddling: boolean
}

const sometimes = (dice: Dice, likelihood: number, most: number): number =>
  dice() < likelihood ? dice() * most : 0

const window = (dice: Dice, likelihood: number, longest: number): readonly [number, number] | null => {
  if (dice() >= likelihood) return null
  const from = dice() * 4 * minute
  return [from, from + dice() * longest]
}

/** One morning in eight nothing is wrong but Slack, which asks to wait: what replicas tell each other can be judged then. */
const planOf = (dice: Dice): Plan => {
  const isFair = dice() < 0.12
  const plan = anyPlan(dice)
  if (!isFair) return plan
  const mood = { ...kindly, rateLimited: 0.3 }
  return { ...plan, mood, chaos: calm, skewUpTo: 0, storeAway: null, allDead: null, meddling: false }
}

const anyPlan = (dice: Dice): Plan => {
  const mayLookUp = dice() < 0.5
  return {
    mayLookUp,
    replicas: pick(dice, [1, 2, 3, 3, 4]),
    skewUpTo: sometimes(dice, 0.3, 55_000),
    chaos: {
      kill: sometimes(dice, 0.6, 0.03),
      pause: sometimes(dice, 0.5, 0.05),
      pauseFor: pick(dice, [2_000, 30_000, 400_000, 400_000]),
      stall: sometimes(dice, 0.3, 0.1),
      unheard: sometimes(dice, 0.5, 0.15),
      lost: sometimes(dice, 0.4, 0.1),
      landsLate: sometimes(dice, 0.4, 0.1),
    },
    mood: {
      rateLimited: sometimes(dice, 0.4, 0.3),
      refusedNow: sometimes(dice, 0.3, 0.1),
      brokenAnswer: sometimes(dice, 0.5, 0.3),
      silent: sometimes(dice, 0.5, 0.3),
      // With look-ups, what is done later than timeout and settle is exempt: it is not drawn.
      lateBy: mayLookUp ? 45_000 : 600_000,
      blind: sometimes(dice, 0.3, 0.5),
    },
    faulty: between(dice, 3, 12) * minute,
    storeAway: window(dice, 0.25, 6 * minute),
    allDead: window(dice, 0.15, pick(dice, [2, 40, 240]) * minute),
    meddling: dice() < 0.4,
  }
}

const workspaces = ['T1', 'T2', 'T3']

const addDigests = (cluster: Cluster, count: number): Digest[] => {
  const { dice, memory, time } = cluster
  return Array.from({ length: count }, (_, number) => {
    const workspace = pick(dice, workspaces)
    const zone = pick(dice, ['UTC', 'Europe/Berlin', 'Asia/Kolkata'])
    const minutes =
      9 * 60 + Math.floor(dice() * 4) + { UTC: 0, 'Europe/Berlin': 60, 'Asia/Kolkata': 330 }[zone]!
    const hours = String(Math.floor(minutes / 60)).padStart(2, '0')
    const document = digestOf(
      {
        workspace,
        channel: `C${number}`,
        team_id: number % 2 === 0 ? null : `design-${number}`,
        org: pick(dice, ['acme', 'apex']),
        time: `${hours}:${String(minutes % 60).padStart(2, '0')}`,
        timezone: zone,
        days: dice() < 0.15 ? weekdays.slice(3) : weekdays,
        when_empty: dice() < 0.1 ? 'silent' : 'post',
      },
      time.now(),
    )
    if (dice() < 0.05)
      cluster.slack.refusals.set(document.channel, pick(dice, ['is_archived', 'token_revoked']))
    memory.commit([{ put: 'digests', document }])
    return document
  })
}

/** People who change their digests meanwhile. */
const meddle = (cluster: Cluster, digest: Digest, states: Map<string, Digest[]>): void => {
  const { dice, memory, time, nodes } = cluster
  const [known] = memory.get('digests', [digest._id])
  const now = time.now()
  const write = (document: Digest): void => {
    states.get(digest._id)!.push(document)
    memory.commit([{ put: 'digests', document }])
  }
  const again = (seed: Partial<Digest>): Digest => ({
    ...digestOf({ ...digest, ...seed, next_at: null, next_date: null }, now),
    ...withNext(digest, seed, now),
    version: (known?.version ?? 0) + 1,
  })
  const luck = dice()
  if (luck < 0.2) memory.commit([{ remove: 'digests', id: digest._id }])
  else if (luck < 0.4) write(again({ time: pick(dice, ['08:00', '09:05', '10:40', '20:00']) }))
  else if (luck < 0.55)
    write(again({ timezone: pick(dice, ['Asia/Tokyo', 'America/New_York', 'Europe/London']) }))
  else if (luck < 0.7 && known)
    write({
      ...again({}),
      paused: { reason: 'person', at: 'now', who: 'U1' },
      next_at: null,
      next_date: null,
    })
  else if (luck < 0.8) write(again({}))
  else
    void nodes
      .find(({ replica }) => replica.isAlive())
      ?.runs.postNow(digest._id, 'U1')
      .catch(() => undefined)
}

const withNext = (digest: Digest, seed: Partial<Digest>, now: number): Partial<Digest> => {
  const { workspace, channel, days } = digest
  const { time, timezone } = { ...digest, ...seed }
  const { next_at, next_date } = digestOf({ workspace, channel, time, timezone, days }, now)
  return { next_at, next_date }
}

/** Keeps so many processes running for as long as things go wrong; who dies comes back after a while. */
const keepRunning = (cluster: Cluster, plan: Plan, isOver: () => boolean): void => {
  const { dice, time } = cluster
  const begun = time.now()
  const startOne = (): void => {
    const now = time.now() - begun
    const dead = plan.allDead
    if (dead && now >= dead[0] && now < dead[1]) return time.at(begun + dead[1] + dice() * 2_000, startOne)
    const skew = (dice() * 2 - 1) * plan.skewUpTo
    const onDeath = (): void => time.at(time.now() + dice() * (isOver() ? 1_000 : 60_000), startOne)
    cluster.startNode({ skew, onDeath })
  }
  for (let count = 0; count < plan.replicas; count += 1) time.at(time.now() + dice() * 90_000, startOne)
  if (plan.allDead)
    time.at(begun + plan.allDead[0], () => {
      for (const { replica } of cluster.nodes) replica.kill()
    })
}

export interface Outcome {
  readonly faults: readonly string[]
  readonly messages: number
  readonly states: Readonly<Record<string, number>>
  readonly mayLookUp: boolean
}

const countStates = (cluster: Cluster): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { state } of cluster.run()) counts[state] = (counts[state] ?? 0) + 1
  return counts
}

/** One morning with everything that a seed makes go wrong, a calm while after it, and what is not as promised then. */
export const simulate = async (seed: number): Promise<Outcome> => {
  const plan = planOf(createDice(-seed))
  const { chaos } = plan
  const isLossy = chaos.kill + chaos.pause + chaos.stall + chaos.unheard + chaos.lost + chaos.landsLate > 0
  const everyoneHears = !isLossy && !plan.storeAway && !plan.allDead && plan.skewUpTo === 0
  const cluster = createCluster({ seed, start, mayLookUp: plan.mayLookUp, everyoneHears })
  const { time, dice } = cluster
  for (const org of ['acme', 'apex']) addOrganization(cluster, org)
  const digests = addDigests(cluster, 2 + Math.floor(dice() * 7))
  const states = new Map(digests.map((digest) => [digest._id, [digest]]))
  const begun = time.now()
  let isOver = false
  const touched = new Set<string>()

  Object.assign(cluster, { chaos: plan.chaos, mood: plan.mood })
  keepRunning(cluster, plan, () => isOver)
  for (let change = 0; change < 4; change += 1)
    time.at(begun + dice() * (plan.faulty + 3 * minute), () =>
      changeFacts(cluster, pick(dice, ['acme', 'apex'])),
    )
  if (plan.meddling)
    for (const digest of digests)
      if (dice() < 0.5) {
        touched.add(digest._id)
        time.at(begun + dice() * plan.faulty, () => meddle(cluster, digest, states))
      }
  if (plan.storeAway) {
    time.at(begun + plan.storeAway[0], () => void (cluster.isStoreAway = true))
    time.at(begun + plan.storeAway[1], () => void (cluster.isStoreAway = false))
  }
  if (dice() < 0.2) {
    cluster.broken.add('apex')
    time.at(begun + plan.faulty, () => void cluster.broken.clear())
  }

  await time.run(begun + plan.faulty)
  Object.assign(cluster, { chaos: calm, mood: kindly })
  isOver = true
  const quiet = Math.max(plan.faulty, plan.storeAway?.[1] ?? 0, plan.allDead?.[1] ?? 0) + begun
  await time.run(quiet + 9 * minute)
  for (let more = 0; more < 12 && !allFinal(cluster); more += 1) await time.run(time.now() + 5 * minute)
  await time.run(time.now() + 3 * minute)

  const today = '2026-11-18'
  const expected = digests
    .filter(({ _id, next_date }) => next_date === today && !touched.has(_id))
    .filter(({ channel }) => cluster.slack.refusals.get(channel) === undefined)
    .filter(({ workspace }) => !hasRevoked(cluster, digests, workspace))
    .map(({ _id }) => runId(_id, today))
  const faults = brokenInvariants(cluster, {
    digests: states,
    expected,
    tolerance: plan.skewUpTo,
    longest: plan.mood.lateBy + 10_000,
  })
  for (const { replica } of cluster.nodes) replica.kill()
  return {
    faults,
    messages: cluster.slack.messages.length,
    states: countStates(cluster),
    mayLookUp: plan.mayLookUp,
  }
}

/** A revoked token pauses every digest of its workspace, those that are not due yet too. */
const hasRevoked = ({ slack }: Cluster, digests: readonly Digest[], workspace: string): boolean =>
  digests.some((one) => one.workspace === workspace && slack.refusals.get(one.channel) === 'token_revoked')
