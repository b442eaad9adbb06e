import { createHash } from 'node:crypto'
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

const unpackDay = (packed: number): Day => {
  const digits = String(packed).padStart(8, '0')
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`
}

/** The reply to a question: the bytes of `presenceIn` on the same facts, and an ETag made from what they say. */
export const answerFrom = (
  snapshot: Snapshot,
  question: PresenceQuestion,
  reader: PresenceReader,
): Answer => {
  const sight = teamInSight(reader, question.team_id, (id) => snapshot.teams.has(id))
  const section =
    sight === 'nobody' ? nobody : sight === null ? snapshot.everybody : teamSection(snapshot, sight)
  const name =
    (question.team_id !== null && sight !== 'nobody' && snapshot.teams.get(question.team_id)) || null
  const head = `{"from":"${question.from}","to":"${question.to}","team_id":${JSON.stringify(question.team_id)},"team_name":${JSON.stringify(name)},"in":[`
  const out = absences(leavesFor(snapshot, section, reader.reasons), question)
  return {
    body: assemble(section, head, out),
    etag: `"${createHash('sha256').update(section.digest).update(head).update(out.members.join()).update(out.texts.join()).digest('base64url')}"`,
  }
}

/** Who is out, by position, and for each the text that takes the place of the closing brace. */
interface Absences {
  readonly members: readonly number[]
  readonly texts: readonly string[]
}

const absences = (leaves: Leaves, question: PresenceQuestion): Absences => {
  const from = packDay(question.from)
  const to = packDay(question.to)
  const { member, start, end, type } = leaves
  const members: number[] = []
  const texts: string[] = []
  for (let i = 0; i < member.length; i++) {
    if (end[i]! < from || start[i]! > to) continue
    const text = `{"type":"${leaveTypes[type[i]!]}","start_date":"${unpackDay(start[i]!)}","end_date":"${unpackDay(end[i]!)}"}`
    if (members.at(-1) === member[i]) texts[texts.length - 1] += ',' + text
    else {
      members.push(member[i]!)
      texts.push(text)
    }
  }
  return { members, texts }
}

const beforeLeaves = ',"leaves":['
const afterLeaves = ']},'
const betweenLists = '],"out":['

const assemble = ({ bytes, ends }: Section, head: string, out: Absences): Buffer => {
  const headLength = Buffer.byteLength(head)
  const leavesLength = out.texts.reduce(
    (sum, text) => sum + text.length + beforeLeaves.length + afterLeaves.length,
    0,
  )
  const body = Buffer.allocUnsafe(headLength + bytes.length + betweenLists.length + leavesLength + 2)
  let at = body.write(head)
  let done = 0
  for (const index of out.members) {
    at += bytes.copy(body, at, done, index === 0 ? 0 : ends[index - 1]!)
    done = ends[index]!
  }
  at += bytes.copy(body, at, done)
  at -= at > headLength ? 1 : 0 // the comma after the last
  at += body.write(betweenLists, at, 'latin1')
  for (const [i, index] of out.members.entries()) {
    // Without the closing brace and the comma, which come after the leaves.
    at += bytes.copy(body, at, index === 0 ? 0 : ends[index - 1]!, ends[index]! - 2)
    at += body.write(beforeLeaves + out.texts[i]! + afterLeaves, at, 'latin1')
  }
  at -= out.members.length > 0 ? 1 : 0
  at += body.write(']}', at, 'latin1')
  return body.subarray(0, at)
}
