import { describe, expect, it } from 'vitest'
import type { KnownBlock } from '@slack/web-api'
import { defaultDigest } from '../../../src/domain/digests/settings.js'
import type { Digest } from '../../../src/domain/digests/digest.js'
import { refusedView } from '../../demo/fake-slack/rules/blocks.js'
import { openRoom } from '../../../src/slack/home/rooms.js'
import { rooms } from '../../../src/slack/register.js'
import { membersLike } from '../../../src/slack/home/member-menu.js'
import { drawDigestForm } from '../../../src/slack/digest/form.js'
import { zonesOffered } from '../../../src/slack/modal/zone-field.js'
import type { Profile } from '../../../src/slack/people/profiles.js'
import { teamsLike } from '../../../src/slack/team-menu.js'
import { createInteractive } from '../../../src/services/interactive.js'
import { createRolls } from '../../../src/services/roll/rolls.js'
import type { Change } from '../../../src/store/port.js'
import { memberDocument, teamDocument } from '../../world/acme.js'
import { createRandom, uuidFrom } from '../../world/randomness.js'
import { acme, openStore } from '../house.js'
import { source } from './rooms.js'
import { noFeeds } from '../../world/no-feeds.js'

const now = new Date('2026-11-20T10:30:00Z')
const odd = [
  '&'.repeat(80),
  '"'.repeat(80),
  '😀'.repeat(40),
  '<!channel> & <@U1>',
  'Ana',
  'שרה כהן',
  '*_~`:x:',
]
const nameAt = (at: number): string => odd[at % odd.length]!

const digestAt = (at: number, team_id: string | null): Digest => ({
  _id: `T0ACME:C${at}:${team_id ?? 'all'}`,
  org: acme._id,
  workspace: 'T0ACME',
  channel: `C${at}`,
  team_id,
  ...defaultDigest,
  time: '09:00',
  timezone: 'America/Argentina/ComodRivadavia',
  days: ['monday', 'friday'],
  paused: null,
  next_at: '2026-11-23T12:00:00.000Z',
  next_date: '2026-11-23',
  tzdata: 'here',
  creator: null,
  created_by: 'ops',
  created_at: '2026-11-01T00:00:00.000Z',
  version: 1,
})

const profileAt = (at: number): Profile => ({
  id: `U${1_000 + at}`,
  account: { workspace: 'T0ACME', user: `U${1_000 + at}` },
  name: nameAt(at),
  email: `slack${at}@acme.example`,
  timezone: null,
  locale: null,
  isAdmin: false,
  kind: 'member',
})

/** An organization of that size: members, as many strangers in Slack, and whatever else admins may have made. */
const openOrganization = async (size: number, teamCount: number) => {
  const store = await openStore()
  const random = createRandom(`home ${size}`)
  const teams = Array.from({ length: teamCount }, (_, at) =>
    teamDocument(acme._id, uuidFrom(random), `${nameAt(at)} ${at}`.slice(0, 80)),
  )
  const members = Array.from({ length: size }, (_, at) =>
    memberDocument(acme._id, {
      id: uuidFrom(random),
      name: nameAt(at),
      email: `m${at}@acme.example`,
      team_id: teams[at % Math.max(1, teamCount)]?.id ?? null,
    }),
  )
  const most = Math.min(size, 90)
  const changes: Change[] = [
    ...teams.map((document): Change => ({ put: 'teams', document })),
    ...members.map((document): Change => ({ put: 'members', document })),
    ...Array.from({ length: most }, (_, at): Change => ({
      put: 'digests',
      document: digestAt(at, teams[at % Math.max(1, teamCount)]?.id ?? null),
    })),
    ...Array.from({ length: most }, (_, at): Change => ({
      put: 'sources',
      document: { ...source, _id: uuidFrom(random), name: nameAt(at), last_error: '&'.repeat(300) },
    })),
    ...Array.from({ length: most }, (_, at): Change => {
      const code = `DE-${at}`
      const days = [{ date: '2026-12-25', name: nameAt(at) }]
      return { put: 'holiday_calendars', document: { _id: `${acme._id}:${code}`, org: acme._id, code, days } }
    }),
  ]
  await store.commit(changes)
  const dependencies = {
    store,
    now: () => now,
    random,
    wait: async () => undefined,
    tzdata: 'here',
    base: null,
    feeds: noFeeds,
    owner: 'test',
    warn: () => undefined,
  }
  const rolls = createRolls(store)
  const services = createInteractive(dependencies, { rolls, findLate: () => [] })
  for (let at = 0; at < Math.min(size, 60); at++)
    await services.sharedLinks.create(acme._id, { name: nameAt(at) }, { who: 'ops', from: null })
  return { services: { ...dependencies, ...services, rolls }, teams, members }
}

const expectTaken = (blocks: readonly KnownBlock[], what: string): void => {
  const view = { type: 'home', private_metadata: '{}', blocks }
  expect([what, refusedView(view, 'home')]).toEqual([what, undefined])
  expect(blocks.length, what).toBeLessThanOrEqual(100)
  expect(Buffer.byteLength(JSON.stringify(view)), what).toBeLessThanOrEqual(250_000)
}

describe('what admins see of an organization of any size', () => {
  it.each([
    [0, 0],
    [1, 1],
    [40, 3],
    [500, 150],
    [5_000, 150],
  ])('is taken by Slack on every page: %i people, %i teams', async (size, teamCount) => {
    const { services: opened, teams, members } = await openOrganization(size, teamCount)
    const directory = { people: async () => Array.from({ length: size }, (_, at) => profileAt(at)) }
    const services = { ...opened, directory }
    const visit = {
      client: undefined as never,
      workspace: 'T0ACME',
      organization: acme,
      clock: { timezone: 'Europe/Berlin', now },
    }
    for (const room of rooms) {
      expect((await room.state(visit, services)).said.length).toBeLessThan(3_000)
      for (const page of [0, 1, 9_999]) {
        const state = { question: 'today', team: null, room: room.name, page, waits_until: 0 } as const
        expectTaken(await openRoom(room, visit, services, state), `${room.name} ${page}`)
      }
    }
    const listed = await services.members.list(acme._id, {})
    for (const typed of ['', 'a', '&', 'שרה', 'nobody'])
      for (const options of [membersLike(listed, typed), teamsLike(teams, typed)]) {
        expect(options.length).toBeLessThanOrEqual(100)
        for (const { text, value } of options) {
          expect(text.text.length).toBeLessThanOrEqual(75)
          expect(value!.length).toBeLessThanOrEqual(150)
        }
      }
    const memory = {
      channel: 'C0TEAM',
      channel_name: 'team',
      response_url: `https://hooks.slack.com/commands/${'x'.repeat(200)}`,
      team: teams.at(-1)?.id ?? null,
      seen: null,
      typesZone: true,
    }
    const form = drawDigestForm({
      memory,
      teams,
      digests: teams.map(({ id, name }, at) => ({ digest: digestAt(at, id), team: name })),
      settings: { ...defaultDigest, time: '09:00', timezone: 'UTC', days: ['monday'] },
      zones: zonesOffered(
        ['UTC'],
        members.map(({ id }) => ({ timezone: `Etc/${id}`, active: true })),
      ),
      now,
      said: '&'.repeat(500),
    })
    expect(refusedView(form, 'modal')).toBeUndefined()
    expect(String(form.private_metadata).length).toBeLessThan(3_000)
  })
})
