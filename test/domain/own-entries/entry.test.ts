import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { addDays } from '../../../src/calendar/day.js'
import type { Leave } from '../../../src/domain/organization/organization.js'
import { yieldEntries, isFromElsewhere } from '../../../src/domain/own-entries/yield.js'
import { parseInput } from '../../../src/domain/input.js'
import { daysLeft, enterDays, entrySchema, type OwnEntry } from '../../../src/domain/own-entries/entry.js'
import { stretchOf } from '../../../src/domain/presence/absence.js'
import { leave } from '../../stores/samples.js'

const ana = { org: 'o', id: 'ana' }
const day = (number: number): string => addDays('2026-11-01', number - 1)!

/** `own 2-5`, `import 3`, `own 4n-6`, `own 2-5n`: days of November, `n` for noon. */
const leaves = (...texts: readonly string[]): Leave[] =>
  texts.map((text, index) => {
    const [, source, from, startNoon, to, endNoon, type = 'personal'] =
      /^(\S+) (\d+)(n?)(?:-(\d+)(n?))? ?(\w+)?$/.exec(text)!
    return leave('o', `l${index}`, day(Number(from)), day(Number(to ?? from)), {
      member_id: 'ana',
      source: source as Leave['source'],
      type: type as Leave['type'],
      starts_at_noon: startNoon === 'n',
      ends_at_noon: endNoon === 'n',
      status: 'approved',
    })
  })

const show = (leave: Leave | { start_date: string; end_date: string }): string => {
  const { starts_at_noon, ends_at_noon, ...rest } = leave as Leave
  const [from, to] = [rest.start_date, rest.end_date].map((one) => Number(one.slice(8)))
  return `${from}${starts_at_noon ? 'n' : ''}-${to}${ends_at_noon ? 'n' : ''}`
}

const ids = () => {
  let next = 0
  return () => `new${++next}`
}

const enter = (text: string, known: readonly Leave[]) => {
  const [, from, to, part = 'whole'] = /^(\d+)-(\d+) ?(\w+)?$/.exec(text)!
  const entry = { from: day(Number(from)), to: day(Number(to)), part, reason: 'away' } as OwnEntry
  return enterDays(ana, entry, known, ids())
}

describe('own entries', () => {
  it.each<[string, text: string, before: string[], entered: string[], covered: string[]]>([
    ['nothing there', '3-5', [], ['3-5'], []],
    ['a morning', '3-3 morning', [], ['3-3n'], []],
    ['an afternoon', '3-3 afternoon', [], ['3n-3'], []],
    ['an import in the middle', '3-9', ['import 5-6'], ['3-4', '7-9'], ['5-6']],
    ['an import before', '3-9', ['import 1-4'], ['5-9'], ['3-4']],
    ['all of it in a calendar', '3-4', ['calendar:x 1-9'], [], ['3-4']],
    ['half a day of an import', '3-3', ['import 3-3n'], ['3n-3'], ['3-3n']],
    ['an own entry, widened', '3-5', ['own 4'], ['3-5'], []],
    ['an own entry around it', '4-5', ['own 2-9 sick'], ['4-5'], []],
    ['the same again', '3-5', ['own 3-5'], ['3-5'], []],
  ])('beside %s', (_, text, before, entered, covered) => {
    const done = enter(text, leaves(...before))
    expect(done.entered.map(show)).toEqual(entered)
    expect(done.covered.map(show)).toEqual(covered)
  })

  it('said again change nothing', () => {
    const { puts, removes } = enter('3-5', leaves('own 3-5'))
    expect([puts, removes]).toEqual([[], []])
  })

  it('take the place of what was said of the same days, and leave the rest', () => {
    const { puts, removes } = enter('4-5', leaves('own 2-9 sick', 'own 5-5'))
    expect(puts.map((one) => [show(one), one.type, one.id])).toEqual([
      ['2-3', 'sick', 'l0'],
      ['6-9', 'sick', 'new2'],
      ['4-5', 'personal', 'new1'],
    ])
    expect(removes.map(({ id }) => id)).toEqual(['l1'])
  })

  it.each([
    ['own 2-9', 'import 4-5', ['2-3', '6-9'], 0],
    ['own 2-9', 'import 1-12', [], 1],
    ['own 2-9', 'import 20', [], 0],
    ['own 2-3', 'import 3n-5', ['2-3n'], 0],
  ] as const)('%s yields to %s', (own, other, puts, removed) => {
    const cut = yieldEntries(leaves(own), leaves(other), ids())
    expect([cut.puts.map(show), cut.removes.length]).toEqual([puts, removed])
  })

  it('end today, from this morning on', () => {
    expect(daysLeft(leaves('own 2-9'), day(5))).toMatchObject({ start_date: day(5), end_date: day(9) })
    expect(daysLeft(leaves('own 2-4', 'own 6'), day(5))).toBeNull()
  })

  it.each([
    ['2026-11-13', '2026-11-13', 'whole', []],
    ['2026-11-12', '2026-11-13', 'whole', ['from']],
    ['2027-11-20', '2027-11-20', 'whole', []],
    ['2027-11-20', '2027-11-21', 'whole', ['to']],
    ['2026-11-24', '2026-11-23', 'whole', ['to']],
    ['2026-11-23', '2026-11-24', 'morning', []],
    ['2026-11-23', '2026-11-24', 'inner', []],
    ['2026-11-23', '2026-11-23', 'inner', ['part']],
  ] as const)('from %s to %s, %s: refused %j', (from, to, part, fields) => {
    const parsed = parseInput(entrySchema('2026-11-20'), { from, to, part, reason: 'away' })
    const issues = 'issues' in parsed ? parsed.issues : []
    expect(issues.map(({ path }) => path[0])).toEqual(fields)
  })

  it('with any others: every half day is somebody’s, and no other source’s is entered twice', () => {
    const number = (min: number, max: number) => fc.integer({ min, max })
    const some = fc
      .tuple(number(1, 25), number(0, 4), fc.boolean(), fc.boolean())
      .map(([from, length, ...noons]) => {
        const [starts, ends] = noons.map((isNoon) => (isNoon && length > 0 ? 'n' : ''))
        return `${from}${starts}-${from + length}${ends}`
      })
    const halves = (all: readonly Leave[]): Set<number> =>
      new Set(
        all.flatMap((one) => {
          const { start, end } = stretchOf(one)
          return Array.from({ length: end - start }, (_, index) => start + index)
        }),
      )
    const known = fc.array(fc.tuple(fc.constantFrom('own', 'import', 'calendar:x'), some), { maxLength: 6 })
    fc.assert(
      fc.property(known, number(1, 25), number(0, 5), (before, from, length) => {
        const days = `${from}-${from + length}`
        const others = leaves(...before.map(([source, days]) => `${source} ${days}`)).filter(isFromElsewhere)
        const { entered } = enter(days, others)
        const [mine, theirs] = [halves(entered), halves(others)]
        for (const half of halves(leaves(`own ${days}`))) expect(mine.has(half)).toBe(!theirs.has(half))
        const lengths = entered.map((one) => stretchOf(one).end - stretchOf(one).start)
        expect(mine.size).toBe(lengths.reduce((sum, one) => sum + one, 0))
      }),
      { numRuns: inject('cases') },
    )
  })
})
