import { createRolls } from '../../../src/services/roll/rolls.js'
import { describe, expect, it } from 'vitest'
import { createAskService } from '../../../src/services/ask/ask.js'
import type { DirectoryPerson } from '../../../src/domain/people/directory.js'
import { memberIdFor } from '../../../src/domain/roster/identity.js'
import { applyPeopleEvent } from '../../../src/services/people/directory.js'
import { createSources } from '../../../src/services/sources/sources.js'
import { createSync } from '../../../src/services/sources/sync.js'
import { collect } from '../../../src/store/port.js'
import { createPeople } from '../../../src/services/people/people.js'
import { listAudit } from '../../../src/services/records/change.js'
import { createMembers } from '../../../src/services/records/members.js'
import { member, puts } from '../../stores/samples.js'
import { openBench, type Subject } from '../../stores/subject.js'
import { actor, openWorld, refusalOf } from '../keys/world.js'

const T1 = 'T0ACME'
const person = (user: string, email: string | null, workspace = T1) => ({
  account: { workspace, user },
  email,
  name: `Slack ${user}`,
})

export const listed = (user: string, fields: Partial<DirectoryPerson> = {}): DirectoryPerson => ({
  ...person(user, `${user.toLowerCase()}@slack.test`),
  timezone: null,
  avatar: null,
  active: true,
  ...fields,
})

