import { digestId, runId } from '../../../../src/domain/digests/digest.js'
import type { LookUpResult } from '../../../../src/domain/digests/run.js'
import type { DigestPoster, EditOutcome, PostOutcome } from '../../../../src/services/digests/poster.js'
import type { Replica, Surroundings } from './replica.js'
import { between } from './time.js'

interface PostedMessage {
  readonly ts: string
  readonly channel: string
  readonly workspace: string
  readonly key: string
  readonly postedAt: number
  /** When the request left. */
  readonly requestedAt: number
  /** What it shows: one title after the other. */
  readonly titles: string[]
}

/** What Slack does with a request: its likelihoods, the rest is as it should be. */
export interface SlackMood {
  readonly rateLimited: number
  /** Refused before anything was done, and not for good. */
  readonly refusedNow: number
  /** Done or not, and the answer is an error. */
  readonly brokenAnswer: number
  /** Done soon, late or never, and no answer within the timeout. */
  readonly silent: number
  /** Milliseconds until what is done late is done. */
  readonly lateBy: number
  /** A look-up that fails. */
  readonly blind: number
}

export const kindly: SlackMood = {
  rateLimited: 0,
  refusedNow: 0,
  brokenAnswer: 0,
  silent: 0,
  lateBy: 0,
  blind: 0,
}

export interface SlackWorld extends Pick<Surroundings, 'time' | 'dice'> {
  readonly mood: () => SlackMood
  readonly mayLookUp: boolean
  /** Nothing hinders replicas from hearing of each other's holds. */
  readonly everyoneHears: boolean
}

export interface Slack {
  readonly messages: PostedMessage[]
  /** What each channel answers to every post and edit, such as `is_archived`. */
  readonly refusals: Map<string, string>
  readonly told: string[]
  /** What must never happen, in words. */
  readonly faults: string[]
  readonly requests: () => number
  posterOf(replica: Replica): DigestPoster
}

const timeout = 10_000
/** An edit that is done after the next one may leave shows an older state again until the next change: no claim helps. */
const latestEdit = 45_000
/** A run may have been claimed right before Slack asked to wait: its request leaves within the guard. */
const allowed = 16_000

