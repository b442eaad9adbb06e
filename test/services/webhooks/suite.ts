import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Attempted } from '../../../src/domain/webhooks/attempts.js'
import { maxWaiting, webhookLease } from '../../../src/domain/webhooks/webhook.js'
import { createOwnEntries } from '../../../src/services/own-entries/own-entries.js'
import { listAudit } from '../../../src/services/records/change.js'
import { createLeaves } from '../../../src/services/records/leaves.js'
import { createMembers } from '../../../src/services/records/members.js'
import { createRolls } from '../../../src/services/roll/rolls.js'
import { importRoster } from '../../../src/services/roster/import.js'
import { createAddressCipher } from '../../../src/services/sources/address-cipher.js'
import { createSources } from '../../../src/services/sources/sources.js'
import { createSync } from '../../../src/services/sources/sync.js'
import { withOutbox } from '../../../src/services/webhooks/outbox.js'
import { createWebhookRuns } from '../../../src/services/webhooks/runs.js'
import type { PostWebhook } from '../../../src/services/webhooks/send.js'
import { reencrypt } from '../../../src/services/reencrypt.js'
import { createWebhooks } from '../../../src/services/webhooks/webhooks.js'
import { collect, type Change, type Store } from '../../../src/store/port.js'
import { calendar } from '../../domain/sources/feed.js'
import { member, puts, team } from '../../stores/samples.js'
import { openBench, type Subject } from '../../stores/subject.js'
import { createClock, openWorld, refusalOf } from '../keys/world.js'

// A Friday; the organization's zone is UTC.
const now = new Date('2026-11-20T10:00:00Z')
const actor = { who: 'ana@laptop', from: 'laptop' }
const design = 'deadbeef-0000-4000-9000-00000000000e'
const ana = 'aaaaaaaa-0000-4000-8000-000000000001'
const bo = 'bbbbbbbb-0000-4000-8000-000000000002'
const by = {
  asker: { account: null, email: 'ana@acme.test', timezone: null, locale: 'en-GB' },
  actor,
}
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
const received = { kind: 'received', status: 204 } as const
const refused = (status: number | null, retryAfter: number | null = null): Attempted => ({
  kind: 'failed',
  status,
  error: `The receiver answered with status ${status}.`,
  retryAfter,
})

interface Body {
  readonly type: string
  readonly timestamp: string
  readonly data: Readonly<Record<string, unknown>> & { readonly sequence: number }
}

/** What an attempt showed of itself. */
interface Sent {
  readonly host: string
  readonly id: string
  readonly at: string
  readonly secrets: readonly string[]
  readonly body: Body
}

