import { describe, expect, test } from 'vitest'
import type { Source } from '../../../src/domain/organization/organization.js'
import type { Presence } from '../../../src/domain/presence/presence.js'
import { createExpiry } from '../../../src/services/expiry.js'
import { createPresenceService } from '../../../src/services/presence/presence.js'
import { createRolls } from '../../../src/services/roll/rolls.js'
import { createLinks } from '../../../src/services/links/links.js'
import { createAddressCipher } from '../../../src/services/sources/address-cipher.js'
import { createSources } from '../../../src/services/sources/sources.js'
import { createPersonalLinks } from '../../../src/services/links/personal.js'
import { createPeople } from '../../../src/services/people/people.js'
import { loadLogNames } from '../../../src/services/records/names.js'
import { listAudit } from '../../../src/services/records/change.js'
import { createLeaves } from '../../../src/services/records/leaves.js'
import { createMembers } from '../../../src/services/records/members.js'
import { createTeams } from '../../../src/services/records/teams.js'
import { importRoster } from '../../../src/services/roster/import.js'
import type { Store } from '../../../src/store/port.js'
import { actor, createClock, openWorld, refusalOf } from '../keys/world.js'
import { openBench, type Subject } from '../../stores/subject.js'
import { observed } from '../roster/suite.js'

const ana = { email: 'ana@acme.test', name: 'Ana Ruiz', team: 'Ops' }
const bo = { email: 'bo@acme.test', name: 'Bo', team: 'Design' }
const trip = { email: ana.email, type: 'holiday', start_date: '2026-11-16', end_date: '2026-11-27' }
const flu = { email: bo.email, type: 'sick', start_date: '2026-11-20', end_date: '2026-11-20' }
const file = { members: [ana, bo], leaves: [trip, flu] }

