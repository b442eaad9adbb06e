import fc from 'fast-check'
import { describe, expect, inject, test } from 'vitest'
import { addDays } from '../../../src/calendar/day.js'
import { leaveStatuses } from '../../../src/domain/organization/organization.js'
import { leaveTypes } from '../../../src/domain/presence/leave-types.js'
import { tables, type Table } from '../../../src/domain/roster/findings.js'
import { cutCsv } from '../../../src/domain/roster/pieces.js'
import {
  apply,
  countsOf,
  csv,
  imported,
  json,
  nothing,
  changesOf,
  writesOf,
  type Stored,
  type SourceFile,
} from './support.js'

const cell = (value: unknown): string => {
  const text = value === null || value === undefined ? '' : String(value)
  return /[",;\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The same rows as a CSV file: every row has every column that one of them has. */
const asCsv = (rows: readonly object[], columns: readonly string[], separator = ','): string =>
  [columns, ...rows.map((row) => columns.map((column) => (row as Record<string, unknown>)[column]))]
    .map((cells) => cells.map(cell).join(separator))
    .join('\n')

const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter(
  (text) =>
    // In a CSV file such a quote keeps a formula from being one, and is no part of the name.
    !/^\s*'+[=+\-@]/u.test(text) &&
    text.trim() !== '' &&
    !/[\p{Cc}\p{Zl}\p{Zp}\uFEFF\uFFFD\u202A-\u202E\u2066-\u2069]/u.test(text),
)
const teamNames = ['Ops', 'OPS', 'Design', 'Zoë', 'Zoe\u0308', 'Straße', 'STRASSE', 'a;b', 'x,"y"']
const teamName = fc.constantFrom(...teamNames)
const day = fc.integer({ min: 0, max: 30 }).map((count) => addDays('2026-11-10', count)!)

const memberRow = fc.record({
  email: fc
    .tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), fc.constantFrom('@x.test', '@X.Test'))
    .map((parts) => parts.join('')),
  name,
  team: fc.option(teamName),
  timezone: fc.option(fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kolkata')),
  avatar: fc.option(fc.constantFrom('https://a.test/1', 'https://a.test/2?x=1,2')),
  active: fc.option(fc.boolean()),
})
const leaveRow = fc.record({
  type: fc.constantFrom(...leaveTypes),
  days: fc.tuple(day, day),
  status: fc.option(fc.constantFrom(...leaveStatuses)),
  of: fc.nat(),
})

interface RosterFile {
  readonly teams: readonly { readonly name: string }[]
  readonly members: readonly { readonly email: string }[]
  readonly leaves: readonly object[]
}

const fold = (text: string) => text.normalize('NFC').toUpperCase()

const roster: fc.Arbitrary<RosterFile> = fc
  .tuple(
    fc.uniqueArray(teamName, { selector: fold, maxLength: 4 }),
    fc.uniqueArray(memberRow, { selector: ({ email }) => fold(email), minLength: 1, maxLength: 6 }),
    fc.array(leaveRow, { maxLength: 12 }),
  )
  .map(([teams, members, leaves]) => ({
    teams: teams.map((each) => ({ name: each })),
    members,
    leaves: uniqueLeaves(
      leaves.map(({ type, days, status, of }) => ({
        email: members[of % members.length]!.email,
        type,
        start_date: days.toSorted()[0],
        end_date: days.toSorted()[1],
        status,
      })),
    ),
  }))

const uniqueLeaves = <T extends { email: string; type: string; start_date: unknown; end_date: unknown }>(
  rows: T[],
): T[] => [
  ...new Map(
    rows.map((row) => [`${fold(row.email)} ${row.type} ${row.start_date} ${row.end_date}`, row]),
  ).values(),
]

const runs = { numRuns: Math.ceil(inject('cases') / 3) }

const replacing = fc.subarray([...tables])

const byId = (a: { readonly _id: string }, b: { readonly _id: string }): number => (a._id < b._id ? -1 : 1)
const sorted = ({ teams, members, leaves }: Stored) => ({
  teams: teams.toSorted(byId),
  members: members.toSorted(byId),
  leaves: leaves.toSorted(byId),
})

const after = (files: readonly SourceFile[], before: Stored, replace: readonly Table[]) =>
  sorted(imported(files, before, replace))

/** Whatever was imported before. */
const before = fc.option(roster).map((earlier) => (earlier === null ? nothing : imported([json(earlier)])))

const csvColumns = {
  members: ['email', 'name', 'team', 'timezone', 'avatar', 'active'],
  leaves: ['email', 'type', 'start_date', 'end_date', 'status'],
} as const

describe('whatever the files say', () => {
  test('importing them twice changes nothing the second time, and all rows are the same', () => {
    fc.assert(
      fc.property(roster, before, replacing, (file, stored, replace) => {
        const compared = changesOf([json(file)], stored, replace)
        const again = changesOf([json(file)], apply(stored, writesOf(compared)), replace)
        expect(writesOf(again)).toEqual([])
        expect(countsOf(again)).toContain(`members +0 ~0 -0 =${file.members.length}`)
        expect(countsOf(again)).toContain(`leaves +0 ~0 -0 =${file.leaves.length}`)
      }),
      runs,
    )
  })

  test('the order of rows does not matter', () => {
    const inAnyOrder = <T>(rows: readonly T[]) => fc.shuffledSubarray([...rows], { minLength: rows.length })
    const shuffled = roster.chain((file) =>
      fc.tuple(
        fc.constant(file),
        fc.record({
          teams: inAnyOrder(file.teams),
          members: inAnyOrder(file.members),
          leaves: inAnyOrder(file.leaves),
        }),
      ),
    )
    fc.assert(
      fc.property(shuffled, before, replacing, ([file, other], stored, replace) => {
        expect(after([json(other)], stored, replace)).toEqual(after([json(file)], stored, replace))
      }),
      runs,
    )
  })

  test('CSV and JSON of the same data give the same changes', () => {
    fc.assert(
      fc.property(
        roster,
        before,
        fc.constantFrom(',', ';'),
        fc.boolean(),
        ({ members, leaves }, stored, separator, crlf) => {
          const files = [
            asCsv(members, csvColumns.members, separator),
            asCsv(leaves, csvColumns.leaves, separator),
          ].map((text) => csv(crlf ? text.replaceAll('\n', '\r\n') : text))
          const fromCsv = changesOf(files, stored, [], { clearEmpty: true })
          const fromJson = changesOf([json({ members, leaves })], stored)
          expect(countsOf(fromCsv)).toBe(countsOf(fromJson))
          expect(writesOf(fromCsv)).toEqual(writesOf(fromJson))
        },
      ),
      runs,
    )
  })

  test('replaced, the organization holds what the file says and nothing else', () => {
    fc.assert(
      fc.property(roster, before, (file, stored) => {
        const replaced = imported([json(file)], stored, tables, { within: { from: '0001-01-01', to: null } })
        expect(replaced.leaves).toHaveLength(file.leaves.length)
        const inFile = new Set(file.members.map(({ email }) => email.toLowerCase()))
        for (const { email, active, team_id } of replaced.members) {
          if (!inFile.has(email.toLowerCase())) expect(active).toBe(false)
          if (team_id !== null) expect(replaced.teams.map(({ id }) => id)).toContain(team_id)
        }
      }),
      runs,
    )
  })
})

describe('cutting a CSV text', () => {
  const line = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', ' '), maxLength: 30 })
  test('loses nothing, knows its lines, and never cuts within quotes', () => {
    fc.assert(
      fc.property(fc.array(line), fc.integer({ min: 1, max: 40 }), (lines, size) => {
        const text = lines.join('\n')
        const pieces = [...cutCsv(text, size)]
        expect(pieces.map((piece) => piece.text).join('')).toBe(text)
        let passed = ''
        for (const piece of pieces) {
          expect(piece.line).toBe(passed.split('\n').length)
          passed += piece.text
          if (passed !== text) expect(passed.split('"').length % 2).toBe(1)
        }
      }),
    )
  })
})
