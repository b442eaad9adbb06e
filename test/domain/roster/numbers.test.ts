import { describe, expect, test } from 'vitest'
import type { Member } from '../../../src/domain/organization/organization.js'
import { changesOf, countsOf, csv, findingsOf, imported, writesOf, apply, type Stored } from './support.js'

const header = 'Employee #,Email,Name,Status'
const file = (...rows: readonly string[]) => csv([header, ...rows].join('\n'))
const ana = '101,ana@acme.test,Ana Ruiz,Active'
const ben = '102,ben@acme.test,Ben Okoro,Active'
const stored = imported([file(ana, ben)])

const tell = (given: Record<string, string>, kept: Record<string, string> = {}) => ({
  names: { given, kept },
})
const own = (email: string) => tell({ [email]: email })
const warningsOf = (...[files, before, replace, options, more]: Parameters<typeof changesOf>): string[] => {
  const compared = changesOf(files, before, replace, options, more)
  return compared.ok ? compared.warnings.map(({ message }) => message) : findingsOf(compared)
}
const after = (rows: readonly string[], more = {}, before: Stored = stored): Stored =>
  apply(before, writesOf(changesOf([file(...rows)], before, [], {}, more)))
const numbersOf = ({ members }: Stored) =>
  members.map(({ email, external_id }: Member) => `${email.split('@')[0]} ${external_id ?? '-'}`)

const gomez = '101,ana.gomez@acme.test,Ana Gomez,Active'

describe('a new address with the number of a member', () => {
  test('and the same first name is the same person, said, and stays so', () => {
    const files = [file(gomez, ben)]
    expect(countsOf(changesOf(files, stored))).toContain('members +0 ~1 -0 =1')
    expect(warningsOf(files, stored)).toEqual([
      'is new for the member with this employee number, who is taken to be the same person: Ana Ruiz is now Ana Gomez',
    ])
    const later = after([gomez, ben])
    expect(later.members.map(({ id }) => id)).toEqual(stored.members.map(({ id }) => id))
    expect([countsOf(changesOf(files, later)), warningsOf(files, later)]).toEqual([
      expect.stringContaining('members +0 ~0 -0 =2'),
      [],
    ])
  })

  test.each(['0101,ana.gomez@acme.test,"Gomez, Ana",Active', '101,ana.gomez@acme.test,Dr. ANA Gomez,Active'])(
    'however name and number are written: %s',
    (row) => expect(countsOf(changesOf([file(row)], stored))).toContain('members +0 ~1'),
  )

  test('is not deactivated as the old address that is no longer in the file', () =>
    expect(countsOf(changesOf([file(gomez, ben)], stored, ['members']))).toContain('members +0 ~1 -0 =1'))

  test('and another first name is asked, with both answers to paste', () =>
    expect(findingsOf(changesOf([file('101,cleo@acme.test,Cleo Ruiz,Active', ben)], stored))).toEqual([
      'line 2, external_id: is also the employee number of Ana Ruiz: ' +
        '--map-person "cleo@acme.test=cleo@acme.test" if they are two people, ' +
        '--map-person "cleo@acme.test=ana@acme.test" if they are one person',
    ]))

  test('and another first name is the same person where that is said, now and later', () => {
    const row = ['101,cleo@acme.test,Cleo Ruiz,Active']
    const compared = changesOf([file(...row)], stored, [], {}, tell({ 'cleo@acme.test': 'ana@acme.test' }))
    expect(countsOf(compared)).toContain('members +0 ~1')
    const later = apply(stored, writesOf(compared))
    const kept = compared.ok ? compared.names : {}
    expect(countsOf(changesOf([file(...row)], later, [], {}, tell({}, kept)))).toContain(
      'members +0 ~0 -0 =1',
    )
  })
})

describe('a number given again after a leaver', () => {
  const left = after(['101,ana@acme.test,Ana Ruiz,Terminated'])
  const cleo = '101,cleo@acme.test,Cleo Diaz,Active'

  test('goes to the new person once that is said, and stays with them', () => {
    expect(findingsOf(changesOf([file(cleo)], left))).toHaveLength(1)
    const later = after([cleo], own('cleo@acme.test'), left)
    expect(numbersOf(later)).toEqual(['ana -', 'ben 102', 'cleo 101'])
    expect(countsOf(changesOf([file(cleo)], later))).toContain('members +0 ~0 -0 =1')
  })

  test('also where the leaver is still in the file with it', () => {
    const rows = ['101,ana@acme.test,Ana Ruiz,Terminated', cleo]
    const compared = changesOf([file(...rows)], left, [], {}, own('cleo@acme.test'))
    const later = apply(left, writesOf(compared))
    expect(numbersOf(later)).toEqual(['ana -', 'ben 102', 'cleo 101'])
    const kept = compared.ok ? compared.names : {}
    expect(countsOf(changesOf([file(...rows)], later, [], {}, tell({}, kept)))).toContain(
      'members +0 ~0 -0 =2',
    )
  })
})

describe('one number twice in one file', () => {
  const rows = [ana, '101,cleo@globex.test,Cleo Diaz,Active']
  test.each([
    ['of new people', { teams: [], members: [], leaves: [] }],
    ['of a member and somebody new', stored],
  ])('is asked: %s', (_, before) =>
    expect(findingsOf(changesOf([file(...rows)], before))).toEqual([
      'line 3, external_id: is also the employee number of Ana Ruiz (file.csv line 2): --map-person "cleo@globex.test=cleo@globex.test" if they are two people',
    ]),
  )

  test('is nobody’s once they are said to be two people, and so it stays', () => {
    const compared = changesOf([file(...rows)], stored, [], {}, own('cleo@globex.test'))
    const later = apply(stored, writesOf(compared))
    expect(numbersOf(later)).toEqual(['ana -', 'ben 102', 'cleo -'])
    const kept = compared.ok ? compared.names : {}
    expect(countsOf(changesOf([file(...rows)], later, [], {}, tell({}, kept)))).toContain(
      'members +0 ~0 -0 =2',
    )
    const leave = csv('Employee #,Type,Date\n101,PTO,2026-12-07')
    expect(findingsOf(changesOf([leave], later))).toHaveLength(1)
  })

  test('is a problem, too, where the first names are the same: two rows about one person', () =>
    expect(findingsOf(changesOf([file(ana, gomez)], stored))).toHaveLength(1))

  test('two new addresses of one member are a problem', () =>
    expect(findingsOf(changesOf([file(gomez, '101,ana.x@acme.test,Ana X,Active')], stored))).toHaveLength(1))
})

describe('a member who gets the number of another', () => {
  test('is asked about, unless the other gets another one', () => {
    const swapped = ['102,ana@acme.test,Ana Ruiz,Active', '101,ben@acme.test,Ben Okoro,Active']
    expect(findingsOf(changesOf([file(swapped[0]!)], stored))).toHaveLength(1)
    expect(numbersOf(after(swapped))).toEqual(['ana 102', 'ben 101'])
  })

  test('neither is whoever has none, nor whoever is named in no file', () => {
    const blank = imported([csv('Employee #,Email,Name\n,ana@acme.test,Ana\n,ben@acme.test,Ben')])
    expect(blank.members).toHaveLength(2)
    expect(countsOf(changesOf([csv('Email,Name\ncleo@acme.test,Cleo')], stored))).toContain('members +1')
  })
})