/** The edits by hand, on either store. */
export const describeRecords = (subject: Subject): void => {
  const bench = openBench(subject)
  const open = async () => {
    const world = await openWorld(bench().store, 'paid', createClock(new Date('2026-11-20T10:00:00Z')))
    const { dependencies, org, store } = world
    const bring = async (value: object, bringBack = false) => {
      const result = await importRoster(dependencies, {
        org,
        actor,
        files: [{ name: 'file.json', read: async () => JSON.stringify(value) }],
        replace: new Set(),
        dryRun: false,
        bringBack,
      })
      if (!result.ok) throw new Error(JSON.stringify(result))
      return result
    }
    await bring(file)
    // One service for the whole test, as a server has: what it keeps must not outlive an edit.
    const presence = createPresenceService(createRolls(store))
    const out = async () => {
      const organization = await world.read()
      const query = { from: '2026-11-20', to: '2026-11-20', team_id: null }
      const all = { team_id: null, reasons: 'shown' } as const
      const { body } = await presence.answer(organization, query, all, world.clock.now())
      const answer = JSON.parse(body.toString('utf8')) as Presence
      const lines = [
        ...answer.in.map(({ name, team_name }) => [name, [team_name]] as const),
        ...answer.out.map(({ name, team_name, leaves }) => {
          return [name, [team_name, ...leaves.map(({ type, end_date }) => `${type} to ${end_date}`)]] as const
        }),
      ]
      return Object.fromEntries(lines.map(([name, words]) => [name, words.join(' ')]))
    }
    return {
      ...world,
      bring,
      out,
      members: createMembers(dependencies),
      teams: createTeams(dependencies),
      leaves: createLeaves(dependencies),
      /** But for the import that every test begins with. */
      audit: async () =>
        (await listAudit(dependencies, org, 100)).filter(
          ({ what }) => what !== 'imported' && what !== 'people_changed',
        ),
    }
  }
  const refusal = async (work: Promise<unknown>): Promise<string> => {
    const { code, message } = await refusalOf(work)
    return `${code}: ${message}`
  }

  describe(`edits by hand on ${subject.name}`, () => {
    test('show in presence at once, each with the next revision and a line of the audit log', async () => {
      const { org, members, teams, leaves, out, audit, read, clock } = await open()
      expect(await out()).toEqual({
        'Ana Ruiz': 'Ops holiday to 2026-11-27',
        Bo: 'Design sick to 2026-11-20',
      })
      const [first] = await leaves.list(org, { member: 'bo@ACME.test' })
      const steps: [string, () => Promise<unknown>, Record<string, string>][] = [
        [
          'member_changed',
          () => members.set(org, 'bo', { name: 'Bo Li', team: 'Ops' }, actor),
          { 'Bo Li': 'Ops sick to 2026-11-20' },
        ],
        [
          'team_renamed',
          () => teams.rename(org, 'ops', 'Operations', actor),
          { 'Bo Li': 'Operations sick to 2026-11-20' },
        ],
        [
          'leave_changed',
          () => leaves.change(org, first!.id, { to: '2026-11-22' }, actor),
          { 'Bo Li': 'Operations sick to 2026-11-22' },
        ],
        ['leave_cancelled', () => leaves.cancel(org, first!.id, actor), { 'Bo Li': 'Operations' }],
        [
          'leave_added',
          () => leaves.add(org, 'Bo Li', { type: 'holiday', from: '2026-11-20', to: '2026-11-21' }, actor),
          { 'Bo Li': 'Operations holiday to 2026-11-21' },
        ],
        [
          'team_removed',
          () => teams.remove(org, 'Operations', actor),
          { 'Ana Ruiz': ' holiday to 2026-11-27' },
        ],
        ['member_deactivated', () => members.deactivate(org, 'Bo Li', actor), {}],
        [
          'member_reactivated',
          () => members.reactivate(org, 'Bo Li', actor),
          { 'Bo Li': ' holiday to 2026-11-21' },
        ],
        ['leave_removed', () => leaves.remove(org, first!.id, actor), {}],
      ]
      for (const [what, step, shown] of steps) {
        const { revision } = await read()
        clock.move(1)
        await step()
        expect((await read()).revision, what).toBe(revision + 1)
        expect(await out(), what).toMatchObject(shown)
        expect((await audit())[0], what).toMatchObject({ what, who: actor.who, from: actor.from })
        if (what === 'member_deactivated') expect(Object.keys(await out())).toEqual(['Ana Ruiz'])
      }
      expect((await audit()).map(({ what }) => what)).toEqual(steps.map(([what]) => what).toReversed())
    })

    test('of team and state are one change, and none when somebody else was faster', async () => {
      const { org, members, teams } = await open()
      const [bo] = (await members.list(org, {})).filter(({ name }) => name.startsWith('Bo'))
      const team_id = (await teams.list(org)).find(({ name }) => name === bo!.team)?.id ?? null
      const seen = { team_id, active: true, holidays: null }
      const wanted = { team: null, active: false, holidays: null }
      const edited = await members.edit(org, bo!.id, wanted, seen, actor)
      expect(edited).toMatchObject({ changed: true, row: { team: null, active: false, source: 'manual' } })
      await expect(members.edit(org, bo!.id, { ...wanted, active: true }, seen, actor)).rejects.toMatchObject(
        { code: 'conflict' },
      )
      const now = { ...seen, team_id: null, active: false }
      const placed = { ...wanted, holidays: 'DE-BY' }
      await expect(members.edit(org, bo!.id, placed, now, actor)).rejects.toMatchObject({ code: 'not_found' })
    })

    test('that change nothing write nothing', async () => {
      const { org, members, leaves, teams, read, audit } = await open()
      const before = await read()
      const [trip] = await leaves.list(org, { type: 'holiday' })
      await members.set(org, 'bo', { name: 'Bo', team: 'design' }, actor)
      await members.reactivate(org, 'bo', actor)
      await leaves.change(org, trip!.id, { type: 'vacation', status: 'approved' }, actor)
      await teams.rename(org, 'Ops', 'Ops', actor)
      expect(await read()).toEqual(before)
      expect(await audit()).toEqual([])
    })

    test('are refused with the reason, and nothing is written', async () => {
      const { org, members, leaves, teams, read, bring } = await open()
      await bring({ members: [{ email: 'bo2@acme.test', name: 'Bo' }] })
      const [trip] = await leaves.list(org, { type: 'holiday' })
      const { revision } = await read()
      const days = { type: 'holiday', from: '2026-11-16', to: '2026-11-27' }
      const table: [() => Promise<unknown>, RegExp][] = [
        [
          () => members.set(org, 'nobody', { name: 'X' }, actor),
          /^not_found: There is no such member "nobody"/,
        ],
        [
          () => members.set(org, 'nobody@acme.test', { name: 'X' }, actor),
          /^not_found: There is no such member\. /,
        ],
        [() => members.set(org, 'ruiz', { name: 'X' }, actor), /Did you mean "Ana Ruiz"\?/],
        [() => members.set(org, 'bo', { name: 'X' }, actor), /^conflict: Several members match "bo"/],
        [() => members.set(org, ana.email, { email: bo.email }, actor), /^conflict: Another member \(/],
        [() => members.set(org, ana.email, { email: 'x' }, actor), /^invalid: /],
        [() => members.set(org, ana.email, { timezone: 'Berlin' }, actor), /^invalid: /],
        [() => members.set(org, ana.email, { team: 'Nowhere' }, actor), /^not_found: /],
        [() => leaves.add(org, ana.email, days, actor), /^conflict: This person already has this leave/],
        [() => leaves.add(org, ana.email, { ...days, to: '2026-11-15' }, actor), /^invalid: /],
        [() => leaves.add(org, ana.email, { ...days, type: 'wfh' }, actor), /^invalid: /],
        [() => leaves.change(org, trip!.id, { to: '2026-02-30' }, actor), /^invalid: /],
        [() => leaves.change(org, 'nothing', { to: '2026-11-30' }, actor), /^not_found: /],
        [() => leaves.remove(org, 'nothing', actor), /^not_found: /],
        [() => teams.rename(org, 'Ops', 'DESIGN', actor), /^conflict: Another team has this name/],
        [() => teams.rename(org, 'Ops', ' ', actor), /^invalid: /],
        [() => teams.remove(org, 'Nowhere', actor), /^not_found: /],
      ]
      for (const [work, reason] of table) expect(await refusal(work())).toMatch(reason)
      expect((await read()).revision).toBe(revision)
    })

    test('stay when the same file is imported again, which says so', async () => {
      const { org, members, teams, leaves, bring } = await open()
      const [trip] = await leaves.list(org, { type: 'holiday' })
      const [flu] = await leaves.list(org, { type: 'sick' })
      await members.set(org, 'bo', { name: 'Bo Li' }, actor)
      await teams.rename(org, 'Ops', 'Operations', actor)
      await leaves.change(org, trip!.id, { to: '2026-11-30' }, actor)
      await leaves.remove(org, flu!.id, actor)
      const { counts, warnings } = await bring(file)
      expect(Object.values(counts).map(({ added, changed, removed }) => added + changed + removed)).toEqual([
        0, 0, 0,
      ])
      expect(warnings.map(({ place, message }) => `${place} ${message.slice(0, 18)}`)).toEqual([
        'members[0].team was edited by hand',
        'members[1] was edited by hand',
        'leaves[0] was edited by hand',
        'leaves[1] is a leave that wa',
      ])
      expect((await members.list(org, {})).map(({ name, team, source }) => [name, team, source])).toEqual([
        ['Ana Ruiz', 'Operations', 'import'],
        ['Bo Li', 'Design', 'manual'],
      ])
      expect((await leaves.list(org, {})).map(({ id, end_date }) => [id, end_date])).toEqual([
        [trip!.id, '2026-11-30'],
      ])
      await bring(file, true)
      expect((await leaves.list(org, {})).map(({ type }) => type)).toEqual(['holiday', 'sick'])
    })

    test('are refused while an import writes, and not by one that was cut off', async () => {
      const { org, members, store, clock } = await open()
      const running = { id: 'x', started_at: 'then', moved_at: 'then' }
      await store.commit([{ patch: 'organizations', id: org, set: { import: running } }])
      const mover = setInterval(() => {
        const set = { 'import.moved_at': `${clock.now().toISOString()} ${Math.random()}` }
        void store.commit([{ patch: 'organizations', id: org, set }])
      }, 100)
      try {
        expect(await refusal(members.deactivate(org, 'bo', actor))).toMatch(/^conflict: Another import/)
      } finally {
        clearInterval(mover)
      }
    })

    test.each([
      ['are refused while it goes on', true, { code: 'conflict' }, { commits: 1, active: true }],
      ['are decided again when it was cut off', false, null, { commits: 2, active: false }],
    ])('that an import is faster than by a moment %s', async (_, isMoving, refused, after) => {
      const { org, members, dependencies, store } = await open()
      const importAt = (moved_at: string) => {
        const record = { id: 'another', started_at: 'then', moved_at }
        return store.commit([{ patch: 'organizations', id: org, set: { import: record } }])
      }
      const { store: watched, commits } = observed(store, (_, count) => count === 1 && importAt('then'))
      let moves = 0
      const wait = async () => void (isMoving && (await importAt(`${++moves} later`)))
      const { deactivate } = createMembers({ ...dependencies, store: watched, wait })
      const edit = deactivate(org, 'bo', actor)
      if (refused) expect(await refusalOf(edit)).toMatchObject(refused)
      else await edit
      const { row } = await members.show(org, 'bo')
      expect({ commits: commits.length, active: row.active }).toEqual(after)
    })

    test('are by people whose names are looked up when the log is read, until they are erased', async () => {
      const { org, members, store, dependencies } = await open()
      const by = (user: string) => ({ who: `slack:${user}`, from: 'slack:T0ACME' })
      const people = createPeople(dependencies)
      await people.match(org, { workspace: 'T0ACME', user: 'U0ANA' }, 'Ana Ruiz', actor)
      await members.set(org, 'Bo', { timezone: 'Europe/Madrid' }, by('U0ANA'))
      const bo = await members.show(org, 'Bo')
      const owner = { org, workspace: 'T0ACME', user: 'U0BO', member_id: bo.row.id }
      await createPersonalLinks(dependencies).open(owner)
      const look = async () => {
        const names = await loadLogNames(store, org)
        return [
          names.nameOf(bo.row.id),
          ...[by('U0ANA'), by('U0BO'), { ...by('U0ANA'), from: 'slack:T0OTHER' }, actor].map(names.personOf),
        ]
      }
      expect(await look()).toEqual(['Bo', 'Ana Ruiz', 'Bo', null, null])
      await members.erase(org, { person: 'Ana Ruiz', slackIds: [] }, actor)
      await members.erase(org, { person: 'Bo', slackIds: [] }, actor)
      expect(await look()).toEqual([null, null, null, null, null])
    })

    test('leave lines that expire after a year', async () => {
      const { org, members, clock, store, audit } = await open()
      await members.deactivate(org, 'bo', actor)
      clock.move(364 * 86_400_000)
      await createExpiry({ store, now: clock.now })()
      expect(await audit()).toHaveLength(1)
      clock.move(2 * 86_400_000)
      await createExpiry({ store, now: clock.now })()
      expect(await audit()).toEqual([])
    })
  })

  describe(`lists on ${subject.name}`, () => {
    test('of leaves keep what a filter asks for', async () => {
      const { org, leaves } = await open()
      await leaves.add(
        org,
        'bo',
        { type: 'personal', from: '2026-12-24', to: '2026-12-24', status: 'pending' },
        actor,
      )
      const ask = async (filter: Parameters<typeof leaves.list>[1]) =>
        (await leaves.list(org, filter)).map(({ email, type }) => `${email.slice(0, 2)} ${type}`)
      expect(await ask({})).toEqual(['an holiday', 'bo sick', 'bo personal'])
      expect(await ask({ member: 'Ana Ruiz' })).toEqual(['an holiday'])
      expect(await ask({ team: 'design' })).toEqual(['bo sick', 'bo personal'])
      expect(await ask({ from: '2026-11-21' })).toEqual(['an holiday', 'bo personal'])
      expect(await ask({ to: '2026-11-19' })).toEqual(['an holiday'])
      expect(await ask({ from: '2026-11-20', to: '2026-11-20', type: 'sick' })).toEqual(['bo sick'])
      expect(await ask({ source: 'manual' })).toEqual(['bo personal'])
      expect(await ask({ source: 'import' satisfies Source, status: 'approved' })).toEqual([
        'an holiday',
        'bo sick',
      ])
    })
  })

  describe(`an erasure on ${subject.name}`, () => {
    const everything = (store: Store, org: string): Promise<string> =>
      store.readAll(async (pages) => {
        const found: object[] = []
        for await (const { documents } of pages)
          found.push(...documents.filter((one) => 'org' in one && one.org === org))
        return JSON.stringify(found)
      })

    test('leaves nothing that names the person, and no import brings them back without a word', async () => {
      const { org, store, members, leaves, bring, out, keys } = await open()
      await members.set(org, 'bo', { name: 'Bo Li' }, actor)
      await leaves.add(org, 'bo li', { type: 'holiday', from: '2027-01-04', to: '2027-01-05' }, actor)
      await keys.create(org, { name: 'dashboard' }, { who: 'Bo@acme.test', from: null })
      await keys.create(org, { name: 'other' }, { who: 'U0BOBOBO', from: null })
      const person = { person: bo.email, slackIds: ['U0BOBOBO'] }
      const known = await members.known(org, person)
      expect([known.leaves.length, known.audit.length, known.key_events.length]).toEqual([2, 3, 2])
      const erased = await members.erase(org, person, actor)
      expect(erased).toMatchObject({ number: 1, erased_on: '2026-11-20', leaves: 2, mentions: 5 })
      expect(Object.keys(await out())).toEqual(['Ana Ruiz'])
      const left = await everything(store, org)
      for (const mention of ['bo@acme.test', 'Bo@acme.test', 'Bo Li', 'U0BOBOBO', '2027-01-04'])
        expect(left, mention).not.toContain(mention)
      expect(left).toContain('erased member 1')
      const batches = (await listAudit({ store }, org, 100)).filter(({ what }) => what === 'people_changed')
      expect(batches.map(({ detail }) => Object.keys(detail).length)).toEqual([1])
      const told = known.audit.filter(({ what }) => what === 'people_changed')
      expect(told.map(({ detail }) => Object.keys(detail))).toEqual([[known.member.id]])
      expect(await refusal(members.show(org, bo.email))).toBe(
        'not_found: This person was erased on 2026-11-20 (number 1).',
      )

      const again = await bring(file)
      expect(again.counts.members).toMatchObject({ added: 0, same: 1 })
      expect(again.warnings.map(({ message }) => message.slice(0, 37))).toEqual([
        'is about someone who was erased on 20',
        'is about someone who was erased on 20',
      ])
      expect(Object.keys(await out())).toEqual(['Ana Ruiz'])
      await bring(file, true)
      expect(Object.keys(await out())).toEqual(['Bo', 'Ana Ruiz'].sort())
      expect((await bring(file)).warnings).toEqual([])
    })

    test('ends their links and calendars, and takes their Slack id out of what is not theirs', async () => {
      const { org, store, members, dependencies } = await open()
      const { row } = await members.show(org, bo.email)
      const by = { who: 'slack:U0BOBOBO', from: 'slack:T0ACME' }
      const personal = createPersonalLinks(dependencies)
      // Only the link says which account is theirs.
      const owner = { org, workspace: 'T0ACME', user: 'U0BOBOBO', member_id: row.id }
      const first = await personal.open(owner)
      const renewed = await personal.renew(owner)
      const links = createLinks(dependencies)
      await links.create(org, { name: 'Only Bo', member: bo.email }, actor)
      const { link } = await links.create(org, { name: 'TV' }, by)
      const people = createPeople(dependencies)
      await people.match(org, { workspace: 'T0ACME', user: 'U0ANAANA' }, ana.email, by)
      const cipher = createAddressCipher([new Uint8Array(32)], dependencies.random)
      const sources = createSources({ ...dependencies, cipher, allowPrivate: false })
      const feed = { name: 'Team', url: 'https://feeds.test/team.ics' }
      const team = await sources.add(org, feed, by)
      await sources.match(org, team._id, { text: 'B. Oo', member: bo.email }, actor)
      await sources.add(org, { ...feed, name: 'Own', member: bo.email }, actor)
      const other = await sources.add(org, { ...feed, name: 'Unrelated' }, actor)

      const person = { person: bo.email, slackIds: [] }
      const known = await members.known(org, person)
      expect(known.links.map(({ name }) => name).sort()).toEqual(['Only Bo', 'Personal link', 'TV'])
      expect(known.sources.map(({ name }) => name).sort()).toEqual(['Own', 'Team'])
      const told = JSON.stringify(known)
      for (const secret of [link.hash, link.event_key, team.address])
        expect(told, secret).not.toContain(secret)

      await members.erase(org, person, actor)
      const left = await everything(store, org)
      for (const mention of ['U0BOBOBO', 'Only Bo', 'b oo', 'Personal link'])
        expect(left, mention).not.toContain(mention)
      const hashes = [first.link.hash, renewed.link.hash]
      expect(await store.get('link_hashes', hashes)).toEqual([])
      expect((await links.list(org)).map(({ name }) => name)).toEqual(['TV'])
      expect((await people.matches(org)).length).toBe(1)
      expect((await sources.list(org)).map(({ name }) => name)).toEqual(['Team', 'Unrelated'])
      // A sync under way has read them before: it may write nothing any more.
      expect((await sources.find(org, other._id)).fence).toBe(other.fence + 1)
    })

    test('takes their name out of live and revoked keys, which work as before', async () => {
      const { org, members, keys, read, standing } = await open()
      const created = await keys.create(org, { name: 'Laptop of ANA RUIZ' }, actor)
      const revoked = await keys.create(org, { name: 'ana@acme.test' }, actor)
      await keys.revoke(org, revoked.key.id, actor)
      const other = await keys.create(org, { name: 'Ana' }, actor)
      const { keys_revision, revision } = await read()
      const person = { person: ana.email, slackIds: [] }
      const names = (await members.known(org, person)).keys.map(({ name }) => name)
      expect(names.sort()).toEqual(['Laptop of ANA RUIZ', 'ana@acme.test'])
      await members.erase(org, person, actor)
      const after = await read()
      expect(after.keys[created.key.id]).toEqual({
        ...created.key,
        name: 'Laptop of erased member 1',
        version: created.key.version + 1,
      })
      expect(after.keys[other.key.id]).toEqual(other.key)
      expect([after.keys_revision, after.revision]).toEqual([keys_revision + 1, revision + 1])
      expect(await standing(created.secret)).toBe('good')
      expect(await standing(revoked.secret)).toBe('revoked')
    })

    test('holds for an address whose member had an id of their own', async () => {
      const { org, members, bring } = await open()
      const id = '11111111-1111-1111-1111-111111111111'
      await bring({ members: [{ id, email: 'cy@acme.test', name: 'Cy' }] })
      await members.erase(org, { person: id, slackIds: [] }, actor)
      for (const row of [{ id }, {}])
        expect(
          (await bring({ members: [{ ...row, email: 'cy@acme.test', name: 'Cy' }] })).counts.members.added,
        ).toBe(0)
    })
  })
}
