import { describe, expect, test } from 'vitest'
import type { Subject } from '../../../src/domain/roster/changes.js'
import { changesOf, countsOf, csv, findingsOf, imported } from './support.js'

const members = csv(
  'Employee #,Email,Name\n1,ana@acme.test,Ana Ruiz\n2,ben@acme.test,Ben Lang\n3,chloe@acme.test,Chloé Roux\n',
)
const stored = imported([members])
const [ana] = stored.members

/** Who, and the status. */
type LeaveOf = readonly [who: string, status?: string]
const file = (rows: readonly LeaveOf[]) =>
  csv(
    [
      'Employee #,Email,Name,Type,Date,Status',
      ...rows.map(([who, status = 'Approved']) => `${who},PTO,2026-12-07,${status}`),
    ].join('\n'),
  )
const took = (rows: readonly LeaveOf[], more: Partial<Subject> = {}) =>
  changesOf([file(rows)], stored, [], {}, more)
const leftOutOf = (rows: readonly LeaveOf[], more?: Partial<Subject>) => {
  const compared = took(rows, more)
  return compared.ok ? compared.leftOut : findingsOf(compared)
}
const said = (given: Record<string, string>): Partial<Subject> => ({ names: { given, kept: {} } })

const [byName, byAddress, byNumber] = [',,Zoe Adams', ',zoe@acme.test,', '77,,']
const anas = [',ana@acme.test,'] as const
const nobody = { notApproved: 0, rows: 0, people: [] }

describe('a row of somebody who is not a member', () => {
  test.each(['Requested', 'Declined', 'Cancelled', 'abgelehnt'])('never matters when it is %s', (status) => {
    const rows = [byName, byAddress, byNumber].map((who) => [who, status] as const)
    expect(leftOutOf([anas, ...rows])).toEqual({ ...nobody, notApproved: 3 })
  })

  test('that is not approved does not matter beside other problems either', () => {
    const { length } = findingsOf(
      changesOf([csv('Email,Type,Date,Status\nzoe@acme.test,x,2026-12-07,Declined')], stored),
    )
    expect(length).toBe(1)
  })

  test('is a problem when it is approved', () =>
    expect(findingsOf(took([anas, [byName], [byAddress], [byNumber]]))).toEqual([
      'line 3, email: is missing, and this does not match exactly one member: "Zoe Adams"',
      'line 4, email: does not belong to any member',
      'line 5, email: is missing, and this does not match exactly one member: "77"',
    ]))

  test('is a problem without a status, and only a member’s pending leave is kept', () => {
    expect(findingsOf(took([[byName, '']]))).toHaveLength(1)
    expect(countsOf(took([[anas[0], 'Requested']]))).toContain('leaves +1')
  })
})

describe('whoever is said to be nobody', () => {
  test.each([
    [byName, 'Zoe Adams'],
    [byName, 'ADAMS, Zoe'],
    [byAddress, 'ZOE@acme.test'],
    [byNumber, '077'],
  ])('is left out: %s by %s', (who, name) =>
    expect(leftOutOf([anas, [who]], said({ [name]: 'skip' }))).toMatchObject({
      rows: 1,
      people: [expect.any(String)],
    }),
  )

  test('is kept with the organization, and left out by what was kept', () => {
    const first = took([anas, [byName]], said({ 'Zoe Adams': 'skip' }))
    const names = first.ok ? first.names : {}
    expect(names).toEqual({ 'zoe adams': 'skip' })
    expect(leftOutOf([[byName], [byName]], { names: { given: {}, kept: names } })).toEqual({
      ...nobody,
      rows: 2,
      people: ['Zoe Adams'],
    })
  })

  test('is not left out once they are a member', () =>
    expect(leftOutOf([anas], said({ 'ana@acme.test': 'skip', 'Ana Ruiz': 'skip' }))).toEqual(nobody))

  test('an old address can be said to be a member’s', () => {
    const compared = took([[byAddress]], said({ 'zoe@acme.test': 'ana@acme.test' }))
    expect(compared.ok && compared.names).toEqual({ 'zoe@acme.test': ana!.id })
    expect(countsOf(compared)).toContain('leaves +1')
  })
})

describe('--skip-unknown', () => {
  const skipUnknown = { skipUnknown: true }
  const known = [anas, [',ben@acme.test,'], ['3,,']] as const

  test('leaves out all who are not members, and names them', () =>
    expect(
      leftOutOf([...known, [byName], [byAddress], [byNumber], [byNumber, 'Declined']], skipUnknown),
    ).toEqual({
      notApproved: 1,
      rows: 3,
      people: ['Zoe Adams', 'zoe@acme.test', '77'],
    }))

  test('fails where they are more than half of the people of the files, and not where they are half', () => {
    expect(leftOutOf([anas, [byName]], skipUnknown)).toMatchObject({ rows: 1 })
    expect(leftOutOf([anas, anas, anas, [byName], [byAddress]], skipUnknown)).toEqual([
      expect.stringContaining('are mostly not in the organization, 2 of 3'),
      expect.stringContaining('"Zoe Adams"'),
      'line 6, email: does not belong to any member',
    ])
  })

  test('does not count rows that are not approved, nor whoever was named', () => {
    const rows = [anas, [byName], [byAddress], [byNumber, 'Declined']] as const
    expect(leftOutOf([...rows], { ...skipUnknown, ...said({ 'Zoe Adams': 'skip' }) })).toEqual({
      notApproved: 1,
      rows: 2,
      people: ['Zoe Adams', 'zoe@acme.test'],
    })
  })

  test.each(['B. Lang', 'C. Roux', 'Ana', 'Ana Maria Ruiz'])(
    'never leaves out somebody who may be a member: %s',
    (name) => expect(leftOutOf([...known, [`,,${name}`]], skipUnknown)).toHaveLength(1),
  )
})
