import { describe, expect, test } from 'vitest'
import { changesOf, csv, findingsOf, imported, read } from './support.js'

const people = csv(
  [
    'ID,Email,Name',
    '0042,hugo.lang@acme.test,Hugo Lang',
    '43,hugo.linde@acme.test,Hugo Linde',
    '44,anna.weber@acme.test,Dr. Anna Weber',
    '45,jane@acme.test,Jane Doe',
    '46,jane.two@acme.test,Jane Doe',
    '47,olga@acme.test,Olga',
  ].join('\n'),
)
const leaves = (columns: string, ...rows: string[]) =>
  csv([`${columns},Type,From,To`, ...rows.map((row) => `${row},PTO,2026-11-20,2026-11-21`)].join('\n'))

const stored = imported([people])
const whoseOf = (columns: string, row: string): string[] => {
  const after = imported([leaves(columns, row)], stored)
  return after.leaves.map(({ member_id }) => after.members.find(({ id }) => id === member_id)!.email)
}

describe('whose leave it is, without an e-mail address', () => {
  test.each([
    ['Employee #', '42', 'hugo.lang'],
    ['Personalnummer', '0043', 'hugo.linde'],
    ['ID', '44', 'anna.weber'],
    ['Employee #', '42.0', 'hugo.lang'],
    ['Name', 'Hugo Lang', 'hugo.lang'],
    ['"Last name, First name"', '"Lang, Hugo"', 'hugo.lang'],
    ['Name', '"Weber, Anna"', 'anna.weber'],
    ['Mitarbeiter', 'Prof. Dr. Anna Weber', 'anna.weber'],
    ['Who', '"Anna Weber, PhD"', 'anna.weber'],
    ['Worker', 'WEBER Anna', 'anna.weber'],
    ['First name,Last name', 'Hugo,Linde', 'hugo.linde'],
    ['Who', 'hugo.lang@acme.test', 'hugo.lang'],
    ['Email,Name', ',Hugo Lang', 'hugo.lang'],
    ['Employee ID,Name', '46,Jane Doe', 'jane.two'],
    ['Row ID,Name', '1,Hugo Lang', 'hugo.lang'],
  ])('%s of %s is %s', (columns, row, email) => expect(whoseOf(columns, row)).toEqual([`${email}@acme.test`]))

  test('all who are not exactly one member are listed at once, each with the line to paste', () => {
    const file = leaves(
      'Name',
      'Hugo L.',
      'Hugo',
      'Jane Doe',
      'Olga',
      'Hugo L.',
      'Hugo Lang and Jane',
      'Nobody Atall',
    )
    const found = findingsOf(changesOf([file], stored))
    const missing = 'email: is missing, and this does not match exactly one member:'
    expect(found).toEqual([
      `line 2, ${missing} "Hugo L." (--map-person "Hugo L.=hugo.lang@acme.test", or hugo.linde@acme.test)`,
      `line 3, ${missing} "Hugo"`,
      expect.stringContaining(
        `line 4, ${missing} "Jane Doe" (--map-person "Jane Doe=jane.two@acme.test", or jane@`,
      ),
      `line 5, ${missing} "Olga" (--map-person "Olga=olga@acme.test")`,
      `line 7, ${missing} "Hugo Lang and Jane"`,
      `line 8, ${missing} "Nobody Atall"`,
    ])
  })

  test.each([
    ['H. Lang', ['hugo.lang']],
    ['LANG, H.', ['hugo.lang']],
    ['Hugo Peter Lang', ['hugo.lang']],
    ['Anna Maria Weber', ['anna.weber']],
    ['Ben Lang', []],
    ['Ben Weber', []],
    ['Lang', []],
    ['H. L.', []],
    ['Hugh Lang', []],
  ])('nobody is proposed but who may have the name: %s', (name, proposed) => {
    const [found = ''] = findingsOf(changesOf([leaves('Name', `"${name}"`)], stored))
    const addresses = [...found.matchAll(/[\w.]+(?=@acme\.test)/g)].map(([address]) => address)
    expect([found !== '', addresses]).toEqual([true, proposed])
  })

  test('whoever stands in another file without an address is said to', () => {
    const members = csv('Name,Email,Team\nBen Nowak,,Design\n', 'Mitarbeiter.csv')
    const found = findingsOf(changesOf([members, leaves('Name', '"Nowak, Ben"')], stored))
    expect(found).toEqual([
      'line 2, email: must not be blank',
      expect.stringContaining('"Ben Nowak" (Mitarbeiter.csv line 2 has no e-mail address)'),
    ])
  })

  test('number and name of two members can be said to be one of them', () => {
    const files = [leaves('Employee #,Name', '43,Hugo Lang')]
    const names = { given: { 'Hugo Lang 43': 'hugo.linde@acme.test' }, kept: {} }
    expect(findingsOf(changesOf(files, stored, [], {}, { names }))).toEqual([])
  })

  test('a longer name is another person', () =>
    expect(findingsOf(changesOf([leaves('Name', 'Hugo Lang Gomez')], stored))).toHaveLength(1))

  test('a number and a name of two members are a problem', () =>
    expect(findingsOf(changesOf([leaves('Employee #,Name', '43,Hugo Lang')], stored))).toEqual([
      'line 2, email: is missing, and number and name belong to two members: "Hugo Lang" "43" (--map-person "Hugo Lang 43=hugo.lang@acme.test", or hugo.linde@acme.test)',
    ]))

  test('a number that two members have is nobody', () => {
    // As an earlier version left it.
    const twice = { ...stored, members: stored.members.map((one) => ({ ...one, external_id: '43' })) }
    expect(findingsOf(changesOf([leaves('Employee #', '43')], twice))).toHaveLength(1)
  })

  test('the ID of a request, which occurs once beside a name that repeats, is no employee number', () => {
    const file = leaves('ID,Name', '43,Hugo Lang', '44,Hugo Lang', '901,Olga')
    expect(findingsOf(changesOf([file], stored))).toEqual([expect.stringContaining('"Olga"')])
    expect(read([file]).ignored).toContain('ID')
    const ofPeople = leaves('ID,Name', '42,Hugo Lang', '42,Hugo Lang', '46,Jane Doe')
    expect(read([ofPeople]).ignored).not.toContain('ID')
  })

  test.each(['42.5', '420', '4.20'])('%s is not number 42', (number) =>
    expect(findingsOf(changesOf([leaves('Employee #', number)], stored))).toHaveLength(1),
  )

  test('people of the same import are known', () => {
    const { leaves: found } = imported([people, leaves('Employee #', '42')])
    expect(found).toHaveLength(1)
  })
})

test('the number is kept on the member, and a file without it leaves it', () => {
  const later = imported([csv('Email,Name\nhugo.lang@acme.test,Hugo Lang\n')], stored)
  expect(later.members.find(({ name }) => name === 'Hugo Lang')).toMatchObject({ external_id: '0042' })
})
