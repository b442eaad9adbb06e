import { describe, expect, it } from 'vitest'
import { parseAsk } from '../../src/language/ask.js'
import type { Ask, AskQuery } from '../../src/language/query.js'
import type { AskReason } from '../../src/language/query.js'
import { contextOf, rows, type Row } from './table.js'

const titled = (chosen: readonly Row[]) =>
  chosen.map((row) => ({
    row,
    title: `${row.ref} ${row.week_start} ${row.locale ?? ''} ${JSON.stringify(row.phrase.slice(0, 60))}`,
  }))

const ofClass = (...classes: readonly Row['class'][]) =>
  titled(rows.filter((row) => classes.includes(row.class)))

/** Names are compared without case. */
const named = (query: AskQuery) => ({
  team: query.team?.name.toLowerCase(),
  person: query.person === 'me' ? 'me' : query.person?.name.toLowerCase(),
})

/** Only where there are several. */
const several = ({ who, ranges }: AskQuery) => ({
  teams: who.length > 1 ? who.map(({ team }) => team?.name.toLowerCase()) : undefined,
  ranges: ranges.length > 0 ? ranges : undefined,
})

const summary = (ask: Ask) =>
  ask.kind === 'query'
    ? {
        ...ask.query.range,
        ...named(ask.query),
        ...several(ask.query),
        clipped_from: ask.query.clipped?.from,
        clipped_to: ask.query.clipped?.to,
        repaired: ask.query.corrections.length > 0,
      }
    : ask.kind

const expected = (row: Row) =>
  row.action ?? {
    from: row.from,
    to: row.to,
    team: row.team,
    person: row.person,
    teams: row.teams,
    ranges: row.ranges,
    clipped_from: row.clipped_from,
    clipped_to: row.clipped_to,
    repaired: row.typo ?? false,
  }

const reasons: Readonly<Record<string, AskReason>> = {
  'the end is before today': 'end_before_today',
  '24 Dec 2026 is a Thursday': 'weekday_mismatch',
  'no such ISO week': 'no_such_week',
  'unknown word, quoted back (no team of that name)': 'unknown_words',
  'no such date': 'no_such_date',
  'the end is before the start': 'end_before_start',
  'no date in it': 'unknown_words',
  'times of day are not kept; only days': 'time_of_day',
  'a bare number: days, or a day of the month?': 'bare_number',
  'two dates that do not form a range': 'two_ranges',
  'free questions': 'free_question',
  'unknown text, shown back escaped': 'unknown_words',
  'longer than 200 characters': 'too_long',
  'unknown word: one word of four letters is not repaired into a month': 'unknown_words',
  'a user group without a name cannot be matched to a team': 'unknown_words',
  'more than 366 days': 'over_366',
}

const reasonOf = ({ reason = '' }: Row): AskReason | undefined => reasons[reason]

describe('the table of cases', () => {
  it.each(ofClass('core', 'common', 'ambiguous'))('reads $title', ({ row }) => {
    expect(summary(parseAsk(row.phrase, contextOf(row)))).toEqual(expected(row))
  })

  it.each(ofClass('ambiguous'))('offers another reading of $title', ({ row }) => {
    const ask = parseAsk(row.phrase, contextOf(row))
    const alternative = ask.kind === 'query' ? ask.query.alternative : null
    const other = parseAsk(alternative ?? 'nothing was offered', contextOf(row))
    expect(other).toMatchObject({ kind: 'query' })
    expect(other.kind === 'query' && other.query.range).not.toEqual({ from: row.from, to: row.to })
  })

  it.each(ofClass('nice'))('reads $title or refuses it, never otherwise', ({ row }) => {
    const ask = parseAsk(row.phrase, contextOf(row))
    if (ask.kind === 'misunderstood') expect(ask.misunderstanding.suggestions).not.toEqual([])
    else expect(summary(ask)).toEqual(expected(row))
  })

  it.each(ofClass('reject'))('refuses $title for its reason', ({ row }) => {
    const ask = parseAsk(row.phrase, contextOf(row))
    expect(reasonOf(row)).toBeDefined()
    expect(ask.kind === 'misunderstood' && ask.misunderstanding.reason).toBe(reasonOf(row))
  })

  it('has 889 rows', () => {
    expect(rows).toHaveLength(889)
  })
})
