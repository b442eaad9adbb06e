import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseAsk } from '../../src/language/ask.js'
import type { AskQuery, Who } from '../../src/language/query.js'
import { questions } from './questions.js'

/** A phrase and what it means, as `ASK QUANTITY STATE KIND`, whom, which days, and what is left out. */
type Row = readonly [phrase: string, meaning: string]

const rows: readonly Row[] = JSON.parse(
  readFileSync(new URL('../cases/meanings.json', import.meta.url), 'utf8'),
)

const nameOf = ({ team, person }: Who): string =>
  [person === 'me' ? 'me' : person?.name, team?.name].filter(Boolean).join(' of ') || 'everybody'

const rangeText = ({ from, to }: { readonly from: string; readonly to: string }): string =>
  from === to ? from.slice(5) : `${from.slice(5)}..${to.slice(5)}`

const meaningOf = (query: AskQuery): string => {
  const {
    asked_for,
    quantity,
    state,
    kind,
    who,
    except,
    range,
    ranges,
    exceptDays,
    notDays,
    each,
    byDay,
    half,
    isDated,
  } = query
  return [
    [asked_for, quantity, asked_for === 'holidays' || asked_for === 'workday' ? null : state, kind]
      .filter((word) => word !== null)
      .join(' '),
    `${who.map(nameOf).join(' + ')}${except.map((one) => ` - ${nameOf(one)}`).join('')}`,
    asked_for === 'when' && !isDated
      ? 'any day'
      : `${(ranges.length > 0 ? ranges : [range]).map(rangeText).join(', ')}${exceptDays.map((one) => ` - ${rangeText(one)}`).join('')}`,
    ...(notDays.length > 0 ? [`not ${notDays.map(rangeText).join(', ')}`] : []),
    ...(each ? ['each'] : []),
    ...(byDay === 'each' ? ['whoever on each'] : []),
    ...(half === null ? [] : [half]),
  ].join('; ')
}

const meaning = (phrase: string): string => {
  const ask = parseAsk(phrase, questions.context)
  return ask.kind === 'query'
    ? meaningOf(ask.query)
    : ask.kind === 'help'
      ? 'help'
      : `refused: ${ask.misunderstanding.reason}`
}

describe('what a phrase asks', () => {
  it.each(rows)('%s', (phrase, expected) => {
    expect(meaning(phrase)).toBe(expected)
  })

  it('has more than 150 rows, none twice', () => {
    expect(new Set(rows.map(([phrase]) => phrase)).size).toBe(rows.length)
    expect(rows.length).toBeGreaterThan(150)
  })
})
