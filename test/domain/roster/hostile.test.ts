import { describe, expect, test } from 'vitest'
import { hasTooManyLines } from '../../../src/domain/roster/pieces.js'
import { changesOf, countsOf, csv, findingsOf, ignoredIn, json } from './support.js'

const findingsIn = (text: string, name = 'file.csv'): readonly string[] =>
  findingsOf(changesOf([{ name, text }]))

const mustBeObject = 'must be an object with any of teams, members and leaves, each an array'
const tooLong = 'a row is longer than 100,000 characters; is a quote left open?'

describe('a hostile file', () => {
  test('with many problems lists a hundred thousand, counts the rest, and names the two causes', () => {
    const rows = 60_000
    const compared = changesOf([csv(`email,timezone\n${'x,y\n'.repeat(rows)}`)])
    if (compared.ok) throw new Error('a hopeless file was accepted')
    expect(compared.count).toBe(2 * rows)
    expect(compared.causes.map(({ count }) => count)).toEqual([rows, rows])
    expect(compared.findings.length).toBe(100_000)
    expect(compared.findings[0]?.place).toBe('line 2')
  })

  test.each([
    ['a line of 100 MB', `email,name\nanna@acme.test,${'x'.repeat(100_000_000)}\n`, 2],
    ['a first line of 100 MB', 'x'.repeat(100_000_000), 1],
    [
      'a quote that swallows the rest',
      `email,name\na@acme.test,A\nanna@acme.test,"A\n${'b@acme.test,B\n'.repeat(50_000)}`,
      3,
    ],
  ])('with %s is not read beyond it', (_, text, line) => {
    expect(findingsIn(text)).toEqual([`line ${line}: ${tooLong}`])
  })

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('names a column %s', (name) => {
    const file = csv(`email,name,${name}\na@acme.test,A,x\n`)
    expect(countsOf(changesOf([file]))).toContain('members +1')
    expect(ignoredIn(file)).toEqual([name])
    const inJson = json({ teams: [{ name }], members: [{ email: 'a@b.test', name, team: name }] })
    expect(countsOf(changesOf([inJson]))).toBe('teams +1 ~0 -0 =0 members +1 ~0 -0 =0 leaves +0 ~0 -0 =0')
  })

  test('nests a hundred thousand lists', () => {
    const text = `{"members":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    expect(findingsIn(text, 'x.json')).toEqual([`line 1: is nested too deeply; it ${mustBeObject}`])
  })

  test('with half a million lines and one is not read', () => {
    const text = `email,name\n${'\n'.repeat(500_000)}`
    expect(findingsIn(text)).toEqual(['file: has more than 500,000 rows: split it'])
  })

  test.each(['\n', '\r', '\r\n'])('has its lines counted by %j', (lineBreak) => {
    expect(hasTooManyLines(lineBreak.repeat(500_000))).toBe(false)
    expect(hasTooManyLines(`${lineBreak.repeat(500_000)}a${lineBreak}`)).toBe(true)
  })

  test.each([
    ['CSV', csv(`email,timezone\n${'x,y\n'.repeat(400_000)}`)],
    ['JSON', { name: 'x.json', text: `{"teams":[${'1,'.repeat(400_000)}1]}` }],
  ])('of %s is read no further than 200,000 problems', (_, file) => {
    const compared = changesOf([file])
    if (compared.ok) throw new Error('a hopeless file was accepted')
    expect(compared.count).toBeLessThan(250_000)
    expect(compared.causes[0]?.message).toBe('has more than 200,000 problems: the rest of it was not read')
  })

  test('with half a million rows of JSON and one is read no further', () => {
    const teams = `{"teams":[${'{"name":"a"},'.repeat(500_000)}{"name":"a"}]}`
    expect(findingsIn(teams, 'x.json')).toContain('line 1: has more than 500,000 rows: split it')
  })

  const row = '{"email":"a@b.test","name":"A"}'
  test.each([
    ['a row of a megabyte', `{"members":[\n{"email":"${'a'.repeat(1_000_000)}"}]}`, `line 1: ${tooLong}`],
    ['a million properties', `{${'"a":1,'.repeat(1_000_000)}"b":1}`, `file: ${mustBeObject}`],
    ['a million lists', `{${'"a":[],'.repeat(1_000_000)}"b":[]}`, `file: ${mustBeObject}`],
    ['a broken row', `{"members":[\n${row},\n{oops}]}`, 'line 3: is not valid JSON'],
    ['an empty row', `{"members":[\n${row},]}`, 'line 2: is not valid JSON'],
    ['a broken end', `{"members":[\n${row}\n]} more`, 'line 3: is not valid JSON'],
  ])('of JSON has %s', (_, text, found) => expect(findingsIn(text, 'x.json')).toEqual([found]))

  test('is never quoted in what is said about it', () => {
    const compared = changesOf([
      csv('secret@acme.test\n'),
      json({ 'secret@acme.test': 1, members: [{ email: 'secret@', name: 'secret', 'secret@x.test': 2 }] }),
      { name: 'x.json', text: '{"members":[secret@acme.test]}' },
    ])
    expect(findingsOf(compared)).toHaveLength(5)
    expect(JSON.stringify(compared)).not.toContain('secret')
  })
})