export const createSlack = ({ time, dice, mood, mayLookUp, everyoneHears }: SlackWorld): Slack => {
  const messages: PostedMessage[] = []
  const refusals = new Map<string, string>()
  const faults: string[] = []
  const told: string[] = []
  let requests = 0
  let stamps = 0

  const latency = (): number => between(dice, 40, 400)

  const holds: { readonly workspace: string; readonly from: number; readonly to: number }[] = []
  const limited = (workspace: string, after: number) => {
    holds.push({ workspace, from: time.now() + allowed, to: time.now() + after })
    return { kind: 'later', after, reason: 'ratelimited', rate_limited: true } as const
  }
  const watch = (workspace: string, at: number): void => {
    if (!everyoneHears) return
    for (const hold of holds)
      if (hold.workspace === workspace && at > hold.from && at < hold.to)
        faults.push(`I7: a request in ${workspace} at ${new Date(at).toISOString()}, before Slack wants one`)
  }

  /** Decides what becomes of one request; `apply` happens at most once. `later` and `unknown` are Slack's answers. */
  const request = <T>(
    replica: Replica,
    over: () => void,
    apply: () => T,
    latest: number,
    answers: { readonly rateLimited: (after: number) => T; readonly later: T; readonly unknown: T },
  ): Promise<T> => {
    requests += 1
    const { rateLimited, refusedNow, brokenAnswer, silent } = mood()
    const arrives = time.now() + latency()
    const isDone = dice() < 0.5
    const luck = dice()
    return new Promise((resolve) => {
      const end = (at: number, what: T): void => {
        time.at(at, over)
        replica.hear(at, () => resolve(what))
      }
      const answer = (at: number, what: T): void => end(at + latency(), what)
      if (luck < rateLimited) return answer(arrives, answers.rateLimited(between(dice, 1_000, 30_000)))
      if (luck < rateLimited + refusedNow) return answer(arrives, answers.later)
      if (luck < rateLimited + refusedNow + brokenAnswer) {
        if (isDone) time.at(arrives, () => void apply())
        return answer(arrives, answers.unknown)
      }
      if (luck < rateLimited + refusedNow + brokenAnswer + silent) {
        if (isDone) time.at(arrives + dice() * latest, () => void apply())
        return end(time.now() + timeout, answers.unknown)
      }
      time.at(arrives, () => answer(time.now(), apply()))
    })
  }

  /** The questions below a message are about its own team and day. */
  const knows = ({ workspace, channel, team_id, date }: Parameters<DigestPoster['post']>[0], key: string) => {
    const told = runId(digestId(workspace, channel, team_id), date)
    if (told !== key) faults.push(`${key} is posted as ${told}`)
  }

  const posterOf = (replica: Replica): DigestPoster => {
    const underWay = new Map<string, number>()
    const alone = <T>(workspace: string, work: (over: () => void) => Promise<T>): Promise<T> => {
      const count = (underWay.get(workspace) ?? 0) + 1
      underWay.set(workspace, count)
      if (count > 1) faults.push(`I7: ${replica.name} has ${count} requests under way in ${workspace}`)
      return work(() => void underWay.set(workspace, underWay.get(workspace)! - 1))
    }

    return {
      async post(target, { title }, key, inTime) {
        const { workspace, channel } = target
        knows(target, key)
        if (!inTime()) return { kind: 'later', after: 0, reason: 'too_slow', rate_limited: false }
        const requestedAt = time.now()
        const apply = (): PostOutcome => {
          const refusal = refusals.get(channel)
          if (refusal) return { kind: 'refused', reason: refusal }
          const ts = String(++stamps)
          messages.push({ ts, channel, workspace, key, postedAt: time.now(), requestedAt, titles: [title] })
          return { kind: 'sent', ts }
        }
        watch(workspace, requestedAt)
        return alone(workspace, (over) =>
          request<PostOutcome>(replica, over, apply, mood().lateBy, {
            rateLimited: (after) => limited(workspace, after),
            later: { kind: 'later', after: 1_000, reason: 'ECONNREFUSED', rate_limited: false },
            unknown: { kind: 'unknown', reason: 'http_500' },
          }),
        )
      },
      async edit(target, { title }, key, inTime) {
        const { workspace, channel, ts } = target
        knows(target, key)
        if (!inTime()) return { kind: 'later', after: 0, reason: 'too_slow', rate_limited: false }
        const apply = (): EditOutcome => {
          const refusal = refusals.get(channel)
          if (refusal) return { kind: 'ended', reason: refusal }
          const message = messages.find((one) => one.ts === ts)
          if (!message) return { kind: 'ended', reason: 'message_not_found' }
          message.titles.push(title)
          return { kind: 'edited' }
        }
        const later: EditOutcome = { kind: 'later', after: 0, reason: 'http_500', rate_limited: false }
        watch(workspace, time.now())
        return alone(workspace, (over) =>
          request<EditOutcome>(replica, over, apply, Math.min(mood().lateBy, latestEdit), {
            rateLimited: (after) => limited(workspace, after),
            later,
            unknown: later,
          }),
        )
      },
      lookUp: (_, key, { from, to }) =>
        new Promise<LookUpResult>((resolve) => {
          const looksAt = time.now() + latency()
          const answer = (what: LookUpResult): void =>
            replica.hear(time.now() + latency(), () => resolve(what))
          time.at(looksAt, () => {
            if (!mayLookUp) return answer({ kind: 'not_granted' })
            if (dice() < mood().blind) return answer({ kind: 'later', after: 1_000, reason: 'http_500' })
            const isInWindow = ({ postedAt }: PostedMessage) =>
              postedAt >= from.getTime() && postedAt <= to.getTime()
            const found = messages.find((one) => one.key === key && isInWindow(one))
            answer(found ? { kind: 'found', ts: found.ts } : { kind: 'absent' })
          })
        }),
      tell: (workspace, user, text) =>
        new Promise((resolve) => {
          time.at(time.now() + latency(), () => {
            told.push(`${workspace} ${user} ${text}`)
            replica.hear(time.now() + latency(), () => resolve(true))
          })
        }),
    }
  }

  return { messages, refusals, told, faults, requests: () => requests, posterOf }
}
