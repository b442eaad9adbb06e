import type { Day } from '../../../calendar/day.js'
import { packDay, type Leaves } from './leaves.js'
import type { PresenceQuestion } from '../presence.js'
import { visibleTeam, type PresenceReader } from '../visible-team.js'
import { leaveTypes } from '../privacy.js'
import { runAtOnce, type Sliced } from '../../slices.js'
import { etagOf } from './etag.js'
import { leavesFor, memberText, nobody, teamSection, type Section, type Snapshot } from './snapshot.js'

/** A reply's body and its strong validator, including quotes. */
export interface Answer {
  readonly body: Buffer
  readonly etag: string
}

/** Provides a buffer of at least `length` bytes with arbitrary content. */
export type Allocate = (length: number) => Buffer

/** The reply to a question: the same bytes as `presenceIn` on the same facts, and an ETag made from their content. */
export function* answerInSlices(
  snapshot: Snapshot,
  question: PresenceQuestion,
  reader: PresenceReader,
  allocate: Allocate = Buffer.allocUnsafe,
): Sliced<Answer> {
  const sight = visibleTeam(reader, question.team_id, (id) => snapshot.teams.has(id))
  const section =
    sight === 'nobody'
      ? nobody
      : sight === null
        ? snapshot.everybody
        : (snapshot.byTeam.get(sight) ?? (yield* teamSection(snapshot, sight)))
  const name =
    (question.team_id !== null && sight !== 'nobody' && snapshot.teams.get(question.team_id)) || null
  const head = `{"from":"${question.from}","to":"${question.to}","team_id":${JSON.stringify(question.team_id)},"team_name":${JSON.stringify(name)},"in":[`
  const leaves = yield* leavesFor(snapshot, section, reader.reasons, question)
  const touching = leavesThatTouch(leaves, question)
  return {
    body: yield* assemble(section, head, leaves, touching, allocate),
    etag: yield* etagOf(section, head, leaves, touching),
  }
}

/** Like `answerInSlices`, in one piece. */
export const answerFrom = (...asked: Parameters<typeof answerInSlices>): Answer =>
  runAtOnce(answerInSlices(...asked))

/**
 * The positions of the leaves that touch the range. Half of all leaves end before it, unpredictably for the CPU: sign
 * arithmetic instead of branches takes a quarter of the time. Packed days fit into 31 bits.
 */
const leavesThatTouch = ({ start, end }: Leaves, question: PresenceQuestion): Uint32Array => {
  const [from, to] = [packDay(question.from), packDay(question.to)]
  const touching = new Uint32Array(start.length)
  let count = 0
  for (let i = 0; i < start.length; i++) {
    touching[count] = i
    // The sign bit is set only when both are negative: `end >= from && start <= to`.
    count += ((from - end[i]! - 1) & (start[i]! - to - 1)) >>> 31
  }
  return touching.subarray(0, count)
}

/** The members who are out, by position, and the length of their list in bytes. */
interface Out {
  readonly members: readonly number[]
  readonly length: number
}

const aroundLeaves = [',"leaves":[', ']},'] as const

const whoIsOut = ({ ends }: Section, { member, type }: Leaves, touching: Uint32Array): Out => {
  const members: number[] = []
  let length = 0
  let last = -1
  for (const i of touching) {
    length += leaveLength(type[i]!) + 1
    const index = member[i]!
    if (index === last) continue
    members.push(index)
    last = index
    // Less the brace and comma that end a member's JSON, and the comma after the last leave.
    length += ends[index]! - (index === 0 ? 0 : ends[index - 1]!) - 3
  }
  return { members, length: length + members.length * aroundLeaves.join('').length }
}

const typeName = (type: number): string => leaveTypes[type] ?? 'unknown'

const leaveText = ({ type, start, end }: Leaves, i: number): string =>
  `{"type":"${typeName(type[i]!)}","start_date":"${unpackDay(start[i]!)}","end_date":"${unpackDay(end[i]!)}"}`

const leaveLength = (type: number): number =>
  typeName(type).length + '{"type":"","start_date":"2026-11-20","end_date":"2026-11-20"}'.length

/**
 * Characters written at once, and so the size of a slice of work: a few long strings are faster than many short ones.
 */
const partLength = 1 << 18

/** Writes the members who are out, each followed by a comma, and returns the end position. */
function* writeOut(
  section: Section,
  leaves: Leaves,
  touching: Uint32Array,
  body: Buffer,
  from: number,
): Sliced<number> {
  const { member } = leaves
  let at = from
  let part = ''
  for (let place = 0; place < touching.length;) {
    const index = member[touching[place]!]!
    part += memberText(section, index) + aroundLeaves[0] + leaveText(leaves, touching[place++]!)
    while (place < touching.length && member[touching[place]!] === index)
      part += `,${leaveText(leaves, touching[place++]!)}`
    part += aroundLeaves[1]
    if (part.length < partLength) continue
    at += body.write(part, at, 'latin1')
    part = ''
    yield
  }
  return at + body.write(part, at, 'latin1')
}

const betweenLists = '],"out":['
/** Limits between two turns of the event loop: bytes copied, and members left out of the first list. */
const maxCopied = 1 << 20
const maxLeftOut = 5_000

function* assemble(
  section: Section,
  head: string,
  leaves: Leaves,
  touching: Uint32Array,
  allocate: Allocate,
): Sliced<Buffer> {
  const { members, length } = whoIsOut(section, leaves, touching)
  const headLength = Buffer.byteLength(head)
  const body = allocate(headLength + section.bytes.length + betweenLists.length + length + 2)
  let at = yield* copyWithout(section, members, body, body.write(head))
  at -= at > headLength ? 1 : 0 // the comma after the last
  at += body.write(betweenLists, at, 'latin1')
  at = yield* writeOut(section, leaves, touching, body, at)
  at -= members.length > 0 ? 1 : 0
  at += body.write(']}', at, 'latin1')
  return body.subarray(0, at)
}

/** Copies the section without those who are out; returns the end position. */
function* copyWithout(
  { bytes, ends }: Section,
  leftOut: readonly number[],
  body: Buffer,
  from: number,
): Sliced<number> {
  let [at, done, next, turned] = [from, 0, 0, from]
  while (done < bytes.length) {
    const index = leftOut[next]
    const begin = index === undefined ? bytes.length : index === 0 ? 0 : ends[index - 1]!
    const until = Math.min(begin, done + maxCopied)
    if (until > done) at += bytes.copy(body, at, done, until)
    done = until
    if (until === begin && index !== undefined) {
      done = ends[index]!
      next++
    }
    if (at - turned < maxCopied && (next + 1) % maxLeftOut !== 0) continue
    turned = at
    yield
  }
  return at
}

const unpackDay = (packed: number): Day => {
  const known = days.get(packed)
  if (known !== undefined) return known
  const digits = String(packed).padStart(8, '0')
  const day = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6, 8)}`
  if (days.size >= maxDays) days.clear()
  days.set(packed, day)
  return day
}

/** The same few hundred days occur all the time. */
const days = new Map<number, Day>()
const maxDays = 10_000
