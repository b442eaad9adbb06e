import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newFolder } from '../../process/whosout.js'
import { newSlug } from '../../services/keys/world.js'
import { embeddedSubject } from '../../stores/embedded/subject.js'
import { openBench } from '../../stores/subject.js'
import { createTerminal, openTerminal } from '../fake-io.js'

const bench = openBench(embeddedSubject)
let folder: Awaited<ReturnType<typeof newFolder>>
beforeAll(async () => {
  folder = await newFolder()
})
afterAll(() => folder.remove())

const roster = `email,name,team,timezone
ana@acme.test,Ana Ruiz,Ops,Europe/Berlin
bo@acme.test,"Bo, ""B""",Design,
`
const leaves = `email,type,start_date,end_date
ana@acme.test,holiday,2026-11-16,2026-11-27
bo@acme.test,sick,2026-11-20,2026-11-20
`

interface Row {
  readonly id: string
  readonly name?: string
}

const open = async () => {
  const terminal = await openTerminal(() => bench().store, '--plan paid')
  const { slug } = terminal
  const files = [join(folder.path, `${slug}-m.csv`), join(folder.path, `${slug}-l.csv`)] as const
  await writeFile(files[0], roster)
  await writeFile(files[1], leaves)
  await terminal.json('import', ...files)
  const list = (line: string) => terminal.json<Row[]>(line)
  return { ...terminal, list, files }
}

const uuid = expect.stringMatching(/^[0-9a-f]{8}-/)

describe('the lists for scripts', () => {
  it('have the fields of the contract, and no others', async () => {
    const { list } = await open()
    const imported = { id: uuid, source: 'import' }
    const ana = { email: 'ana@acme.test', name: 'Ana Ruiz', team: 'Ops', timezone: 'Europe/Berlin' }
    const bo = { email: 'bo@acme.test', name: 'Bo, "B"', team: 'Design', timezone: null }
    expect(await list('members list')).toEqual(
      [ana, bo].map((row) => ({ ...imported, ...row, active: true })),
    )
    const trip = { email: ana.email, type: 'holiday', start_date: '2026-11-16', end_date: '2026-11-27' }
    const flu = { email: bo.email, type: 'sick', start_date: '2026-11-20', end_date: '2026-11-20' }
    const flags = { status: 'approved', starts_at_noon: false, ends_at_noon: false }
    expect(await list('leaves list')).toEqual(
      [trip, flu].map((row) => ({ ...imported, ...row, ...flags, counts: true })),
    )
    expect(await list('teams list')).toEqual([
      { ...imported, name: 'Design', members: 1 },
      { ...imported, name: 'Ops', members: 1 },
    ])
    expect(
      await list('leaves list --member ana@acme.test --from 2026-11-27 --to 2026-12-01 --source import'),
    ).toHaveLength(1)
    expect(await list('members list --team ops')).toHaveLength(1)
  })

  it('sort names as answers do, whatever their accents', async () => {
    const { json, list, slug } = await open()
    const file = join(folder.path, `${slug}-names.csv`)
    await writeFile(file, 'email,name,team\na@acme.test,Änne Müller,Öl\nz@acme.test,Zoe,Zoo\n')
    await json(`import ${file}`)
    const names = async (of: string) => (await list(`${of} list`)).map(({ name }) => name)
    expect(await names('members')).toEqual(['Ana Ruiz', 'Änne Müller', 'Bo, "B"', 'Zoe'])
    expect(await names('teams')).toEqual(['Design', 'Öl', 'Ops', 'Zoo'])
  })

  it('are CSV that an import reads again', async () => {
    const { run, slug, json } = await open()
    const text = (await run('members list --csv')).out
    expect(text).toMatch(/^id,email,name,team,timezone,active,source\n/)
    expect(text).toContain('"Bo, ""B"""')
    const file = join(folder.path, `${slug}-again.csv`)
    await writeFile(file, text)
    expect(await json(`import ${file}`)).toMatchObject({ members: { same: 2, changed: 0, added: 0 } })
  })
})

