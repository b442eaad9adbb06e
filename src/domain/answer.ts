import { hash } from 'node:crypto'
import type { Day } from './day.js'
import { teamInSight, type PresenceQuestion, type PresenceReader } from './presence.js'
import { leaveTypes } from './privacy.js'
import {
  leavesFor,
  nobody,
  packDay,
  teamSection,
  type Leaves,
  type Section,
  type Snapshot,
} from './snapshot.js'

/** A reply's body and its strong validator, quotes included. */
export interface Answer {
  readonly body: Buffer
  readonly etag: string
}

/** Gives a buffer of at least so many bytes, whatever is in them. */
export type Allocate = (length: number) => Buffer

/** The reply to a question: the bytes of `presenceIn` on the same facts, and an ETag made from what they say. */
export const answerFrom = (
  snapshot: Snapshot,
  question: PresenceQuestion,
  reader: PresenceReader,
  allocate: Allocate = Buffer.allocUnsafe,
): Answer => {
  const sight = teamInSight(reader, question.team_id, (id) => snapshot.teams.has(id))
  const section =
    sight === 'nobody' ? nobody : sight === null ? snapshot.everybody : teamSection(snapshot, sight)
  const name =
    (question.team_id !== null && sight !== 'nobody' && snapshot.teams.get(question.team_id)) || null
  const head = `{"from":"${question.from}","to":"${question.to}","team_id":${JSON.stringify(question.team_id)},"team_name":${JSON.stringify(name)},"in":[`
  const leaves = leavesFor(snapshot, section, reader.reasons)
  const touching = leavesThatTouch(leaves, question)
  return {
    body: assemble(section, head, absences(leaves, touching), allocate),
    etag: etagOf(section, head, leaves, touching),
  }
}

/** Where the leaves stand that touch the range. */
const leavesThatTouch = ({ start, end }: Leaves, question: PresenceQuestion): readonly number[] => {
  const from = packDay(question.from)
  const to = packDay(question.to)
  const touching: number[] = []
  for (let i = 0; i < start.length; i++) if (end[i]! >= from && start[i]! <= to) touching.push(i)
  return touching
}

/** What the body says: who is in the section, the question, and which leaves are shown. */
const etagOf = (section: Section, head: string, leaves: Leaves, touching: readonly number[]): string => {
  const shown = new Uint32Array(4 * touching.length)
  let at = 0
  for (const i of touching) {
    shown[at++] = leaves.member[i]!
    shown[at++] = leaves.start[i]!
    shown[at++] = leaves.end[i]!
    shown[at++] = leaves.type[i]!
  }
  return `"${hash('sha256', section.digest + head + hash('sha256', shown, 'base64url'), 'base64url')}"`
}

/** Who is out, by position, and for each the text that takes the place of the closing brace and the comma. */
interface Absences {
  readonly members: readonly number[]
  readonly texts: readonly string[]
}

const absences = ({ member, start, end, type }: Leaves, touching: readonly number[]): Absences => {
  const members: number[] = []
  const texts: string[] = []
  let text = ''
  for (const [place, i] of touching.entries()) {
    const leave = `{"type":"${leaveTypes[type[i]!]}","start_date":"${unpackDay(start[i]!)}","end_date":"${unpackDay(end[i]!)}"}`
    text = text === '' ? `,"leaves":[${leave}` : `${text},${leave}`
    if (place + 1 < touching.length && member[touching[place + 1]!] === member[i]) continue
    members.push(member[i]!)
    texts.push(`${text}]},`)
    text = ''
  }
  return { members, texts }
}

const betweenLists = '],"out":['

const assemble = (
  { bytes, ends }: Section,
  head: string,
  { members, texts }: Absences,
  allocate: Allocate,
): Buffer => {
  const headLength = Buffer.byteLength(head)
  const textsLength = texts.reduce((sum, text) => sum + text.length, 0)
  const body = allocate(headLength + bytes.length + betweenLists.length + textsLength + 2)
  let at = body.write(head)
  let done = 0
  for (const index of members) {
    at += bytes.copy(body, at, done, index === 0 ? 0 : ends[index - 1]!)
    done = ends[index]!
  }
  at += bytes.copy(body, at, done)
  at -= at > headLength ? 1 : 0 // the comma after the last
  at += body.write(betweenLists, at, 'latin1')
  for (let i = 0; i < members.length; i++) {
    const index = members[i]!
    // Without the closing brace and the comma, which come after the leaves.
    at += bytes.copy(body, at, index === 0 ? 0 : ends[index - 1]!, ends[index]! - 2)
    at += body.write(texts[i]!, at, 'latin1')
  }
  at -= members.length > 0 ? 1 : 0
  at += body.write(']}', at, 'latin1')
  return body.subarray(0, at)
}

const unpackDay = (packed: number): Day => {
  const known = days.get(packed)
  if (known !== undefined) return known
  const digits = String(packed).padStart(8, '0')
  const day = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`
  if (days.size >= mostDays) days.clear()
  days.set(packed, day)
  return day
}

/** The same few hundred days are shown all the time. */
const days = new Map<number, Day>()
const mostDays = 10_000
