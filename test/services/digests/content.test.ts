import { createRolls } from '../../../src/services/roll/rolls.js'
import { describe, expect, it } from 'vitest'
import {
  createDigestContent,
  type DigestChoice,
  type DigestContent,
} from '../../../src/services/digests/content.js'
import type { DigestRun } from '../../../src/domain/digests/digest.js'
import type { Change, Store } from '../../../src/store/port.js'
import { acmeChanges } from '../../world/acme-changes.js'
import { acmeId, leaveDocument, members, teams, today, type MemberName } from '../../world/acme.js'
import { createFaultyStore } from '../../stores/faulty.js'
import { embeddedSubject } from '../../stores/embedded/subject.js'
import { openBench } from '../../stores/subject.js'

const bench = openBench(embeddedSubject)

const choice: DigestChoice = {
  org: acmeId,
  team_id: null,
  time: '09:00',
  timezone: 'Europe/Berlin',
  days: ['monday', 'friday'],
  look_ahead: 'none',
  on_bank_holidays: 'silent',
  when_empty: 'silent',
}
const onTime = { late: false, planned: '09:00' }

let revision = 1

const leaveId = (id: string): string => `1eaf0000-0000-4000-8000-00000000009${id}`

/** Acme anew, then these changes, each in a revision of its own. */
const acmeWith = async (...changes: readonly Change[]): Promise<void> => {
  const { store } = bench()
  const earlier = ['0', '1', '2', '9'].map((id): Change => ({
    remove: 'leaves',
    id: `${acmeId}:${leaveId(id)}`,
  }))
  await store.commit([...acmeChanges({ revision: ++revision }), ...earlier])
  await change(store, ...changes)
}

const change = async (store: Store, ...changes: readonly Change[]): Promise<void> => {
  await store.commit([{ patch: 'organizations', id: acmeId, set: { revision: ++revision } }, ...changes])
}

const leaveOf = (
  who: MemberName,
  type: 'sick' | 'personal' | 'holiday' | 'bank_holiday',
  day: string,
  id = '9',
): Change => ({
  put: 'leaves',
  document: leaveDocument(acmeId, leaveId(id), {
    member_id: members[who].id,
    type,
    start_date: day,
    end_date: day,
    status: 'approved',
  }),
})

const build = (digest: Partial<DigestChoice> = {}, date = today, posting = onTime): Promise<DigestContent> =>
  createDigestContent(createRolls(bench().store), bench().store)({ ...choice, ...digest }, date, posting)

const built = async (...given: Parameters<typeof build>) => {
  const content = await build(...given)
  if (!('hash' in content)) throw new Error(content.kind)
  return content
}

