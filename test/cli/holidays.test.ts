import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documentId } from '../../src/domain/organization/organization.js'
import { embeddedSubject } from '../stores/embedded/subject.js'
import { openBench } from '../stores/subject.js'
import { memberDocument, teamDocument } from '../world/acme.js'
import { openTerminal } from './fake-io.js'

const bench = openBench(embeddedSubject)
let folder = ''
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'whosout-holidays-'))))
afterAll(() => rm(folder, { recursive: true }))

const ana = { id: '5eed0000-0000-4000-8000-000000000001', name: 'Ana Ruiz', email: 'ana@acme.example' }
const ben = { id: '5eed0000-0000-4000-8000-000000000002', name: 'Ben Okafor', email: 'ben@acme.example' }
const munich = 'c0ffee00-aaaa-4bbb-8ccc-00000000000d'

interface Answered {
  readonly out: readonly { readonly name: string; readonly leaves: readonly unknown[] }[]
}

/** An organization of two people, one of them in a team. */
const open = async () => {
  const terminal = await openTerminal(() => bench().store)
  const { id, json } = terminal
  await bench().store.commit([
    { put: 'teams', document: teamDocument(id, munich, 'Munich') },
    { put: 'members', document: memberDocument(id, { ...ana, team_id: munich }) },
    { put: 'members', document: memberDocument(id, ben) },
    { patch: 'organizations', id, set: { revision: 2 } },
  ])
  const outOn = async (day: string): Promise<readonly string[]> => {
    const { out } = await json<Answered>(`presence --from ${day} --to ${day}`)
    return out.map(({ name }) => name)
  }
  return { ...terminal, outOn }
}

