import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import type { Day } from '../../../src/calendar/day.js'
import { wallClockAt } from '../../../src/calendar/wall-clock.js'
import type { Leave, Member, Organization } from '../../../src/domain/organization/organization.js'
import { Problem } from '../../../src/domain/problem.js'
import { noStatus, type SlackStatus, type StatusConsent } from '../../../src/domain/statuses/status.js'
import { eraseMember } from '../../../src/services/records/erase.js'
import { createRolls, type Rolls } from '../../../src/services/roll/rolls.js'
import { createStatusConsents } from '../../../src/services/statuses/consents.js'
import { createStatusList } from '../../../src/services/statuses/list.js'
import { createStatusRuns } from '../../../src/services/statuses/runs.js'
import type { StatusRefusal, StatusSlack } from '../../../src/services/statuses/slack.js'
import { collect, type Store } from '../../../src/store/port.js'
import { createStopping, createStoppingStore, type Stopping } from '../../stores/stopping.js'
import { leave, member, organization, puts } from '../../stores/samples.js'
import { withStore, type Subject } from '../../stores/subject.js'
import { createClock, dependenciesOn } from '../keys/world.js'

const keys = [randomBytes(32)]
const minute = 60_000
const workspace = 'T0ACME'

/** Who wrote the status that is there. */
type Writer = 'nobody' | 'whosout' | 'person'

interface Written {
  readonly user: string
  readonly status: SlackStatus
  /** Whose status was there until then. */
  readonly over: Writer
}

/** Slack as people and the app see it: it escapes texts, and removes a status when its time has come. */
const createPeople = (now: () => Date) => {
  const statuses = new Map<string, { status: SlackStatus; by: Writer }>()
  const refusals: StatusRefusal[] = []
  const writes: Written[] = []
  const revoked: string[] = []
  const current = (user: string): { status: SlackStatus; by: Writer } => {
    const known = statuses.get(user) ?? { status: noStatus, by: 'nobody' as const }
    const isOver = known.status.until !== 0 && known.status.until * 1_000 <= now().getTime()
    return isOver ? { status: noStatus, by: 'nobody' } : known
  }
  const slackFor = ({ step }: Pick<Stopping, 'step'>): StatusSlack => ({
    async read({ user }) {
      await step('before reading')
      return { status: current(user).status, timezone: null }
    },
    async write(token, status) {
      await step('before writing')
      const refusal = refusals.shift()
      if (refusal) return refusal
      const user = token.slice('xoxp-'.length)
      writes.push({ user, status, over: current(user).by })
      const returned = { ...status, text: status.text.replaceAll('&', '&amp;') }
      statuses.set(user, { status: returned, by: status.text === '' ? 'nobody' : 'whosout' })
      await step('after writing')
      return { returned }
    },
    async revoke(token) {
      await step('before revoking')
      const refusal = refusals.shift()
      if (refusal) return refusal
      revoked.push(token)
      return null
    },
  })
  return {
    writes,
    revoked,
    refusals,
    slackFor,
    of: (user: string) => current(user).status,
    by: (user: string) => current(user).by,
    /** A person, or another app for them, writes. */
    write: (user: string, text: string, until = 0): void =>
      void statuses.set(user, {
        status: { text, emoji: text === '' ? '' : ':spiral_calendar_pad:', until },
        by: text === '' ? 'nobody' : 'person',
      }),
  }
}

/** A store on which no status can be claimed. */
const refusingClaims = (store: Store): Store => ({
  ...store,
  commit: async (changes, options) => {
    const list = [...changes]
    if (list.some((change) => 'patch' in change && change.patch === 'statuses'))
      throw new Problem('unavailable', 'The store is busy')
    return store.commit(list, options)
  },
})

const seconds = (instant: string): number => Date.parse(instant) / 1_000

