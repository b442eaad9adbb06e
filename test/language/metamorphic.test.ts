import { describe, expect, inject, it } from 'vitest'
import { parseAsk } from '../../src/language/ask.js'
import type { AskQuery } from '../../src/language/query.js'
import { queryNotes } from '../../src/cli/ask/understood.js'
import { english } from '../../src/language/words/english.js'
import { reservedWords } from '../../src/language/words/reserved.js'
import { unknownHolidays } from '../../src/language/words/holidays.js'
import { splitPhrases } from '../../src/language/words/phrases.js'
import { questions } from './questions.js'
import { oneIn } from './table.js'

const { context: question, rows: questionRows } = questions

const queryOf = (phrase: string): AskQuery | null => {
  const ask = parseAsk(phrase, question)
  return ask.kind === 'query' ? ask.query : null
}

/** What an answer is about; null for a refusal. */
const aboutOf = (query: AskQuery | null) =>
  query && JSON.stringify([query.asks, query.form, query.range, query.ranges, query.who])
const asked = (phrase: string) => aboutOf(queryOf(phrase))

const understood = questionRows.filter(({ asks }) => asks !== undefined).map(({ phrase }) => phrase)
const plain = understood.filter((phrase) => phrase !== 'whosout' && /^[\p{L}\d '?,.-]+$/u.test(phrase))

/** Of so many, the long suite has more. */
const isLong = inject('suite') === 'long'

const additions: readonly (readonly [string, (phrase: string) => string])[] = [
  ['please before it', (phrase) => `please ${phrase}`],
  ['please after it', (phrase) => `${phrase} please`],
  ['thanks after it', (phrase) => `${phrase} thanks`],
  ['an emoji before it', (phrase) => `🌴 ${phrase}`],
  ['an emoji after it', (phrase) => `${phrase} 🌴`],
  ['an emoji between its words', (phrase) => phrase.replace(' ', ' 🌴 ')],
  ['the name of an emoji', (phrase) => `${phrase} :palm_tree:`],
  ['capitals', (phrase) => phrase.toUpperCase()],
  ['a capital', (phrase) => `${phrase.slice(0, 1).toUpperCase()}${phrase.slice(1)}`],
  ['blanks', (phrase) => ` ${phrase.replaceAll(' ', '  ')} `],
]

describe('an answer', () => {
  const some = oneIn(isLong ? 1 : 12, plain)
  const unchanged = new Map(some.map((phrase) => [phrase, asked(phrase)]))

  it.each(additions)('is the same with %s', (_, change) => {
    for (const phrase of some) {
      const changed = change(phrase)
      expect(asked(changed), changed).toBe(unchanged.get(phrase))
    }
  })
})

/** Every phrase that one slip of a finger makes of a word. */
const slipsOf = (word: string): readonly string[] => {
  const slips = new Set<string>()
  for (let at = 0; at < word.length; at += 1) {
    slips.add(word.slice(0, at) + word.slice(at + 1))
    slips.add(word.slice(0, at) + word[at]! + word.slice(at))
    if (at + 1 < word.length) slips.add(word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2))
    slips.add(`${word.slice(0, at)}x${word.slice(at + 1)}`)
  }
  slips.delete(word)
  return [...slips]
}

const isFrom = (list: string): ReadonlySet<string> => new Set(list.split(' '))
const names = isFrom(
  'ana ruiz tom tom hanks sue ellen ben lopez jan novak may wong will smith zoe muller klein grace design sales',
)

/** A slip that makes another word, or another name, has changed what was asked. */
const isOtherWord = (word: string): boolean => reservedWords.has(word) || word.length < 2 || names.has(word)

describe('one typing error', () => {
  it('never changes an answer without a note', () => {
    for (const phrase of oneIn(isLong ? 32 : 128, plain)) {
      const before = asked(phrase)
      const words = phrase.toLowerCase().split(' ')
      for (const [place, word] of words.entries()) {
        if (!/^[a-z]{3,}$/u.test(word) || names.has(word)) continue
        for (const slip of slipsOf(word)) {
          if (isOtherWord(slip)) continue
          const typed = words.with(place, slip).join(' ')
          const query = queryOf(typed)
          if (!query || aboutOf(query) === before) continue
          expect(
            query.corrections.length,
            `${typed} beside ${phrase}: ${queryNotes(query).join(' ')}`,
          ).toBeGreaterThan(0)
        }
      }
    }
  })
})

describe('a phrase without a day, a person or a team', () => {
  const words = [
    ...[
      'who',
      'is',
      'out',
      'in',
      'back',
      'off',
      'away',
      'anyone',
      'everyone',
      'please',
      'hi',
      'show',
      'list',
      'all',
    ],
    ...[
      'how many',
      'are',
      'on vacation',
      'wfh',
      'sick',
      '?',
      '🌴',
      'will',
      'was',
      'not',
      'still',
      'thanks',
      'in the office',
    ],
  ]

  it('is never answered without the note that says which days these are', () => {
    const thirds = ['', 'out', 'in', 'back', 'off', 'please', '!']
    for (const first of words)
      for (const second of oneIn(isLong ? 1 : 4, ['', ...words]))
        for (const third of oneIn(isLong ? 1 : 3, thirds)) {
          const phrase = [first, second, third].filter(Boolean).join(' ')
          const query = queryOf(phrase)
          if (!query || query.isDated || query.who.some(({ team, person }) => team || person)) continue
          expect(queryNotes(query).join(' '), phrase).toMatch(/You named no day, so this is /u)
        }
  })
})

describe('what is known to have no answer', () => {
  it('is refused for every holiday that no rule computes', () => {
    for (const holiday of splitPhrases(unknownHolidays))
      expect(parseAsk(`who is out on ${holiday}`, question), holiday).toMatchObject({
        kind: 'misunderstood',
        misunderstanding: { reason: 'unknown_holiday' },
      })
  })

  it('never repairs a word into a preposition or a number', () => {
    const kinds = new Set(['weekday', 'month', 'unit', 'day', 'shift', 'holiday'])
    const into = english.repairs
    const ofKinds = [...english.byFirstWord.values()]
      .flat()
      .filter(({ term }) => kinds.has(term.kind))
      .flatMap(({ words }) => words)
    expect([...into].filter((word) => !ofKinds.includes(word))).toEqual([])
  })
})
