import { describe, expect, it } from 'vitest'
import { parseAsk } from '../../src/language/ask.js'
import type { AskContext, AskPerson } from '../../src/language/context.js'
import { nameBookOf, prepareNameBook } from '../../src/language/who/book.js'
import { runAtOnce } from '../../src/calendar/slices.js'

const organizationOf = (people: readonly AskPerson[], teams: AskContext['teams'] = []): AskContext => ({
  today: '2026-11-20',
  weekStart: 'monday',
  dateOrder: 'day',
  locale: 'en-GB',
  teams,
  people,
})

/** People whose names are counted each time somebody looks at one. */
const watched = (names: readonly string[]) => {
  let looks = 0
  const people = names.map((name, index) => ({
    id: String(index),
    get name() {
      looks++
      return name
    },
  }))
  return { people, looks: () => looks }
}

const parsed = (text: string, context: AskContext) => {
  const ask = parseAsk(text, context)
  if (ask.kind !== 'misunderstood') throw new Error(`"${text}" was understood`)
  return ask.misunderstanding
}

describe('a name that many people have', () => {
  const many = 3_000

  it.each([
    ['a first name, each full name twice', (i: number) => `Ana Ruiz ${i >> 1}`],
    ['a first name, each full name once', (i: number) => `Ana Ruiz ${i}`],
    ['a full name', () => 'Ana Ruiz'],
  ])('costs no more than a look or two at each: %s', (_what, nameOf) => {
    const { people, looks } = watched(Array.from({ length: many }, (_, i) => nameOf(i)))
    const context = organizationOf(people)
    nameBookOf(context)
    const indexed = looks()
    expect(indexed).toBeLessThanOrEqual(2 * many)
    expect(parsed('@ana next week', context).message).toContain('"@ana" is the name of several people.')
    expect(parsed('next week @ana', context).message).toContain('several people')
    expect(looks() - indexed).toBeLessThan(many)
  })

  it('is followed by the ones who can be named unambiguously', () => {
    const people = ['Ana Ruiz', 'Ana Ruiz', 'Ana Soto', 'Ana Vega'].map((name, i) => ({
      id: String(i),
      name,
    }))
    const { suggestions } = parsed('@ana', organizationOf(people))
    expect(suggestions).toEqual(['person:"ana soto"', 'person:"ana vega"'].map(() => expect.any(String)))
    expect(suggestions.join(' ')).toMatch(/Ana Soto.*Ana Vega/)
    expect(suggestions.join(' ')).not.toContain('Ruiz')
  })
})

describe('a full name that several people have', () => {
  const [design, sales] = [{ name: 'Design' }, { name: 'Sales' }]
  const lena = (id: string, team?: string): AskPerson => ({
    id,
    name: 'Lena Schmidt',
    email: `${id}@example.com`,
    ...(team === undefined ? {} : { team }),
  })
  const apart = organizationOf([lena('1', 'Design'), lena('2', 'Sales')], [design, sales])

  it.each(['lena thursday', '@lena thursday', 'is lena schmidt in on thursday', '"lena schmidt" thursday'])(
    'is asked about with the team of each, in commands that work: %s',
    (phrase) => {
      const { reason, message, suggestions } = parsed(phrase, apart)
      expect({ reason, message }).toEqual({
        reason: 'several_people',
        message: expect.stringMatching(/is the name of several people\.$/),
      })
      const asked = suggestions.map((words) => parseAsk(words, apart))
      expect(asked).toMatchObject(
        ['1', '2'].map((id) => ({
          kind: 'query',
          query: { person: { id }, range: { from: '2026-11-26', to: '2026-11-26' } },
        })),
      )
    },
  )

  it.each([
    ['lena design thursday', '1'],
    ['is lena from sales in on thursday', '2'],
    ['team:sales @lena', '2'],
    ['@lena sales', '2'],
    ['@"Lena Schmidt" #design', '1'],
    ['2@example.com', '2'],
  ])('means the one in the team, or with the address: %s', (phrase, id) => {
    expect(parseAsk(phrase, apart)).toMatchObject({ kind: 'query', query: { person: { id } } })
  })

  it('in one team is told apart by addresses, which are not shown', () => {
    const alike = organizationOf([lena('1', 'Design'), lena('2', 'Design'), lena('3')], [design, sales])
    const { message, suggestions } = parsed('lena thursday', alike)
    expect(message).toBe('"lena" is the name of several people. Give the e-mail address of the one you mean.')
    expect(suggestions).toEqual(['2026-11-26 team:"Design"'])
    expect(parsed('lena thursday team:design', alike).message).toBe(message)
  })

  it('is offered beside the names that one person has', () => {
    const people = [...apart.people, { id: '3', name: 'Lena Vogel', team: 'Sales' }]
    expect(parsed('lena', { ...apart, people }).suggestions).toEqual([
      'team:"Design" @"Lena Schmidt"',
      'team:"Sales" @"Lena Schmidt"',
      '@"Lena Vogel"',
    ])
  })
})

