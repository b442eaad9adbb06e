import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const language = new URL('../../src/language/', import.meta.url)
const tables = readdirSync(new URL('phrases/', language))
const code = readdirSync(language, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(new URL(name, language), 'utf8'))
  .join('\n')

/** Tables with headings that are words themselves. */
const ownWords = new Set(
  [
    'counts',
    'foreign',
    'holidays',
    'instead',
    'months',
    'named-days',
    'ordinals',
    'recurring',
    'spellings',
    'weekdays',
    'word-order',
  ].map((name) => `${name}.txt`),
)

const sectionsOf = (table: string) =>
  readFileSync(new URL(`phrases/${table}`, language), 'utf8')
    .trim()
    .split('\n\n')
    .map((section) => section.split('\n'))

describe.each(tables)('the table %s', (table) => {
  const sections = sectionsOf(table)
  const headings = sections.map(([heading = '']) => heading)

  it('has each heading once, and below each the phrases of one meaning, none of them twice', () => {
    expect(headings.filter((heading) => !heading.startsWith('# '))).toEqual([])
    expect(new Set(headings).size).toBe(headings.length)
    const twice = sections.flatMap(([, ...phrases]) =>
      phrases.filter((phrase, at) => phrases.indexOf(phrase) !== at),
    )
    expect(twice).toEqual([])
  })

  it.skipIf(ownWords.has(table))('has no heading that nothing reads', () => {
    // A rule of the grammar names several in a row: 'in|yearWord'.
    const formsOf = (name: string) => [`'${name}'`, `"${name}"`, ` ${name}: `, `'${name}|`, `|${name}'`]
    const isRead = (heading: string) => formsOf(heading).some((form) => code.includes(form))
    expect(headings.map((heading) => heading.slice(2)).filter((heading) => !isRead(heading))).toEqual([])
  })
})
