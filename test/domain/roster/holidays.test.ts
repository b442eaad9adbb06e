import { describe, expect, test } from 'vitest'
import type { Member } from '../../../src/domain/organization/organization.js'
import { parsePlaceMeaning } from '../../../src/domain/roster/calendars.js'
import {
  apply,
  changesOf,
  csv,
  findingsOf,
  imported,
  json,
  nothing,
  writesOf,
  type Stored,
} from './support.js'

const ann = { email: 'ann@acme.test', name: 'Ann', team: 'Ops' }

const calendars = {
  codes: new Set(['DE-BY', 'IE', 'FR']),
  places: Object.fromEntries(
    ['Dublin=IE', 'München=DE-BY'].map((text) => parsePlaceMeaning(text)!),
  ) as Record<string, { place: string; calendar: string }>,
}

const importing = (row: object, stored: Stored = nothing) =>
  changesOf([json({ members: [{ ...ann, ...row }] })], stored, [], {}, { calendars })

const after = (row: object, stored: Stored = nothing): Member =>
  apply(stored, writesOf(importing(row, stored))).members[0]!

const warningsOf = (compared: ReturnType<typeof importing>): readonly string[] =>
  compared.ok ? compared.warnings.map(({ message }) => message) : findingsOf(compared)

/** Ann, stored with these fields. */
const annWith = (fields: Partial<Member>): Stored => {
  const stored = imported([json({ members: [ann] })])
  return { ...stored, members: stored.members.map((member) => ({ ...member, ...fields })) }
}

describe('the holiday calendar of a member in a file', () => {
  test.each([
    [{ holidays: 'de_by' }, 'DE-BY', 'import'],
    [{ location: 'Dublin' }, 'IE', 'place'],
    [{ location: ' MÜNCHEN ' }, 'DE-BY', 'place'],
    [{ holidays: 'FR', location: 'Dublin' }, 'FR', 'import'],
  ])('given by %j is %s, from: %s', (row, calendar, by) =>
    expect(after(row)).toMatchObject({ holidays: calendar, holidays_from: { calendar, by } }),
  )

  test.each(['Paris', 'DE-BY', 'IE', '名古屋', '-', 'x'.repeat(200)])(
    'is nothing that the place %j gives by itself',
    (location) => {
      const compared = importing({ location })
      expect(after({ location })).not.toHaveProperty('holidays')
      expect(compared).toMatchObject({ ignoresPlaces: true })
    },
  )

  test('is asked for where a place means none yet', () => {
    const files = [
      csv('email,name,Standort\na@b.test,A,Paris\nb@b.test,B,paris\nc@b.test,C,fr\nd@b.test,D,Dublin\n'),
    ]
    expect(changesOf(files, nothing, [], {}, { calendars })).toMatchObject({
      ignoresPlaces: false,
      unknownPlaces: [
        { place: 'paris', calendar: null },
        { place: 'fr', calendar: 'FR' },
      ],
    })
  })

  test.each([
    ['NOWHERE', /^NOWHERE is not a holiday calendar of this organization/],
    ['New York', /^must be the code of a holiday calendar/],
    ['25', /^25 is not a holiday calendar/],
  ])('of %j is a problem', (holidays, message) =>
    expect(importing({ holidays })).toMatchObject({
      ok: false,
      findings: [{ column: 'holidays', message: expect.stringMatching(message) as string }],
    }),
  )

  test('alone makes a file one of members', () => {
    const file = csv('email,holidays\nann@acme.test,FR\n')
    const compared = changesOf([file], annWith({}), [], {}, { calendars })
    expect(apply(annWith({}), writesOf(compared)).members[0]).toMatchObject({ name: 'Ann', holidays: 'FR' })
  })

  test('stays when a later file says nothing of it, and goes with a blank cell', () => {
    const stored = annWith({ holidays: 'FR', holidays_from: { calendar: 'FR', by: 'import' } })
    expect(after({}, stored)).toMatchObject({ holidays: 'FR' })
    expect(after({ location: 'Paris' }, stored)).toMatchObject({ holidays: 'FR' })
    expect(after({ holidays: null }, stored)).toMatchObject({ holidays: null, holidays_from: null })
  })

  const byHand = 'the holiday calendar was set by hand and was kept: "FR"'
  test.each<[string, Partial<Member>, string, readonly string[]]>([
    ['by hand', { holidays: 'FR', holidays_from: null }, 'FR', [byHand]],
    [
      'by hand, after an import',
      { holidays: 'FR', holidays_from: { calendar: 'IE', by: 'place' } },
      'FR',
      [byHand],
    ],
    ['before origins were kept, naming a calendar', { holidays: 'FR' }, 'FR', [byHand]],
    ['before origins were kept, naming a place', { holidays: 'DUBLIN' }, 'IE', []],
    ['by an import', { holidays: 'FR', holidays_from: { calendar: 'FR', by: 'import' } }, 'IE', []],
    ['by a place', { holidays: 'FR', holidays_from: { calendar: 'FR', by: 'place' } }, 'IE', []],
    ['by hand, as the place says', { holidays: 'IE' }, 'IE', []],
  ])('that was set %s, in a file with a place', (_, fields, calendar, warned) => {
    const compared = importing({ location: 'Dublin' }, annWith(fields))
    expect(after({ location: 'Dublin' }, annWith(fields))).toMatchObject({ holidays: calendar })
    expect(warningsOf(compared)).toEqual(warned)
  })

  test('comes with a warning where another was set for the team by hand', () => {
    const stored = annWith({})
    const assigned = { ...stored, teams: stored.teams.map((team) => ({ ...team, holidays: 'FR' })) }
    expect(warningsOf(importing({ location: 'Dublin' }, assigned))).toEqual([
      'the holiday calendar is not the one that was set by hand for the team: "FR"',
    ])
    expect(after({ location: 'Dublin' }, assigned)).toMatchObject({ holidays: 'IE' })
  })

  test('is no field of members who never had one', () => {
    expect(after({})).not.toHaveProperty('holidays')
    expect(after({})).not.toHaveProperty('holidays_from')
  })

  test('of a team stays when the team is renamed', () => {
    const stored = imported([json({ teams: [{ name: 'Ops' }] })])
    const assigned = { ...stored, teams: stored.teams.map((team) => ({ ...team, holidays: 'FR' })) }
    const renamed = changesOf([json({ teams: [{ id: stored.teams[0]!.id, name: 'Operations' }] })], assigned)
    expect(apply(assigned, writesOf(renamed)).teams[0]).toMatchObject({ name: 'Operations', holidays: 'FR' })
  })
})
