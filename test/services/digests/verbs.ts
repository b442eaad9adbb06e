import { seenDigest } from '../../../src/domain/digests/seen.js'
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Organization } from '../../../src/domain/organization/organization.js'
import type { Actor } from '../../../src/services/dependencies.js'
import { listAudit } from '../../../src/services/records/change.js'
import type { Digest, DigestRun } from '../../../src/domain/digests/digest.js'
import { manualRun } from '../../../src/domain/digests/schedule.js'
import { runWords } from '../../../src/domain/words/digest-status.js'
import { createDigestPauses } from '../../../src/services/digests/pauses.js'
import { createDigests, type NewDigest } from '../../../src/services/digests/digests.js'
import { collect } from '../../../src/store/port.js'
import { newId, organization, puts, team } from '../../stores/samples.js'
import { openBench, type Subject } from '../../stores/subject.js'
import { createClock } from '../keys/world.js'

let counter = 0
/** A channel's id that nobody else in this run has. */
const newChannel = (): string => `C${process.pid}X${++counter}`

/** A Friday, half past nine in Berlin. */
const friday = new Date('2026-11-20T08:30:00.000Z')

/** What is promised of digests, on one store. */
export const describeDigestsOn = (subject: Subject): void => {
  const bench = openBench(subject)

  const open = async () => {
    const { store } = bench()
    const clock = createClock(friday)
    const org = organization(newId())
    const design = team(org._id, 'design', { name: 'Design' })
    await store.commit([
      { put: 'organizations', document: org },
      { put: 'teams', document: design },
    ])
    const place = { workspace: `T${newChannel()}`, channel: newChannel() }
    const wish = (
      changes: Partial<NewDigest['settings']> = {},
      more: Partial<NewDigest> = {},
    ): NewDigest => ({
      ...place,
      team: null,
      settings: { time: '09:00', timezone: 'Europe/Berlin', days: 'mon-fri', ...changes },
      creator: 'U0ANA',
      ...more,
    })
    const made = createDigests({ store, now: clock.now, tzdata: 'here', random: randomBytes })
    const by = (user: string) => ({ who: `slack:${user}`, from: null })
    const digests = {
      ...made,
      set: (org: Organization, wanted: NewDigest, actor: Actor = by('U0ANA')) => made.set(org, wanted, actor),
      pause: (org: Organization, id: string, user: string, seen?: string) =>
        made.pause(org, id, by(user), seen),
      resume: (org: Organization, id: string, seen?: string) => made.resume(org, id, by('U0BEN'), seen),
      remove: (org: Organization, id: string, seen?: string) => made.remove(org, id, by('U0BEN'), seen),
    }
    const pauses = createDigestPauses({ store, now: clock.now, tzdata: 'here' })
    const due = async (at: string): Promise<readonly string[]> =>
      (await collect(store.find('digests', { index: 'by_due', range: { next_at: { lte: at } } }))).map(
        ({ _id }) => _id,
      )
    return { store, clock, org, team: design, place, wish, digests, pauses, due }
  }

  const openWithDigest = async () => {
    const world = await open()
    const { digest } = await world.digests.set(world.org, world.wish())
    return { ...world, digest }
  }

  describe(`a digest on the ${subject.name} store`, () => {
    it('begins with the next day when today’s time has passed, and today when it has not', async () => {
      const { digests, org, wish, due } = await open()
      const { digest, replaced } = await digests.set(org, wish())
      expect(replaced).toBeNull()
      expect(digest).toMatchObject({
        next_at: '2026-11-23T08:00:00.000Z',
        next_date: '2026-11-23',
        paused: null,
        creator: 'U0ANA',
        created_by: 'U0ANA',
        version: 1,
      })
      expect(await due('2026-11-23T08:00:00.000Z')).toContain(digest._id)
      const later = await digests.set(org, wish({ time: '10:00' }))
      expect(later.digest).toMatchObject({ next_at: '2026-11-20T09:00:00.000Z', next_date: '2026-11-20' })
    })

    it('replaces the one for the same channel and team, says what it was, and keeps who made it', async () => {
      const { digests, org, team, wish, place } = await open()
      await digests.set(org, wish())
      const anew = await digests.set(org, wish({ days: 'mon' }, { creator: null }), {
        who: 'kim@laptop',
        from: null,
      })
      expect(anew.replaced).toMatchObject({ days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] })
      expect(anew.digest).toMatchObject({
        days: ['monday'],
        created_by: 'U0ANA',
        creator: 'U0ANA',
        version: 2,
      })
      const other = await digests.set(org, wish({}, { team }))
      expect(other.replaced).toBeNull()
      expect(await digests.list(org, place)).toMatchObject([
        { digest: { _id: `${place.workspace}:${place.channel}:all` }, team: null },
        { digest: { _id: `${place.workspace}:${place.channel}:design` }, team: 'Design' },
      ])
      expect(await digests.list(org)).toHaveLength(2)
    })

    it('refuses what cannot be, naming each setting, and leaves what stands there alone', async () => {
      const { digests, org, wish, digest } = await openWithDigest()
      const refused = digests.set(org, wish({ time: '4 am', look_ahead: 'sunday' }))
      await expect(refused).rejects.toMatchObject({
        code: 'invalid',
        issues: [{ path: ['time'] }, { path: ['look_ahead'] }],
      })
      expect(await digests.find(org, digest._id)).toEqual(digest)
    })

    it('is not due while it is paused, and goes on with a day strictly to come', async () => {
      const { digests, org, due, clock, digest } = await openWithDigest()
      const paused = await digests.pause(org, digest._id, 'U0BEN')
      expect(paused).toMatchObject({
        changed: true,
        digest: { paused: { reason: 'person', who: 'U0BEN' }, next_at: null, next_date: null, version: 2 },
      })
      expect(await digests.pause(org, digest._id, 'U0ANA')).toEqual({ changed: false, digest: paused.digest })
      expect(await due('2099-01-01T00:00:00.000Z')).not.toContain(digest._id)
      // To the very instant of Monday's time: Monday is over then.
      clock.move(new Date('2026-11-23T08:00:00.000Z').getTime() - friday.getTime())
      expect(await digests.resume(org, digest._id)).toMatchObject({
        changed: true,
        digest: { paused: null, next_at: '2026-11-24T08:00:00.000Z', next_date: '2026-11-24', version: 3 },
      })
      expect(await digests.resume(org, digest._id)).toMatchObject({ changed: false })
    })

    it('is in the audit log of its organization each time that somebody changed it', async () => {
      const { digests, org, store, wish, digest, clock } = await openWithDigest()
      clock.move(1)
      await digests.set(org, wish({ time: '10:00' }), { who: 'kim@laptop', from: 'laptop' })
      clock.move(1)
      await digests.pause(org, digest._id, 'U0BEN')
      clock.move(1)
      await digests.pause(org, digest._id, 'U0ANA')
      clock.move(1)
      await digests.resume(org, digest._id)
      clock.move(1)
      await digests.remove(org, digest._id)
      const lines = (await listAudit({ store }, org._id, 10)).toReversed()
      const { channel } = digest
      expect(lines.map(({ what, who, detail }) => [what, who, detail])).toEqual([
        [
          'digest_set',
          'slack:U0ANA',
          {
            channel,
            days: 'monday, tuesday, wednesday, thursday, friday',
            time: '09:00',
            timezone: 'Europe/Berlin',
            look_ahead: digest.look_ahead,
            on_bank_holidays: 'silent',
            when_empty: 'post',
          },
        ],
        ['digest_set', 'kim@laptop', { time: '09:00 → 10:00' }],
        ['digest_paused', 'slack:U0BEN', { channel }],
        ['digest_resumed', 'slack:U0BEN', { channel }],
        ['digest_removed', 'slack:U0BEN', { channel }],
      ])
      expect(lines.every(({ subject }) => subject === digest._id)).toBe(true)
    })

    it('is removed, and then nobody knows it', async () => {
      const { digests, org, place, digest } = await openWithDigest()
      expect(await digests.remove(org, digest._id)).toEqual(digest)
      const gone = { code: 'not_found' }
      await expect(digests.remove(org, digest._id)).rejects.toMatchObject(gone)
      await expect(digests.find(org, digest._id)).rejects.toMatchObject(gone)
      await expect(digests.pause(org, digest._id, 'x')).rejects.toMatchObject(gone)
      await expect(digests.resume(org, digest._id)).rejects.toMatchObject(gone)
      await expect(digests.postNow(org, digest._id)).rejects.toMatchObject(gone)
      expect(await digests.list(org, place)).toEqual([])
    })

    it('is not changed by someone who saw an older state, whoever is faster', async () => {
      const { digests, org, wish, digest } = await openWithDigest()
      const seen = seenDigest(digest)
      await digests.set(org, { ...wish({ time: '10:00' }), seen })
      const changed = {
        code: 'conflict',
        message: expect.stringContaining('someone else changed this digest'),
      }
      await expect(digests.set(org, { ...wish({ time: '11:00' }), seen })).rejects.toMatchObject(changed)
      await expect(digests.pause(org, digest._id, 'x', seen)).rejects.toMatchObject(changed)
      await expect(digests.resume(org, digest._id, seen)).rejects.toMatchObject(changed)
      await expect(digests.remove(org, digest._id, seen)).rejects.toMatchObject(changed)
      expect(await digests.find(org, digest._id)).toMatchObject({ time: '10:00', paused: null })
      await expect(digests.set(org, { ...wish(), seen: 'none' })).rejects.toMatchObject(changed)
    })

    it('belongs to no other organization: it is not seen, not changed, and not named when replaced', async () => {
      const { digests, wish, place, store, digest } = await openWithDigest()
      const other = organization(newId())
      await store.commit([{ put: 'organizations', document: other }])
      expect(await digests.list(other, place)).toEqual([])
      const gone = { code: 'not_found' }
      await expect(digests.find(other, digest._id)).rejects.toMatchObject(gone)
      await expect(digests.remove(other, digest._id)).rejects.toMatchObject(gone)
      await expect(digests.postNow(other, digest._id)).rejects.toMatchObject(gone)
      const taken = await digests.set(other, wish({}, { creator: null }), {
        who: 'slack:U0OTTO',
        from: null,
      })
      expect(taken).toMatchObject({
        replaced: null,
        digest: { org: other._id, creator: null, created_by: 'U0OTTO' },
      })
    })

    it('loses no change when many come in the same moment', async () => {
      const { digests, org, wish } = await open()
      const times = ['09:01', '09:02', '09:03', '09:04']
      const all = await Promise.all(times.map((time) => digests.set(org, wish({ time }))))
      expect(all.map(({ digest }) => digest.version).toSorted()).toEqual([1, 2, 3, 4])
      const last = all.find(({ digest }) => digest.version === 4)!.digest
      expect(await digests.find(org, last._id)).toEqual(last)
    })
  })

  describe(`a cause in Slack on the ${subject.name} store`, () => {
    it('pauses the digests of a channel once, and its end resumes those and no others', async () => {
      const { digests, pauses, org, team, wish, place, digest } = await openWithDigest()
      const byHand = await digests.set(org, wish({}, { team }))
      await digests.pause(org, byHand.digest._id, 'U0BEN')
      const elsewhere = await digests.set(org, wish({}, { channel: newChannel() }))
      expect(await pauses.pauseBecause(place, 'archived')).toMatchObject([
        { _id: digest._id, paused: { reason: 'archived', who: null }, next_at: null },
      ])
      expect(await pauses.pauseBecause(place, 'archived')).toEqual([])
      expect(await pauses.resumeBecause(place, ['not_in_channel'])).toEqual([])
      expect(await pauses.resumeBecause(place, ['archived'])).toMatchObject([
        { _id: digest._id, paused: null, next_date: '2026-11-23' },
      ])
      expect(await digests.find(org, byHand.digest._id)).toMatchObject({ paused: { reason: 'person' } })
      expect(await digests.find(org, elsewhere.digest._id)).toMatchObject({ paused: null, version: 1 })
    })

    it('that may end while another company reads the channel is outranked by that one', async () => {
      const { digests, pauses, org, team, wish, place, digest } = await openWithDigest()
      const byHand = await digests.set(org, wish({}, { team }))
      await digests.pause(org, byHand.digest._id, 'U0BEN')
      await pauses.pauseBecause(place, 'archived')
      expect(await pauses.pauseBecause(place, 'slack_connect')).toMatchObject([
        { _id: digest._id, paused: { reason: 'slack_connect' }, next_at: null },
      ])
      expect(await pauses.pauseBecause(place, 'slack_connect')).toEqual([])
      expect(await pauses.pauseBecause(place, 'archived')).toEqual([])
      expect(await pauses.resumeBecause(place, ['archived', 'not_in_channel'])).toEqual([])
      expect(await pauses.resumeBecause(place, ['slack_connect'])).toMatchObject([{ _id: digest._id }])
      expect(await digests.find(org, byHand.digest._id)).toMatchObject({ paused: { reason: 'person' } })
    })

    it('may be about a whole workspace, and about no other', async () => {
      const { digests, pauses, org, wish, place } = await open()
      await digests.set(org, wish())
      await digests.set(org, wish({}, { channel: newChannel() }))
      const other = await digests.set(org, wish({}, { workspace: `T${newChannel()}` }))
      const workspace = { workspace: place.workspace, channel: null }
      expect(await pauses.pauseBecause(workspace, 'uninstalled')).toHaveLength(2)
      expect(await digests.find(org, other.digest._id)).toMatchObject({ paused: null })
      expect(await pauses.resumeBecause(workspace, ['uninstalled', 'token'])).toHaveLength(2)
    })

    it('is announced by one of two processes that notice it at the same moment', async () => {
      const { digests, pauses, org, wish, place } = await open()
      await digests.set(org, wish())
      const both = await Promise.all([
        pauses.pauseBecause(place, 'archived'),
        pauses.pauseBecause(place, 'archived'),
      ])
      expect(both.flat()).toHaveLength(1)
    })
  })

  describe(`posting now on the ${subject.name} store`, () => {
    const run = (digest: Digest, date: string, changes: Partial<DigestRun> = {}): DigestRun => ({
      ...manualRun(digest, { at: friday, date }),
      state: 'skipped',
      reason: 'missed_window',
      manual: false,
      fence: 3,
      ...changes,
    })

    it('makes today’s run claimable, today being the digest’s own, also on a day that is not its', async () => {
      const { digests, org, wish, store } = await open()
      // Half past nine on Friday in Berlin is still Thursday evening in Pago Pago.
      const { digest } = await digests.set(org, wish({ days: 'mon', timezone: 'Pacific/Pago_Pago' }))
      const made = await digests.postNow(org, digest._id)
      expect(made).toMatchObject({
        _id: `${digest._id}:2026-11-19`,
        state: 'pending',
        manual: true,
        wake_at: friday.toISOString(),
        fence: 0,
      })
      expect(await store.get('digest_runs', [made._id])).toEqual([made])
      expect(await digests.find(org, digest._id)).toEqual(digest)
    })

    it('keeps what was chosen for it, until somebody chooses again, and says what comes next', async () => {
      const { digests, org, wish, store } = await open()
      const { digest } = await digests.set(org, wish({ time: '20:00' }))
      expect(digest).toMatchObject({ next_date: '2026-11-20' })
      const chosen = { look_ahead: 'monday', on_bank_holidays: 'post', when_empty: 'silent' } as const
      const { _id } = await digests.postNow(org, digest._id, chosen)
      const run = async () => (await store.get('digest_runs', [_id]))[0]
      expect(await run()).toMatchObject({ chosen })
      const [listed] = await digests.list(org)
      expect(listed!.digest).toMatchObject({ next_date: '2026-11-23', next_at: '2026-11-23T19:00:00.000Z' })
      const set = await digests.set(org, wish({ time: '20:30' }))
      expect(set.digest).toMatchObject({ next_date: '2026-11-23' })
      await digests.postNow(org, digest._id)
      expect((await run())!.chosen).toBeNull()
    })

    it.each(['pending', 'skipped', 'failed'] as const)('takes up a run that is %s', async (state) => {
      const { digests, org, store, digest } = await openWithDigest()
      const before = run(digest, '2026-11-20', { state })
      await store.commit([{ put: 'digest_runs', document: before }])
      expect(await digests.postNow(org, digest._id)).toMatchObject({
        state: 'pending',
        manual: true,
        fence: 4,
      })
    })

    it.each([
      ['sent', 'already been posted'],
      ['claimed', 'being posted'],
      ['sending', 'being posted'],
      ['unknown', 'did not say whether'],
    ] as const)('refuses a run that is %s, and says so', async (state, said) => {
      const { digests, org, store, digest } = await openWithDigest()
      const before = run(digest, '2026-11-20', { state })
      await store.commit([{ put: 'digest_runs', document: before }])
      await expect(digests.postNow(org, digest._id)).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining(said),
      })
      expect(await store.get('digest_runs', [before._id])).toEqual([before])
    })

    it('is done once when two ask in the same moment', async () => {
      const { digests, org, store, digest } = await openWithDigest()
      await Promise.all([digests.postNow(org, digest._id), digests.postNow(org, digest._id)])
      const runs = await collect(
        store.find('digest_runs', { index: 'by_digest', equal: { digest: digest._id } }),
      )
      expect(runs).toHaveLength(1)
    })

    it('appears in the status: the last seven runs, newest first, with the reason in words', async () => {
      const { digests, store, digest } = await openWithDigest()
      const days = Array.from({ length: 9 }, (_, day) => `2026-11-${String(10 + day)}`)
      await store.commit(
        puts(
          'digest_runs',
          days.map((day) => run(digest, day)),
        ),
      )
      const runs = await digests.status(digest)
      expect(runs.map(({ date }) => date)).toEqual(days.toReversed().slice(0, 7))
      expect(runWords(runs[0]!, 'Europe/Berlin')).toBe(
        'not posted: whosout was not running, or could not reach Slack, until it was too late',
      )
    })
  })
}