describe('whosout holidays', () => {
  it('proposes without a store, and stores what is accepted', async () => {
    const { json } = await open()
    const proposed = await json<readonly object[]>('holidays propose DE-BY --year 2027')
    expect(proposed).toHaveLength(12)
    expect(proposed[0]).toEqual({ date: '2027-01-01', name: expect.any(String) })
    expect(await json('holidays list')).toEqual([])
    const accept = 'holidays accept DE-BY --year 2027'
    expect(await json(accept)).toEqual({ code: 'DE-BY', added: 12, removed: 0 })
    expect(await json(accept)).toEqual({ code: 'DE-BY', added: 0, removed: 0 })
    const [calendar] = await json<readonly Record<string, unknown>[]>('holidays list')
    const unassigned = { code: 'DE-BY', organization: false, teams: [], members: 0 }
    expect(calendar).toMatchObject({ ...unassigned, days: proposed })
  })

  it('leaves out what is not a whole day for all, says why, and stores it when asked to', async () => {
    const { run, json } = await open()
    const { out, err } = await run('holidays propose IS --year 2026')
    expect(out).not.toContain('2026-12-24')
    expect(err).toMatch(/--also 2026-12-24,2026-12-31\n.*\n2026-12-24 .* from 13:00/)
    const days = async () =>
      (await json<readonly { days: readonly { date: string }[] }[]>('holidays list'))[0]!.days.map(
        ({ date }) => date,
      )
    const accept = 'holidays accept IS --year 2026'
    expect((await run(accept)).err).toContain('--also 2026-12-24,2026-12-31')
    expect(await days()).not.toContain('2026-12-24')
    expect(await json(`${accept} --also 2026-12-24`)).toMatchObject({ added: 1 })
    expect(await days()).toContain('2026-12-24')
    expect((await run(accept)).err).toContain('--also 2026-12-31\n')
    expect((await run(`${accept} --also 2026-12-23`)).err).toContain('2026-12-23 is none')
    expect((await run('holidays propose SG --year 2027')).err).toContain('Days may be missing')
  })

  it('names the command that brings days nobody knows', async () => {
    const { run } = await open()
    const said = 'XX. Add its days instead. To import them: whosout holidays import CODE FILE --org SLUG'
    expect((await run('holidays propose XX --year 2027')).err).toContain(said)
  })

  it('says which command has the days of this year, until they are there', async () => {
    const { run, slug } = await open()
    const accept = (year: string) => run(`holidays accept DE-BY --year ${year}`)
    const hint = `whosout holidays accept DE-BY --year 2026 --org ${slug}`
    expect((await accept('2027')).err).toContain(hint)
    expect((await accept('2026')).err).not.toContain(hint)
  })

  it('says of a country with regions how people in several get theirs', async () => {
    const { run, slug } = await open()
    const { err } = await run('holidays accept DE --year 2026')
    expect(err).toContain(`whosout holidays places "CITY=DE-BB" --org ${slug}`)
    expect((await run('holidays accept DE-BY --year 2026')).err).not.toContain('places')
  })

  it.each([
    ['DE-B', /it has DE-BY, FR\. No bank holidays are known for DE-B\. Known codes are DE-BB, /],
    ['ZZ', /it has .*\. No bank holidays are known for ZZ\. Add its days instead\./],
    ['Hamburg', /Known codes are DE-HH\. /],
    ['Bayern', /Known codes are DE-BY\. /],
    ['Germany', /No bank holidays are known for GERMANY\. Known codes are DE\. /],
    ['DE-BE', /it has DE-BY, FR\. Accept its days, .* whosout holidays accept DE-BE --year YEAR/],
  ])('says of the calendar %s, which is not there, what there is instead', async (code, said) => {
    const { run, json } = await open()
    for (const there of ['FR', 'DE-BY']) await json(`holidays accept ${there} --year 2026`)
    for (const line of [`holidays places Dublin=${code}`, `holidays assign ${code}`])
      expect(await run(line)).toMatchObject({ code: 1, err: expect.stringMatching(said) })
  })

  it('says that a calendar made by adding a day is new and nobody has it, once', async () => {
    const { run, slug } = await open()
    const add = (date: string) => run(`holidays add DE-BJ --date ${date}`)
    expect((await add('2026-12-24')).err).toContain(
      `DE-BJ is a new calendar that nobody has yet. To use it (or with --team or --member): whosout holidays assign DE-BJ --org ${slug}`,
    )
    expect((await add('2027-12-31')).err).toBe('')
    const { out } = await run('audit')
    expect(out).toMatch(/holidays_changed .* year: 2027, added: 1, removed: 0/)
  })

  it('puts people out who have the calendar, the nearest one first', async () => {
    const { json, outOn } = await open()
    await json('holidays accept DE-BY --year 2027')
    expect(await outOn('2027-01-06')).toEqual([])
    await json('holidays assign DE-BY --team Munich')
    expect(await outOn('2027-01-06')).toEqual(['Ana Ruiz'])
    await json('holidays assign de-by')
    expect(await outOn('2027-01-06')).toEqual(['Ana Ruiz', 'Ben Okafor'])
    await json('holidays add OFFICE --date 2027-02-01 --name "Moving day"')
    await json('holidays assign OFFICE --member BEN@acme.example')
    expect(await outOn('2027-01-06')).toEqual(['Ana Ruiz'])
    expect(await outOn('2027-02-01')).toEqual(['Ben Okafor'])
    await json('holidays assign none --member ben@acme.example')
    expect(await outOn('2027-01-06')).toEqual(['Ana Ruiz', 'Ben Okafor'])
    await json('holidays remove DE-BY --date 2027-01-06')
    expect(await outOn('2027-01-06')).toEqual([])
  })

  it('answers a question in words about a day on which everybody has one', async () => {
    const { run, json } = await open()
    await json('holidays add DE --date 2026-12-25 --name Christmas')
    await json('holidays assign DE')
    const { out } = await run('ask 2026-12-25')
    expect(out).toMatch(/bank holiday/i)
  })

  it('imports a file of days, or says everything that is wrong with it', async () => {
    const { run, json } = await open()
    const file = join(folder, 'days.csv')
    await writeFile(file, 'date,name\n2027-03-22,Holi\n2027-10-29,Diwali\n')
    expect(await json(`holidays import IN ${file}`)).toEqual({ code: 'IN', added: 2, removed: 0 })
    await writeFile(file, '2027-02-30,x\nnonsense\n')
    const refused = await run(`holidays import IN ${file}`)
    expect([refused.code, refused.err.split('\n').length]).toEqual([2, 3])
    expect((await run('holidays import IN', join(folder, 'none'))).code).toBe(2)
  })

  it('moves the revision with every change, so that no answer is stale', async () => {
    const { json, id } = await open()
    const revision = async () => (await bench().store.get('organizations', [id]))[0]!.revision
    const before = await revision()
    await json('holidays add DE --date 2027-01-01')
    await json('holidays assign DE')
    await json('holidays add DE --date 2027-01-01')
    expect(await revision()).toBe(before + 2)
    expect(await bench().store.get('holiday_calendars', [documentId(id, 'DE')])).toHaveLength(1)
  })
})
