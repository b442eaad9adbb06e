import { describe, expect, it } from 'vitest'
import { isTooLong, refusedBlocks } from '../../../src/demo/fake-slack/rules/blocks.js'
import type { JsonObject } from '../../../src/demo/fake-slack/state.js'
import { addDays } from '../../../src/calendar/day.js'
import { rollOf, type Facts } from '../../domain/presence/plain.js'
import { askedOf } from '../../domain/reply/asked.js'
import type { Material } from '../../../src/domain/reply/absences.js'
import { digestReply } from '../../../src/domain/reply/digest.js'
import { outView, presentView, returnsView } from '../../../src/domain/reply/pages.js'
import { personReply } from '../../../src/domain/reply/person.js'
import { presenceReply } from '../../../src/domain/reply/presence.js'
import { returnsReplyInSlices } from '../../../src/domain/reply/who-returns.js'
import { runAtOnce } from '../../../src/domain/slices.js'
import type { Asked, PresenceReply, Reply } from '../../../src/domain/reply/reply.js'
import { digestMessage } from '../../../src/domain/words/digest.js'
import { replyMessage } from '../../../src/domain/words/reply.js'
import { controlsOf, digestControls } from '../../../src/slack/ask/controls.js'
import { drawMessage, maxTextLength, type SlackMessage } from '../../../src/slack/message/blocks.js'
import { acmeId, leaveDocument, memberDocument, teamDocument } from '../../world/acme.js'
import { createRandom, uuidFrom } from '../../world/randomness.js'

const monday = '2026-11-23'

/** Names as people have them, and as nobody should. */
const kinds = {
  plain: (at: number) => `Person ${String(at).padStart(4, '0')}`,
  odd: (at: number) =>
    ['&'.repeat(80), '"'.repeat(80), '😀'.repeat(80), '<!channel> & <@U1>', '李小龍', 'שרה כהן', 'Ana'][
      at % 7
    ]!,
} as const

const sizes = [0, 1, 40, 500, 5_000] as const

/** Every second one is out today for some days, every fifth one has a bank holiday on Thursday. */
const factsOf = (size: number, teamCount: number, nameOf: (at: number) => string): Facts => {
  const random = createRandom(`payloads ${size}`)
  const teams = Array.from({ length: teamCount }, (_, at) =>
    teamDocument(acmeId, uuidFrom(random), nameOf(at).replace('Person', 'Team')),
  )
  const members = Array.from({ length: size }, (_, at) =>
    memberDocument(acmeId, {
      id: uuidFrom(random),
      name: nameOf(at),
      email: `m${at}@acme.example`,
      team_id: teams[at % Math.max(teamCount, 1)]?.id ?? null,
    }),
  )
  const leave = (at: number, type: 'holiday' | 'sick' | 'bank_holiday', from: number, days: number) =>
    leaveDocument(acmeId, uuidFrom(random), {
      member_id: members[at]!.id,
      type,
      start_date: addDays(monday, from)!,
      end_date: addDays(monday, from + days)!,
      status: 'approved',
    })
  return {
    teams,
    members,
    leaves: members.flatMap((_, at) => [
      ...(at % 2 === 0 ? [leave(at, at % 4 === 0 ? 'holiday' : 'sick', -(at % 3), at % 20)] : []),
      ...(at % 5 === 0 ? [leave(at, 'bank_holiday', 3, 0)] : []),
    ]),
  }
}

const asked = (more: Partial<Asked> = {}): Asked => ({
  ...askedOf({ from: monday, to: monday }),
  today: monday,
  zone: 'America/Argentina/ComodRivadavia',
  opposite: 'who is in 2026-11-23..2026-11-23',
  corrections: [{ typed: 'tommorow', read: 'tomorrow' }],
  alternative: '2026-11-24',
  question: '2026-11-23..2026-11-23',
  previous: '2026-11-20..2026-11-20',
  next: '2026-11-24..2026-11-24',
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
    presenceReply(asked({ range, page: 2 }), material),
    presenceReply(asked({ range, team }), material),
    presenceReply(asked({ range, asks: 'in' }), material),
    runAtOnce(returnsReplyInSlices(asked({ range, asks: 'back' }), material)),
    ...(person ? [personReply(asked({ range }), person, material)] : []),
  ])
}

