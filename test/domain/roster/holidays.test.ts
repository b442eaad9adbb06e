import { describe, expect, test } from 'vitest'
import { apply, countsOf, csv, findingsOf, imported, json, changesOf, writesOf } from './support.js'

const ann = { email: 'ann@acme.test', name: 'Ann', team: 'Ops' }

describe('the holiday calendar of a member in a file', () => {
  test.each([
    ['email,name,holidays\nann@acme.test,Ann,de-by\n', 'DE-BY'],
    ['email,name,location\nann@acme.test,Ann,New York\n', 'NEW-YORK'],
    ['email,name,Location\nann@acme.test,Ann,München\n', 'MUNCHEN'],
  ])('is read from %j', (text, code) => {
    expect(imported([csv(text)]).members[0]).toMatchObject({ holidays: code })
  })

  test('stays when a later file says nothing of it, and goes with a blank cell', () => {
    const stored = imported([json({ members: [{ ...ann, holidays: 'FR' }] })])
    expect(apply(stored, writesOf(changesOf([json({ members: [ann] })], stored))).members[0]).toMatchObject({
      holidays: 'FR',
    })
    const cleared = changesOf([json({ members: [{ ...ann, holidays: null }] })], stored)
    expect(countsOf(cleared)).toContain('members +0 ~1')
    expect(cleared).toMatchObject({ listing: { changed: ['member Ann (holidays)'] } })
    expect(apply(stored, writesOf(cleared)).members[0]).toMatchObject({ holidays: null })
  })

  test('is no field of members who never had one', () => {
    expect(imported([json({ members: [ann] })]).members[0]).not.toHaveProperty('holidays')
  })

  test.each(['名古屋', '-', 'x'.repeat(200)])('of %j stops no import', (place) => {
    expect(findingsOf(changesOf([json({ members: [{ ...ann, holidays: place }] })]))).toEqual([])
  })

  test('of a team stays when the team is renamed', () => {
    const stored = imported([json({ teams: [{ name: 'Ops' }] })])
    const assigned = { ...stored, teams: stored.teams.map((team) => ({ ...team, holidays: 'FR' })) }
    const renamed = changesOf([json({ teams: [{ id: stored.teams[0]!.id, name: 'Operations' }] })], assigned)
    expect(apply(assigned, writesOf(renamed)).teams[0]).toMatchObject({ name: 'Operations', holidays: 'FR' })
  })
})
