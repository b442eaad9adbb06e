import { describe, expect, it } from 'vitest'
import { isTooLong, refusedBlocks } from '../../demo/fake-slack/rules/blocks.js'
import type { JsonObject } from '../../../src/demo/fake-slack/state.js'
import { addDays } from '../../../src/calendar/day.js'
import { rollOf, type Facts } from '../../domain/presence/plain.js'
import { askedOf } from '../../domain/reply/asked.js'
import type { Material } from '../../../src/domain/reply/absences.js'
import { leaveTypes, type LeaveType } from '../../../src/domain/presence/leave-types.js'
import { digestReply, presenceReply } from '../../domain/reply/at-once.js'
import { personReply } from '../../../src/domain/reply/person.js'
import { returnsReplyInSlices } from '../../../src/domain/reply/who-returns.js'
import { runAtOnce } from '../../../src/calendar/slices.js'
import type { Asked } from '../../../src/domain/reply/asked.js'
import type { Reply } from '../../../src/domain/reply/reply.js'
import { digestMessage } from '../../../src/domain/words/digest.js'
import { plainLine, type Message } from '../../../src/domain/words/message.js'
import { replyMessage } from '../../../src/domain/words/reply.js'
import { everybodyMessage } from '../../../src/domain/words/teams.js'
import { controlsOf, digestControls } from '../../../src/slack/ask/controls.js'
import { drawMessage, maxTextLength, type SlackMessage } from '../../../src/slack/message/blocks.js'
import { acmeId, leaveDocument, memberDocument, teamDocument } from '../../world/acme.js'
import { createRandom, uuidFrom } from '../../world/randomness.js'

const monday = '2026-11-23'

/** Names as people have them, and as nobody should. */
const kinds = {
  plain: (at: number) => `Person ${String(at).padStart(4, '0')}`,
  odd: (at: number) =>
    [
      '&'.repeat(80),
      '"'.repeat(80),
      '😀'.repeat(80),
      '\u202fÄ'.repeat(40),
      '<!channel> & <@U1>',
      '李小龍',
      'שרה כהן',
      'Ana',
    ][at % 8]!,
} as const
type Kind = keyof typeof kinds

/**
 * With plain names every second one is out today for some days, and every fifth one has a bank holiday on Thursday; with
 * odd ones everybody is away several times.
 */
const factsOf = (size: number, teamCount: number, kind: Kind): Facts => {
  const random = createRandom(`payloads ${size}`)
  const teams = Array.from({ length: teamCount }, (_, at) =>
    teamDocument(acmeId, uuidFrom(random), kinds[kind](at).replace('Person', 'Team')),
  )
  const members = Array.from({ length: size }, (_, at) =>
    memberDocument(acmeId, {
      id: uuidFrom(random),
      name: kinds[kind](at),
      email: `m${at}@acme.example`,
      team_id: teams[at % Math.max(teamCount, 1)]?.id ?? null,
    }),
  )
  const leave = (at: number, type: LeaveType, from: number, days: number) =>
    leaveDocument(acmeId, uuidFrom(random), {
      member_id: members[at]!.id,
      type,
      start_date: addDays(monday, from)!,
      end_date: addDays(monday, from + days)!,
      status: 'approved',
    })
  const leavesOf = {
    plain: (at: number) => [
      ...(at % 2 === 0 ? [leave(at, at % 4 === 0 ? 'holiday' : 'sick', -(at % 3), at % 20)] : []),
      ...(at % 5 === 0 ? [leave(at, 'bank_holiday', 3, 0)] : []),
    ],
    odd: (at: number) =>
      [0, 3, 6, 20, 40].map((days) =>
        leave(at, leaveTypes[(at + days) % leaveTypes.length]!, days - (at % 5), 0),
      ),
  }
  return { teams, members, leaves: members.flatMap((_, at) => leavesOf[kind](at)) }
}

const longest = ` team:"${'""'.repeat(80)}"`

const asked = (more: Partial<Asked> = {}): Asked => ({
  ...askedOf({ from: monday, to: monday }),
  today: monday,
  zone: 'America/Argentina/ComodRivadavia',
  clipped_from: { from: monday, to: '2027-11-23' },
  opposite: 'who is in 2026-11-23..2026-11-23',
  corrections: [{ typed: 'tommorow', read: 'tomorrow' }],
  alternative: `2026-11-24${longest}`,
  question: `2026-11-23..2026-11-23${longest}`,
  previous: `2026-11-20..2026-11-20${longest}`,
  next: `2026-11-24..2026-11-24${longest}`,
  ...more,
})

const ranges = [0, 6, 7, 30, 90].map((days) => ({ from: monday, to: addDays(monday, days)! }))

