import { describe, expect, it } from 'vitest'
import { parseAsk } from '../../src/language/ask.js'
import { queryNotes } from '../../src/cli/ask/understood.js'
import type { AskContext } from '../../src/language/context.js'
import type { Who } from '../../src/language/query.js'
import { colleagues, questions, type QuestionRow } from './questions.js'

const rangeText = ({ from, to }: { readonly from: string; readonly to: string }): string =>
  from === to ? from : `${from}..${to}`

const personOf = ({ person }: Who): readonly string[] =>
  person === 'me' ? ['Ana Ruiz'] : person ? [person.name] : []

/** What was understood, as a row of the table says it. */
const rowOf = (phrase: string, context: AskContext): QuestionRow => {
  const ask = parseAsk(phrase, context)
  if (ask.kind === 'help') return { phrase, action: 'help' }
  if (ask.kind === 'misunderstood') {
    const { reason, suggestions } = ask.misunderstanding
    return { phrase, refused: reason, suggestion: suggestions[0] }
  }
  const { query } = ask
  const teams = [...new Set(query.who.flatMap(({ team }) => team?.name ?? []))]
  const people = [...new Set(query.who.flatMap(personOf))]
  const except = query.except.flatMap((one) => [...(one.team ? [one.team.name] : []), ...personOf(one)])
  const notes = queryNotes(query)
  return {
    phrase,
    asks: query.asks,
    ...(query.form === 'list' ? {} : { form: query.form }),
    ...query.range,
    ...(teams.length > 0 ? { teams } : {}),
    ...(people.length > 0 ? { people } : {}),
    ...(query.ranges.length > 0 ? { ranges: query.ranges.map(rangeText) } : {}),
    ...(['when', 'starts', 'ends'].includes(query.asked_for) ? { asked: query.asked_for } : {}),
    ...(query.state === 'starting' ? { state: query.state } : {}),
    ...(query.kind === null ? {} : { kind: query.kind }),
    ...(query.quantity === null ? {} : { quantity: query.quantity }),
    ...(except.length > 0 ? { except } : {}),
    ...(query.exceptDays.length > 0 ? { without: query.exceptDays.map(rangeText) } : {}),
    ...(notes.length > 0 ? { notes } : {}),
  }
}

describe.each([
  ['the table of questions', questions],
  ['the table of colleagues with awkward names', colleagues],
])('%s', (_, { rows, context }) => {
  it.each(rows.map((row) => ({ row, title: JSON.stringify(row.phrase) })))('reads $title', ({ row }) => {
    expect(rowOf(row.phrase, context)).toEqual(row)
  })

  it('has more than 600 rows, of each kind', () => {
    expect(rows.length).toBeGreaterThan(600)
    expect(new Set(rows.map(({ asks }) => asks))).toEqual(
      new Set(['in', 'out', 'back', 'holidays', undefined]),
    )
  })

  it('refuses with suggestions that are understood', () => {
    for (const { phrase, refused } of rows) {
      const ask = refused === undefined ? null : parseAsk(phrase, context)
      if (ask?.kind !== 'misunderstood') continue
      expect(ask.misunderstanding.suggestions, phrase).not.toEqual([])
      for (const suggestion of ask.misunderstanding.suggestions)
        expect(parseAsk(suggestion, context).kind, `${suggestion} for ${phrase}`).not.toBe('misunderstood')
    }
  })
})
