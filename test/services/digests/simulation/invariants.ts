import { dayAt, weekdayOf } from '../../../../src/calendar/day.js'
import type { Digest, DigestRun } from '../../../../src/domain/digests/digest.js'
import { deadlineOf } from '../../../../src/domain/digests/due.js'
import { titleOf, type Cluster } from './cluster.js'

/** What the digests were at some time, by what a run may be judged. */
export interface Expectations {
  /** Every state a digest was in, by its id. */
  readonly digests: ReadonlyMap<string, readonly Digest[]>
  /** Runs that must exist, by id: nobody touched their digest. */
  readonly expected: readonly string[]
  /** Milliseconds by which a clock may be wrong. */
  readonly tolerance: number
  /** Milliseconds from a request to what it does. */
  readonly longest: number
}

const isFinal = ({ state, wake_at }: DigestRun): boolean =>
  state === 'sent' || state === 'failed' || state === 'skipped' || (state === 'unknown' && wake_at === null)

/** Somebody moved its digest to a later hour. */
const isToCome = ({ due_at }: DigestRun, now: number): boolean => Date.parse(due_at) > now

export const allFinal = ({ run, time }: Cluster): boolean =>
  run().every((one) => isFinal(one) || isToCome(one, time.now()))

/** I4: whether a message came within the hours and on a weekday that its digest had at some time. */
const isInHours = (
  run: DigestRun,
  at: number,
  known: readonly Digest[],
  expectations: Expectations,
): boolean => {
  const { tolerance, longest } = expectations
  const due = new Date(run.due_at)
  return known.some((digest) => {
    const deadline = deadlineOf(run.date, digest.timezone, due).getTime()
    const isItsDay = digest.days.includes(weekdayOf(run.date)) && dayAt(due, digest.timezone) === run.date
    return at >= due.getTime() - tolerance && at <= deadline + longest + tolerance && isItsDay
  })
}

/** What is wrong with a cluster after a calm while, in words; nothing when every invariant holds. */
export const brokenInvariants = (cluster: Cluster, expectations: Expectations): string[] => {
  const faults = [...cluster.slack.faults]
  const runs = new Map(cluster.run().map((run) => [run._id, run]))
  const { messages } = cluster.slack

  for (const key of new Set(messages.map((message) => message.key))) {
    const copies = messages.filter((message) => message.key === key)
    if (copies.length > 1) faults.push(`I1: ${key} was posted ${copies.length} times`)
    const run = runs.get(key)
    const known = expectations.digests.get(run?.digest ?? '') ?? []
    if (!run) faults.push(`I3: ${key} was posted without a run`)
    else if (!run.manual && !copies.every(({ postedAt }) => isInHours(run, postedAt, known, expectations)))
      faults.push(
        `I4: ${key}, due ${run.due_at}, was posted at ${new Date(copies[0]!.postedAt).toISOString()}`,
      )
    if (run && run.state !== 'sent' && run.state !== 'unknown')
      faults.push(`I6: ${key} was posted and is ${run.state} (${run.reason})`)
  }
  for (const run of runs.values()) {
    if (isToCome(run, cluster.time.now())) continue
    if (!isFinal(run)) faults.push(`I5: ${run._id} is still ${run.state} (${run.reason}, ${run.wake_at})`)
    if (run.state !== 'sent' && run.reason === null)
      faults.push(`I2: ${run._id} is ${run.state} without a reason`)
    const message = messages.find(({ key, ts }) => key === run._id && ts === run.ts)
    if (run.state === 'sent' && !message) faults.push(`I3: ${run._id} is sent, and nothing was posted`)
    if (message) faults.push(...staleness(cluster, run, message.titles))
  }
  for (const id of expectations.expected) if (!runs.has(id)) faults.push(`I2: ${id} was never planned`)
  return faults
}

const stateNumber = (title: string): number => Number(title.slice('state '.length))

/** An older state never overwrites a newer one, and in the end the message shows what is so. */
const staleness = ({ memory, slack }: Cluster, run: DigestRun, titles: readonly string[]): string[] => {
  const numbers = titles.map(stateNumber)
  const isInOrder = numbers.every((number, index) => index === 0 || number >= numbers[index - 1]!)
  const [organization] = memory.get('organizations', [run.org])
  const isFollowing = run.state === 'sent' && run.edit_until !== null && !slack.refusals.has(run.channel)
  const wanted = titleOf(organization?.revision ?? 0)
  return [
    ...(isInOrder ? [] : [`edits: ${run._id} went back: ${titles.join(', ')}`]),
    ...(isFollowing && memory.get('digests', [run.digest]).length > 0 && titles.at(-1) !== wanted
      ? [`edits: ${run._id} shows ${titles.at(-1)}, and it is ${wanted}`]
      : []),
  ]
}