const repliesOf = (facts: Facts): readonly Reply[] => {
  const material: Material = {
    roll: rollOf(facts),
    viewer: { member: facts.members[0]?.id ?? null, reasons: 'hidden' },
  }
  const team = facts.teams.at(-1) ?? null
  const [person] = facts.members
  return ranges.flatMap((range): readonly Reply[] => [
    presenceReply(asked({ range }), material),
    presenceReply(asked({ range, team }), material),
    presenceReply(asked({ range, asks: 'in' }), material),
    runAtOnce(returnsReplyInSlices(asked({ range, asks: 'back' }), material)),
    ...(person ? [personReply(asked({ range }), person, material)] : []),
  ])
}

/** Slack’s published limits hold also if Slack counted bytes. */
const limits: Readonly<Record<string, number>> = { header: 150, section: 3_000, context: 3_000 }

const textsOf = (blocks: readonly JsonObject[]): readonly (readonly [kind: string, text: string])[] => {
  const found: (readonly [string, string])[] = []
  const visit = (value: unknown, kind: string): void => {
    if (Array.isArray(value)) return value.forEach((one) => visit(one, kind))
    if (typeof value !== 'object' || value === null) return
    const { type, text, value: of } = value as { type?: string; text?: unknown; value?: unknown }
    if (typeof text === 'string') return void found.push([kind, text])
    const own = type ?? (typeof of === 'string' ? 'option' : kind)
    for (const one of Object.values(value)) visit(one, own)
  }
  visit(blocks, '')
  return found
}

const expectTaken = ({ text, blocks }: SlackMessage, says: string): void => {
  const sent = blocks as unknown as readonly JsonObject[]
  expect(refusedBlocks(sent), says).toBeUndefined()
  expect(isTooLong(sent), says).toBe(false)
  expect(Buffer.byteLength(JSON.stringify({ text, blocks })), says).toBeLessThanOrEqual(8_000)
  expect(text.length, says).toBeLessThanOrEqual(maxTextLength)
  expect(text, says).not.toBe('')
  for (const [kind, said] of textsOf(sent))
    expect(Buffer.byteLength(said), `${says}: ${kind}`).toBeLessThanOrEqual(limits[kind] ?? 75)
  for (const { type, expand } of sent) if (type === 'section') expect(expand, says).toBe(true)
  // What Slack reads as markup; in plain text nothing means anything.
  expect(JSON.stringify(sent).match(/"type":"mrkdwn","text":"(?:[^"\\]|\\.)*[<>]/), says).toBeNull()
}

const voice = { write: (words: string) => `/whosout ${words}`, absolute: false }

describe('an answer, and a digest', () => {
  // The last team is the one that is asked about: its name is one of the odd ones, too.
  it.each<[size: number, kind: Kind, teamCount: number]>([
    [0, 'plain', 0],
    [0, 'odd', 1],
    [1, 'plain', 0],
    [1, 'odd', 8],
    [40, 'plain', 150],
    [40, 'odd', 3],
    [500, 'plain', 150],
    [500, 'odd', 123],
    [2_000, 'plain', 0],
    [2_000, 'odd', 122],
  ])('about %i people with %s names in %i teams are taken by Slack', (size, kind, teamCount) => {
    const facts = factsOf(size, teamCount, kind)
    for (const [at, reply] of repliesOf(facts).entries()) {
      const controls = controlsOf(reply, facts.teams, { share: 'general', asker: 'U0123456789' })
      for (const says of [voice, { ...voice, absolute: true }, { ...voice, lines: 12 }])
        expectTaken(drawMessage(replyMessage(reply, says), controls), `answer ${at}`)
      if (reply.kind !== 'presence') continue
      const whole = everybodyMessage(replyMessage(reply, voice), reply, voice)
      expectTaken(drawMessage(whole), `everybody of answer ${at}`)
    }
    const roll = rollOf(facts, { name: '&'.repeat(80) })
    for (const look_ahead of ['none', 'monday'] as const)
      for (const team of [null, facts.teams.at(-1) ?? null]) {
        const reply = digestReply({ roll, team, look_ahead, day: monday })
        const message = digestMessage(reply, { late: true, planned: '09:00' })
        const is_cut = message.is_cut ?? false
        const controls = digestControls({ team: team?.id ?? null, day: monday, is_cut })
        const drawn = drawMessage(message, controls)
        expectTaken(drawn, 'digest')
        const said = JSON.stringify(drawn)
        expect(said).toContain('Posted late')
        if (reply.today.out.length > 200)
          expect([is_cut, said]).toEqual([true, expect.stringMatching(/and \d+ more/)])
        if (size <= 40 && kind === 'plain') expect(is_cut).toBe(false)
      }
  })
})

/** The lines that a person reads, notes apart. */
const linesOf = ({ title, parts }: Message): readonly string[] => [
  title,
  ...parts.flatMap((part) => {
    if (part.kind === 'line') return [plainLine(part.line)]
    return part.kind === 'list' ? [...(part.heading ? [part.heading] : []), ...part.lines].map(plainLine) : []
  }),
]

