import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { calendar } from '../../domain/sources/feed.js'
import { say, startFeedServer, type FeedServer } from '../../feeds/server.js'
import { newSlug } from '../../services/keys/world.js'
import { embeddedSubject } from '../../stores/embedded/subject.js'
import { openBench } from '../../stores/subject.js'
import { leave as leaveDocument } from '../../stores/samples.js'
import { memberDocument } from '../../world/acme.js'
import { createTerminal } from '../fake-io.js'

const bench = openBench(embeddedSubject)
const env: Record<string, string> = { FEEDS_ALLOW_PRIVATE: 'on' }
const { run, json, clock } = createTerminal(() => bench().store, env)

let server: FeedServer
beforeAll(async () => {
  server = await startFeedServer()
  env['DATA_DIR'] = await mkdtemp(join(tmpdir(), 'whosout-sources-'))
})
afterAll(async () => {
  await server.stop()
  await rm(env['DATA_DIR']!, { recursive: true })
})

const event = (name: string, from = '20261130', to = '20261205') => [
  `DTSTART;VALUE=DATE:${from}`,
  `DTEND;VALUE=DATE:${to}`,
  `SUMMARY:${name}`,
]
const serve = (...events: readonly (readonly string[])[]): void => server.behave(say(calendar(...events)))

/** Three people of an organization of the test's own, which the terminal is about, and a calendar that names one. */
let slug = ''
let org = ''
let people: readonly { readonly id: string; readonly name: string; readonly email: string }[] = []
beforeEach(async () => {
  serve(event('Jane Doe (Vacation)'), event('J. Doe'))
  env['WHOSOUT_ORG'] = slug = newSlug()
  const { id } = await json<{ readonly id: string }>(`org create Acme --slug ${slug}`)
  org = id
  people = ['Jane Doe', 'John Doe', 'Ben Okafor'].map((name, index) => ({
    id: `5eed0000-0000-4000-8000-00000000000${index}`,
    name,
    email: `${name.toLowerCase().replace(' ', '.')}@acme.example`,
  }))
  await bench().store.commit(people.map((one) => ({ put: 'members', document: memberDocument(id, one) })))
})

const addSource = (options = '') =>
  json<{ readonly id: string }>(`sources add calendar --name BambooHR --url ${server.url} ${options}`)