const openScene = async (store: Store, at: string, timezone = 'Europe/Berlin') => {
  const org = randomUUID()
  const clock = createClock(new Date(at))
  const dependencies = dependenciesOn(store, clock)
  const people = createPeople(clock.now)
  const consents = createStatusConsents(dependencies)
  await store.commit([{ put: 'organizations', document: organization(org, { timezone }) }])
  let revision = 1
  const warnings: { left: unknown }[] = []
  const replica = (
    stopping: Stopping = createStopping(),
    on = store,
    rolls: Pick<Rolls, 'of'> = createRolls(on),
  ) =>
    createStatusRuns({
      ...dependencies,
      store: stopping === undefined ? on : createStoppingStore(on, stopping),
      wait: async () => undefined,
      elapsed: () => clock.now().getTime(),
      rolls,
      slack: people.slackFor(stopping),
      keys,
      log: {
        info: () => undefined,
        warn: ({ left }: { left?: unknown }) => void warnings.push({ left }),
        error: () => undefined,
      },
    })
  const change = async (...documents: readonly Leave[]): Promise<void> => {
    revision += 1
    await store.commit([...puts('leaves', documents), { patch: 'organizations', id: org, set: { revision } }])
  }
  const one = replica()
  return {
    org,
    clock,
    people,
    consents,
    replica,
    warnings,
    change,
    erase: (id: string): Promise<unknown> =>
      eraseMember(dependencies, org, { person: id, slackIds: [] }, { who: 'admin', from: null }),
    async join(...ids: readonly string[]): Promise<void> {
      revision += 1
      await store.commit([
        ...puts(
          'members',
          ids.map((id) => member(org, id)),
        ),
        { patch: 'organizations', id: org, set: { revision } },
      ])
      for (const id of ids)
        await consents.connect(
          { org, member_id: id, workspace, user: id },
          { token: `xoxp-${id}`, timezone: null, keys },
        )
    },
    off: (id: string, from: string, to: string, fields: Partial<Leave> = {}): Promise<void> =>
      change(leave(org, `${id}-leave`, from, to, { member_id: id, ...fields })),
    /** The instant, and the tick of one replica. */
    async tickAt(instant: string): Promise<void> {
      clock.move(Date.parse(instant) - clock.now().getTime())
      await one.tick()
    },
    /** Why nothing is shown. */
    reasonOf: async (id: string) =>
      (await createStatusList(dependencies, createRolls(store))(org, id))[0]?.reason,
    find: async (id: string): Promise<StatusConsent | null> => consents.find({ org, member_id: id }),
    patch: (id: string, set: Partial<Member>): Promise<unknown> => {
      revision += 1
      return store.commit([
        { patch: 'members', id: `${org}:${id}`, set: { ...set } },
        { patch: 'organizations', id: org, set: { revision } },
      ])
    },
    set: (set: Partial<Organization>): Promise<unknown> => {
      revision += 1
      return store.commit([{ patch: 'organizations', id: org, set: { ...set, revision } }])
    },
  }
}
type Scene = Awaited<ReturnType<typeof openScene>>

const palm = (text: string, until: string): SlackStatus => ({
  text,
  emoji: ':palm_tree:',
  until: seconds(until),
})

/** Ana is off from Wed 25 to Fri 27 November 2026 unless a row says otherwise; clocks are Berlin's. */
const week = async (store: Store, fields: Partial<Leave> = {}): Promise<Scene> => {
  const scene = await openScene(store, '2026-11-24T12:00:00Z')
  await scene.join('ana')
  await scene.off('ana', '2026-11-25', '2026-11-27', fields)
  return scene
}

const untilMonday = palm('Out until Mon 30 Nov', '2026-11-29T23:00:00Z')

