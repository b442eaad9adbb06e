import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { builtProgram } from '../built.js'
import { askWhosout, environment, newFolder, runWhosout } from './whosout.js'

const people = 'email,name,team\nann@acme.test,Ann,Ops\nbob@acme.test,Bob,\n'
const leaves = 'email;type;start_date;end_date\r\nann@acme.test;holiday;2026-11-20;2026-11-22\r\n'

describe('whosout import', () => {
  let folder: Awaited<ReturnType<typeof newFolder>>
  let env: Readonly<Record<string, string>>
  const file = async (name: string, text: string | Buffer): Promise<string> => {
    await writeFile(join(folder.path, name), text)
    return join(folder.path, name)
  }
  const run = (...words: string[]) => runWhosout(env, 'import', ...words, '--org', 'acme')

  beforeEach(async () => {
    folder = await newFolder()
    env = { DATA_DIR: join(folder.path, 'data') }
    await askWhosout(env, 'org', 'create', 'Acme', '--slug', 'acme')
  })
  afterEach(() => folder.remove())

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
    const child = spawn(
      process.execPath,
      [
        builtProgram('src/main.js'),
        ...'import - --org acme --json --replace members --replace leaves,teams'.split(' '),
      ],
      { env: environment(env), stdio: ['pipe', 'pipe', 'inherit'] },
    )
    child.stdin.end('\uFEFF{"members":[{"email":"Ann@acme.test","name":"Ann"}],"leaves":[],"teams":[]}')
    const out: string[] = []
    child.stdout.setEncoding('utf8').on('data', (text: string) => out.push(text))
    await new Promise((resolve) => child.once('close', resolve))
    expect(JSON.parse(out.join(''))).toEqual({
      teams: { added: 0, changed: 0, same: 0, removed: 1 },
      members: { added: 0, changed: 1, same: 0, removed: 1 },
      leaves: { added: 0, changed: 0, same: 0, removed: 1 },
      ignored_columns: [],
      skipped: 0,
      warnings: [],
    })
  })

  test('tells every problem at once by line, path and column, names no address, and writes nothing', async () => {
    const files = [
      await file(
        'people.csv',
        'email,name,team,salery\nann@acme.test,Ann,,1\nann@acme.test,,,2\nbob@acme,"B\nob",,3\n',
      ),
      await file(
        'leaves.json',
        '{"leaves":[{"email":"eve@acme.test","type":"sick","start_date":"2026-11-20","end_date":"x"}]}',
      ),
    ]
    const { code, out, err } = await run(...files)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err.replaceAll(`${folder.path}/`, '').trimEnd().split('\n')).toEqual([
      'people.csv, line 3: name: must not be blank',
      'people.csv, line 4: email: must be an e-mail address',
      'people.csv, line 4: name: must not contain line breaks or control characters',
      'leaves.json, leaves[0].end_date: must be an existing date, YYYY-MM-DD, but is "x"',
      'leaves.json, leaves[0].email: does not belong to any member',
      '5 problems; nothing was written.',
    ])
    expect(err).not.toContain('@')
    const asJson = await run(...files, '--json')
    expect({ code: asJson.code, err: asJson.err }).toEqual({ code: 1, err: '' })
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
        { file: 'nowhere.csv', place: null, column: null, message: 'there is no such file' },
        { file: bad, place: 'line 2', column: 'email', message: 'must be an e-mail address' },
        { file: '.', place: null, column: null, message: 'is a folder' },
      ],
      count: 3,
    })
  })

  test('says in one line what is wrong with two thousand rows, and with --all each of them', async () => {
    const bad = await file('bad.csv', `email,name\n${'x,Y\n'.repeat(2_000)}`)
    expect((await run(bad)).err.replaceAll(`${folder.path}/`, '').trimEnd().split('\n')).toEqual([
      'bad.csv: email: must be an e-mail address (2,000 times: lines 2, 3, 4, 5, 6, …)',
      '2,000 problems; nothing was written. --all lists them one by one.',
    ])
    expect((await run(bad, '--all')).err.trimEnd().split('\n')).toHaveLength(2_001)
    expect(JSON.parse((await run(bad, '--json')).out).problems).toHaveLength(2_000)
  })

  const refusals: readonly (readonly [name: string, words: readonly string[], code: number, err: string])[] =
    [
      ['a file that is not there', ['nowhere.csv', '--org', 'acme'], 1, 'nowhere.csv: there is no such file'],
      ['a folder', ['.', '--org', 'acme'], 1, '.: is a folder'],
      [
        'an organization that is not there',
        ['-', '--org', 'nobody'],
        1,
        'There is no organization with the slug "nobody"',
      ],
      ['standard input twice', ['-', '-', '--org', 'acme'], 2, 'Standard input (-) can only be read once.'],
      [
        'something else to replace',
        ['-', '--org', 'acme', '--replace', 'keys'],
        2,
        'Use teams, members or leaves.',
      ],
      ['no file named', ['--org', 'acme'], 2, "missing required argument 'file'"],
    ]
  test.each(refusals)('refuses %s', async (_, words, code, err) => {
    const outcome = await runWhosout(env, 'import', ...words)
    expect({ code: outcome.code, out: outcome.out }).toEqual({ code, out: '' })
    expect(outcome.err).toContain(err)
  })

  test('refuses a file in another encoding, by its line', async () => {
    const latin = Buffer.from('email,name\nann@acme.test,Ann\nzoe@acme.test,Zoë\n', 'latin1')
    expect((await run(await file('people.csv', latin))).err).toContain(
      'people.csv, line 3: is not UTF-8 text; save the file as UTF-8',
    )
  })

  test('says in its help what the files hold and what --json prints', async () => {
    const { out, code } = await runWhosout(env, 'import', '--help')
    expect(code).toBe(0)
    for (const said of [
      'email,name,team,timezone,avatar,active',
      'email,type,start_date,end_date,status',
      '{"teams":{"added","changed","same","removed"}',
      '{"problems":[{"file","place","column","message"}],"count"}',
      '{"refused":"removals","members","leaves"}',
    ])
      expect(out).toContain(said)
  })
})
