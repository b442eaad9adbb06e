import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { addDays } from '../../../src/calendar/day.js'
import { presenceReply } from '../../../src/domain/reply/presence.js'
import { plainLine, type Message } from '../../../src/domain/words/message.js'
import { replyMessage } from '../../../src/domain/words/reply.js'
import { presenceIn, rollOf, type Facts } from '../presence/plain.js'
import { acmeId, leaveDocument, memberDocument, memberId, teamDocument } from '../../world/acme.js'
import { askedOf } from '../reply/asked.js'

const monday = '2026-11-23'
const teamIds = [1, 2, 3, 4, 5].map((at) => `deadbeef-0000-4000-9000-00000000000${at}`)
const nameOf = (at: number): string => `Person${String(at).padStart(2, '0')}`

/** Forty people of five teams, and any leaves around a Monday. */
const forty = fc
  .array(
    fc.record({
      who: fc.integer({ min: 0, max: 39 }),
      from: fc.integer({ min: -20, max: 60 }),
      days: fc.integer({ min: 0, max: 40 }),
    }),
    { maxLength: 90 },
  )
  .map((leaves): Facts => ({
    teams: teamIds.map((id, at) => teamDocument(acmeId, id, `Team ${at}`)),
    members: Array.from({ length: 40 }, (_, at) =>
      memberDocument(acmeId, {
        id: memberId(at + 1),
        name: nameOf(at),
        email: `p${at}@acme.example`,
        team_id: at % 6 === 5 ? null : teamIds[at % 6]!,
      }),
    ),
    leaves: leaves.map(({ who, from, days }, at) =>
      leaveDocument(acmeId, `leave-${at}`, {
        member_id: memberId(who + 1),
        type: 'holiday',
        start_date: addDays(monday, from)!,
        end_date: addDays(monday, from + days)!,
        status: 'approved',
      }),
    ),
  }))

const linesOf = ({ title, parts }: Message): readonly string[] => [
  title,
  ...parts.flatMap((part) =>
    part.kind === 'line'
      ? [plainLine(part.line)]
      : part.kind === 'list'
        ? [...(part.heading ? [plainLine(part.heading)] : []), ...part.lines.map(plainLine)]
        : [],
  ),
]

const voice = { write: (words: string) => words, absolute: false }

describe('an answer about forty people', () => {
  const ranges = [0, 4, 6, 13, 30, 89].map((days) => ({ from: monday, to: addDays(monday, days)! }))
  const cases = fc.record({
    facts: forty,
    range: fc.constantFrom(...ranges),
    is_dated: fc.boolean(),
    viewer: fc.constantFrom(null, memberId(1)),
  })

  it('has at most a dozen lines, nobody twice, and the API’s counts', () => {
    fc.assert(
      fc.property(cases, ({ facts, range, is_dated, viewer }) => {
        const material = { roll: rollOf(facts), viewer: { member: viewer, reasons: 'none' } } as const
        const reply = presenceReply({ ...askedOf(range), today: monday, is_dated }, material)
        const lines = linesOf(replyMessage(reply, voice))
        expect(lines.length).toBeLessThanOrEqual(12)
        const named = lines.join(' ').match(/Person\d\d/g) ?? []
        expect(named).toEqual([...new Set(named)])
        const api = presenceIn(facts, { ...range, team_id: null }, { team_id: null, reasons: 'shown' })
        const { leave, bank_holiday, not_working } = reply.away
        expect(leave + bank_holiday + not_working).toBe(api.out.length)
        expect(reply.each_day.every(({ out }) => out <= leave)).toBe(true)
        // Who is listed nowhere is counted: whole lists have everybody.
        const whole = linesOf(replyMessage(reply, { ...voice, whole: true })).join(' ')
        for (const { name } of reply.out)
          expect(whole + notesOf(replyMessage(reply, { ...voice, whole: true }))).toContain(name)
      }),
      { numRuns: Math.min(inject('cases'), 150) },
    )
  })

  it('names everybody of the reader’s team where the others are only counted', () => {
    fc.assert(
      fc.property(cases, ({ facts, range }) => {
        const material = { roll: rollOf(facts), viewer: { member: memberId(1), reasons: 'none' } } as const
        const reply = presenceReply({ ...askedOf(range), today: monday }, material)
        const message = replyMessage(reply, voice)
        if (!message.is_cut) return
        const said = linesOf(message).join(' ')
        for (const { name, team_id } of reply.out) if (team_id === teamIds[0]) expect(said).toContain(name)
        for (const { name } of reply.teams)
          if (reply.out.some(({ team_id }) => reply.teams.find(({ id }) => id === team_id)?.name === name))
            expect(said).toContain(name)
      }),
      { numRuns: 100 },
    )
  })
})

const notesOf = ({ parts }: Message): string =>
  parts.flatMap((part) => (part.kind === 'note' ? [plainLine(part.line)] : [])).join(' ')
