import type { FakeCall, FakeMessage } from '../../src/demo/fake-slack/state.js'
import type { FakeFault } from '../demo/fake-slack/faults.js'
import type { Digest, DigestRun } from '../../src/domain/digests/digest.js'
import { isFinal } from './records.js'
import { deadline, dueAt, type Planned, type Workspaces } from './workspaces.js'
import type { Stood } from './standstill-order.js'
import { replicaOf } from './weather.js'

export interface Evidence {
  readonly workspaces: Workspaces
  /** What went wrong with a request to Slack. */
  readonly faults: ReadonlyMap<FakeCall, FakeFault>
  readonly runs: readonly DigestRun[]
  readonly digests: readonly Digest[]
  /** What every message shows when it was edited to the end; undefined: nothing was changed. */
  readonly newest: string | undefined
  /** What the replicas logged. */
  readonly lines: readonly string[]
  readonly stood: readonly Stood[]
  /** Row 27 of the fault table: Slack is later than any look, so that a second post cannot be ruled out. */
  readonly mayBeTwice: boolean
}

export interface Verdict {
  readonly posted: number
  readonly duplicates: number
  /** Of the open channels, by state and reason of their runs. */
  readonly missing: Readonly<Record<string, number>>
  /** Found in Slack's history. */
  readonly viaHistory: number
  /** Of the channels that are archived: those whose digest rests, and those whose creator heard of it. */
  readonly paused: number
  readonly told: number
  readonly stale: number
  /** Each begins with the name of the invariant. */
  readonly violations: readonly string[]
}

/** Milliseconds of the fast clock that a replica may add to what it was told to wait. */
const longestJitter = 20_000

const countBy = <T>(items: readonly T[], nameOf: (item: T) => string): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const item of items) counts[nameOf(item)] = (counts[nameOf(item)] ?? 0) + 1
  return counts
}

const groupBy = <T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

type Messages = ReadonlyMap<string, readonly FakeMessage[]>

/** What was sent to a channel, by whom and with what success: for whoever looks into a violation. */
const storyOf = ({ workspaces, faults }: Evidence, channel: string): string =>
  workspaces.slack.state.calls
    .filter(({ method, args }) => args['channel'] === channel && method !== 'chat.update')
    .map((call) => {
      const fault = faults.get(call)
      const end = fault ? JSON.stringify(fault) : JSON.stringify(call.reply?.['ok'])
      return `${call.method} by ${replicaOf(call)} ${call.at}–${call.ended}: ${end}`
    })
    .join('; ')

/** I1: not more than one post of a digest and local day. */
const findDuplicates = (evidence: Evidence, messages: Messages): string[] =>
  evidence.workspaces.planned
    .filter(({ channel }) => (messages.get(channel)?.length ?? 0) > 1)
    .map(({ run, channel }) => {
      const when = messages.get(channel)!.map(({ ts }) => new Date(Number(ts) * 1_000).toISOString())
      return `I1 ${run} was posted at ${when.join(', ')} (${storyOf(evidence, channel)})`
    })

/** I2, I3, I5 and I6: what the record of one digest says of its post. */
const judgeRecord = (
  { run: id, kind, channel }: Planned,
  run: DigestRun | undefined,
  messages: Messages,
): string[] => {
  const found: string[] = []
  const posts = messages.get(channel) ?? []
  if (kind === 'another day') return run || posts.length > 0 ? [`I4 ${id} is of another weekday`] : []
  if (!run) return [`I2 ${id} has no run`]
  if (!isFinal(run)) found.push(`I5 ${id} is still ${run.state}`)
  if (run.state !== 'sent' && run.reason === null) found.push(`I2 ${id} is ${run.state} without a reason`)
  if (run.state === 'sent' && !posts.some(({ ts }) => ts === run.ts)) found.push(`I3 ${id} was never posted`)
  if (posts.length > 0 && !['sent', 'unknown'].includes(run.state))
    found.push(`I3 ${id} is ${run.state}, but was posted`)
  if (posts.length === 0 && kind === 'open' && !['unknown', 'failed', 'skipped'].includes(run.state))
    found.push(`I6 ${id} is missing although it is ${run.state}`)
  return found
}

/** I4: within its hours. */
const judgeHours = (posts: readonly FakeCall[]): string[] =>
  posts
    .filter(({ at }) => at < dueAt.toISOString() || at >= deadline.toISOString())
    .map(({ at, args }) => `I4 something was sent to ${String(args['channel'])} at ${at}`)

/** I7: one request at a time for each replica and workspace, as the replica itself saw it. */
const judgeSlots = ({ lines }: Evidence): string[] =>
  lines.filter((line) => line.includes('{"crowd"')).map((line) => `I7 two requests at once: ${line}`)