export const describeStatusesOn = (subject: Subject): void => {
  describe(`statuses on ${subject.name}`, () => {
    const inWeek =
      (run: (scene: Scene) => Promise<void>, fields: Partial<Leave> = {}) =>
      () =>
        withStore(subject, async (store) => run(await week(store, fields)))

    it(
      'are set on the first morning, once, and end when the person is back',
      inWeek(async (scene) => {
        const { people, tickAt } = scene
        await tickAt('2026-11-25T06:59:00Z')
        expect(people.writes).toEqual([])
        for (const at of ['2026-11-25T07:00:00Z', '2026-11-25T07:01:00Z', '2026-11-29T22:59:00Z']) {
          await tickAt(at)
          expect(people.of('ana')).toEqual(untilMonday)
        }
        await tickAt('2026-11-29T23:00:00Z')
        expect(people.of('ana')).toEqual(noStatus)
        expect(people.writes).toHaveLength(1)
      }),
    )

    it.each([
      [
        'an afternoon',
        { end_date: '2026-11-25', starts_at_noon: true },
        '2026-11-25T11:00:00Z',
        palm('Out until Thu 26 Nov', '2026-11-25T23:00:00Z'),
      ],
      [
        'a morning',
        { end_date: '2026-11-25', ends_at_noon: true },
        '2026-11-25T07:00:00Z',
        palm('Out until noon', '2026-11-25T11:00:00Z'),
      ],
      [
        'until noon of the last day',
        { ends_at_noon: true },
        '2026-11-25T07:00:00Z',
        palm('Out until Fri 27 Nov at noon', '2026-11-27T11:00:00Z'),
      ],
      ['sick leave, without its reason', { type: 'sick' }, '2026-11-25T07:00:00Z', untilMonday],
    ] as const)('say until when for %s', (_what, fields, at, expected) =>
      withStore(subject, async (store) => {
        const { people, tickAt, reasonOf } = await week(store, fields as Partial<Leave>)
        await tickAt(new Date(Date.parse(at) - minute).toISOString())
        expect([people.of('ana'), await reasonOf('ana')]).toEqual([noStatus, 'not_yet'])
        await tickAt(at)
        expect(people.of('ana')).toEqual(expected)
      }),
    )

    it(
      'are not set for a bank holiday, a weekend, or leave that is not approved',
      inWeek(async ({ people, off, tickAt }) => {
        for (const fields of [
          { type: 'bank_holiday' },
          { start_date: '2026-11-28', end_date: '2026-11-29' },
          { status: 'pending' },
        ] as const) {
          await off('ana', '2026-11-25', '2026-11-27', fields as Partial<Leave>)
          await tickAt('2026-11-26T09:00:00Z')
          await tickAt('2026-11-28T09:00:00Z')
          expect(people.writes).toEqual([])
        }
      }),
    )

    it(
      'follow days that change, are cancelled, and the words of the organization',
      inWeek(async ({ people, off, set, tickAt }) => {
        await tickAt('2026-11-25T08:00:00Z')
        await off('ana', '2026-11-25', '2026-11-26')
        await tickAt('2026-11-25T08:01:00Z')
        expect(people.of('ana')).toEqual(palm('Out until Fri 27 Nov', '2026-11-26T23:00:00Z'))
        await set({ status_text: 'R&R, back {day}', status_emoji: ':wave:' })
        await tickAt('2026-11-25T08:02:00Z')
        expect(people.of('ana')).toEqual({
          text: 'R&amp;R, back Fri 27 Nov',
          emoji: ':wave:',
          until: seconds('2026-11-26T23:00:00Z'),
        })
        await tickAt('2026-11-25T08:03:00Z')
        expect(people.writes).toHaveLength(3)
        await off('ana', '2026-11-25', '2026-11-26', { status: 'cancelled' })
        await tickAt('2026-11-25T08:04:00Z')
        expect(people.of('ana')).toEqual(noStatus)
      }),
    )

    it(
      'leave alone what a person wrote, whatever happens to their days',
      inWeek(async ({ people, off, tickAt, find }) => {
        people.write('ana', 'At the sea')
        await tickAt('2026-11-25T08:00:00Z')
        await off('ana', '2026-11-25', '2026-11-26')
        await tickAt('2026-11-25T08:01:00Z')
        expect(people.writes).toEqual([])
        expect((await find('ana'))?.ended).toEqual({ absence: '2026-11-25', why: 'own_status' })
        await tickAt('2026-11-27T08:00:00Z')
        expect(people.of('ana').text).toBe('At the sea')
      }),
    )

    it(
      'wait until a status with an end is over',
      inWeek(async ({ people, tickAt }) => {
        people.write('ana', 'In a meeting', seconds('2026-11-25T09:00:00Z'))
        await tickAt('2026-11-25T08:00:00Z')
        await tickAt('2026-11-25T08:59:00Z')
        expect(people.of('ana').text).toBe('In a meeting')
        await tickAt('2026-11-25T09:00:00Z')
        expect(people.of('ana')).toEqual(untilMonday)
        people.write('ana', 'In another', seconds('2026-11-26T10:00:00Z'))
        await tickAt('2026-11-26T10:00:00Z')
        expect(people.of('ana')).toEqual(noStatus)
      }),
    )

    it(
      'stay away once a person took theirs away, until their next absence',
      inWeek(async ({ people, off, change, tickAt, org, find }) => {
        await tickAt('2026-11-25T08:00:00Z')
        people.write('ana', '')
        await off('ana', '2026-11-25', '2026-11-26')
        await tickAt('2026-11-25T08:01:00Z')
        expect((await find('ana'))?.ended).toEqual({ absence: '2026-11-25', why: 'removed' })
        await change(leave(org, 'next', '2026-12-01', '2026-12-01', { member_id: 'ana' }))
        await tickAt('2026-12-01T08:00:00Z')
        expect(people.of('ana')).toEqual(palm('Out until Wed 2 Dec', '2026-12-01T23:00:00Z'))
      }),
    )

    it(
      'are taken away from people who leave, whose tokens are forgotten',
      inWeek(async ({ people, patch, tickAt, find }) => {
        await tickAt('2026-11-25T08:00:00Z')
        await patch('ana', { active: false })
        await tickAt('2026-11-25T08:01:00Z')
        expect([people.of('ana'), await find('ana')]).toEqual([noStatus, null])
      }),
    )

    it('stay, with their tokens, where a list lacks the person, until somebody erases the person', () =>
      withStore(subject, async (store) => {
        const { people, clock, tickAt, replica, find, org } = await week(store)
        await tickAt('2026-11-25T08:00:00Z')
        const lacking: Store = {
          ...store,
          view: (of, read) =>
            store.view(of, (reader) =>
              read({
                ...reader,
                find: (collection, query) =>
                  reader.find(collection, collection === 'members' ? { ...query, limit: 0 } : query),
              }),
            ),
        }
        const damaged = replica(createStopping(), lacking)
        const tickDamaged = async () => {
          clock.move(minute)
          await damaged.tick()
        }
        await tickDamaged()
        expect([people.of('ana'), await find('ana')]).toMatchObject([untilMonday, { member_id: 'ana' }])
        const erased_on = '2026-11-25' as Day
        await store.commit([
          { remove: 'members', id: `${org}:ana` },
          ...puts('tombstones', [
            { _id: `${org}:ana`, org, id: 'ana', kind: 'member', number: 1, erased_on, also: null },
          ]),
        ])
        await tickDamaged()
        expect([people.of('ana'), await find('ana')]).toEqual([noStatus, null])
      }))

    it.each([
      ['revoked', { kind: 'revoked' }, null],
      ['locked', { kind: 'locked' }, { absence: '2026-11-25', why: 'locked' }],
    ] as const)('end where Slack says %s', (_what, refusal, ended) =>
      withStore(subject, async (store) => {
        const { people, tickAt, find } = await week(store)
        people.refusals.push(refusal)
        await tickAt('2026-11-25T08:00:00Z')
        await tickAt('2026-11-25T08:01:00Z')
        expect(people.writes).toEqual([])
        expect((await find('ana'))?.ended ?? null).toEqual(ended)
      }),
    )

    it.each([
      ['is asked to wait', { kind: 'later', after: 30_000, rate_limited: true }, '2026-11-25T08:01:00Z'],
      ['cannot reach Slack', { kind: 'later', after: 60_000, rate_limited: false }, '2026-11-25T08:01:00Z'],
      ['does not hear what Slack did', { kind: 'unknown' }, '2026-11-25T08:02:00Z'],
    ] as const)('are tried again when whosout %s', (_what, refusal, at) =>
      withStore(subject, async (store) => {
        const { people, tickAt } = await week(store)
        people.refusals.push(refusal)
        await tickAt('2026-11-25T08:00:00Z')
        expect(people.of('ana')).toEqual(noStatus)
        await tickAt(at)
        expect(people.of('ana')).toEqual(untilMonday)
      }),
    )

    it('are set once by two replicas, wherever one of them is killed', async () => {
      const count = createStopping()
      await withStore(subject, async (store) => {
        const scene = await week(store)
        scene.clock.move(Date.parse('2026-11-25T08:00:00Z') - scene.clock.now().getTime())
        await scene.replica(count).tick()
      })
      expect(count.steps.length).toBeGreaterThan(6)
      for (const at of count.steps.keys())
        await withStore(subject, async (store) => {
          const { clock, people, replica } = await week(store)
          clock.move(Date.parse('2026-11-25T08:00:00Z') - clock.now().getTime())
          const killed = createStopping(at + 1)
          void replica(killed).tick()
          await killed.stopped
          const other = replica()
          for (let tick = 0; tick < 3; tick += 1) {
            await other.tick()
            clock.move(minute)
          }
          expect([count.steps[at], people.of('ana'), people.writes.length]).toEqual([
            count.steps[at],
            untilMonday,
            1,
          ])
        })
    })

    it('never change or take away what a person wrote, whatever people, other apps and HR do', () =>
      fc.assert(
        fc.asyncProperty(
          fc.array(
            fc.oneof(
              {
                weight: 3,
                arbitrary: fc.record({
                  kind: fc.constant('wait' as const),
                  minutes: fc.integer({ min: 1, max: 1_500 }),
                }),
              },
              fc.record({ kind: fc.constant('write' as const), hours: fc.constantFrom(0, 0, 1, 5, 30) }),
              fc.record({ kind: fc.constant('clear' as const) }),
              fc.record({
                kind: fc.constant('leave' as const),
                from: fc.integer({ min: 24, max: 29 }),
                days: fc.integer({ min: 0, max: 3 }),
                status: fc.constantFrom('approved' as const, 'cancelled' as const),
              }),
              fc.record({ kind: fc.constant('kill' as const), at: fc.integer({ min: 1, max: 14 }) }),
            ),
            { minLength: 5, maxLength: 25 },
          ),
          (steps) =>
            withStore(subject, async (store) => {
              const { clock, people, replica, off, join } = await openScene(store, '2026-11-24T06:00:00Z')
              await join('ana')
              let one = replica()
              let typed = 0
              for (const step of steps) {
                if (step.kind === 'wait') clock.move(step.minutes * minute)
                if (step.kind === 'clear') people.write('ana', '')
                if (step.kind === 'write')
                  people.write(
                    'ana',
                    `mine ${(typed += 1)}`,
                    step.hours && clock.now().getTime() / 1_000 + step.hours * 3_600,
                  )
                if (step.kind === 'leave')
                  await off('ana', `2026-11-${step.from}`, `2026-11-${Math.min(30, step.from + step.days)}`, {
                    status: step.status,
                  })
                if (step.kind === 'kill') {
                  const killed = createStopping(step.at)
                  await Promise.race([replica(killed).tick(), killed.stopped])
                }
                await one.tick()
                one = replica()
              }
              expect(people.writes.filter(({ over }) => over === 'person')).toEqual([])
            }),
        ),
        { numRuns: Math.ceil(inject('cases') / (subject.kind === 'embedded' ? 25 : 100)) },
      ))

    // The same model on either store: the embedded one has the crowd.
    const crowd = subject.kind === 'embedded' ? 200 : 40
    it(`of ${crowd} people over three days with a clock change are what a plain model says, each set once`, () =>
      withStore(subject, async (store) => {
        // On Sunday 25 October 2026 the clocks of Berlin go back, on 1 November those of New York.
        const scene = await openScene(store, '2026-10-23T04:00:00Z')
        const ids = Array.from({ length: crowd }, (_, index) => `p${index}`)
        await scene.join(...ids)
        const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland']
        const days = ['2026-10-23', '2026-10-26', '2026-10-27']
        const plan = ids.map((id, index) => ({
          id,
          zone: zones[index % 4]!,
          from: days[index % 3]!,
          to: days[Math.max(index % 3, index % 2)]!,
        }))
        for (const { id, zone } of plan) await scene.patch(id, { timezone: zone })
        await scene.change(
          ...plan.map(({ id, from, to }) =>
            leave(scene.org, id, from, to < from ? from : to, { member_id: id }),
          ),
        )
        const [one, two] = [scene.replica(), scene.replica()]
        const end = Date.parse('2026-10-28T12:00:00Z')
        for (let at = scene.clock.now().getTime(); at < end; at += 60 * minute) {
          await Promise.all(at % (120 * minute) === 0 ? [one.tick(), two.tick()] : [two.tick()])
          for (const { id, zone, from, to } of plan) {
            const local = new Date(wallClockAt(at, zone)).toISOString()
            const back =
              to >= '2026-10-24' ? (to === '2026-10-27' ? '2026-10-28' : '2026-10-27') : '2026-10-26'
            const isOut = local >= `${from}T08:00` && local < `${back}T00:00`
            expect([id, new Date(at).toISOString(), scene.people.of(id).text !== '']).toEqual([
              id,
              new Date(at).toISOString(),
              isOut,
            ])
          }
          scene.clock.move(60 * minute)
        }
        expect(scene.people.writes.map(({ user }) => user).sort()).toEqual([...ids].sort())
      }))

    it('keep no more than people allow: nothing is left of who stopped, or whose token Slack revoked', () =>
      withStore(subject, async (store) => {
        const { join, consents, org, people, tickAt } = await openScene(store, '2026-11-24T12:00:00Z')
        await join('ana', 'ben', 'cy')
        await consents.stop({ org, member_id: 'ana' })
        expect(await consents.find({ org, member_id: 'ana' })).toBeNull()
        await consents.forget(workspace, ['ben'])
        expect((await consents.listed(org)).map(({ user }) => user)).toEqual(['cy'])
        await tickAt('2026-11-24T12:01:00Z')
        expect(people.revoked).toEqual(['xoxp-ana'])
        const kept = await collect(store.find('statuses', { index: 'by_org', equal: { org } }))
        expect(kept.map(({ user }) => user)).toEqual(['cy'])
        expect(JSON.stringify(kept)).not.toContain('xoxp')
        await consents.forget(workspace, null)
        expect(await consents.listed(org)).toEqual([])
      }))

    it.each([
      ['stopped', ({ consents, org }: Scene) => consents.stop({ org, member_id: 'ana' })],
      ['was erased', ({ erase }: Scene) => erase('ana')],
    ])('of who %s is taken away and the token revoked, however often Slack has to be asked', (_what, end) =>
      withStore(subject, async (store) => {
        const scene = await week(store)
        const { people, tickAt, org } = scene
        await tickAt('2026-11-25T08:00:00Z')
        await end(scene)
        people.refusals.push(
          { kind: 'later', after: 60_000, rate_limited: false },
          { kind: 'later', after: 60_000, rate_limited: false },
        )
        await tickAt('2026-11-25T08:01:00Z')
        expect([people.of('ana'), people.revoked]).toEqual([untilMonday, []])
        for (const at of ['2026-11-25T08:02:00Z', '2026-11-25T08:03:00Z']) await tickAt(at)
        expect([people.of('ana'), people.revoked]).toEqual([noStatus, ['xoxp-ana']])
        expect(await collect(store.find('statuses', { index: 'by_org', equal: { org } }))).toEqual([])
      }),
    )

    it('of organizations in which nothing changed are not looked at again, those that changed are', () =>
      withStore(subject, async (store) => {
        const one = await week(store)
        const other = await week(store)
        const looked: string[] = []
        const rolls = createRolls(store)
        const replica = one.replica(createStopping(), store, {
          of: (organization, need) => {
            looked.push(organization._id)
            return rolls.of(organization, need)
          },
        })
        const lookedAt = async (instant: string): Promise<readonly string[]> => {
          one.clock.move(Date.parse(instant) - one.clock.now().getTime())
          looked.length = 0
          await replica.tick()
          return [...looked].sort()
        }
        const both = [one.org, other.org].sort()
        expect(await lookedAt('2026-11-24T12:00:00Z')).toEqual(both)
        expect(await lookedAt('2026-11-24T12:01:00Z')).toEqual([])
        await one.off('ana', '2026-11-25', '2026-11-26')
        expect(await lookedAt('2026-11-24T12:02:00Z')).toEqual([one.org])
        expect(await lookedAt('2026-11-25T06:59:00Z')).toEqual([])
        expect(await lookedAt('2026-11-25T07:00:00Z')).toEqual(both)
      }))

    it('that an earlier version stored, which noted no next look, are set like others', () =>
      withStore(subject, async (store) => {
        const { people, org, tickAt } = await week(store)
        await store.commit([{ remove: 'status_checks', id: org }])
        await tickAt('2026-11-25T08:00:00Z')
        expect(people.of('ana')).toEqual(untilMonday)
      }))

    it('that could not be changed are named in one warning, and changed by a later tick', () =>
      withStore(subject, async (store) => {
        const { people, join, off, replica, clock, warnings } = await openScene(store, '2026-11-25T08:00:00Z')
        await join('ana', 'ben')
        await off('ana', '2026-11-25', '2026-11-27')
        await off('ben', '2026-11-25', '2026-11-27')
        await replica(createStopping(), refusingClaims(store)).tick()
        expect([people.writes, warnings]).toEqual([[], [{ left: 2 }]])
        clock.move(minute)
        await replica().tick()
        expect([people.of('ana'), people.of('ben')]).toEqual([untilMonday, untilMonday])
      }))
  })
}