describe('the content of a digest', () => {
  it('says what is out on the day, and the revision it was built at', async () => {
    await acmeWith()
    expect(await build()).toMatchObject({
      kind: 'message',
      empty: false,
      revision,
      message: { title: '3 of 12 out · Fri 20 Nov' },
    })
  })

  it('reaches as far as the last leave that somebody’s return depends on', async () => {
    await acmeWith(leaveOf('fay', 'holiday', '2027-02-01'))
    expect(JSON.stringify(await build({ team_id: teams.design }))).toContain('Back 2 Feb')
  })

  const support = { team_id: teams.support }
  const unknown = 'c0ffee00-aaaa-4bbb-8ccc-0000000000ff'
  const wednesday = '2026-11-25'
  it.each<readonly [string, Partial<DigestChoice>, string, object]>([
    ['nobody is out', support, wednesday, { kind: 'silent', reason: 'nobody_out' }],
    [
      'nobody is out, and is said',
      { ...support, when_empty: 'post' },
      wednesday,
      { kind: 'message', empty: true },
    ],
    ['its team is deleted', { team_id: unknown }, today, { kind: 'team_deleted' }],
    ['its organization is gone', { org: unknown }, today, { kind: 'organization_gone' }],
  ])('where %s', async (_when, digest, date, content) => {
    await acmeWith()
    expect(await build(digest, date)).toMatchObject(content)
  })

  it('is what an edit or a preview would show, where the channel hears nothing', async () => {
    const everybody = ['gus', 'twinOne', 'twinTwo'] as const
    await acmeWith(...everybody.map((who, at) => leaveOf(who, 'bank_holiday', '2026-11-25', String(at))))
    const content = await built({ team_id: teams.support }, '2026-11-25')
    expect(content).toMatchObject({ kind: 'silent', reason: 'bank_holiday', revision })
    expect(JSON.stringify(content.message)).toContain('Bank holiday: everybody (3)')
  })

  it('is silent when everybody has the bank holiday of a calendar', async () => {
    const days = [{ date: '2026-11-25', name: 'A day off' }]
    const document = { _id: `${acmeId}:DE`, org: acmeId, code: 'DE', days }
    await acmeWith(
      { put: 'holiday_calendars', document },
      { patch: 'organizations', id: acmeId, set: { holidays: 'DE' } },
    )
    expect(await build({ team_id: teams.support }, '2026-11-25')).toMatchObject({ reason: 'bank_holiday' })
    await acmeWith({ remove: 'holiday_calendars', id: document._id })
    expect(await build({ team_id: teams.support }, '2026-11-25')).toMatchObject({ reason: 'nobody_out' })
  })

  it('is nothing where the organization is suspended', async () => {
    await acmeWith({ patch: 'organizations', id: acmeId, set: { suspended: true } })
    expect(await build()).toEqual({ kind: 'suspended' })
  })

  it('has the same hash late as on time, and says that it is late', async () => {
    await acmeWith()
    const [early, late] = [await built(), await built({}, today, { ...onTime, late: true })]
    expect(late.hash).toBe(early.hash)
    expect(JSON.stringify(late.message)).toContain('Posted late: planned for 09:00.')
    expect(JSON.stringify(early.message)).not.toContain('late')
  })

  it.each<readonly [string, Change, boolean]>([
    ['a leave on the day', leaveOf('zoe', 'holiday', today), true],
    ['a leave that begins within a week', leaveOf('zoe', 'holiday', '2026-11-24'), true],
    ['a leave a month ahead', leaveOf('zoe', 'holiday', '2026-12-21'), false],
    ['another masked reason', leaveOf('ben', 'personal', today), false],
    ['a name', { patch: 'members', id: `${acmeId}:${members.fay.id}`, set: { name: 'Fay Moss-Berg' } }, true],
    [
      'an e-mail address',
      { patch: 'members', id: `${acmeId}:${members.fay.id}`, set: { email: 'x@acme.example' } },
      false,
    ],
  ])('has another hash when what is shown is another: %s', async (_what, changed, differs) => {
    await acmeWith(leaveOf('ben', 'sick', today))
    const before = await built()
    await change(bench().store, changed)
    const after = await built()
    expect(after.revision).toBeGreaterThan(before.revision)
    expect(after.hash !== before.hash).toBe(differs)
  })

  it('leads to a calendar of the same people, which an edit does not compare', async () => {
    await acmeWith()
    const pageOf = (page: string | null) =>
      createDigestContent(
        createRolls(bench().store),
        bench().store,
        async (org, team) => page && `${page}/${org}/${team}`,
      )
    const leading = await pageOf('https://page')({ ...choice, team_id: teams.design }, today, onTime)
    const plain = await pageOf(null)({ ...choice, team_id: teams.design }, today, onTime)
    if (!('hash' in leading && 'hash' in plain)) throw new Error('there is nothing to compare')
    expect(leading.message.calendar).toBe(`https://page/${choice.org}/${teams.design}`)
    expect(plain.message).not.toHaveProperty('calendar')
    expect(plain.hash).toBe(leading.hash)
  })

  it.each([
    ['was posted', 'sent', true],
    ['was skipped', 'skipped', false],
    ['was never there', null, false],
  ] as const)('counts what the digest before listed only where that %s', async (_says, state, isCounted) => {
    const _id = 'T0ACME:C0GENERAL:all'
    const before = `${_id}:2026-11-16`
    const document = { _id: before, org: acmeId, digest: _id, date: '2026-11-16', state } as DigestRun
    await acmeWith(
      leaveOf('zoe', 'holiday', '2026-11-23'),
      state ? { put: 'digest_runs', document } : { remove: 'digest_runs', id: before },
    )
    const said = JSON.stringify((await built({ _id })).message)
    expect(said.includes('as in Monday’s digest')).toBe(isCounted)
    expect(said.includes('Zoe')).toBe(!isCounted)
  })

  it('names again whom the digest before only counted', async () => {
    const _id = 'T0ACME:C0GENERAL:all'
    const run = (date: string): Change => {
      const document = { _id: `${_id}:${date}`, org: acmeId, digest: _id, date, state: 'sent' } as DigestRun
      return { put: 'digest_runs', document }
    }
    await acmeWith(leaveOf('zoe', 'holiday', '2026-11-25'), run('2026-11-18'), run('2026-11-19'))
    const said = JSON.stringify((await built({ _id, days: ['wednesday', 'thursday', 'friday'] })).message)
    expect(said).toContain('Zoe')
  })

  it('reads one document for the next digest of the same revision, and everything anew after it moved', async () => {
    await acmeWith()
    const store = createFaultyStore(bench().store)
    const shared = createDigestContent(createRolls(store), store)
    const reads = async (team_id: string | null): Promise<number> => {
      const before = store.calls()
      await shared({ ...choice, team_id }, today, onTime)
      return store.calls() - before
    }
    const first = await reads(null)
    const next = await reads(teams.design)
    expect(first).toBeGreaterThan(next)
    expect(await reads(teams.platform)).toBe(next)
    await change(bench().store)
    expect(await reads(null)).toBe(first)
  })

  it('cannot be said while the store is away', async () => {
    const store = createFaultyStore(bench().store)
    store.plan({ call: 1, how: 'unavailable', always: true })
    await expect(createDigestContent(createRolls(store), store)(choice, today, onTime)).rejects.toMatchObject(
      {
        code: 'unavailable',
      },
    )
  })
})
