import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import type { LeaveType } from '../../../src/domain/presence/leave-types.js'
import { silenceOf } from '../../../src/domain/reply/digest.js'
import { digestReply } from './at-once.js'
import { digestMessage } from '../../../src/domain/words/digest.js'
import { designTeam, names, onTime, readOn, replyOn, type Morning } from './digest.js'
import { facts as anyFacts } from '../presence/organizations.js'
import { presenceIn, rollOf, type Facts } from '../presence/plain.js'

const friday = '2026-11-20'
const monday = '2026-11-23'

/** Everybody of Design. */
const everyone = (leave: string): readonly string[] =>
  names.filter((name) => name !== 'Fay').map((name) => `${name} ${leave}`)

interface Row extends Morning {
  readonly says: string
  /** All lines but the title. */
  readonly reads: readonly string[]
}

const rows: readonly Row[] = [
  { says: 'nobody is out', leaves: [], reads: [] },
  {
    says: 'who is away, until when and back when, people of other teams left out',
    leaves: ['Ben holiday 20', 'Ana holiday 16-27', 'Fay holiday 20'],
    reads: ['Back Mon 23: Ben', 'Back Mon 30: Ana'],
  },
  {
    says: 'everybody, those without a team too',
    team: null,
    leaves: ['Fay holiday 20'],
    reads: ['Back Mon 23: Fay'],
  },
  {
    says: 'half days',
    leaves: ['Ana holiday 20 until noon', 'Ben holiday 20 from noon', 'Cleo holiday 18-20 until noon'],
    reads: ['Back today at noon: Ana, Cleo', 'Back Mon 23: Ben (afternoon)'],
  },
  {
    says: 'masked reasons as "away", of everybody',
    leaves: ['Ana sick 20', 'Ben personal 20-23', 'Cleo sick 24'],
    reads: ['Back Mon 23: Ana', 'Back Tue 24: Ben', 'Coming up', 'Tue 24: Cleo'],
  },
  {
    says: 'back today, after a weekend',
    day: monday,
    leaves: ['Ana sick 16-20'],
    reads: ['Back today: Ana'],
  },
  {
    says: 'nobody back on a day off',
    day: '2026-11-21',
    leaves: ['Ana sick 16-20'],
    reads: ['Nobody is out on Mon 23 Nov'],
  },
  {
    says: 'back after a leave and the bank holiday behind it',
    leaves: ['Ana holiday 17-18', 'Ana bank_holiday 19'],
    reads: ['Back today: Ana'],
  },
  {
    says: 'nobody back from a bank holiday alone',
    leaves: everyone('bank_holiday 19'),
    reads: [],
  },
  {
    says: 'nobody back who is gone again at noon, or since the next leave',
    leaves: ['Ana holiday 18-19', 'Ana holiday 20 from noon', 'Ben holiday 18-19', 'Ben sick 20'],
    reads: ['Back Mon 23: Ana (afternoon) · Ben'],
  },
  {
    says: 'a leave that starts tomorrow, and on the seventh day, but not the eighth',
    leaves: ['Ben holiday 27', 'Ana holiday 21-24', 'Cleo holiday 28'],
    reads: ['Coming up', 'Mon 23 – Tue 24: Ana', 'Fri 27: Ben (back Mon 30)'],
  },
  {
    says: 'one absence once: what follows today’s leave is not coming up',
    leaves: ['Ana holiday 20', 'Ana holiday 23-24', 'Ana holiday 26'],
    reads: ['Back Wed 25: Ana (also 26 Nov)'],
  },
  {
    says: 'that somebody is back for a morning only',
    leaves: ['Ana holiday 20', 'Ana holiday 23 from noon'],
    reads: ['Back Mon 23: Ana (also 23 Nov afternoon)'],
  },
  {
    says: 'a leave that begins behind today’s bank holiday, with the day on which it does',
    leaves: ['Ana bank_holiday 20', 'Ana holiday 23-24'],
    reads: ['Bank holiday: Design (1 of 5)', 'Coming up', 'Mon 23 – Tue 24: Ana'],
  },
  {
    says: 'a leave on record from a Sunday on, from its first working day on, a bank holiday or not',
    leaves: ['Ana holiday 22-24', 'Ana bank_holiday 23'],
    reads: ['Coming up', 'Bank holiday: Design (1 of 5), Mon 23', 'Mon 23 – Tue 24: Ana'],
  },
  {
    says: 'a bank holiday of some: one line, not one each',
    leaves: [
      'Ana bank_holiday 20',
      'Ben bank_holiday 20',
      'Cleo holiday 20',
      'Dan bank_holiday 25',
      'Eve holiday 25',
    ],
    reads: [
      'Bank holiday: Design (2 of 5)',
      'Back Mon 23: Cleo',
      'Coming up',
      'Bank holiday: Design (1 of 5), Wed 25',
      'Wed 25: Eve',
    ],
  },
  {
    says: 'a bank holiday of everybody',
    leaves: everyone('bank_holiday 20'),
    reads: ['Bank holiday: everybody (5)'],
  },
  {
    says: 'a leave that is neither pending, rejected nor cancelled',
    leaves: ['Ana holiday 20 pending', 'Ben holiday 20 rejected', 'Cleo holiday 20 cancelled'],
    reads: [],
  },
  {
    says: 'next week on a Friday, in place of what is coming up',
    look_ahead: 'friday',
    leaves: ['Ana holiday 20-24', 'Ben sick 24', 'Cleo bank_holiday 26', 'Dan holiday 30'],
    reads: ['Back Wed 25: Ana', 'Also next week', 'Bank holiday: Design (1 of 5), Thu', 'Tue: Ben'],
  },
  {
    says: 'nobody twice, who is out for weeks or again next week',
    look_ahead: 'friday',
    leaves: [
      'Ana holiday 2026-11-02..2026-12-04',
      'Ben sick 20',
      'Ben holiday 26',
      'Cleo holiday 24',
      'Cleo sick 26',
    ],
    reads: [
      'Back Mon 23: Ben (also 26 Nov)',
      'Out for longer: Ana (back Mon 7 Dec)',
      'Also next week',
      'Tue: Cleo (also Thu)',
    ],
  },
  {
    says: 'next week as a whole where nobody of it is named above',
    look_ahead: 'friday',
    leaves: ['Ana sick 20', 'Ben sick 24'],
    reads: ['Back Mon 23: Ana', 'Next week', 'Tue: Ben'],
  },
  {
    says: 'who else is out this week on a Monday',
    day: monday,
    look_ahead: 'monday',
    leaves: ['Ana sick 23-25', 'Ben holiday 25-30'],
    reads: ['Back Thu 26: Ana', 'Also this week', 'Wed–Fri: Ben (back Tue 1 Dec)'],
  },
  {
    says: 'this week on a Monday',
    day: monday,
    look_ahead: 'monday',
    leaves: ['Ben holiday 25-30'],
    reads: ['This week', 'Wed–Fri: Ben (back Tue 1 Dec)'],
  },
  {
    says: 'the rest of the week where weeks begin on Sunday',
    day: monday,
    look_ahead: 'monday',
    week_start: 'sunday',
    working_days: ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday'],
    leaves: ['Ben holiday 22-25'],
    reads: ['Back Thu 26: Ben', 'This week: nobody else is out'],
  },
  {
    says: 'a week in which nobody is out in one line',
    look_ahead: 'friday',
    leaves: ['Dan holiday 30'],
    reads: ['Next week: nobody is out'],
  },
  {
    says: 'what is coming up on every other day',
    day: '2026-11-19',
    look_ahead: 'friday',
    leaves: ['Ana holiday 20'],
    reads: ['Coming up', 'Fri 20: Ana'],
  },
  {
    says: 'a leave on days off only nowhere, and nobody back from it',
    day: monday,
    leaves: ['Ana holiday 21-22', 'Ben holiday 28-29'],
    reads: [],
  },
  {
    says: 'nobody out on a day on which nobody works',
    day: '2026-11-21',
    leaves: ['Ana holiday 16-27'],
    reads: ['1 of 5 is out on Mon 23 Nov', 'Back Mon 30: Ana'],
  },
  {
    says: 'the next working day in place of a day on which nobody works, and what comes after that',
    day: '2026-11-22',
    leaves: [
      'Ana holiday 21-22',
      'Ben holiday 21-24',
      'Cleo holiday 23',
      'Dan holiday 25-26',
      'Eve holiday 28-29',
    ],
    reads: [
      '2 of 5 are out tomorrow, Mon 23 Nov',
      'Back Tue 24: Cleo',
      'Back Wed 25: Ben',
      'Coming up',
      'Wed–Thu: Dan',
    ],
  },
  {
    says: 'no reason, bank holidays apart',
    leaves: ['Ana holiday 20', 'Ben sick 20', 'Cleo bank_holiday 20', 'Dan holiday 25'],
    reads: ['Bank holiday: Design (1 of 5)', 'Back Mon 23: Ana, Ben', 'Coming up', 'Wed 25: Dan'],
  },
  {
    says: 'across the end of a year',
    day: '2026-12-31',
    leaves: ['Ana holiday 2026-12-28..2027-01-01', 'Ben holiday 2027-01-04'],
    reads: ['Back Mon 4 Jan: Ana', 'Coming up', 'Mon 4: Ben'],
  },
  {
    says: 'a team without members',
    leaves: [],
    facts: { members: [] },
    reads: ['There are no members in Design yet.'],
  },
]