describe('a name book', () => {
  it('is put together in slices of few people and teams each', () => {
    const { people, looks } = watched(Array.from({ length: 5_000 }, (_, i) => `Person ${i}`))
    const teams = Array.from({ length: 1_000 }, (_, i) => ({ name: `Team ${i}` }))
    const work = prepareNameBook(teams, people)
    let [slices, before] = [0, 0]
    for (let step = work.next(); !step.done; step = work.next()) {
      slices += 1
      expect(looks() - before).toBeLessThanOrEqual(500)
      before = looks()
    }
    expect(slices).toBeGreaterThan(24)
    // And then it is there for whoever asks with the same names.
    expect(nameBookOf({ teams, people })).toBe(runAtOnce(prepareNameBook(teams, people)))
    expect(looks()).toBe(before)
  })

  it('knows whom a phrase names by a Slack id without being made anew', () => {
    const people = [
      { id: '1', name: 'Ana Ruiz' },
      { id: '2', name: 'Ben Okafor' },
    ]
    const context = organizationOf(people)
    const book = nameBookOf(context)
    const mentioned = new Map([['U2', { ...people[1]!, slackId: 'U2' }]])
    const ask = parseAsk('<@U2> next week', { ...context, mentioned })
    expect(ask).toMatchObject({ kind: 'query', query: { person: { id: '2', slackId: 'U2' } } })
    // Ben has an id of his own: the label of another one does not mean him.
    expect(parseAsk('<@U9|ben okafor> next week', { ...context, mentioned }).kind).toBe('misunderstood')
    expect(parseAsk('<@U9|ana ruiz> next week', { ...context, mentioned })).toMatchObject({
      query: { person: { id: '1' } },
    })
    expect(nameBookOf(context)).toBe(book)
  })
})

describe('a short form of a first name', () => {
  const context = organizationOf(
    [
      'Jessica Hall',
      'Elizabeth Ward',
      'Thomas Berg',
      'Alexander Ruiz',
      'Alexandra Moss',
      'Maya Singh',
      'William Stone',
      'Carla Dunn',
    ].map((name) => ({ id: name, name })),
  )

  it.each([
    ['is jess in tomorrow', 'jess', 'Jessica Hall'],
    ['is jes hall in', 'jes hall', 'Jessica Hall'],
    ['when is liz w back', 'liz w', 'Elizabeth Ward'],
    ['is tom off', 'tom', 'Thomas Berg'],
    ['is alex r in', 'alex r', 'Alexander Ruiz'],
    ['@jess tomorrow', '@jess', 'Jessica Hall'],
    ['everyone except liz tomorrow', 'liz', 'Elizabeth Ward'],
    ['trying to reach jess, is she around', 'jess', 'Jessica Hall'],
  ])('means the one who has it, and the answer says so: %s', (phrase, typed, read) => {
    expect(parseAsk(phrase, context)).toMatchObject({
      kind: 'query',
      query: { corrections: [{ typed, read }] },
    })
  })

  it('is asked about where several have it', () => {
    const { reason, suggestions } = parsed('is alex in on friday', context)
    expect({ reason, names: suggestions.join(' ') }).toMatchObject({
      reason: 'several_people',
      names: expect.stringMatching(/Alexander Ruiz.*Alexandra Moss/),
    })
  })

  it.each(['is may in', 'is will in', 'who has the car tomorrow', 'car tomorrow', 'is the liz out'])(
    'is no word of the language and none that stands elsewhere: %s',
    (phrase) => {
      expect(parseAsk(phrase, context).kind).toBe('misunderstood')
    },
  )
})

describe('a part of a double name', () => {
  const people = ['Anne Marie St. John', 'Maria José Álvarez Peña', 'John Kim', 'Anne Li'].map((name, i) => ({
    id: String(i),
    name,
  }))
  const found = (text: string): string | null => {
    const ask = parseAsk(text, organizationOf(people))
    const { person } = ask.kind === 'query' ? ask.query : {}
    return person && person !== 'me' ? person.name : null
  }

  it.each([
    ['anne marie', 'Anne Marie St. John'],
    ['anne marie next week', 'Anne Marie St. John'],
    ['is st. john in today?', 'Anne Marie St. John'],
    ['marie st john', 'Anne Marie St. John'],
    ['anne marie st. john', 'Anne Marie St. John'],
    ['maria jose', 'Maria José Álvarez Peña'],
    ['when is alvarez pena back', 'Maria José Álvarez Peña'],
    // As before: a first name takes precedence, one that two people have is asked about.
    ['john', 'John Kim'],
    ['anne', null],
    ['anne li', 'Anne Li'],
    ['anne john', 'Anne Marie St. John'],
    ['anne kim', null],
  ])('"%s" is %s', (text, name) => expect(found(text)).toBe(name))
})
