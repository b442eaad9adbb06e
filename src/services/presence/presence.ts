import { dayAt, isTimeZone, type Day } from '../../calendar/day.js'
import type { Organization } from '../../domain/organization/organization.js'
import {
  answerInSlices,
  memberJsons,
  teamsFor,
  visibleMembers,
  type Answer,
  type MemberJsons,
  type PresenceQuestion,
  type TeamSize,
} from '../../domain/presence/presence.js'
import { awayInSlices, countAway, type AwayCounts } from '../../domain/presence/away.js'
import type { Roll } from '../../domain/presence/roll.js'
import type { PresenceReader } from '../../domain/presence/visible-team.js'
import { createBuildQueue, createBuilds } from '../builds.js'
import type { Meter } from '../dependencies.js'
import type { Rolls } from '../roll/rolls.js'
import { runInTurns } from '../turns.js'
import { createBodies, type Bodies, type GivenAnswer } from './bodies.js'

/** Called once for each invalid zone, with an organization that uses it. */
export type WarnAboutZone = (organization: Pick<Organization, '_id' | 'timezone'>) => void

/**
 * An invalid zone (of a document edited by hand) is read as UTC. Cached for the minute: asking Intl every time costs the
 * default question 4 % of its CPU time (bench, 500 members).
 */
const createToday = (warn: WarnAboutZone = () => undefined) => {
  const zones = new Map<string, { readonly minute: number; readonly day: Day }>()
  return ({ _id, timezone }: Organization, now: Date): Day => {
    const minute = Math.floor(now.getTime() / 60_000)
    const known = zones.get(timezone)
    if (known?.minute === minute) return known.day
    const isKnown = isTimeZone(timezone)
    if (!isKnown && !known) warn({ _id, timezone })
    const day = dayAt(now, isKnown ? timezone : 'UTC')
    zones.set(timezone, { minute, day })
    return day
  }
}

const nameOf = ({ from, to, team_id }: PresenceQuestion, reader: PresenceReader): string =>
  `${from}${to}${team_id ?? ''}|${reader.team_id ?? ''}|${reader.reasons}`

/** The finished part of the answers from a roll. */
interface Finished {
  readonly jsons: MemberJsons
  readonly bodies: Bodies
  /** Answers being made: whoever asks the same meanwhile gets the same one. */
  readonly underWay: Map<string, Promise<Answer>>
}

/** Bytes of all members up to which an answer takes one slice, and so little memory at a time that it is made at once. */
const maxAtOnce = 2 ** 20
/** About the bytes that a member takes besides those of the JSON itself, and what is kept for a roll besides its members. */
const bytesOfBuffers = 300
const bytesOfFinished = 4_000
/** Bytes of bodies that are kept for a roll, however small: a few bodies. */
const fewBodies = 2 ** 20

const forever = (): AbortSignal => new AbortController().signal

/** The API's answers. `organization` is always one that was read after the question arrived. */
export const createPresenceService = (
  rolls: Rolls,
  {
    queue = createBuildQueue(),
    warn,
    meter,
  }: {
    readonly queue?: ReturnType<typeof createBuildQueue>
    readonly warn?: WarnAboutZone
    readonly meter?: Pick<Meter, 'answered'> | undefined
  } = {},
) => {
  const todayOf = createToday(warn)
  const build = createBuilds<GivenAnswer>(queue)
  const load = createBuilds<Roll>(queue)
  const finished = new WeakMap<Roll, Finished>()

  const finishedOf = async (roll: Roll, signal?: AbortSignal): Promise<Finished> => {
    const known = finished.get(roll)
    if (known) return known
    const jsons = await runInTurns(memberJsons(roll), { signal })
    rolls.grow(roll, bytesOfFinished + jsons.bytes + jsons.of.length * bytesOfBuffers)
    const bodies = createBodies(fewBodies + 2 * jsons.bytes, (more) => rolls.grow(roll, more))
    const made = finished.get(roll) ?? { jsons, bodies, underWay: new Map<string, Promise<Answer>>() }
    finished.set(roll, made)
    return made
  }

  /** A body is kept compressed only when its question was asked before. */
  const make = async (
    roll: Roll,
    question: PresenceQuestion,
    reader: PresenceReader,
    signal?: AbortSignal,
  ): Promise<GivenAnswer> => {
    const { jsons, bodies, underWay } = await finishedOf(roll, signal)
    const name = nameOf(question, reader)
    const known = bodies.get(name) ?? underWay.get(name)
    if (known) return known
    const making = runInTurns(answerInSlices(roll, jsons, question, reader), { signal })
    // A build may be aborted by those who wait for it.
    if (!signal) underWay.set(name, making)
    const answer = await making.finally(() => underWay.delete(name))
    bodies.keep(name, answer)
    return answer
  }

  return {
    /** Today in the organization's own time zone. */
    today: todayOf,

    /** `waiting` gives a signal for an answer that takes longer. Throws `unavailable`, `busy`, and its reason. */
    async answer(
      organization: Organization,
      question: PresenceQuestion,
      reader: PresenceReader,
      now: Date,
      waiting: () => AbortSignal = forever,
    ): Promise<GivenAnswer> {
      const today = todayOf(organization, now)
      const name = nameOf(question, reader)
      const roll = rolls.kept(organization, { days: question, today })
      const made = roll && finished.get(roll)
      const known = made?.bodies.get(name)
      meter?.answered(known ? 'kept' : 'built')
      if (known) return known
      if (made && made.jsons.bytes <= maxAtOnce) return make(roll, question, reader)
      const { _id: org, revision } = organization
      return build(org, `${revision} ${today} ${name}`, waiting(), async ({ signal }) =>
        make(await rolls.of(organization, { days: question, today, signal }), question, reader, signal),
      )
    },

    /** How many of the people who are out have leave, a bank holiday, or neither. Throws as `answer` does. */
    async count(
      organization: Organization,
      question: PresenceQuestion,
      reader: PresenceReader,
      now: Date,
    ): Promise<AwayCounts> {
      const today = todayOf(organization, now)
      const roll = await rolls.of(organization, { days: question, today })
      const seen = visibleMembers(roll, reader, question.team_id)
      return countAway(await runInTurns(awayInSlices(roll, seen, question)))
    },

    /** The teams that a reader sees, by name. Throws as `answer` does. */
    async teams(
      organization: Organization,
      reader: PresenceReader,
      now: Date,
      waiting: () => AbortSignal = forever,
    ): Promise<readonly TeamSize[]> {
      const today = todayOf(organization, now)
      const { _id: org, revision } = organization
      const roll =
        rolls.kept(organization, { today }) ??
        (await load(org, `${revision} ${today}`, waiting(), ({ signal }) =>
          rolls.of(organization, { today, signal }),
        ))
      return teamsFor(roll, reader)
    },
  }
}
export type PresenceService = ReturnType<typeof createPresenceService>