describe('a digest shows', () => {
  it.each(rows)('$says', (row) => expect(readOn(row).slice(1)).toEqual(row.reads))

  it('how many are out and the day in its title, and the team where it is about one', () => {
    const titleOf = (morning: Morning): string | undefined => readOn(morning)[0]
    expect(titleOf({ leaves: [] })).toBe('Design · Everyone is in · Fri 20 Nov')
    expect(titleOf({ leaves: ['Ana sick 20'] })).toBe('Design · 1 of 5 out · Fri 20 Nov')
    expect(titleOf({ leaves: ['Ana sick 20'], team: null })).toBe('1 of 6 out · Fri 20 Nov')
    expect(titleOf({ leaves: everyone('bank_holiday 20') })).toBe('Design · Bank holiday · Fri 20 Nov')
    expect(titleOf({ day: '2026-11-21', leaves: [], team: null })).toBe('Not a working day · Sat 21 Nov')
  })

  it('who is back before who is out', () => {
    const lines = readOn({ day: monday, leaves: ['Ana sick 16-20', 'Ben sick 23'] })
    expect(lines.slice(1)).toEqual(['Back today: Ana', 'Out today', 'Back tomorrow: Ben'])
  })

  const before = [{ day: '2026-11-19', until: '2026-11-19T23:00:00.000Z' }]
  const folded = { leaves: ['Ana holiday 24', 'Ben holiday 26', 'Cleo holiday 27'], before } as const

  it('what the digest before had as a number, and what it could not have by name', () => {
    expect(readOn(folded).slice(1)).toEqual([
      'Coming up',
      'Fri 27: Cleo (back Mon 30)',
      'and 2 more, as in Thursday’s digest',
    ])
    expect(readOn({ ...folded, leaves: ['Ana holiday 24'] }).slice(1)).toEqual([
      'Coming up',
      '1 person, as in Thursday’s digest',
    ])
  })

  it.each([
    ['before that digest was last edited', '2026-11-19T22:59:59.999Z', false],
    ['after that', '2026-11-19T23:00:00.000Z', true],
  ])('a leave that was entered or moved %s', (_says, changed_at, isNamed) => {
    const text = readOn({ ...folded, changed_at }).join()
    expect(text.includes('Tue 24: Ana')).toBe(isNamed)
  })

  const posted = (...days: readonly number[]) =>
    days.map((day) => ({ day: `2026-11-${day}`, until: `2026-11-${day}T23:00:00.000Z` }))

  it.each<readonly [string, Partial<Morning>, string]>([
    ['named there', { before: posted(19) }, '1 person, as in Thursday’s digest'],
    ['only counted there', { before: posted(19, 18) }, 'Tue 24: Ana'],
    ['named there again', { before: posted(19, 18, 17, 16) }, '1 person, as in Thursday’s digest'],
    [
      'named there, because it had changed',
      { before: posted(19, 18), changed_at: '2026-11-19T12:00:00.000Z' },
      '1 person, as in Thursday’s digest',
    ],
    [
      'named in its week, counted before',
      { day: monday, look_ahead: 'friday', before: posted(20, 19), leaves: ['Ana holiday 24'] },
      '1 person, as in Friday’s digest',
    ],
  ])('a leave that the digest before had, %s', (_says, morning, said) => {
    expect(readOn({ leaves: ['Ana holiday 24'], ...morning }).at(-1)).toBe(said)
  })

  it.each(['none', 'friday'] as const)(
    'on each day of two weeks nobody as counted before but those whom the digest before names (%s)',
    (look_ahead) => {
      const leaves = [
        'Ana holiday 24',
        'Ben holiday 25-27',
        'Cleo holiday 30',
        'Dan holiday 26',
        'Dan sick 30',
      ]
      const days = [16, 17, 18, 19, 20, 23, 24, 25, 26, 27]
      const said = days.map((day, at) =>
        readOn({
          day: `2026-11-${day}`,
          leaves,
          look_ahead,
          before: posted(...days.slice(0, at).toReversed()),
        }),
      )
      const counted = said.map((lines) =>
        Number(/(\d+)(?: more| person| people), as in/.exec(lines.join('\n'))?.[1] ?? 0),
      )
      expect(counted.some((count) => count > 0)).toBe(true)
      for (const [at, count] of counted.entries()) {
        const fresh = names.filter(
          (name) => !said[at]!.join().includes(name) && said[at - 1]?.join().includes(name),
        )
        expect(fresh.length).toBeGreaterThanOrEqual(count)
      }
    },
  )

  it('a whole week with everybody in it', () => {
    expect(readOn({ ...folded, look_ahead: 'friday' }).join()).toContain('Tue: Ana')
  })

  it('that it came late, and when it was planned', () => {
    const late = readOn({ leaves: [] }, { late: true, planned: '09:00' })
    expect(late.slice(1)).toEqual(['Posted late: planned for 09:00.'])
  })

  it('the first names of many who are back, and how many more', () => {
    const reply = { ...replyOn({ leaves: [] }), back: Array.from({ length: 20 }, () => 'Al') }
    const [said] = digestMessage(reply, onTime).parts
    expect(JSON.stringify(said)).toMatch(/Back today.*(Al, ){14}Al and 5 more/)
  })
})