describe('edits', () => {
  it('print the row', async () => {
    const { json, list, run } = await open()
    const added = await json<Row>(
      'leaves add --member ana@acme.test --type personal --from 2026-12-01 --to 2026-12-02 --starts-at-noon',
    )
    const row = {
      id: uuid,
      email: 'ana@acme.test',
      type: 'personal',
      start_date: '2026-12-01',
      end_date: '2026-12-02',
      status: 'approved',
      starts_at_noon: true,
      ends_at_noon: false,
      source: 'manual',
    }
    expect(added).toEqual(row)
    const halves = /2026-12-01 noon +2026-12-02 +personal/
    for (const table of ['leaves list', 'members show ana@acme.test'])
      expect((await run(table)).out).toMatch(halves)
    const changed = { ...row, end_date: '2026-12-03', starts_at_noon: false }
    expect(await json(`leaves change ${added.id} --to 2026-12-03 --no-starts-at-noon`)).toEqual(changed)
    expect(await json(`leaves cancel ${added.id}`)).toEqual({ ...changed, status: 'cancelled' })
    expect(await json(`leaves remove ${added.id}`)).toEqual({ ...changed, status: 'cancelled' })
    expect(await list('leaves list --source manual')).toEqual([])
    const bo = { name: 'Bo', team: null, source: 'manual' }
    expect(await json('members set bo@acme.test --team none --name Bo')).toMatchObject(bo)
    expect(await json('members deactivate Bo')).toMatchObject({ active: false })
    const shown = { active: false, avatar: null, leaves: [{ type: 'sick' }] }
    expect(await json('members show Bo')).toMatchObject(shown)
    expect(await json('teams rename Ops Operations')).toMatchObject({ name: 'Operations', members: 1 })
    expect(await json('teams remove operations')).toMatchObject({ members: 1 })
    const audit = await json<readonly object[]>('audit')
    expect(audit).toHaveLength(11)
    const mine = { at: expect.any(String), who: 'ana@laptop', who_name: null, from: 'laptop' }
    expect(audit).toContainEqual({
      ...mine,
      what: 'member_deactivated',
      subject: uuid,
      subject_name: 'Bo',
      detail: expect.any(Object),
    })
    expect(audit).toContainEqual({
      ...mine,
      what: 'imported',
      subject: null,
      subject_name: null,
      detail: { files: 2, teams_added: 2, members_added: 2, leaves_added: 2 },
    })
  })

  it('show in the audit log who did what to whom, by name as long as there is one', async () => {
    const { json, run } = await open()
    await json('slack match U0ANA --member ana@acme.test --workspace T0ACME')
    const [{ id } = { id: '' }] = await json<Row[]>('leaves list --member bo@acme.test')
    await json(`leaves change ${id} --to 2026-12-24`)
    const log = async () => (await run('audit')).out
    expect(await log()).toMatch(/leave_changed +ana@laptop +laptop +Bo/)
    await run('links create --name Kitchen')
    expect((await log()).match(/Kitchen/g)).toHaveLength(1)
    await json('members erase bo@acme.test --yes')
    expect(await log()).not.toMatch(/\bBo\b/)
    expect(await log()).toMatch(new RegExp(`leave_changed +ana@laptop +laptop +${id.slice(0, 8)}…`))
    expect((await run('audit --wide')).out).toContain(id)
  })

  it('say what overlaps, and that a deactivated member is out of answers', async () => {
    const { run } = await open()
    const add = (type: string, from: string, to: string) =>
      run(`leaves add --member "Ana Ruiz" --type ${type} --from ${from} --to ${to}`)
    expect((await add('holiday', '2026-11-27', '2026-11-28')).err).toMatch(
      /^It overlaps ana@acme\.test: holiday 2026-11-16 to 2026-11-27, approved \(.*\)\. Both are kept\.$/,
    )
    expect((await add('sick', '2026-11-27', '2026-11-28')).err).toBe('')
    expect((await add('holiday', '2026-11-29', '2026-11-28')).err).toContain(
      '--to: The last day is before the first one.',
    )
    expect((await run('members deactivate "Ana Ruiz"')).out).toContain(
      'They are deactivated and no longer appear in answers and digests.',
    )
  })

  it('that need a word ask for it, and change nothing', async () => {
    const { run, json, slug, list } = await open()
    await json('keys create --name dashboard')
    const erase = await run('members erase bo@acme.test')
    expect([erase.code, erase.err]).toEqual([1, expect.stringContaining('--yes')])
    const remove = await run(`org remove ${slug}`)
    expect([remove.code, remove.err]).toEqual([
      1,
      expect.stringContaining('2 members, 2 leaves, 1 key, 0 digests'),
    ])
    expect(await list('members list')).toHaveLength(2)
  })
})