const namesIn = (texts: readonly string[]): readonly string[] => texts.join('\n').match(/Person \d{4}/g) ?? []

/** Forty people in a few teams, each with up to three leaves around the next weeks, and some with bank holidays. */
const fortyPeople = (seed: number): Facts => {
  const random = createRandom(`forty ${seed}`)
  const below = (most: number): number => Buffer.from(random(4)).readUInt32BE() % most
  const teams = Array.from({ length: 1 + below(12) }, (_, at) =>
    teamDocument(acmeId, uuidFrom(random), `Team ${at}`),
  )
  const members = Array.from({ length: 40 }, (_, at) =>
    memberDocument(acmeId, {
      id: uuidFrom(random),
      name: kinds.plain(at),
      email: `m${at}@acme.example`,
      team_id: teams[below(teams.length + 1)]?.id ?? null,
    }),
  )
  const most = 1 + below(6)
  const leaves = members.flatMap(({ id }) =>
    Array.from({ length: below(most + 1) }, () => {
      const start = below(seed % 2 === 0 ? 12 : 50) - 4
      return leaveDocument(acmeId, uuidFrom(random), {
        member_id: id,
        type: leaveTypes[below(leaveTypes.length)]!,
        start_date: addDays(monday, start)!,
        end_date: addDays(monday, start + below(below(2) === 0 ? 3 : 40))!,
        status: 'approved',
      })
    }),
  )
  return { teams, members, leaves }
}

describe('an answer about forty people', () => {
  const short = { ...voice, lines: 12 }
  const forties = Array.from({ length: 60 }, (_, seed) => {
    const facts = fortyPeople(seed)
    const roll = rollOf(facts)
    const material: Material = { roll, viewer: { member: facts.members[0]!.id, reasons: 'shown' } }
    const counts = new Map<string, number>()
    /** How many are on leave when that day alone is asked about; ranges and ways to ask share the answer. */
    const outOn = (day: string, team: Asked['team']): number => {
      const about = `${day} ${team?.id}`
      const known = counts.get(about)
      if (known !== undefined) return known
      const { leave } = presenceReply(asked({ range: { from: day, to: day }, team }), material).away
      counts.set(about, leave)
      return leave
    }
    return { seed, facts, roll, material, outOn }
  })

  it.each(ranges.map((range, at) => [`in range ${at}`, range] as const))(
    'has at most twelve lines, names nobody twice and counts as the API does: %s',
    (_says, range) => {
      for (const { seed, facts, material, outOn } of forties) {
        for (const more of [{}, { asks: 'in' }, { is_dated: false }, { team: facts.teams[0]! }] as const) {
          const reply = presenceReply(asked({ range, clipped_from: null, ...more }), material)
          const message = replyMessage(reply, short)
          const lines = linesOf(message)
          const says = `${seed} ${JSON.stringify(more)}\n${lines.join('\n')}`
          expect(lines.length, says).toBeLessThanOrEqual(12)
          const notes = message.parts.flatMap((part) => (part.kind === 'note' ? [plainLine(part.line)] : []))
          const names = namesIn([...lines, ...notes])
          expect(new Set(names).size, says).toBe(names.length)
          const whole = everybodyMessage(message, reply, voice)
          const listed =
            reply.asked.asks === 'in'
              ? reply.present.flatMap(({ people }) => people)
              : reply.out.map(({ name }) => name)
          expect([...namesIn(linesOf(whole))].sort(), says).toEqual([...listed].sort())
          const { away, size } = reply.instead ?? reply
          const holidays = away.bank_holiday > 0 && away.bank_holiday < size ? 'Bank holiday' : ''
          expect(linesOf(whole).join('\n'), says).toMatch(new RegExp(holidays))
          for (const { day, out } of reply.each_day)
            expect(out, `${says} ${day}`).toBe(outOn(day, reply.asked.team))
          if (!message.is_cut || reply.asked.asks === 'in' || !reply.has_working_day) continue
          const own = (reply.first?.today ?? reply).out.filter(
            ({ team_id }) => team_id === (reply.own_team ?? reply.asked.team)?.id,
          )
          expect(names, says).toEqual(expect.arrayContaining(own.map(({ name }) => name)))
        }
      }
    },
  )

  it('has a button for the others exactly where it is cut', () => {
    const buttons = forties.map(({ facts, roll }) => {
      const material: Material = { roll, viewer: { member: null, reasons: 'none' } }
      const reply = presenceReply(asked({ range: ranges[2]!, question: 'next week' }), material)
      const { is_cut = false } = replyMessage(reply, short)
      const controls = controlsOf(reply, facts.teams, { share: null, asker: 'U1', is_cut })
      return [is_cut, JSON.stringify(controls).includes('Show all')]
    })
    expect(new Set(buttons.map(([is]) => is))).toEqual(new Set([true, false]))
    for (const [is, has] of buttons) expect(has).toBe(is)
  })
})