const quiet = { on_bank_holidays: 'silent', when_empty: 'silent' } as const

describe('a digest is', () => {
  const holidays = everyone('bank_holiday 20')
  it.each<readonly [string, Morning, Parameters<typeof silenceOf>[1], ReturnType<typeof silenceOf>]>([
    ['posted when somebody is out', { leaves: ['Ana sick 20'] }, quiet, null],
    ['row 33: silent when everybody has a bank holiday', { leaves: holidays }, quiet, 'bank_holiday'],
    [
      'posted then where the channel wants it',
      { leaves: holidays },
      { ...quiet, on_bank_holidays: 'post' },
      null,
    ],
    [
      'posted when everybody is out, one of them without a bank holiday',
      { leaves: [...holidays.slice(1), 'Ana holiday 20'] },
      quiet,
      null,
    ],
    ['row 33: posted when some have a bank holiday', { leaves: holidays.slice(1) }, quiet, null],
    [
      'posted when all of a team have one, and the digest is about everybody',
      { leaves: holidays, team: null },
      quiet,
      null,
    ],
    ['silent when nobody is out', { leaves: [] }, quiet, 'nobody_out'],
    ['silent then though somebody leaves soon', { leaves: ['Ana sick 23'] }, quiet, 'nobody_out'],
    [
      'posted then when the week that is shown has somebody out',
      { leaves: ['Ana sick 23'], look_ahead: 'friday' },
      quiet,
      null,
    ],
    [
      'silent when nobody is out in that week either',
      { leaves: [], look_ahead: 'friday' },
      quiet,
      'nobody_out',
    ],
    [
      'posted when nobody is out where the channel wants it',
      { leaves: [] },
      { ...quiet, when_empty: 'post' },
      null,
    ],
  ])('%s', (_says, morning, settings, silence) => {
    expect(silenceOf(replyOn(morning), settings)).toBe(silence)
  })
})