export const describeWebhooksOn = (subject: Subject): void => {
  const bench = openBench(subject)

  /** An organization of two people, and what sends its webhooks to receivers that answer as a test wants. */
  const open = async (start = now) => {
    const clock = createClock(start)
    const meanwhile: { do?: ((changes: readonly Change[]) => Promise<unknown>) | undefined } = {}
    const commit: Store['commit'] = async (changes, options) => {
      await meanwhile.do?.([...changes])
      return bench().store.commit(changes, options)
    }
    const store = withOutbox({ ...bench().store, commit }, { now: clock.now, random: randomBytes })
    const world = await openWorld(store, 'free', clock)
    const { org, dependencies } = world
    await store.commit([
      ...puts('teams', [team(org, design, { name: 'Design' })]),
      ...puts('members', [
        member(org, ana, { email: 'ana@acme.test', name: 'Ana Ruiz', team_id: design }),
        member(org, bo, { email: 'bo@acme.test', name: 'Bo Lund', team_id: null }),
      ]),
    ])
    const keys = [randomBytes(32)]
    const webhooksWith = (some: readonly Uint8Array[]) =>
      createWebhooks({
        ...dependencies,
        cipher: createAddressCipher(some, randomBytes),
        allowPrivate: false,
        leadsInside: async (host) => host.endsWith('.inside.example'),
      })
    const webhooks = webhooksWith(keys)
    const sent: Sent[] = []
    const answers = { next: async (_: Sent): Promise<Attempted> => received }
    const postWebhook: PostWebhook = async (url, { id, body, at, secrets }) => {
      const one = { host: url.host, id, at: at.toISOString(), secrets, body: JSON.parse(body) as Body }
      sent.push(one)
      return answers.next(one)
    }
    const told: string[] = []
    const replica = (owner: string) =>
      createWebhookRuns({
        ...dependencies,
        owner,
        elapsed: () => clock.now().getTime(),
        log: silent,
        rolls: createRolls(store),
        openTools: async () => ({ postWebhook, cipher: createAddressCipher(keys, randomBytes) }),
        tellAdmins: async (_, text) => void told.push(text),
      })
    const { tick } = replica('one')
    const leaves = createLeaves(dependencies)
    return {
      ...world,
      store,
      clock,
      /** Called before each commit, with what it writes. */
      meanwhile,
      keys,
      webhooks,
      webhooksWith,
      sent,
      answers,
      told,
      replica,
      tick,
      leaves,
      members: createMembers(dependencies),
      add: async (more: object = {}) => {
        const { webhook, secret } = await webhooks.add(
          org,
          { url: 'https://one.example/hook?key=abcd', ...more },
          actor,
        )
        return { id: webhook._id, secret }
      },
      off: (day: string, person = 'ana@acme.test', type = 'holiday') =>
        leaves.add(org, person, { type, from: day, to: day }, actor),
      /** What was sent since the last time, by type. */
      news: async () => {
        await tick()
        return sent.splice(0).map(({ body }) => body.type)
      },
      bring: (rows: readonly object[]) =>
        importRoster(dependencies, {
          org,
          actor,
          files: [{ name: 'leaves.json', read: async () => JSON.stringify({ leaves: rows }) }],
          dryRun: false,
          replace: new Set(),
          within: { from: null, to: null },
        }),
      deliveries: () => collect(store.find('deliveries', { index: 'by_org', equal: { org } })),
    }
  }

  describe(`webhooks on ${subject.name}`, () => {
    it('are refused while typed at an address whose name leads to a private network', async () => {
      const { add, webhooks, org } = await open()
      await expect(add({ url: 'https://hooks.inside.example/x' })).rejects.toMatchObject({
        code: 'invalid',
        issues: [{ path: ['url'], message: expect.stringContaining('private') }],
      })
      expect(await webhooks.list(org)).toEqual([])
    })

    it('are told what anybody changes about leaves, each thing once and in order', async () => {
      const { add, off, news, org, leaves, sent, tick, dependencies, store, read, bring } = await open()
      await add()
      const { id } = await off('2026-12-01')
      expect(await news()).toEqual(['leave.created'])
      await leaves.change(org, id, { to: '2026-12-02' }, actor)
      expect(await news()).toEqual(['leave.changed'])
      await leaves.change(org, id, { to: '2026-12-02' }, actor)
      expect(await news()).toEqual([])
      await leaves.cancel(org, id, actor)
      expect(await news()).toEqual(['leave.cancelled'])
      const own = createOwnEntries(dependencies, createRolls(store))
      const days = { from: '2026-11-24', to: '2026-11-27', part: 'whole', reason: 'away' } as const
      await own.enter(org, by, days)
      expect(await news()).toEqual(['leave.created'])
      // An entry of one's own gives way to it: it becomes two.
      await off('2026-11-25')
      expect((await news()).sort()).toEqual(['leave.changed', 'leave.created', 'leave.created'])
      await bring([{ email: 'bo@acme.test', type: 'sick', start_date: '2026-12-10', end_date: '2026-12-11' }])
      await tick()
      expect(sent.map(({ body }) => [body.type, body.data])).toEqual([
        [
          'leave.imported',
          {
            organization: (await read()).slug,
            sequence: 8,
            team_id: null,
            created: 1,
            changed: 0,
            cancelled: 0,
            from: '2026-12-10',
            to: '2026-12-11',
          },
        ],
      ])
      await bring([{ email: 'bo@acme.test', type: 'sick', start_date: '2026-12-10', end_date: '2026-12-11' }])
      sent.length = 0
      expect(await news()).toEqual([])
    })

    it('are told what a calendar brings, and what goes with it; much at once as one event', async () => {
      const { add, org, news, dependencies, keys } = await open()
      await add()
      const week = (from: number) => [
        `DTSTART;VALUE=DATE:202612${String(from).padStart(2, '0')}`,
        'DURATION:P1D',
        'SUMMARY:Ana Ruiz',
      ]
      let bytes = Buffer.from(calendar(week(1), week(3)))
      const tools = {
        ...dependencies,
        owner: 'one',
        allowPrivate: false,
        cipher: createAddressCipher(keys, randomBytes),
        fetchFeed: async () => ({ kind: 'feed', bytes, etag: null, last_modified: null }) as const,
      }
      const sources = createSources(tools)
      const { _id } = await sources.add(org, { name: 'HR', url: 'https://hr.example/a' }, actor)
      await createSync(tools)(_id)
      expect(await news()).toEqual(['leave.created', 'leave.created'])
      bytes = Buffer.from(calendar(...Array.from({ length: 23 }, (_, index) => week(index + 1))))
      await createSync(tools)(_id)
      expect(await news()).toEqual(['leave.imported'])
      await sources.remove(org, _id, { confirmed: true }, actor)
      expect(await news()).toEqual(['leave.imported'])
    })

    it('hear only of their team and events, without reasons, and of names only on request', async () => {
      const { add, off, tick, sent } = await open()
      await add({ url: 'https://all.example', reasons: 'shown', names: true })
      await add({ url: 'https://team.example', team: 'design', events: ['leave.created'] })
      await add({ url: 'https://days.example', events: ['presence.day'] })
      await off('2026-12-01', 'bo@acme.test', 'sick')
      await off('2026-12-02', 'ana@acme.test', 'sick')
      await tick()
      const seen = sent.map(({ host, body: { data } }) => [
        host,
        data.sequence,
        data['member'],
        (data['leave'] as { readonly type: string }).type,
      ])
      expect(seen.sort()).toEqual([
        ['all.example', 1, { id: bo, team_id: null, name: 'Bo Lund' }, 'sick'],
        ['all.example', 2, { id: ana, team_id: design, name: 'Ana Ruiz' }, 'sick'],
        ['team.example', 2, { id: ana, team_id: design }, 'personal'],
      ])
    })

    it('are told nothing of what was not written, and count on without a gap when many write', async () => {
      const { add, off, tick, sent, store, org, read } = await open()
      await add()
      const { revision } = await read()
      const stale = {
        patch: 'organizations',
        id: org,
        set: { revision: 9 },
        when: { revision: revision - 1 },
      } as const
      const [known] = await collect(store.find('members', { index: 'by_org', equal: { org }, limit: 1 }))
      const leave = { ...(await off('2026-12-01')), org, member_id: known!.id, _id: `${org}:x`, id: 'x' }
      expect(await store.commit([stale, { put: 'leaves', document: leave as never }])).toMatchObject({
        done: false,
      })
      await Promise.all(['02', '03', '04', '07'].map((day) => off(`2026-12-${day}`)))
      await tick()
      expect(sent.map(({ body }) => body.data.sequence).sort()).toEqual([1, 2, 3, 4, 5])
    })

    it('are sent the same again until it is received: the same id and body, another time', async () => {
      const { add, off, tick, sent, answers, clock, webhooks, org } = await open()
      const { id } = await add()
      answers.next = async () => refused(500)
      await off('2026-12-01')
      await tick()
      await tick()
      expect(sent.length).toBe(1)
      clock.move(6_000)
      await tick()
      answers.next = async () => refused(503, 3_600)
      clock.move(6 * 60_000)
      await tick()
      clock.move(3_599_000)
      await tick()
      expect(sent.length).toBe(3)
      expect(await webhooks.list(org)).toMatchObject([{ failing_since: now.toISOString(), ended: null }])
      answers.next = async () => received
      clock.move(400_000)
      await tick()
      expect([new Set(sent.map((one) => one.id)).size, new Set(sent.map((one) => one.at)).size]).toEqual([
        1, 4,
      ])
      expect(new Set(sent.map(({ body }) => JSON.stringify(body))).size).toBe(1)
      expect(await webhooks.deliveries(org, id, 10)).toMatchObject([
        { state: 'delivered', attempts: 4, next_at: null },
      ])
      expect(await webhooks.list(org)).toMatchObject([
        { failing_since: null, last_error: null, next_at: null },
      ])
    })

    it('wait with everything while a receiver has too much to do, and go on behind one that is only refused', async () => {
      const { add, off, tick, sent, answers, clock } = await open()
      await add()
      answers.next = async () => refused(400)
      await off('2026-12-01')
      await tick()
      await off('2026-12-02')
      await tick()
      expect(sent.length).toBe(2)
      answers.next = async () => refused(429, 600)
      clock.move(6_000)
      await tick()
      await off('2026-12-03')
      clock.move(60_000)
      await tick()
      expect(sent.length).toBe(4)
      answers.next = async () => received
      clock.move(600_000)
      await tick()
      expect(sent.length).toBe(7)
    })

    it('do not wait for one another: a receiver that does not answer holds up none', async () => {
      const { add, off, replica, sent, answers } = await open()
      await add({ url: 'https://slow.example' })
      await add({ url: 'https://fast.example' })
      let answer = (_: Attempted): void => undefined
      const slow = new Promise<Attempted>((resolve) => (answer = resolve))
      answers.next = ({ host }) => (host === 'slow.example' ? slow : Promise.resolve(received))
      const { tick } = replica('one')
      const fast = () => sent.filter(({ host }) => host === 'fast.example').length
      await off('2026-12-01')
      const first = tick()
      await expect.poll(fast).toBe(1)
      await off('2026-12-02')
      // A tick waits for what it began itself: the slow one is under way.
      await expect.poll(async () => (await tick(), fast())).toBe(2)
      expect(sent.length).toBe(3)
      answer(received)
      await first
      expect(sent.length).toBe(4)
    })

    it('are sent everything by one of several processes, and what comes meanwhile too', async () => {
      const { add, off, replica, sent, answers, deliveries } = await open()
      await add()
      let more = 3
      answers.next = async () => {
        if (more-- > 0) await off(`2026-12-1${more}`)
        return received
      }
      await off('2026-12-01')
      await Promise.all([replica('one').tick(), replica('two').tick()])
      expect(sent.map(({ body }) => body.data.sequence)).toEqual([1, 2, 3, 4])
      expect((await deliveries()).map(({ state }) => state)).toEqual(Array(4).fill('delivered'))
    })

    it('forget nothing that is written at the moment at which a sender has found no more', async () => {
      const { add, off, tick, sent, meanwhile } = await open()
      await add()
      await off('2026-12-01')
      const isEnd = (change: Change) =>
        'patch' in change && change.patch === 'webhooks' && change.set['next_at'] === null
      meanwhile.do = async (changes) => {
        if (!changes.some(isEnd)) return
        meanwhile.do = undefined
        await off('2026-12-02')
      }
      await tick()
      expect(sent.map(({ body }) => body.data.sequence)).toEqual([1, 2])
    })

    it('give no number twice, when a day begins at the moment of a change', async () => {
      const { add, off, tick, sent, meanwhile, org } = await open()
      await add()
      meanwhile.do = async (changes) => {
        if (!changes.some((change) => 'put' in change && change.put === 'deliveries')) return
        meanwhile.do = undefined
        await bench().store.commit([{ patch: 'organizations', id: org, set: { event_sequence: 7 } }])
      }
      await off('2026-12-01')
      await tick()
      expect(sent.map(({ body }) => body.data.sequence)).toEqual([8])
    })

    it('lose nothing with a process that dies while it sends: another one sends it again, under the same id', async () => {
      const { add, off, replica, sent, answers, clock } = await open()
      await add()
      answers.next = () => new Promise(() => undefined)
      await off('2026-12-01')
      void replica('dead').tick()
      await expect.poll(() => sent.length).toBe(1)
      answers.next = async () => received
      const { tick } = replica('heir')
      await tick()
      expect(sent.length).toBe(1)
      clock.move(webhookLease)
      await tick()
      expect([sent.length, sent[0]!.id]).toEqual([2, sent[1]!.id])
    })

    it.each<readonly [what: string, answer: Attempted, days: number, notice: RegExp]>([
      ['is gone', refused(410), 0, /gone \(410\)/],
      ['has failed for five days', refused(500), 5, /five days/],
    ])(
      'are disabled when the receiver %s, which admins are told, and enabled by sending again',
      async (_, answer, days, notice) => {
        const { add, off, tick, sent, answers, clock, told, webhooks, org, store, deliveries } = await open()
        const { id } = await add({ events: ['leave.created'] })
        answers.next = async () => (days === 0 ? answer : refused(500))
        await off('2026-12-01')
        await tick()
        if (days > 0) {
          clock.move(days * 86_400_000)
          answers.next = async () => answer
          await tick()
        }
        expect(await webhooks.list(org)).toMatchObject([
          { next_at: null, ended: { why: days > 0 ? 'failing' : 'gone' } },
        ])
        expect(told).toEqual([expect.stringMatching(notice)])
        expect((await listAudit({ store }, org, 10)).map(({ what }) => what)).toContain('webhook_disabled')
        await off('2026-12-02')
        expect((await deliveries()).map(({ state }) => state)).toEqual(['failed'])
        answers.next = async () => received
        expect(await webhooks.redeliver(org, id.slice(0, 8))).toEqual({ id, deliveries: 1 })
        sent.length = 0
        await tick()
        expect(sent.map(({ body }) => body.data.sequence)).toEqual([1])
        expect(await webhooks.redeliver(org, sent[0]!.id)).toMatchObject({ deliveries: 1 })
        await tick()
        expect(sent[1]!.id).toBe(sent[0]!.id)
        expect(await webhooks.list(org)).toMatchObject([{ ended: null, failing_since: null }])
      },
    )

    it('are sent at once, when asked for, what waits after a failure', async () => {
      const { add, off, tick, sent, answers, webhooks, org } = await open()
      const { id } = await add({ events: ['leave.created'] })
      answers.next = async () => refused(500)
      await off('2026-12-01')
      await off('2026-12-02')
      await tick()
      answers.next = async () => received
      await tick()
      expect(sent.length).toBe(2)
      expect(await webhooks.redeliver(org, `${id.slice(0, 8)}…`)).toEqual({ id, deliveries: 2 })
      await tick()
      expect(sent.slice(2).map((one) => one.id)).toEqual(sent.slice(0, 2).map((one) => one.id))
      expect(await webhooks.redeliver(org, id)).toEqual({ id, deliveries: 0 })
    })

    it('are sent the rest, when something is received or removed while it is asked for', async () => {
      const { add, off, tick, sent, answers, webhooks, org, store, meanwhile } = await open()
      const { id } = await add({ events: ['leave.created'] })
      answers.next = async () => refused(500)
      for (const day of ['2026-12-01', '2026-12-02', '2026-12-03']) await off(day)
      await tick()
      const [gone, got, rest] = sent.splice(0).map((one) => one.id)
      meanwhile.do = async () => {
        meanwhile.do = undefined
        await bench().store.commit([
          { remove: 'deliveries', id: gone! },
          { patch: 'deliveries', id: got!, set: { state: 'delivered', next_at: null } },
        ])
      }
      expect(await webhooks.redeliver(org, id)).toEqual({ id, deliveries: 1 })
      answers.next = async () => received
      await tick()
      expect([sent.map((one) => one.id), (await store.get('deliveries', [got!]))[0]?.state]).toEqual([
        [rest],
        'delivered',
      ])
    })

    it('are disabled after five days in which no key opens them, and say so', async () => {
      const { add, off, replica, webhooks, org, clock, keys, told, deliveries } = await open()
      await add({ events: ['leave.created'] })
      keys.splice(0, 1, randomBytes(32))
      await off('2026-12-01')
      const { tick } = replica('two')
      await tick()
      expect([await webhooks.list(org), (await deliveries())[0]?.state]).toMatchObject([
        [{ ended: null }],
        'pending',
      ])
      clock.move(5 * 86_400_000)
      await tick()
      const [webhook] = await webhooks.list(org)
      expect(webhook).toMatchObject({ next_at: null, ended: { why: 'failing' } })
      // The store is shared, and others have no key either.
      expect(told).toContainEqual(expect.stringContaining(webhook!.last_error!))
      expect(webhook!.last_error).toContain('another key')
      expect(await deliveries()).toMatchObject([{ state: 'failed', next_at: null }])
    })

    it('are disabled when more waits for a failing receiver than is kept, and what waited can be sent again', async () => {
      const { add, off, tick, answers, webhooks, org, store, told, deliveries } = await open()
      const { id } = await add({ events: ['leave.created'] })
      answers.next = async () => refused(500)
      await off('2026-12-01')
      await tick()
      const [first] = await deliveries()
      const next_at = '2026-12-01T00:00:00.000Z'
      const waitingToo = Array.from({ length: maxWaiting - 1 }, (_, index) => ({
        ...first!,
        _id: `${first!._id}${index}`,
        next_at,
      }))
      await store.commit(puts('deliveries', waitingToo))
      const wake = () => store.commit([{ patch: 'webhooks', id, set: { next_at: first!.at } }])
      await wake()
      await tick()
      expect(await webhooks.list(org)).toMatchObject([{ ended: null }])
      await off('2026-12-02')
      await tick()
      expect(await webhooks.list(org)).toMatchObject([{ next_at: null, ended: { why: 'full' } }])
      expect(told).toEqual([expect.stringContaining('more than 5,000 events wait for it')])
      expect((await deliveries()).filter(({ state }) => state === 'pending')).toEqual([])
      expect(await webhooks.redeliver(org, id)).toEqual({ id, deliveries: maxWaiting + 1 })
      expect(await webhooks.list(org)).toMatchObject([{ ended: null, failing_since: null }])
    })

    it('are told who is out once a working day, at its start', async () => {
      const { add, off, replica, sent, clock } = await open(new Date('2026-11-19T22:00:00Z'))
      await add({ events: ['presence.day'], team: 'design' })
      await add({ events: ['presence.day'], url: 'https://two.example', names: true })
      await off('2026-11-20')
      await off('2026-11-20', 'bo@acme.test')
      const [one, two] = [replica('one'), replica('two')]
      const ticks = () => Promise.all([one.tick(), two.tick()])
      await ticks()
      expect(sent.length).toBe(0)
      clock.move(2 * 3_600_000)
      await ticks()
      await ticks()
      const leaves = [{ type: 'personal', start_date: '2026-11-20', end_date: '2026-11-20' }]
      const { data } = sent.find(({ host }) => host === 'one.example')!.body
      expect(sent.length).toBe(2)
      expect(data).toMatchObject({
        date: '2026-11-20',
        team_id: design,
        counts: { leave: 1, bank_holiday: 0, not_working: 0 },
        out: [{ member: { id: ana, team_id: design }, leaves }],
      })
      expect(sent.find(({ host }) => host === 'two.example')!.body.data['out']).toMatchObject([
        { member: { name: 'Ana Ruiz' } },
        { member: { name: 'Bo Lund' } },
      ])
      for (let hour = 0; hour < 72; hour += 6) {
        clock.move(6 * 3_600_000)
        await ticks()
      }
      expect(sent.map(({ body }) => body.data['date'])).toEqual([
        '2026-11-20',
        '2026-11-20',
        '2026-11-23',
        '2026-11-23',
      ])
    })

    it('sign with both secrets after a rotation, until the old one ends', async () => {
      const { add, off, tick, sent, webhooks, org, clock } = await open()
      const { id, secret } = await add()
      const rotated = await webhooks.rotate(org, id, 60_000, actor)
      await off('2026-12-01')
      await tick()
      clock.move(60_000)
      await off('2026-12-02')
      await tick()
      expect(sent.map(({ secrets }) => secrets)).toEqual([[rotated.secret, secret], [rotated.secret]])
      await rotated.undo()
      await off('2026-12-03')
      await tick()
      expect(sent[2]!.secrets).toEqual([secret])
    })

    it('keep address and secrets encrypted, move them to another key, and say when no key opens them', async () => {
      const { add, off, tick, sent, webhooks, org, keys, dependencies } = await open()
      const { secret } = await add()
      const [stored] = await webhooks.list(org)
      for (const text of ['hook', secret.slice(6)]) expect(JSON.stringify(stored)).not.toContain(text)
      const other = randomBytes(32)
      const both = createAddressCipher([other, ...keys], randomBytes)
      // Those of other tests are under keys of their own.
      expect(await reencrypt(dependencies, both)).toMatchObject({ moved: 1 })
      expect(await reencrypt(dependencies, both)).toMatchObject({ moved: 0, unchanged: 1 })
      await off('2026-12-01')
      await tick()
      expect([sent.length, (await webhooks.list(org))[0]!.last_error]).toEqual([
        0,
        expect.stringContaining('another key'),
      ])
    })

    it('forget a person who is erased, and are told without a day of theirs', async () => {
      const { add, off, tick, members, org, sent, answers, clock, deliveries } = await open(
        new Date('2026-11-19T22:00:00Z'),
      )
      await add({ names: true })
      answers.next = async () => refused(500)
      await off('2026-11-20')
      await off('2026-11-20', 'bo@acme.test')
      clock.move(2 * 3_600_000)
      await tick()
      sent.length = 0
      await members.erase(org, { person: ana, slackIds: [] }, actor)
      const left = await deliveries()
      expect(left.map(({ type }) => type).sort()).toEqual([
        'leave.cancelled',
        'leave.created',
        'presence.day',
      ])
      expect(left.filter(({ data }) => JSON.stringify(data).includes(ana)).map(({ data }) => data)).toEqual([
        { sequence: 4, member: { id: ana, team_id: null }, leave: { id: expect.any(String) as string } },
      ])
    })

    it('are removed with what waits for them, alone and with their organization', async () => {
      const { add, off, webhooks, org, store, organizations, deliveries } = await open()
      const { id } = await add()
      await add({ url: 'https://two.example' })
      await off('2026-12-01')
      await webhooks.remove(org, id, actor)
      expect((await deliveries()).length).toBe(1)
      expect(await refusalOf(webhooks.deliveries(org, id, 1))).toMatchObject({ code: 'not_found' })
      await organizations.remove(org)
      expect([await deliveries(), await webhooks.list(org)]).toEqual([[], []])
      expect(await store.get('organizations', [org])).toEqual([])
    })

    it.each<readonly [input: object, field: string]>([
      [{ url: 'http://one.example' }, 'url'],
      [{ url: 'https://127.0.0.1/x' }, 'url'],
      [{ url: 'https://localhost' }, 'url'],
      [{ url: 'nowhere' }, 'url'],
      [{ url: 'https://one.example:25/x' }, 'url'],
      [{ url: 'https://me:100%@one.example/x' }, 'url'],
      [{ events: ['leave.made'] }, 'events'],
      [{ reasons: 'some' }, 'reasons'],
    ])('are refused with %j', async (input, field) => {
      const { add } = await open()
      const { issues } = await refusalOf(add(input))
      expect(issues?.map(({ path }) => path[0])).toEqual([field])
    })

    it('of another organization are not found', async () => {
      const [one, two] = [await open(), await open()]
      const { id } = await one.add()
      await one.off('2026-12-01')
      await one.tick()
      for (const named of [id, one.sent[0]!.id])
        expect(await refusalOf(two.webhooks.redeliver(two.org, named))).toMatchObject({ code: 'not_found' })
    })
  })
}