describe('members erase', () => {
  it('writes what is known first, for its owner only, then erases', async () => {
    const { json, run, slug, list, files } = await open()
    const file = join(folder.path, `${slug}-bo.json`)
    await json("links create --name Bo's")
    await json('links create --name Bobsleigh')
    expect(await json(`members erase bo@acme.test --yes --export ${file}`)).toEqual({
      id: uuid,
      number: 1,
      erased_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      leaves: 1,
      mentions: 1,
      possible_mentions: [{ what: 'link', id: uuid, name: "Bo's" }],
    })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
      member: { email: 'bo@acme.test' },
      leaves: [{ type: 'sick' }],
    })
    const again = await run('import', ...files)
    expect([again.code, again.err]).toEqual([0, expect.stringContaining('was erased on')])
    expect(await list('members list')).toHaveLength(1)
    const twice = await run('members erase bo@acme.test --yes')
    expect(twice).toMatchObject({ code: 0, out: expect.stringMatching(/was erased on .* \(number 1\)/) })
  })

  it('says that the files still name the person, until it was run again', async () => {
    let reason: string | null = 'another process reads'
    const { list, slug } = await open()
    const [, bo] = await list('members list')
    const purged = () => ({ ...bench().store, purge: async () => reason })
    const { run } = createTerminal(purged, { WHOSOUT_ORG: slug })
    const erase = () => run(`members erase ${bo!.id} --yes`)
    const hint = `another process reads. Run it again: whosout members erase ${bo!.id} --org ${slug} --yes`
    for (let time = 0; time < 2; time++)
      expect(await erase()).toMatchObject({ code: 1, out: '', err: expect.stringContaining(hint) })
    expect((await run(`members erase ${bo!.id}`)).err).toContain('was erased on')
    reason = null
    expect(await erase()).toMatchObject({ code: 0, err: '', out: expect.stringContaining('was erased on') })
  })
})

describe('backup and restore', () => {
  it('are refused where there is no folder, no file or something in the store', async () => {
    const { run, json, slug } = await open()
    const file = join(folder.path, `${slug}.backup`)
    const missing = await run('backup', join(folder.path, 'nowhere', 'file'))
    expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('no such folder')])
    const { documents } = await json<{ documents: number }>(`backup ${file}`)
    expect(documents).toBeGreaterThan(5)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await run(`restore ${file}`)).code).toBe(1)
    expect((await run('restore', join(folder.path, 'nothing'))).code).toBe(1)
    expect((await run(`restore ${folder.path}`)).code).toBe(1)
  })
})

describe('an organization', () => {
  it('is renamed and removed, with everything that is its own', async () => {
    const { run, json, slug } = await open()
    const key = await json<{ secret: string }>('keys create --name x')
    expect(key.secret).toMatch(/^who_live_/)
    const renamed = newSlug()
    const { id } = await json<Row>(`org rename ${slug} ${renamed}`)
    expect((await run(`org show ${slug}`)).code).toBe(1)
    expect((await run(`org rename ${renamed} "Not A Slug"`)).code).toBe(2)
    const other = await open()
    expect((await run(`org rename ${renamed} ${other.slug}`)).code).toBe(1)
    expect(await json(`org remove ${renamed} --yes`)).toEqual({
      id,
      slug: renamed,
      removed: { members: 2, leaves: 2, keys: 1, digests: 0 },
    })
    const left = await bench().store.readAll(async (pages) => {
      const found: string[] = []
      for await (const { collection, documents } of pages)
        for (const document of documents) if (JSON.stringify(document).includes(id)) found.push(collection)
      return found
    })
    // The record of the removal, until a server has looked once more for what was being written.
    expect(left).toEqual(['removals'])
    expect(await other.list('members list')).toHaveLength(2)
  })
})

describe('people of one name', () => {
  const twins = 'employee id,email,name\n0101,ana.one@acme.test,Ana Lee\n0102,ana.two@acme.test,Ana Lee\n'
  it.each([
    'members show',
    'leaves list --member',
    'leaves add --type pto --from 2026-12-01 --to 2026-12-02 --member',
  ])('are shown by "%s" with what tells them apart, and each of it is accepted', async (command) => {
    const terminal = await open()
    const file = join(folder.path, `${terminal.slug}-twins.csv`)
    await writeFile(file, twins)
    await terminal.json('import', file)
    const { code, err } = await terminal.run(`${command} "Ana Lee"`)
    expect(code).toBe(1)
    const [message, ...choices] = err.split('\n')
    expect(message).toContain('Several members match "Ana Lee"')
    expect(message).not.toContain('@')
    expect(choices).toHaveLength(2)
    for (const choice of choices)
      expect(choice).toMatch(/^ {2}ana\.(one|two)@acme\.test, number 010[12], \S{36}$/)
    const [email, number] = choices[0]!.trim().split(', ')
    for (const named of [email!, number!.replace('number ', '')])
      expect(await terminal.run(`${command} ${named}`)).toMatchObject(
        command.includes('add') && named !== email
          ? { code: 1, err: expect.stringContaining('already has') }
          : { code: 0, err: '' },
      )
  })
})
