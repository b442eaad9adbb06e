import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createPersonalLinks } from '../../src/services/links/personal.js'
import { createLinks } from '../../src/services/links/links.js'
import { createPeople } from '../../src/services/people/people.js'
import { createMembers } from '../../src/services/records/members.js'
import { createAddressCipher } from '../../src/services/sources/address-cipher.js'
import { createSources } from '../../src/services/sources/sources.js'
import { createSync } from '../../src/services/sources/sync.js'
import { openEmbeddedStore } from '../../src/store/embedded/store.js'
import type { Change, Store } from '../../src/store/port.js'
import { calendar } from '../domain/sources/feed.js'
import { actor, createClock, openWorld } from '../services/keys/world.js'
import { leaveDocument, memberDocument } from '../world/acme.js'
import { newFolder, runHere } from './whosout.js'

const person = {
  id: '5eed0000-0000-4000-8000-000000000001',
  name: 'Zoë Müller-Quist',
  email: 'Zoe.Quist@acme.example',
}
const slackId = 'U0ZOEZOEZ'

/** Every way in which the person may be written somewhere. */
const traces = [person.name, 'Müller-Quist', 'muller quist', person.email, slackId].flatMap((text) => {
  const escaped = [...text].map((letter) =>
    letter > '~' ? `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}` : letter,
  )
  const forms = [text, text.toLowerCase(), text.toUpperCase(), text.normalize('NFD'), escaped.join('')]
  return [...new Set(forms)].flatMap((form) => [Buffer.from(form, 'utf8'), Buffer.from(form, 'utf16le')])
})

/** The files of a folder in which the person is found, whatever is deleted in them. */
const filesNaming = async (folder: string): Promise<readonly string[]> => {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const found = await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file)
      return traces.some((trace) => bytes.includes(trace)) ? [file] : []
    }),
  )
  return found.flat()
}

const eventOf = (summary: string) => [
  'DTSTART;VALUE=DATE:20261130',
  'DTEND;VALUE=DATE:20261205',
  `SUMMARY:${summary}`,
]
const events = [
  `${person.name}: holiday`,
  'MULLER-QUIST, Zoe',
  `Away (${person.email})`,
  'Jonas Weber: holiday',
]

/** Everything in which a person may be named, among other people, each written several times. */
const fill = async (store: Store) => {
  const { org, clock, dependencies, keys, read } = await openWorld(store, 'paid', createClock())
  const others = Array.from({ length: 400 }, (_, n): Change => {
    const seed = { name: `Person ${n}`, email: `person-${n}@acme.example` }
    const id = `5eed0000-0000-4000-8001-${String(n).padStart(12, '0')}`
    return { put: 'members', document: memberDocument(org, { id, ...seed }) }
  })
  await store.commit(others.slice(200))
  await store.commit([
    { put: 'members', document: memberDocument(org, { ...person, name: 'Zoë Quist' }) },
    ...Array.from({ length: 30 }, (_, n): Change => {
      const seed = { type: 'holiday', start_date: '2026-12-01', end_date: '2026-12-02' } as const
      const document = { member_id: person.id, status: 'approved', ...seed } as const
      return { put: 'leaves', document: leaveDocument(org, `leave-${n}`, document) }
    }),
  ])
  await store.commit(others.slice(0, 200))
  const members = createMembers(dependencies)
  await members.set(org, person.email, { name: person.name }, actor)
  await members.set(org, person.id, { timezone: 'Europe/Madrid' }, { who: person.email, from: null })

  const by = { who: `slack:${slackId}`, from: 'slack:T0ACME' }
  await createPeople(dependencies).match(org, { workspace: 'T0ACME', user: slackId }, person.email, by)
  await createPersonalLinks(dependencies).open({
    org,
    workspace: 'T0ACME',
    user: slackId,
    member_id: person.id,
  })
  const links = createLinks(dependencies)
  await links.create(org, { name: `TV of ${person.name}` }, by)
  await links.create(org, { name: person.name.toUpperCase(), member: person.id }, actor)

  const live = await keys.create(org, { name: `laptop of ${person.name}` }, { who: person.email, from: null })
  const retired = await keys.create(org, { name: `${person.email} (old)` }, actor)
  await keys.revoke(org, retired.key.id, by)

  await store.commit([
    {
      put: 'workspaces',
      document: {
        _id: 'T0ACME',
        org,
        name: `${person.name}'s company`,
        token: 'encrypted',
        bot_id: null,
        bot_user_id: 'U0BOT',
        scopes: [],
        installed_by: slackId,
        binding: { by: 'link', who: slackId, at: '2026-11-20T09:00:00.000Z' },
        created_at: '2026-11-20T09:00:00.000Z',
        installed_at: '2026-11-20T09:00:00.000Z',
        version: 1,
      },
    },
  ])

  const tools = {
    ...dependencies,
    owner: 'test',
    allowPrivate: false,
    cipher: createAddressCipher([randomBytes(32)], randomBytes),
    fetchFeed: async () =>
      ({
        kind: 'feed',
        bytes: Buffer.from(calendar(...events.map(eventOf), [`SUMMARY:${person.name}`, 'DTSTART:soon'])),
        etag: null,
        last_modified: null,
      }) as const,
  }
  const sources = createSources(tools)
  const feed = { url: 'https://feeds.example/team.ics' }
  const team = await sources.add(org, { ...feed, name: `${person.name} and the others` }, by)
  await sources.match(org, team._id, { text: 'Muller Quist', member: person.email }, actor)
  await sources.add(org, { ...feed, name: 'Own', member: person.email }, actor)
  return { org, clock, keys, live, read, sources, team, sync: () => createSync(tools)(team._id) }
}

test('an erased person is in no byte of the folder, and no calendar brings the name back', async () => {
  const data = await newFolder()
  const store = await openEmbeddedStore(data.path)
  onTestFinished(async () => {
    await store.close()
    await data.remove()
  })
  const world = await fill(store)
  const { slug } = await world.read()
  const env = { DATA_DIR: data.path }
  const erase = () =>
    runHere(env, 'members', 'erase', person.id, '--org', slug, '--yes', '--slack-id', slackId)
  expect(await filesNaming(data.path)).not.toEqual([])
  expect(await erase()).toMatchObject({ code: 0, err: '' })
  expect(await filesNaming(data.path)).toEqual([])

  // What is not theirs works as before, under another name.
  const { name, state, version } = (await world.read()).keys[world.live.key.id]!
  expect({ name, state, version }).toEqual({ name: 'laptop of erased member 1', state: 'active', version: 2 })
  const [team, ...more] = await world.sources.list(world.org)
  expect([team?.name, more]).toEqual(['erased member 1 and the others', []])

  world.clock.move(60_000)
  expect(await world.sync()).toMatchObject({ kind: 'done' })
  const { unmatched, unmatched_count, unreadable } = await world.sources.find(world.org, world.team._id)
  expect(unreadable).toBeNull()
  expect([unmatched.map(({ summary }) => summary), unmatched_count]).toEqual([['Jonas Weber: holiday'], 1])
  expect(await filesNaming(data.path)).toEqual([])
})
