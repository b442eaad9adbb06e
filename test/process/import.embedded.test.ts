import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { builtProgram } from '../built.js'
import { environment, newAcme, runHere, type Acme, type Outcome } from './whosout.js'

const people = 'email,name,team\nann@acme.test,Ann,Ops\nbob@acme.test,Bob,\n'
const leaves = 'email;type;start_date;end_date\r\nann@acme.test;holiday;2026-11-20;2026-11-22\r\n'

describe('whosout import', () => {
  let acme: Acme
  beforeEach(async () => void (acme = await newAcme()))
  afterEach(() => acme.remove())

  const file = async (name: string, text: string | Buffer): Promise<string> => {
    await writeFile(join(acme.path, name), text)
    return join(acme.path, name)
  }
  const run = (...words: string[]) => runHere(acme.env, 'import', ...words, '--org', 'acme')
  const linesOf = ({ err }: Outcome): readonly string[] =>
    err.replaceAll(`${acme.path}/`, '').trimEnd().split('\n')

  test('says what it did in one line, and the second time that all is the same', async () => {
    const files = [await file('people.csv', people), await file('leaves.csv', leaves)]
    expect(await run(...files, '--dry-run')).toEqual({
      code: 0,
      out:
        '2 members added; 1 leave added; 1 team added.\nWould be added:\n' +
        '  team Ops\n  member Ann\n  member Bob\n  leave of Ann: holiday 2026-11-20 to 2026-11-22\n',
      err: 'Nothing was written (--dry-run).\n',
    })
    const out = '2 members added; 1 leave added; 1 team added.\n'
    expect(await run(...files)).toEqual({ code: 0, out, err: '' })
    expect((await run(...files)).out).toBe('2 members unchanged; 1 leave unchanged; 1 team unchanged.\n')
  })

  test('prints its counts as JSON, removes what it is told to, and reads standard input', async () => {
    await run(await file('people.csv', people), await file('leaves.csv', leaves))
    const words = 'import - --org acme --json --replace members --replace leaves,teams'.split(' ')
    const child = spawn(process.execPath, [builtProgram('src/main.js'), ...words], {
      env: environment(acme.env),
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    child.stdin.end('\uFEFF{"members":[{"email":"Ann@acme.test","name":"Ann"}],"leaves":[],"teams":[]}')
    expect(JSON.parse(await text(child.stdout))).toEqual({
      teams: { added: 0, changed: 0, same: 0, removed: 1 },
      members: { added: 0, changed: 1, same: 0, removed: 1 },
      leaves: { added: 0, changed: 0, same: 0, removed: 1 },
      ignored_columns: [],
      skipped: 0,
      left_out: { not_approved: 0, rows: 0, people: [] },
      warnings: [],
      read: [
        { file: '-', sheet: null, kind: 'members', rows: 1, encoding: 'UTF-8' },
        { file: '-', sheet: null, kind: 'leaves', rows: 0, encoding: 'UTF-8' },
      ],
    })
  })

  test('tells every problem at once by line, path and column, names no address but to paste, and writes nothing', async () => {
    const rows = 'ann@acme.test,Ann,,1\nann@acme.test,,,2\nbob@acme,"B\nob",,3\n'
    const eve = { email: 'eve@acme.test', type: 'sick', start_date: '2026-11-20', end_date: 'x' }
    const files = [
      await file('people.csv', `email,name,team,salery\n${rows}`),
      await file('leaves.json', JSON.stringify({ leaves: [eve] })),
    ]
    const outcome = await run(...files)
    expect(outcome).toMatchObject({ code: 1, out: '' })
    expect(
      outcome.err.split('\n').filter((line) => line.includes('@') && !line.includes('--map-person')),
    ).toEqual([])
    expect(linesOf(outcome)).toEqual([
      'people.csv, line 3: is about the same person as people.csv line 2, but differs in name',
      'people.csv, line 4: email: must be an e-mail address',
      'people.csv, line 4: name: must not contain line breaks or control characters',
      'leaves.json, leaves[0].end_date: must be an existing date, YYYY-MM-DD, but is "x"',
      'leaves.json, leaves[0].email: does not belong to any member',
      'To say who somebody is, now and later: --map-person "eve@acme.test=EMAIL"',
      'To leave out people who are not in the organization, now and later: --map-person "eve@acme.test=skip"',
      'To leave out all who are not in the organization, in this import: --skip-unknown',
      '5 problems; nothing was written.',
    ])
    const asJson = await run(...files, '--json')
    expect(asJson).toMatchObject({ code: 1, out: expect.not.stringContaining('@'), err: '' })
    expect(JSON.parse(asJson.out)).toMatchObject({
      count: 5,
      problems: [{}, {}, {}, { file: files[1], place: 'leaves[0].end_date', column: 'end_date' }, {}],
    })
    expect((await run(await file('good.csv', people), '--dry-run')).out).toContain('2 members added')
  })

  test('tells which files cannot be read beside what is wrong with the others', async () => {
    const bad = await file('bad.csv', 'email,name\nx,Y\n')
    const { code, out } = await run('nowhere.csv', bad, '.', '--json')
    expect(code).toBe(1)
    expect(JSON.parse(out)).toEqual({
      problems: [
        { file: 'nowhere.csv', place: null, column: null, message: 'does not exist' },
        { file: bad, place: 'line 2', column: 'email', message: 'must be an e-mail address, but is "x"' },
        { file: '.', place: null, column: null, message: 'is a folder' },
      ],
      count: 3,
    })
    expect(linesOf(await run('nowhere.csv', '.'))).toEqual([
      'nowhere.csv: does not exist',
      '.: is a folder',
      '2 problems; nothing was written.',
    ])
  })

  test('says in one line what is wrong with two thousand rows, and with --all each of them', async () => {
    const bad = await file('bad.csv', `email,name\n${'x,Y\n'.repeat(2_000)}`)
    expect(linesOf(await run(bad))).toEqual([
      'bad.csv: email: must be an e-mail address, but is "x" (2,000 times: lines 2, 3, 4, 5, 6, …)',
      '2,000 problems; nothing was written. --all lists them one by one.',
    ])
    expect(linesOf(await run(bad, '--all'))).toHaveLength(2_001)
    expect(JSON.parse((await run(bad, '--json')).out).problems).toHaveLength(2_000)
  })

  test.each([
    [
      'an organization that is not there',
      ['-', '--org', 'nobody'],
      1,
      'no organization with the slug "nobody"',
    ],
    ['standard input twice', ['-', '-'], 2, 'Standard input (-) can only be read once.'],
    ['something else to replace', ['-', '--replace', 'keys'], 2, 'Use teams, members or leaves.'],
    ['no file named', [], 2, "missing required argument 'file'"],
  ] as const)('refuses %s', async (_, words, code, err) => {
    const outcome = await runHere(acme.env, 'import', ...words)
    expect(outcome).toMatchObject({ code, out: '', err: expect.stringContaining(err) })
  })

  test('reads a file that Excel saved as Windows-1252, and says so', async () => {
    const latin = Buffer.from('email,name\nann@acme.test,Ann\nzoe@acme.test,Zoë\n', 'latin1')
    const { out, err } = await run(await file('people.csv', latin))
    expect([err, out]).toEqual(['', expect.stringContaining('people.csv was read as Windows-1252.')])
  })

  test('says in its help what the files hold and what --json prints', async () => {
    const { out, code } = await runHere(acme.env, 'import', '--help')
    expect(code).toBe(0)
    for (const said of [
      'email,name,team,timezone,avatar,active',
      'email,type,start_date,end_date,status',
      '{"teams": {"added", "changed", "same", "removed"}',
      '{"problems": [{"file", "place", "column", "message"}], "count"}',
      '{"refused": "removals", "members", "leaves"}',
    ])
      expect(out).toContain(said)
  })
})