describe('whosout sources', () => {
  it('adds, syncs, matches and lists, to the letter', async () => {
    const added = await addSource()
    expect(added).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      kind: 'calendar',
      name: 'BambooHR',
      host: `127.0.0.1:${server.port}`,
    })
    const { id } = added
    const unmatched = {
      summary: 'J. Doe',
      start_date: '2026-11-30',
      end_date: '2026-12-04',
      nearest: ['jane.doe@acme.example', 'john.doe@acme.example'],
    }
    const listed = { id, kind: 'calendar', name: 'BambooHR', last_error: null, unmatched: 0, unreadable: 0 }
    expect(await json('sources list')).toEqual([
      { ...listed, state: 'new', last_success_at: null, leaves: 0 },
    ])
    const nothing = { ok: true, added: 0, changed: 0, removed: 0, kept: 0, unreadable: [], error: null }
    expect(await json(`sources sync ${id}`)).toEqual({ ...nothing, added: 1, unmatched: [unmatched] })
    await json(`sources match ${id} --text "J. Doe" --member "john doe"`)
    expect(await json(`sources sync ${id}`)).toEqual({ ...nothing, added: 1, kept: 1, unmatched: [] })
    expect(await json('sources list')).toEqual([
      { ...listed, state: 'ok', last_success_at: clock.now().toISOString(), leaves: 2 },
    ])
    const { out } = await json<{ readonly out: readonly { readonly name: string }[] }>(
      'presence --from 2026-11-30 --to 2026-11-30',
    )
    expect(out.map(({ name }) => name)).toEqual(['Jane Doe', 'John Doe'])
    expect((await run('leaves list')).out).toContain('approved  yes     calendar "BambooHR"')
    expect((await run('members show "John Doe"')).out).toContain('calendar "BambooHR"')
  })

  it('holds a fetch of which most is gone (1), says so, and lets it through when it is confirmed', async () => {
    serve(event('Jane Doe'), event('John Doe'), event('Ben Okafor'))
    const { id } = await addSource()
    await json(`sources sync ${id}`)
    serve(event('Jane Doe'))
    const held = await run(`sources sync ${id} --json`)
    const error = expect.stringContaining('2 of 3')
    expect([held.code, JSON.parse(held.out)]).toMatchObject([1, { ok: false, removed: 0, kept: 3, error }])
    expect(await json('sources list')).toMatchObject([{ state: 'held', leaves: 3 }])
    expect(await json(`sources confirm ${id}`)).toMatchObject({ ok: true, removed: 2, kept: 1 })
    expect((await run(`sources confirm ${id}`)).code).toBe(1)
  })

  it('names an event that cannot be read any more, and keeps what was read from it', async () => {
    const series = (...lines: readonly string[]) => [
      'UID:1',
      ...event('Jane Doe').slice(0, 1),
      ...lines,
      'SUMMARY:Jane Doe (Vacation)',
    ]
    serve(series())
    const { id } = await addSource()
    await json(`sources sync ${id}`)
    serve(series('DTEND;VALUE=DATE:20261101'))
    const unreadable = [{ summary: 'Jane Doe (Vacation)', reason: 'it ends before it starts' }]
    expect(await json(`sources sync ${id}`)).toMatchObject({ ok: true, removed: 0, kept: 1, unreadable })
    const said = '1 event cannot be read; 1 leave that was read before stays'
    expect((await run(`sources sync ${id}`)).err).toContain(`${said}:\n`)
    expect(await json('sources list')).toMatchObject([{ state: 'ok', leaves: 1, unreadable: 1 }])
    expect((await run('sources list')).err).toContain(`BambooHR: ${said}`)
    expect(await json(`sources show ${id}`)).toMatchObject({ leaves: 1, unreadable })
    expect((await run(`sources show ${id}`)).out).toContain('it ends before it starts')
    expect(await json(`sources check ${server.url}`)).toMatchObject({ leaves: [], refused: 1, unreadable })
    expect((await run('doctor')).out).toContain(`${said} ("Jane Doe (Vacation)": it ends before it starts)`)
    serve(series('DTEND;VALUE=DATE:20261202'))
    expect(await json(`sources sync ${id}`)).toMatchObject({ added: 1, removed: 1, unreadable: [] })
    expect(await json('sources list')).toMatchObject([{ leaves: 1, unreadable: 0 }])
  })

  it('lists what may be no leave of the owner of a calendar, until somebody says that it is', async () => {
    serve(event('Vacation'), event('Holiday party', '20261210', '20261211'), event('Ben Okafor PTO'))
    const { id } = await addSource('--member "Jane Doe"')
    const unmatched = [
      expect.objectContaining({ summary: 'Holiday party', nearest: ['jane.doe@acme.example'] }),
    ]
    expect(await json(`sources sync ${id}`)).toMatchObject({ added: 1, unmatched })
    const said =
      /Not sure whether these are leave of the member, so they do not count:\n.*\nHoliday party +2026-12-10/
    expect((await run(`sources sync ${id}`)).err).toMatch(said)
    expect((await run(`sources show ${id}`)).out).toMatch(said)
    const checked = await run(`sources check ${server.url} --member "Jane Doe"`)
    expect(checked.err).toContain('1 event not sure')
    expect(checked.err).toMatch(said)
    expect((await run('doctor')).out).toContain('1 event of the source "BambooHR" may be leave of its member')
    await json(`sources match ${id} --text "Holiday party" --member "Jane Doe"`)
    expect(await json(`sources sync ${id}`)).toMatchObject({ added: 1, kept: 1, unmatched: [] })
  })

  it('brings back a leave that was removed by hand, having said so, and not one that was cancelled', async () => {
    const { id } = await addSource()
    const sync = () => json(`sources sync ${id}`)
    const leaves = () => json<readonly { readonly id: string; readonly status: string }[]>('leaves list')
    await sync()
    const [{ id: leave } = { id: '' }] = await leaves()
    const removed = await run(`leaves remove ${leave}`)
    expect([removed.code, removed.err]).toEqual([
      0,
      expect.stringContaining(`whosout leaves cancel ${leave} --org ${slug}`),
    ])
    expect(await sync()).toMatchObject({ ok: true, added: 1 })
    expect(await leaves()).toMatchObject([{ id: leave, status: 'approved' }])
    await json(`leaves cancel ${leave}`)
    const email = 'jane.doe@acme.example'
    const days = { email, start_date: '2026-11-30', end_date: '2026-12-04' }
    const cancelled = [{ ...days, counts: false }]
    expect(await sync()).toMatchObject({ ok: true, added: 0, kept: 1, cancelled })
    expect(await leaves()).toMatchObject([{ id: leave, status: 'cancelled', counts: false }])
  })

  it('says which leaves do not count because they were cancelled by hand, and which do all the same', async () => {
    serve(event('Jane Doe'), event('Ben Okafor'))
    await json(
      'leaves add --member "Jane Doe" --type sick --from 2026-11-30 --to 2026-12-04 --status cancelled',
    )
    await json(
      'leaves add --member "Ben Okafor" --type holiday --from 2026-11-30 --to 2026-12-01 --status cancelled',
    )
    const { id } = await addSource()
    const { out, err } = await run(`sources sync ${id}`)
    expect(out).toBe('2 leaves added.')
    expect(err.trimEnd().split('\n')).toEqual([
      'jane.doe@acme.example 2026-11-30 to 2026-12-04: does not count, because it was cancelled by hand',
      'ben.okafor@acme.example 2026-11-30 to 2026-12-04: counts, although a leave on some of these days was cancelled by hand',
    ])
    const away = await json<{ readonly out: readonly { readonly name: string }[] }>(
      'presence --from 2026-11-30',
    )
    expect(away.out.map(({ name }) => name)).toEqual(['Ben Okafor'])
  })

  it('replaces what imports say from today on at its first good fetch, when asked to', async () => {
    const imported = ['2026-11-02', '2026-11-30', '2026-12-07'].map((day, index) =>
      leaveDocument(org, `l${index}`, day, day, { member_id: people[index]!.id, source: 'import' }),
    )
    await bench().store.commit(imported.map((document) => ({ put: 'leaves', document })))
    const added = await run(`sources add calendar --name A --url ${server.url}`)
    expect(added.err).toContain('Imports brought 2 leaves ending today or later.')
    const take = await run(`sources add calendar --name B --url ${server.url} --take-over`)
    expect(take.err.trim()).toBe(
      'Its first successful fetch removes 2 imported leaves: those that end today or later.',
    )
    const left = async () =>
      (await json<readonly { readonly start_date: string }[]>('leaves list --source import')).map(
        ({ start_date }) => start_date,
      )
    serve()
    expect(await json('sources sync B')).toMatchObject({ added: 0, removed: 0 })
    expect(await left()).toHaveLength(3)
    serve(event('Jane Doe'))
    expect(await json('sources sync A')).toMatchObject({ added: 1, removed: 0 })
    expect(await json('sources sync B')).toMatchObject({ added: 1, removed: 2 })
    expect(await left()).toEqual(['2026-11-02'])
    await bench().store.commit([{ put: 'leaves', document: imported[2]! }])
    expect(await json('sources sync B')).toMatchObject({ kept: 1, removed: 0 })
    expect(await left()).toHaveLength(2)
  })

  it('of one person replaces only what imports say of them', async () => {
    const imported = people.map(({ id: member_id }, index) =>
      leaveDocument(org, `m${index}`, '2026-12-07', '2026-12-07', { member_id, source: 'import' }),
    )
    await bench().store.commit(imported.map((document) => ({ put: 'leaves', document })))
    serve(event('Vacation'))
    const { id } = await addSource('--member "Jane Doe" --take-over')
    expect(await json(`sources sync ${id}`)).toMatchObject({ added: 1, removed: 1 })
    expect(await json('leaves list --source import')).toHaveLength(2)
  })

  it('shows an absence of a file and a feed once, and in the list which record counts', async () => {
    serve(event('Jane Doe'), event('Ben Okafor', '20261203', '20261209'))
    for (const person of ['Jane Doe', 'Ben Okafor'])
      await json(`leaves add --member "${person}" --type sick --from 2026-11-30 --to 2026-12-04`)
    const { id } = await addSource()
    await json(`sources sync ${id}`)
    type Out = { readonly name: string; readonly leaves: readonly object[] }
    const { out } = await json<{ readonly out: readonly Out[] }>('presence --from 2026-11-30')
    expect(out.map(({ name, leaves }) => [name, leaves.length])).toEqual([
      ['Ben Okafor', 2],
      ['Jane Doe', 1],
    ])
    type Listed = { readonly source: string; readonly counts: boolean }
    const of = async (filter: string) =>
      (await json<readonly Listed[]>(`leaves list ${filter}`)).map(({ source, counts }) => [source, counts])
    const feed = `calendar:${id}`
    expect(new Set(await of('--member "Jane Doe"'))).toEqual(
      new Set([
        ['manual', true],
        [feed, false],
      ]),
    )
    expect(await of(`--source ${feed}`)).toEqual([
      [feed, false],
      [feed, true],
    ])
  })

  it('shows an error of the server (1) and keeps what it had', async () => {
    const { id } = await addSource()
    await json(`sources sync ${id}`)
    server.behave(say('<!doctype html><title>Sign in</title>'))
    const said = await run(`sources sync ${id}`)
    expect([said.code, said.out, said.err]).toEqual([1, '', expect.stringContaining('web page')])
    expect(await json('sources list')).toMatchObject([{ state: 'failing', leaves: 1 }])
    const { out } = await run('sources list')
    expect(out).toContain('failing')
    const doctor = await run('doctor --json')
    expect(doctor.out).toContain(`${slug}: the source`)
  })

  it('checks a feed and writes nothing', async () => {
    expect(await json(`sources check ${server.url}`)).toEqual({
      leaves: [
        {
          email: 'jane.doe@acme.example',
          type: 'holiday',
          start_date: '2026-11-30',
          end_date: '2026-12-04',
          starts_at_noon: false,
          ends_at_noon: false,
        },
      ],
      unmatched: [expect.objectContaining({ summary: 'J. Doe' })],
      ignored: 0,
      refused: 0,
      unreadable: [],
    })
    expect(await json('sources list')).toEqual([])
    const { err } = await run(`sources check ${server.url}`)
    expect(err).toMatch(/^1 leave, 1 event without a member, 0 other events, 0 unreadable\n/)
    expect(err).toMatch(/\nEvents that match no member:\nEVENT .*\nJ\. Doe /)
  })

  it('says which setting plain http needs', async () => {
    const strict = createTerminal(() => bench().store, { ...env, FEEDS_ALLOW_PRIVATE: '' })
    const { err } = await strict.run(`sources check ${server.url}`)
    expect(err).toContain('https:// or webcal://; http:// is allowed only with FEEDS_ALLOW_PRIVATE=on.')
  })

  it('reads the calendar of one person, with words of its own', async () => {
    serve(
      event('Vacation'),
      event('Board meeting', '20261207', '20261208'),
      event('Jour fixe, off', '20261208', '20261209'),
    )
    const options = '--member ben.okafor@acme.example --type personal --ignore "jour fixe" --every 15m'
    const { id } = await addSource(options)
    expect(await json(`sources sync ${id}`)).toMatchObject({ added: 1, unmatched: [] })
    expect(await json(`sources show ${id}`)).toMatchObject({
      type: 'personal',
      every_minutes: 15,
      ignore: ['jour fixe'],
      host: `127.0.0.1:${server.port}`,
      last_four: '1234',
    })
  })

  it('never shows an address', async () => {
    const wrong = await run('sources check ftp://hr.example/abcd1234')
    expect(wrong).toEqual({ code: 2, out: '', err: 'The address must begin with https:// or webcal://.' })
    const { id } = await addSource()
    const said = [
      await run(`sources sync ${id}`),
      await run('sources list'),
      await run(`sources show ${id}`),
      await run(`sources show ${id} --json`),
      await run('sources add calendar --name x --url ftp://hr.example/abcd1234'),
    ]
    expect(JSON.stringify(said)).not.toContain('abcd1234')
  })

  it('makes a key beside the data, for its owner only, and doctor says to keep it', async () => {
    await addSource()
    const file = join(env['DATA_DIR']!, 'encryption.key')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(Buffer.from(await readFile(file, 'utf8'), 'base64')).toHaveLength(32)
    const { out } = await run('doctor')
    expect(out).toContain(`${file}`)
  })

  it('reads an address under that key once ENCRYPTION_KEY is set, and moves it there', async () => {
    const { id } = await addSource()
    env['ENCRYPTION_KEY'] = Buffer.alloc(32, 7).toString('base64')
    expect(await json(`sources sync ${id}`)).toMatchObject({ ok: true })
    const { out } = await run('sources reencrypt --json')
    expect(JSON.parse(out)).toMatchObject({ unreadable: [] })
    await rm(join(env['DATA_DIR']!, 'encryption.key'))
    expect(await json(`sources sync ${id}`)).toMatchObject({ ok: true })
    delete env['ENCRYPTION_KEY']
    const said = await run(`sources sync ${id}`)
    expect([said.code, said.err]).toEqual([1, expect.stringContaining('copy encryption.key')])
    const doctor = await run('doctor')
    expect([doctor.code, doctor.out]).toEqual([
      1,
      expect.stringContaining('key for feeds and webhooks is missing'),
    ])
  })

  it('changes, pauses, resumes and removes', async () => {
    const { id } = await addSource()
    await json(`sources sync ${id}`)
    const set = `sources set ${id} --name Personio --type sick`
    expect(await json(set)).toMatchObject({ name: 'Personio' })
    expect(await json('sources sync personio')).toMatchObject({ ok: true })
    expect(await json(`sources pause ${id}`)).toMatchObject({ state: 'paused' })
    expect(await json(`sources resume ${id}`)).toMatchObject({ state: 'ok' })
    expect(await json(`sources remove ${id}`)).toEqual({ id, leaves: 1 })
    expect(await json('sources list')).toEqual([])
  })
})