/** I8: who stood still until others were done with a run sends nothing for it, unless it has claimed it anew. */
const judgeStandstills = ({ stood, workspaces, lines }: Evidence, posts: readonly FakeCall[]): string[] =>
  stood.flatMap(({ replica, step, run, at, lines: from }) => {
    const channel = workspaces.planned.find((planned) => planned.run === run)?.channel
    const claims = lines
      .slice(from)
      .filter((line) => line.startsWith(`${replica} `) && line.includes(run))
      .filter((line) => line.includes('"state":"claimed"'))
    // Who stops before it has logged its claim logs it afterwards.
    const isNew = claims.length > (step === 'claimed' ? 1 : 0)
    const late = posts.filter(
      (call) => call.args['channel'] === channel && replicaOf(call) === replica && call.at > at,
    )
    return isNew ? [] : late.map((call) => `I8 ${replica}, ${step} at ${at}, posted ${run} at ${call.at}`)
  })

/** Whether a replica has said that it was told to wait until about that instant: an answer may come too late to be heard. */
const hasHeard = (lines: readonly string[], { team_id, ...call }: FakeCall, until: number): boolean =>
  lines.some((line) => {
    if (!line.startsWith(`${replicaOf(call)} `) || !line.includes(`"workspace":"${team_id}"`)) return false
    const said = Date.parse(/"until":"([^"]+)"/.exec(line)?.[1] ?? '')
    return said >= until && said < until + longestJitter
  })

/** I7: who was told to wait sends nothing to that workspace before; others hear of it through the store. */
const judgeRateLimitHolds = (posts: readonly FakeCall[], { faults, lines }: Evidence): string[] =>
  posts.flatMap((call, index) => {
    const fault = faults.get(call)
    if (fault?.kind !== 'rate_limited' || call.ended === null) return []
    const until = Date.parse(call.ended) + (fault.retryAfter ?? 0) * 1_000
    if (!hasHeard(lines, call, until)) return []
    const early = posts
      .slice(index + 1)
      .filter(
        (later) =>
          later.team_id === call.team_id &&
          replicaOf(later) === replicaOf(call) &&
          later.at > call.ended! &&
          Date.parse(later.at) < until,
      )
    return early.map(
      ({ at }) => `I7 ${replicaOf(call)} sent at ${at}, before ${new Date(until).toISOString()}`,
    )
  })

const toDigests = ({ workspaces }: Evidence): FakeCall[] => {
  const channels = new Set(workspaces.planned.map(({ channel }) => channel))
  return workspaces.slack
    .calls('chat.postMessage')
    .filter(({ args }) => channels.has(String(args['channel'])))
}

/** Sent messages that do not show the newest facts. */
const findStale = ({ newest, runs }: Evidence, messages: Messages): DigestRun[] =>
  newest === undefined
    ? []
    : runs.filter(({ state, channel, ts }) => {
        const message = messages.get(channel)?.find((one) => one.ts === ts)
        return state === 'sent' && message && !JSON.stringify(message).includes(newest)
      })

/** Holds what the stand-in for Slack has against what the store says. */
export const judge = (evidence: Evidence): Verdict => {
  const { workspaces, runs, digests, newest } = evidence
  const byId = new Map(runs.map((run) => [run._id, run]))
  const messages = groupBy(workspaces.slack.state.messages, ({ channel }) => channel)
  const posts = toDigests(evidence)
  const missing = workspaces.planned.filter(({ kind, channel }) => kind === 'open' && !messages.has(channel))
  const duplicated = findDuplicates(evidence, messages)
  const stale = findStale(evidence, messages)
  const archived = new Set(
    workspaces.planned.filter(({ kind }) => kind === 'archived').map(({ digest }) => digest._id),
  )
  const notices = workspaces.slack.state.messages.filter(({ channel }) => channel.startsWith('D'))
  return {
    posted: workspaces.planned.filter(({ kind, channel }) => kind === 'open' && messages.has(channel)).length,
    duplicates: duplicated.length,
    missing: countBy(missing, ({ run }) => `${byId.get(run)?.state} ${byId.get(run)?.reason}`),
    viaHistory: runs.filter(({ via }) => via === 'history').length,
    paused: digests.filter(({ _id, paused }) => archived.has(_id) && paused?.reason === 'archived').length,
    told: notices.length,
    stale: stale.length,
    violations: [
      ...(evidence.mayBeTwice ? [] : duplicated),
      ...workspaces.planned.flatMap((planned) => judgeRecord(planned, byId.get(planned.run), messages)),
      ...judgeHours(posts),
      ...judgeSlots(evidence),
      ...judgeStandstills(evidence, posts),
      ...judgeRateLimitHolds(posts, evidence),
      ...stale.map(({ _id }) => `E1 ${_id} does not show "${newest}"`),
    ],
  }
}
