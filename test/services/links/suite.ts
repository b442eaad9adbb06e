import { describe, expect, it } from 'vitest'
import type { Link } from '../../../src/domain/links/link.js'
import { createExpiry } from '../../../src/services/expiry.js'
import { tokenForSlack } from '../../../src/services/links/in-slack.js'
import { reencrypt } from '../../../src/services/reencrypt.js'
import { createAddressCipher } from '../../../src/services/sources/address-cipher.js'
import { createLinkAccess } from '../../../src/services/links/access.js'
import { createLinks } from '../../../src/services/links/links.js'
import { createPersonalLinks } from '../../../src/services/links/personal.js'
import { listAudit } from '../../../src/services/records/change.js'
import { createFreshness } from '../../../src/services/roll/freshness.js'
import { at, day, minute } from '../../domain/keys/ring.js'
import { member } from '../../stores/samples.js'
import { openBench, type Subject } from '../../stores/subject.js'
import { actor, openWorld, refusalOf } from '../keys/world.js'

/** What the verbs about links leave in a store, and what tokens open then. */
export const describeLinksOn = (subject: Subject): void => {
  describe(`links on the ${subject.name} store`, () => {
    const bench = openBench(subject)
    const open = async () => {
      const world = await openWorld(bench().store, 'free')
      const { dependencies, store, org, clock } = world
      const warnings: unknown[] = []
      const access = createLinkAccess(store, createFreshness(store), (fault) => void warnings.push(fault))
      await store.commit([
        { put: 'teams', document: { _id: `${org}:t1`, org, id: 't1', name: 'Design', source: 'import' } },
        { put: 'members', document: member(org, 'ana', { email: 'Ana@example.org' }) },
        { put: 'members', document: member(org, 'gone', { active: false }) },
      ])
      return {
        ...world,
        warnings,
        access,
        links: createLinks(dependencies),
        personal: createPersonalLinks(dependencies),
        opens: async (token: string) => (await access.open(token, clock.now())) !== null,
      }
    }

    it('makes a link that opens at once, and stores nothing that would open it', async () => {
      const { links, org, opens, store } = await open()
      const { link, token } = await links.create(org, { name: 'TV kitchen' }, actor)
      expect(token).toMatch(/^who_link_[0-9A-Za-z]{49}$/)
      expect(link).toMatchObject({ name: 'TV kitchen', reasons: 'hidden', team_id: null, member_id: null })
      expect(await opens(token)).toBe(true)
      const stored = JSON.stringify(await store.get('links', [link._id]))
      expect(stored).not.toContain(token.slice(link.start.length))
      const [listed] = await links.list(org)
      expect(listed).toMatchObject({ id: link.id, state: 'active', created_by: actor.who })
      expect(Object.keys(listed!)).not.toEqual(expect.arrayContaining(['hash']))
      expect(Object.keys(listed!)).not.toEqual(expect.arrayContaining(['event_key']))
    })

    it('keeps the token of a link that Slack shows, encrypted, and gives the nearest one that is good', async () => {
      const { dependencies, org, store, clock, links } = await open()
      const keyOf = (byte: number) => new Uint8Array(32).fill(byte)
      const cipher = createAddressCipher([keyOf(1)], dependencies.random)
      const withCipher = createLinks({ ...dependencies, cipher })
      const tokenFor = (team: string | null, by = cipher) =>
        tokenForSlack({ store, openCipher: async () => by }, org, team, clock.now())
      const wish = { name: 'x', showInSlack: true }
      await links.create(org, { name: 'not there' }, actor)
      expect(await tokenFor(null)).toBe(null)
      const whole = await withCipher.create(org, wish, actor)
      const team = await withCipher.create(org, { ...wish, team: 'design' }, actor)
      expect([await tokenFor(null), await tokenFor('t1'), await tokenFor('t2')]).toEqual([
        whole.token,
        team.token,
        whole.token,
      ])
      expect(JSON.stringify(await store.get('links', [whole.link._id]))).not.toContain(whole.token)
      const listed = await withCipher.list(org)
      expect(listed.filter(({ in_slack }) => in_slack).length).toBe(2)
      expect(JSON.stringify(listed)).not.toContain('slack_token')
      await withCipher.revoke(org, team.link.id, actor)
      expect(await tokenFor('t1')).toBe(whole.token)
      expect((await store.get('links', [team.link._id]))[0]!.slack_token).toBeNull()

      const both = createAddressCipher([keyOf(2), keyOf(1)], dependencies.random)
      expect(await reencrypt(dependencies, both)).toEqual({ moved: 1, unchanged: 0, unreadable: [] })
      const renewed = createAddressCipher([keyOf(2)], dependencies.random)
      expect([await tokenFor(null, renewed), await tokenFor(null)]).toEqual([whole.token, null])
      expect(await reencrypt(dependencies, renewed)).toMatchObject({ moved: 0, unchanged: 1 })
      expect((await reencrypt(dependencies, cipher)).unreadable.length).toBe(1)

      expect((await refusalOf(links.create(org, wish, actor))).code).toBe('conflict')
      for (const more of [{ reasons: 'shown' }, { member: 'ana@example.org' }])
        expect((await refusalOf(withCipher.create(org, { ...wish, ...more }, actor))).code).toBe('invalid')
    })

    it('forgets the token of a link that Slack shows when the link has expired, and no other', async () => {
      const { dependencies, org, store, clock } = await open()
      const cipher = createAddressCipher([new Uint8Array(32).fill(1)], dependencies.random)
      const { create } = createLinks({ ...dependencies, cipher })
      const wish = { name: 'x', showInSlack: true }
      const brief = await create(org, { ...wish, expires: at(2 * day) }, actor)
      const lasting = await create(org, { ...wish, expires: at(9 * day) }, actor)
      const clean = createExpiry({ store, now: clock.now })
      const hasToken = async ({ _id }: Link) => (await store.get('links', [_id]))[0]!.slack_token !== null
      const kept = async () => [await hasToken(brief.link), await hasToken(lasting.link)]
      clock.move(day)
      await clean()
      expect(await kept()).toEqual([true, true])
      clock.move(day)
      await clean()
      expect(await kept()).toEqual([false, true])
      expect(await clean()).toBe(0)
      expect(await tokenForSlack({ store, openCipher: async () => cipher }, org, null, clock.now())).toBe(
        lasting.token,
      )
    })

    it('finds teams by name and members by address or name, and refuses what cannot be', async () => {
      const { links, org } = await open()
      const make = (wish: object) => links.create(org, { name: 'x', ...wish }, actor)
      expect((await make({ team: 'design', reasons: 'shown' })).link).toMatchObject({
        team_id: 't1',
        reasons: 'shown',
      })
      expect((await make({ member: ' ana@EXAMPLE.org' })).link.member_id).toBe('ana')
      expect((await make({ member: 'ANA' })).link.member_id).toBe('ana')
      const refused = async (wish: object) => (await refusalOf(make(wish))).code
      expect(await refused({ team: 'Nowhere' })).toBe('not_found')
      expect(await refused({ member: 'nobody@example.org' })).toBe('not_found')
      expect(await refused({ member: 'gone@example.org' })).toBe('not_found')
      const { issues } = await refusalOf(
        make({ name: ' ', team: 't1', member: 'ana@example.org', reasons: 'odd', expires: 'soon' }),
      )
      expect(issues?.map(({ path }) => path[0])).toEqual(['name', 'expires', 'reasons', 'member'])
    })

    it('opens nothing once it is revoked, expired, or its organization is suspended', async () => {
      const { links, org, opens, clock, store } = await open()
      const revoked = await links.create(org, { name: 'a' }, actor)
      const expiring = await links.create(org, { name: 'b', expires: at(day) }, actor)
      const other = await links.create(org, { name: 'c' }, actor)
      expect(await links.revoke(org, revoked.link.id, actor)).toMatchObject({ changed: true })
      expect(await links.revoke(org, revoked.link.id, actor)).toMatchObject({ changed: false })
      expect((await refusalOf(links.revoke(org, 'nope', actor))).code).toBe('not_found')
      expect([await opens(revoked.token), await opens(expiring.token)]).toEqual([false, true])
      clock.move(day)
      expect([await opens(expiring.token), await opens(other.token)]).toEqual([false, true])
      const states = new Map((await links.list(org)).map(({ name, state }) => [name, state]))
      expect([...states].sort()).toEqual([
        ['a', 'revoked'],
        ['b', 'expired'],
        ['c', 'active'],
      ])
      await store.commit([{ patch: 'organizations', id: org, set: { suspended: true } }])
      expect(await opens(other.token)).toBe(false)
    })

    it('notes the last use at most once a minute, and never lets it go back', async () => {
      const { links, org, access, clock, warnings } = await open()
      const { token } = await links.create(org, { name: 'a' }, actor)
      const used = async () => {
        await access.open(token, clock.now())
        await access.settled()
        return (await links.list(org))[0]!.last_used_at
      }
      expect(await used()).toBe(at(0))
      clock.move(minute / 2)
      expect(await used()).toBe(at(0))
      clock.move(minute / 2)
      expect(await used()).toBe(at(minute))
      expect(warnings).toEqual([])
    })

    it('gives one person one link, however many first uses meet, and none when they are gone', async () => {
      const { personal, org, opens, store } = await open()
      const owner = { org, workspace: 'T1', user: 'U1', member_id: 'ana' }
      const made = await Promise.all(Array.from({ length: 5 }, () => personal.open(owner)))
      const tokens = made.flatMap(({ token }) => token ?? [])
      expect(tokens).toHaveLength(1)
      const renewed = await personal.renew(owner)
      expect([await opens(tokens[0]!), await opens(renewed.token!)]).toEqual([false, true])
      await store.commit([{ patch: 'members', id: `${org}:ana`, set: { active: false } }])
      expect(await opens(renewed.token!)).toBe(false)
      expect([await personal.revoke(owner), await personal.revoke(owner)]).toEqual([true, false])
    })

    it('ends the link of somebody who is no member after 90 days; the command makes a new one', async () => {
      const { personal, org, opens, clock } = await open()
      const owner = { org, workspace: 'T1', user: 'U1', member_id: null }
      const { token } = await personal.open(owner)
      clock.move(89 * day)
      expect(await opens(token!)).toBe(true)
      expect((await personal.open(owner)).token).toBeNull()
      clock.move(2 * day)
      expect(await opens(token!)).toBe(false)
      const again = await personal.open(owner)
      expect(await opens(again.token!)).toBe(true)
    })

    it('tells the audit log who made, renewed and revoked a link', async () => {
      const { links, personal, org, store } = await open()
      const { link } = await links.create(org, { name: 'TV', member: 'ana@example.org' }, actor)
      await links.revoke(org, link.id, actor)
      await links.revoke(org, link.id, actor)
      const owner = { org, workspace: 'T1', user: 'U1', member_id: 'ana' }
      await personal.open(owner)
      await personal.renew(owner)
      await personal.revoke(owner, { who: 'slack', from: 'slack:T1' })
      const lines = await listAudit({ store }, org, 100)
      const own = 'personal:slack:T1:U1'
      expect(lines.map(({ what, subject, member, who }) => [what, subject, member, who]).sort()).toEqual(
        [
          ['link_created', link.id, 'ana', actor.who],
          ['link_created', own, 'ana', 'slack:U1'],
          ['link_renewed', own, 'ana', 'slack:U1'],
          ['link_revoked', link.id, 'ana', actor.who],
          ['link_revoked', own, 'ana', 'slack'],
        ].sort(),
      )
    })
  })
}