const material = (facts: Facts, day: string, look_ahead: 'none' | 'friday') => ({
  roll: rollOf(facts),
  team: null,
  look_ahead,
  day,
})

describe('a channel', () => {
  it('is told nobody’s own reason, and calls nobody "you"', () => {
    for (const who of names) {
      const lines = readOn({ leaves: [`${who} sick 20`], team: null })
      expect(lines).toContain(`Back Mon 23: ${who}`)
    }
  })
})

describe('whatever the organization, a digest', () => {
  const cases = fc.record({
    facts: anyFacts,
    day: fc.constantFrom(friday, '2026-11-21', monday, '2026-12-25'),
    look_ahead: fc.constantFrom('none' as const, 'friday' as const),
  })

  it('counts in and out as the API does, and says nobody’s e-mail address', () => {
    fc.assert(
      fc.property(cases, ({ facts, day, look_ahead }) => {
        const question = { from: day, to: day, team_id: null }
        const api = presenceIn(facts, question, { team_id: null, reasons: 'shown' })
        const reply = digestReply(material(facts, day, look_ahead))
        const { away, size } = reply.today
        expect([away.leave + away.bank_holiday + away.not_working, size]).toEqual([
          api.out.length,
          api.out.length + api.in.length,
        ])
        expect(JSON.stringify([reply, digestMessage(reply, onTime)])).not.toContain('@example.com')
      }),
      { numRuns: inject('cases') },
    )
  })

  it('is the same whichever masked type a leave has', () => {
    const swap = (type: LeaveType): LeaveType =>
      type === 'sick' ? 'personal' : type === 'personal' ? 'sick' : type
    fc.assert(
      fc.property(cases, ({ facts, day, look_ahead }) => {
        const swapped = {
          ...facts,
          leaves: facts.leaves.map((leave) => ({ ...leave, type: swap(leave.type) })),
        }
        expect(digestReply(material(swapped, day, look_ahead))).toEqual(
          digestReply(material(facts, day, look_ahead)),
        )
      }),
      { numRuns: inject('cases') },
    )
  })

  it('names nobody of another team', () => {
    const reply = replyOn({ leaves: ['Fay sick 20'], look_ahead: 'friday' })
    expect(JSON.stringify(reply)).not.toContain('Fay')
    expect(reply.today.asked.team).toEqual({ id: designTeam, name: 'Design' })
  })
})