/** Who Slack users are here, on either store. */
export const describePeopleOn = (subject: Subject): void => {
  const bench = openBench(subject)
  const open = async () => {
    const world = await openWorld(bench().store, 'paid')
    const { dependencies, org, store } = world
    await store.commit(
      puts('members', [
        member(org, 'ana', { email: 'Ana@acme.test', name: 'Ana' }),
        member(org, 'bo', { email: 'bo@acme.test', name: 'Bo' }),
        member(org, 'cy', { email: 'cy@acme.test', name: 'Cy' }),
        member(org, 'gone', { email: 'gone@acme.test', active: false }),
      ]),
    )
    const ask = createAskService(createRolls(store))
    /** Whom "me" means for somebody in Slack. */
    const me = async (asker: ReturnType<typeof person>) => {
      const { reply } = await ask.forAsk(await world.read(), {
        asker: { ...asker, timezone: null, locale: null },
        text: 'me today',
        now: world.clock.now(),
        audience: 'asker',
        mentioned: new Map(),
      })
      return reply.kind === 'person' ? reply.name : reply.kind
    }
    return { ...world, me, people: createPeople(dependencies), members: createMembers(dependencies) }
  }

  describe(`people on ${subject.name}`, () => {
    it('are known by their address until a match says otherwise, from the next question on', async () => {
      const { people, org, me, read } = await open()
      const [ana, stranger] = [person('U0ANA', 'ana@ACME.test'), person('U0BOBO', 'robert@home.test')]
      expect([await me(ana), await me(stranger)]).toEqual(['Ana', 'unmatched'])
      const { revision } = await read()
      await people.match(org, stranger.account, 'bo@acme.test', actor)
      expect((await read()).revision).toBe(revision + 1)
      expect([await me(ana), await me(stranger)]).toEqual(['Ana', 'Bo'])
      // A match wins over the address of a profile, and a workspace has its own.
      await people.match(org, ana.account, 'Cy', actor)
      expect([await me(ana), await me(person('U0ANA', 'ana@acme.test', 'T0OTHER'))]).toEqual(['Cy', 'Ana'])
      await people.unmatch(org, ana.account, actor)
      expect(await me(ana)).toBe('Ana')
    })

    it('without a member are listed, and members without Slack', async () => {
      const { people, org } = await open()
      const all = [
        person('U0ANA', 'ana@acme.test'),
        person('U0BOBO', null),
        person('U0GONE', 'gone@acme.test'),
      ]
      const look = async () => [
        (await people.unmatched(org, all)).map(({ name }) => name),
        (await people.withoutSlack(org, all)).map(({ name }) => name),
      ]
      expect(await look()).toEqual([['Slack U0BOBO'], ['Bo', 'Cy']])
      await people.match(org, all[1]!.account, 'Bo', actor)
      expect(await look()).toEqual([[], ['Cy']])
      expect(await people.matches(org)).toMatchObject([
        { match: { workspace: T1, user: 'U0BOBO', matched_by: actor.who }, member: { name: 'Bo' } },
      ])
    })

    it('are matched with one Slack user of a workspace, and the last word about a Slack user counts', async () => {
      const { people, org, store } = await open()
      const [first, second] = [person('U0ONE', null).account, person('U0TWO', null).account]
      await people.match(org, first, 'Ana', actor)
      expect(await refusalOf(people.match(org, second, 'Ana', actor))).toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('U0ONE') as string,
      })
      await people.match(org, { ...second, workspace: 'T0OTHER' }, 'Ana', actor)
      await people.match(org, first, 'Bo', actor)
      expect((await people.matches(org)).map(({ member: { name }, match }) => [name, match.user])).toEqual([
        ['Ana', 'U0TWO'],
        ['Bo', 'U0ONE'],
      ])
      // Said again it changes nothing.
      const before = (await listAudit({ store }, org, 100)).length
      await people.match(org, first, 'Bo', actor)
      expect(await listAudit({ store }, org, 100)).toHaveLength(before)
      expect((await listAudit({ store }, org, 100)).map(({ what }) => what).sort()).toEqual([
        'slack_matched',
        'slack_matched',
        'slack_matched',
        'slack_unmatched',
      ])
    })

    const refused: readonly [string, { workspace: string; user: string }, string, string][] = [
      ['a user that is none', { workspace: T1, user: 'ana' }, 'Ana', 'invalid'],
      ['a workspace that is none', { workspace: 'acme', user: 'U0ANA' }, 'Ana', 'invalid'],
      ['a member who is none', { workspace: T1, user: 'U0ANA' }, 'Nobody', 'not_found'],
    ]
    it.each(refused)('are not matched: %s', async (_, account, name, code) => {
      const { people, org } = await open()
      expect((await refusalOf(people.match(org, account, name, actor))).code).toBe(code)
      expect(await people.matches(org)).toEqual([])
    })

    it('cannot be unmatched without a match', async () => {
      const { people, org } = await open()
      expect((await refusalOf(people.unmatch(org, person('U0ANA', null).account, actor))).code).toBe(
        'not_found',
      )
    })

    it('leave no match behind when they are erased, and no line that has their id in Slack', async () => {
      const { people, members, org, store } = await open()
      await people.match(org, person('U0BOBO', null).account, 'Bo', actor)
      await people.match(org, person('U0ANA', null).account, 'Ana', { who: 'slack:U0BOBO', from: null })
      const erasure = { person: 'bo@acme.test', slackIds: [] }
      const { slack_matches } = await members.known(org, erasure)
      expect(slack_matches.map(({ user }) => user).sort()).toEqual(['U0ANA', 'U0BOBO'])
      await members.erase(org, erasure, actor)
      expect((await people.matches(org)).map(({ match }) => match.user)).toEqual(['U0ANA'])
      const audit = await listAudit({ store }, org, 100)
      expect(audit.map(({ what }) => what)).toContain('member_erased')
      expect(JSON.stringify([audit, await people.matches(org)])).not.toContain('U0BOBO')
    })

    /** Slack is the roster; a sync lists the people that a test names. */
    const openRoster = async () => {
      const world = await open()
      const { dependencies, org, store } = world
      const sources = createSources({ ...dependencies, cipher: null, allowPrivate: false })
      const input = { workspace: T1, creates: true, avatars: false, groups: [] }
      const { _id: id } = await sources.addDirectory(org, input, actor)
      let people: readonly DirectoryPerson[] = []
      const sync = createSync({
        ...dependencies,
        cipher: null,
        fetchFeed: async () => ({ kind: 'unchanged' }),
        owner: 'test',
        listDirectory: async () => ({ people, groups: [], isComplete: true }),
      })
      return {
        ...world,
        source: () => sources.find(org, id),
        sync: (...now: readonly DirectoryPerson[]) => {
          people = now
          return sync(id)
        },
        event: (one: DirectoryPerson) => applyPeopleEvent(dependencies, org, T1, [one]),
        own: async () =>
          (await collect(store.find('members', { index: 'by_org', equal: { org } }))).filter(
            ({ source }) => source === 'slack',
          ),
      }
    }

    it('keep their member when their address changes: by an event, then by a listing', async () => {
      const { sync, event, own, me, people, org } = await openRoster()
      await sync(listed('U0ONE'), listed('U0TWO'))
      const [before] = (await own()).filter(({ name }) => name === 'Slack U0ONE')
      expect(await event(listed('U0ONE', { email: 'married@slack.test' }))).toBe(true)
      expect(await sync(listed('U0ONE', { email: 'again@slack.test' }), listed('U0TWO'))).toMatchObject({
        report: { added: 0, changed: 1, removed: 0 },
      })
      expect((await own()).filter(({ name }) => name === 'Slack U0ONE')).toEqual([
        { ...before, email: 'again@slack.test' },
      ])
      // Slack shows no address any more.
      expect(await sync(listed('U0ONE', { email: null }), listed('U0TWO'))).toMatchObject({
        report: { added: 0, changed: 0, removed: 0 },
      })
      expect(await me(person('U0ONE', null))).toBe('Slack U0ONE')
      expect(await people.matches(org)).toEqual([])
    })

    it('tell the audit log who came and went, as numbers and by person: by a listing and by an event', async () => {
      const { sync, event, org, store, source, clock, read } = await openRoster()
      const { _id: id, name } = await source()
      clock.move(1_000)
      await sync(listed('U0ONE'), listed('U0TWO'))
      clock.move(1_000)
      const { revision } = await read()
      await sync(listed('U0ONE'), listed('U0TWO'))
      expect((await read()).revision).toBe(revision)
      await event(listed('U0TWO', { name: 'Two' }))
      const one = memberIdFor(org, 'u0one@slack.test')
      const two = memberIdFor(org, 'u0two@slack.test')
      const lines = await listAudit({ store }, org, 100)
      expect(lines.map(({ what, subject, who, from, detail }) => [what, subject, who, from, detail])).toEqual(
        [
          ['source_synced', id, 'slack', `slack:${T1}`, { name, added: 0, changed: 1, deactivated: 0 }],
          ['people_changed', id, 'slack', `slack:${T1}`, { [two]: 'name: Slack U0TWO → Two' }],
          ['source_synced', id, 'schedule', null, { name, added: 2, changed: 0, deactivated: 0 }],
          ['people_changed', id, 'schedule', null, { [one]: 'added', [two]: 'added' }],
          ['source_added', id, actor.who, actor.from, { name }],
        ],
      )
    })

    it('whose account is on record are not matched by hand, until somebody does so', async () => {
      const { sync, org, people, me, store } = await openRoster()
      const everybody = [listed('U0ONE'), listed('U0TWO'), listed('U0ANA', { email: 'ana@acme.test' })]
      await sync(...everybody)
      expect(await people.matches(org)).toEqual([])
      expect((await refusalOf(people.unmatch(org, person('U0ANA', null).account, actor))).code).toBe(
        'not_found',
      )
      // Neither the account on record nor the member's stands in the way.
      await people.match(org, person('U0ANA', null).account, 'Cy', actor)
      await people.match(org, person('U0PRIVATE', null).account, 'Slack U0ONE', actor)
      const byHand = [
        ['Cy', 'U0ANA'],
        ['Slack U0ONE', 'U0PRIVATE'],
      ]
      const shown = async () =>
        (await people.matches(org)).map(({ member: { name }, match }) => [name, match.user])
      expect(await shown()).toEqual(byHand)
      await sync(...everybody, listed('U0PRIVATE', { name: 'Slack U0ONE' }))
      expect(await shown()).toEqual(byHand)
      expect(await me(person('U0ANA', 'ana@acme.test'))).toBe('Cy')
      const audited = (await listAudit({ store }, org, 100)).map(({ what }) => what)
      expect(audited.filter((what) => what.startsWith('slack_'))).toEqual(['slack_matched', 'slack_matched'])
    })

    it('are on record from the next listing on, where an earlier version recorded nobody', async () => {
      const { sync, org, store, read } = await openRoster()
      await sync(listed('U0ONE'), listed('U0TWO'))
      const recorded = async () =>
        (await collect(store.find('slack_matches', { index: 'by_org', equal: { org } }))).sort((a, b) =>
          a.user < b.user ? -1 : 1,
        )
      const before = await recorded()
      expect(before.map(({ user }) => user)).toEqual(['U0ONE', 'U0TWO'])
      await store.commit(before.map(({ _id: id }) => ({ remove: 'slack_matches', id })))
      const { revision } = await read()
      expect(await sync(listed('U0ONE'), listed('U0TWO'))).toMatchObject({
        report: { ok: true, added: 0, changed: 0, removed: 0, kept: 2 },
      })
      expect(await recorded()).toEqual(before)
      expect((await read()).revision).toBe(revision + 1)
    })

    it('are deactivated by events up to a tenth, or one; the listing holds the rest', async () => {
      const { sync, event, own, source, clock } = await openRoster()
      const all = Array.from({ length: 12 }, (_, index) => listed(`U0P${index + 10}`))
      await sync(...all)
      const gone = async () => (await own()).filter(({ active }) => !active).length
      const leaving = all.slice(0, 10).map((one) => ({ ...one, active: false }))
      for (const one of leaving) await event(one)
      expect(await gone()).toBe(1)
      expect((await source()).next_at).toBe(clock.now().toISOString())
      const rest = [...leaving, ...all.slice(10)]
      expect(await sync(...rest)).toMatchObject({
        report: { ok: false, error: expect.stringContaining('9 of 11 members from Slack') as string },
      })
      expect(await gone()).toBe(1)
      // A good listing begins anew.
      await sync(...leaving.slice(0, 2), ...all.slice(2))
      expect(await gone()).toBe(2)
      await event(leaving[2]!)
      await event(leaving[3]!)
      expect(await gone()).toBe(3)
    })

    it('stay when an account that is not on record is deactivated', async () => {
      const { sync, event, own } = await openRoster()
      await sync(listed('U0ONE'))
      await event(listed('U0DUP', { email: 'u0one@slack.test', active: false }))
      expect(await own()).toMatchObject([{ name: 'Slack U0ONE', active: true }])
    })

    it('go with their organization', async () => {
      const { people, organizations, org, store } = await open()
      await people.match(org, person('U0BOBO', null).account, 'Bo', actor)
      await organizations.remove(org)
      expect(await store.get('slack_matches', [`${org}:${T1}:U0BOBO`])).toEqual([])
    })
  })
}
