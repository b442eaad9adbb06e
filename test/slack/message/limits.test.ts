import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isTooLong, refusedBlocks } from '../../../src/demo/fake-slack/rules/blocks.js'
import type { JsonObject } from '../../../src/demo/fake-slack/state.js'
import { addDays } from '../../../src/calendar/day.js'
import { rollOf, type Facts } from '../../domain/presence/plain.js'
import { askedOf } from '../../domain/reply/asked.js'
import { leaveTypes } from '../../../src/domain/presence/privacy.js'
import { presenceReply } from '../../../src/domain/reply/presence.js'
import { personReply } from '../../../src/domain/reply/person.js'
import type { Asked } from '../../../src/domain/reply/reply.js'
import { digestReply } from '../../../src/domain/reply/digest.js'
import { digestMessage } from '../../../src/domain/words/digest.js'
import type { Message } from '../../../src/domain/words/message.js'
import { replyMessage } from '../../../src/domain/words/reply.js'
import { drawMessage, maxMessageLength } from '../../../src/slack/message/blocks.js'
import { controlsOf, digestControls } from '../../../src/slack/ask/controls.js'
import { acmeId, leaveDocument, memberDocument, teamDocument } from '../../world/acme.js'
import { createRandom, uuidFrom } from '../../world/randomness.js'

const today = '2026-11-20'
const awkward = [
  '&'.repeat(80),
  '"'.repeat(80),
  '😀'.repeat(80),
  '<!channel> & <@U1>',
  'Ana',
  '\u202fÄ'.repeat(40),
]

/** Everybody away several times, under the longest names there can be. */
const factsOf = (size: number, teamCount: number): Facts => {
  const random = createRandom(`limits ${size}`)
  const ids = Array.from({ length: size }, () => uuidFrom(random))
  const teams = Array.from({ length: teamCount }, (_, at) =>
    teamDocument(acmeId, uuidFrom(random), awkward[at % awkward.length]!),
  )
  return {
    teams,
    members: ids.map((id, at) =>
      memberDocument(acmeId, {
        id,
        name: awkward[at % awkward.length]!,
        email: `m${at}@acme.example`,
        team_id: teams[at % Math.max(1, teamCount)]?.id ?? null,
      }),
    ),
    leaves: ids.flatMap((member_id, at) =>
      [0, 3, 6, 20, 40].map((days) => {
        const start_date = addDays(today, days - (at % 5))!
        const type = leaveTypes[(at + days) % leaveTypes.length]!
        const leave = { member_id, type, start_date, end_date: start_date, status: 'approved' as const }
        return leaveDocument(acmeId, uuidFrom(random), leave)
      }),
    ),
  }
}

const asked = (to: string, team: Asked['team']): Asked => ({
  ...askedOf({ from: today, to }, team),
  zone: 'America/Argentina/ComodRivadavia',
  clipped_from: { from: today, to: '2027-11-20' },
  corrections: [{ typed: 'tommorow', read: 'tomorrow' }],
  alternative: `2026-11-20..2026-11-21 team:"${'""'.repeat(80)}"`,
  question: `2026-11-20..${to} team:"${'""'.repeat(80)}" @"${'""'.repeat(80)}"`,
  previous: `2026-11-20..${to} team:"${'""'.repeat(80)}"`,
  next: `2026-11-20..${to} team:"${'""'.repeat(80)}"`,
})

const sizes = fc.oneof(
  fc.constantFrom(0, 1, 5_000),
  fc.integer({ min: 2, max: 60 }),
  fc.integer({ min: 0, max: 5_000 }),
)

/** What Slack reads as markup; in plain text nothing means anything. */
const markupIn = (blocks: readonly JsonObject[]): string =>
  [...JSON.stringify(blocks).matchAll(/"type":"mrkdwn","text":("(?:[^"\\]|\\.)*")/g)]
    .map(([, text]) => text)
    .join('')

type Drawn = ReturnType<typeof drawMessage>

const expectTaken = (message: Message, controls: Drawn['blocks']): void => {
  const drawn = drawMessage(message, controls)
  const blocks = drawn.blocks as unknown as readonly JsonObject[]
  expect(refusedBlocks(blocks)).toBeUndefined()
  expect(isTooLong(blocks)).toBe(false)
  expect(JSON.stringify(drawn).length).toBeLessThanOrEqual(maxMessageLength)
  expect(markupIn(blocks)).not.toMatch(/[<>]/)
}

describe('an answer about an organization of any size', () => {
  it('is one that Slack takes', () => {
    fc.assert(
      fc.property(
        sizes,
        fc.integer({ min: 0, max: 120 }),
        fc.constantFrom(0, 7, 90),
        (size, teamCount, days) => {
          const facts = factsOf(size, teamCount)
          const team = facts.teams.at(-1) ?? null
          const material = { roll: rollOf(facts), viewer: { member: null, reasons: 'hidden' as const } }
          const question = asked(addDays(today, days)!, team)
          const person = facts.members[0]
          for (const reply of [
            presenceReply({ ...question, team: null }, material),
            presenceReply(question, material),
            ...(person ? [personReply(question, person, material)] : []),
          ]) {
            const controls = controlsOf(reply, facts.teams, { share: 'general', asker: 'U0123456789' })
            for (const absolute of [false, true]) {
              const write = (words: string): string => `/whosout ${words}`
              expectTaken(replyMessage(reply, { write, absolute }), controls)
            }
          }
        },
      ),
      { numRuns: 12 },
    )
  })
})

describe('a digest of an organization of any size', () => {
  it('is one that Slack takes, and says how many people it leaves out', () => {
    fc.assert(
      fc.property(
        sizes,
        fc.integer({ min: 0, max: 120 }),
        fc.constantFrom('none' as const, 'friday' as const),
        (size, teamCount, look_ahead) => {
          const facts = factsOf(size, teamCount)
          const roll = rollOf(facts, { name: '&'.repeat(80) })
          for (const team of [null, facts.teams.at(-1) ?? null]) {
            const reply = digestReply({ roll, team, look_ahead, day: today })
            const message = digestMessage(reply, { late: true, planned: '09:00' })
            expectTaken(
              message,
              digestControls({ team: team?.id ?? null, day: today, is_cut: message.is_cut ?? false }),
            )
            const drawn = JSON.stringify(drawMessage(message))
            expect(drawn).toContain('Posted late')
            if (reply.today.out.length > 200) expect(drawn).toMatch(/and \d+ more/)
          }
        },
      ),
      { numRuns: 12 },
    )
  })
})