/** Slack’s published limits hold also if Slack counted bytes. */
const limits: Readonly<Record<string, number>> = {
  header: 150,
  section: 3_000,
  context: 3_000,
  button: 75,
  option: 75,
}

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
}

const voice = { write: (words: string) => `/whosout ${words}`, absolute: false }

describe.each(sizes)('of %i people', (size) => {
  it.each([
    ['plain', 0],
    ['plain', 150],
    ['odd', 8],
    ['odd', 150],
  ] as const)('with %s names in %i teams, every payload is one that Slack takes', (kind, teamCount) => {
    const facts = factsOf(size, teamCount, kinds[kind])
    for (const [at, reply] of repliesOf(facts).entries()) {
      const controls = controlsOf(reply, facts.teams, { share: 'general', asker: 'U0123456789' })
      for (const absolute of [false, true])
        expectTaken(drawMessage(replyMessage(reply, { ...voice, absolute }), controls), `answer ${at}`)
    }
    for (const look_ahead of ['none', 'monday'] as const) {
      const reply = digestReply({ roll: rollOf(facts), team: null, look_ahead, day: monday })
      const message = digestMessage(reply, { late: true, planned: '09:00' })
      const is_cut = message.is_cut ?? false
      expectTaken(drawMessage(message, digestControls({ team: null, day: monday, is_cut })), 'digest')
      if (kind === 'plain') expect(is_cut).toBe(size >= 500)
    }
  })
})

const namesIn = (message: SlackMessage): readonly string[] =>
  JSON.stringify(message.blocks).match(/Person \d{4}/g) ?? []

describe('a list that is too long for one message', () => {
  const facts = factsOf(500, 10, kinds.plain)
  const material: Material = { roll: rollOf(facts), viewer: { member: null, reasons: 'hidden' } }

  it.each([
    ['who is out on a day', {}],
    ['who is out in a week', { range: ranges[1]! }],
    ['who is in', { asks: 'in' }],
  ] as const)('names everybody once on its pages: %s', (_says, more) => {
    const first = presenceReply(asked({ ...more, page: 1 }), material)
    const { pages } = first.asked.asks === 'in' ? presentView(first) : outView(first)
    expect(pages).toBeGreaterThan(2)
    const named = Array.from({ length: pages }, (_, at): PresenceReply => ({
      ...first,
      asked: { ...first.asked, page: at + 1 },
    })).flatMap((reply) => {
      const controls = controlsOf(reply, facts.teams, { share: null, asker: 'U1' })
      return namesIn(drawMessage(replyMessage(reply, voice), controls))
    })
    const wanted =
      first.asked.asks === 'in'
        ? first.present.flatMap(({ people }) => people)
        : first.groups.flatMap(({ people }) => people.map(({ name }) => name))
    expect([...named].sort()).toEqual([...wanted].sort())
  })

  it('begins with the asker’s team, counts the others and has a button for them', () => {
    const [me] = facts.members
    const reply = presenceReply(asked(), { ...material, viewer: { member: me!.id, reasons: 'hidden' } })
    const own = reply.out.filter(({ team_id }) => team_id === me!.team_id)
    const message = drawMessage(
      replyMessage(reply, voice),
      controlsOf(reply, facts.teams, { share: null, asker: 'U1' }),
    )
    expect([...namesIn(message)].sort()).toEqual(own.map(({ name }) => name).sort())
    const elsewhere = reply.out.length - own.length
    expect(JSON.stringify(message.blocks)).toContain(`*Elsewhere*: ${elsewhere} out`)
    expect(JSON.stringify(message.blocks)).toContain(`Everybody (${elsewhere} elsewhere)`)
  })

  it('has a next page of those who come back, too', () => {
    const range = ranges[3]!
    const reply = runAtOnce(returnsReplyInSlices(asked({ range, asks: 'back' }), material))
    const { pages } = returnsView(reply)
    expect(pages).toBeGreaterThan(1)
    const controls = controlsOf(reply, facts.teams, { share: null, asker: 'U1' })
    expect(JSON.stringify(controls)).toContain('Page 2 ›')
  })
})
