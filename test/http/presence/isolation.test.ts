import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collect } from '../../../src/store/port.js'
import { acmeId, leaves, members, teamNames, teams } from '../../world/acme.js'
import { startWorld, type MintedKey, type World } from '../../world/world.js'
import { lastingHeaders } from '../rows/judge.js'
import { ask } from '../ask.js'
import type { Reply } from '../raw.js'

/** Acme's twin: the same team names and e-mail addresses, and ids of its own. */
const globexId = 'b0b0b0b0-0000-4000-8000-000000000001'
const twinOf = (id: string): string => `b0b0b0b0${id.slice(8)}`
const nobody = '7e7e7e7e-0000-4000-8000-000000000000'

let world: World
let globex: MintedKey
const ids: Record<'acme' | 'globex', string[]> = { acme: [], globex: [] }

const question = async (token: string, query: string, ...headers: readonly string[]): Promise<Reply> => {
  const asked = { key: null, query, headers: [`Authorization: Bearer ${token}`, ...headers] }
  return (await ask(world, asked)).replies[0]!
}

/** All of a reply that may not depend on an unknown id. */
const bytes = (reply: Reply, id: string): string =>
  [reply.status, reply.reason, ...lastingHeaders(reply, 'etag'), '', reply.body]
    .join('\n')
    .replaceAll(id, 'ID')

const tokens = () => ({ acme: world.secrets.active, globex: globex.token })

const addTwin = async (): Promise<void> => {
  await world.addOrganization({ id: globexId, slug: 'globex', name: 'Globex' })
  for (const [id, name] of Object.entries(teamNames)) await world.addTeam(globexId, twinOf(id), name)
  for (const { team_id, ...member } of Object.values(members))
    await world.addMember(globexId, {
      ...member,
      id: twinOf(member.id),
      team_id: team_id ? twinOf(team_id) : null,
    })
  for (const leave of leaves)
    if (leave.type === 'bank_holiday')
      await world.addLeave(globexId, { ...leave, member_id: twinOf(leave.member_id) })
  globex = await world.addKey(globexId)
}

/** Every id that the store has of an organization: its own, and of its keys, teams, members and leaves. */
const everyId = async (org: string): Promise<string[]> => {
  const equal = { org }
  const documents = [
    ...(await collect(world.store.find('teams', { index: 'by_org', equal }))),
    ...(await collect(world.store.find('members', { index: 'by_org', equal }))),
    ...(await collect(world.store.find('leaves', { index: 'by_end', equal }))),
  ]
  const [organization] = await world.store.get('organizations', [org])
  return [org, ...Object.keys(organization!.keys), ...documents.map(({ id }) => id)]
}

beforeAll(async () => {
  world = await startWorld({ settings: { rateLimit: 10_000 } })
  await addTwin()
  ids.acme = await everyId(acmeId)
  ids.globex = await everyId(globexId)
})
afterAll(() => world.stop())

describe.each([
  ['acme', 'globex'],
  ['globex', 'acme'],
] as const)('with a key of %s', (own, other) => {
  it(`every id of ${other} answers like an id that nobody has`, async () => {
    const model = bytes(await question(tokens()[own], `team_id=${nobody}`), nobody)
    expect(model).toContain('"team_id":"ID","team_name":null,"in":[],"out":[]')
    expect(ids[other].length).toBeGreaterThan(20)
    for (const id of ids[other])
      expect(bytes(await question(tokens()[own], `team_id=${id}`), id), id).toBe(model)
  })

  it('the range is the same for an id of theirs and an id of nobody, invalid or not', async () => {
    const theirs = ids[other][1]!
    for (const query of ['from=2026-02-30', 'to=2026-11-19', 'limit=1', 'from=2024-02-29']) {
      const model = bytes(await question(tokens()[own], `${query}&team_id=${nobody}`), nobody)
      expect(bytes(await question(tokens()[own], `${query}&team_id=${theirs}`), theirs)).toBe(model)
    }
  })

  it(`no answer holds an id of ${other}`, async () => {
    const answers = await Promise.all(
      ['', 'from=2026-10-01&to=2026-12-30', ...ids[own].map((id) => `team_id=${id}`)].map((query) =>
        question(tokens()[own], query),
      ),
    )
    const text = answers.map(({ body }) => body).join()
    expect(ids[other].filter((id) => text.includes(id))).toEqual([])
    expect(ids[own].filter((id) => text.includes(id)).length).toBeGreaterThan(10)
  })

  it('its own teams answer with its own people', async () => {
    const team = own === 'acme' ? teams.platform : twinOf(teams.platform)
    const { body } = await question(tokens()[own], `team_id=${team}`)
    expect(body).toContain('"team_name":"Platform"')
    expect(body).toContain('ada@acme.example')
  })

  it('an ETag of theirs is no ETag of ours', async () => {
    const quiet = 'from=2020-01-01'
    const theirs = await question(tokens()[other], quiet)
    expect(theirs.body).toContain('"out":[]')
    const etag = theirs.headers.find(([name]) => name.toLowerCase() === 'etag')![1]
    expect((await question(tokens()[own], quiet, `If-None-Match: ${etag}`)).status).toBe(200)
  })
})

describe('an id that two organizations gave', () => {
  it('means to each its own team', async () => {
    await world.addTeam(globexId, teams.design, 'Globex Design')
    await world.addMember(globexId, { ...members.dan, name: 'Dan of Globex' })
    // Nothing that was answered before may hide a document that was written over.
    await world.setOrganization(acmeId, {})
    const acme = await question(tokens().acme, `team_id=${teams.design}`)
    const theirs = await question(tokens().globex, `team_id=${teams.design}`)
    expect(acme.body).toContain('"team_name":"Design"')
    expect(acme.body).not.toContain('Globex')
    expect(theirs.body).toContain('"team_name":"Globex Design"')
    expect(theirs.body).toContain('Dan of Globex')
    expect(theirs.body).not.toContain('Fay Moss')
    // Dan's leaves are Acme's: the member of the same id has none.
    expect(JSON.parse(theirs.body)).toMatchObject({ out: [] })
  })
})

describe('a team-limited key', () => {
  it('answers for the other teams of its organization as for an id that nobody has', async () => {
    const token = world.secrets.team
    const model = bytes(await question(token, `team_id=${nobody}`), nobody)
    for (const id of [teams.design, teams.support, twinOf(teams.platform), acmeId])
      expect(bytes(await question(token, `team_id=${id}`), id), id).toBe(model)
  })

  it('whose team is gone answers for every id as for one that nobody has', async () => {
    const token = world.secrets.orphan
    const model = bytes(await question(token, `team_id=${nobody}`), nobody)
    for (const id of [...Object.values(teams), '0dd0dd00-0000-4000-8000-000000000000'])
      expect(bytes(await question(token, `team_id=${id}`), id), id).toBe(model)
  })
})
