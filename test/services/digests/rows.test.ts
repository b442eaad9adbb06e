import { describe, expect, it } from 'vitest'
import { runId, type Digest } from '../../../src/domain/digests/digest.js'
import type { DigestContent } from '../../../src/services/digests/content.js'
import { addOrganization, changeFacts } from './simulation/cluster.js'
import { kindly } from './simulation/slack.js'
import {
  channels,
  createMorning,
  instant,
  startMorning,
  type Morning,
  type MorningOptions,
  type StepOf,
} from './rows.js'

const today = 'T1:C1:all 2026-11-18'

/** The first time that a process takes a step, and no other time. */
const once = (state: string, is: StepOf['is']): NonNullable<MorningOptions['hazard']> => {
  let isOver = false
  return (_, step) => {
    if (isOver || step.state !== state || step.is !== is) return 'goes on'
    isOver = true
    return 'kill'
  }
}

/** Two processes, of which one dies at a step, and one more that takes its place. */
const withDeath = async (options: MorningOptions): Promise<Morning> => {
  const morning = startMorning('08:59:30', { nodes: 0, ...options })
  const startAgain = (): void => void morning.startNode({ onDeath: startAgain })
  morning.startNode({ onDeath: startAgain })
  morning.startNode({ onDeath: startAgain })
  await morning.until('09:20:00')
  return morning
}

/** A morning on which one digest, set at eight, is planned by now. */
const planned = async () => {
  const morning = createMorning('09:00:00.500')
  const digest = morning.add({}, '08:00:00')
  morning.startNode()
  await morning.time.run(instant('09:00:30'), () => morning.run().length > 0)
  return { morning, digest }
}

const byHand = {
  paused: { reason: 'person', at: 'now', who: 'U1' },
  next_at: null,
  next_date: null,
} as const

describe('the digest', () => {
  it('is posted once, in its minute, by one of three processes', async () => {
    const morning = startMorning('08:55:00', { nodes: 3 })
    await morning.until('09:10:00')
    expect(morning.posts()).toEqual(['09:00 C1'])
    expect(morning.states()).toEqual({ [today]: 'sent' })
    expect(morning.run()[0]).toMatchObject({
      via: 'post',
      attempts: 1,
      shown: { hash: 'state 1', revision: 1 },
    })
  })

  it('comes on its weekdays only, and waits for the next one', async () => {
    const morning = startMorning('2026-11-19T08:00:00', { digests: [{ days: ['thursday', 'monday'] }] })
    expect(morning.memory.all('digests')[0]!.next_date).toBe('2026-11-19')
    await morning.until('2026-11-23T12:00:00')
    expect(Object.keys(morning.states())).toEqual(['T1:C1:all 2026-11-19', 'T1:C1:all 2026-11-23'])
    expect(morning.slack.messages).toHaveLength(2)
  })
})

describe('the fault table', () => {
  /** A morning on which nothing is written yet. */
  const unplanned = (count: number) => {
    const morning = createMorning('09:00:01')
    for (let number = 0; number < count; number += 1)
      morning.add({ workspace: `T${number}`, channel: `C${number}` }, '08:00:00')
    const advanced = () =>
      morning.memory.all('digests').filter(({ next_date }) => next_date !== '2026-11-18').length
    return { morning, advanced }
  }

  it('row 1: three processes that tick in the same moment write one run and one post', async () => {
    const { morning } = unplanned(1)
    for (let count = 0; count < 3; count += 1) morning.startNode()
    await morning.until('09:05:00')
    expect(morning.states()).toEqual({ 'T0:C0:all 2026-11-18': 'sent' })
    expect(morning.slack.messages).toHaveLength(1)
  })

  it.each([
    ['row 2: killed after the insert, before the advance', 1, 0],
    ['row 3: killed in the middle of many, some advanced, some inserted, some neither', 20, 1],
  ])('%s: done again without harm', async (_, count, least) => {
    const { morning, advanced } = unplanned(count)
    morning.startNode({ onDeath: () => void morning.startNode() })
    const isInTheMiddle = (): boolean => advanced() >= least && morning.run().length > advanced()
    await morning.time.run(instant('09:02:00'), isInTheMiddle)
    morning.nodes[0]!.replica.kill()
    expect(isInTheMiddle()).toBe(true)
    if (count > 1) expect(morning.run().length).toBeLessThan(count)
    await morning.until('09:05:00')
    expect(advanced()).toBe(count)
    const posted = morning.slack.messages.map(({ key }) => key)
    expect(posted.sort()).toEqual(
      morning
        .run()
        .map(({ _id }) => _id)
        .sort(),
    )
    expect(posted).toHaveLength(count)
  })

  it.each([
    ['row 4: after the claim', false, 'claimed', 'confirmed', 'sent', '09:02', 'post'],
    ['row 5: after the mark', false, 'sending', 'confirmed', 'unknown process_lost', '', null],
    ['row 5: after the mark', true, 'sending', 'confirmed', 'sent', '09:05', 'post'],
    ['row 6: after the post', false, 'sent', 'asked', 'unknown process_lost', '09:00', null],
    ['row 6: after the post', true, 'sent', 'asked', 'sent', '09:00', 'history'],
    ['row 7: after the record', false, 'sent', 'confirmed', 'sent', '09:00', 'post'],
  ] as const)('%s a process is killed (looked up: %s)', async (_, mayLookUp, at, is, state, posted, via) => {
    const morning = await withDeath({ mayLookUp, hazard: once(at, is) })
    expect(morning.states()).toEqual({ [today]: state })
    expect(morning.posts()).toEqual(posted ? [`${posted} C1`] : [])
    expect(morning.run()[0]?.via).toBe(via)
  })

  it('row 4: killed while it builds: posted after the lease', async () => {
    let isFirst = true
    const morning: Morning = startMorning('08:59:30', {
      nodes: 2,
      given: ({ build, owner }) => ({
        build: (...asked) => {
          if (!isFirst) return build(...asked)
          isFirst = false
          morning.nodeOf(owner).replica.kill()
          return new Promise(() => undefined)
        },
      }),
    })
    await morning.until('09:20:00')
    expect(isFirst).toBe(false)
    expect(morning.states()).toEqual({ [today]: 'sent' })
    expect(morning.posts()).toEqual(['09:02 C1'])
  })

  it.each([
    ['while it claims', 'claimed', true, '09:02'],
    ['while it marks', 'sending', true, '09:05'],
    // It was never sent, and whoever stood still is the only one who knows: it says so, and then it is.
    ['while it marks, and nobody may look', 'sending', false, '09:10'],
  ])('row 8: a process stands still for ten minutes %s: one post', async (_, state, mayLookUp, posted) => {
    let stopped = 0
    const morning = startMorning('08:59:30', {
      nodes: 2,
      mayLookUp,
      hazard: (one, step) => {
        if (step.state !== state || step.is !== 'asked' || stopped > 0) return 'goes on'
        stopped += 1
        one.nodeOf(step.owner).replica.pause(instant('09:10:00'))
        return 'goes on'
      },
    })
    await morning.until('09:20:00')
    expect(stopped).toBe(1)
    expect(morning.states()).toEqual({ [today]: 'sent' })
    expect(morning.posts()).toEqual([`${posted} C1`])
  })

  it('row 9: told to stop, it ends what is under way, claims nothing more, and another process does the rest', async () => {
    const morning = startMorning('08:59:55', { nodes: 2, digests: channels(40) })
    const going = morning.nodes[0]!
    const mine = () => morning.run().filter(({ owner }) => owner === going.replica.name)
    const isSending = () => mine().some(({ state }) => state === 'sending')
    await morning.time.run(instant('09:00:10'), isSending)
    const [before, held] = [morning.slack.messages.length, mine().length]
    let left: boolean | null = null
    void going.runs.stop().then(() => void (left = isSending()))
    expect([isSending(), left]).toEqual([true, null])
    await morning.until('09:00:21')
    expect([left, mine().length]).toEqual([false, held])
    going.replica.kill()
    await morning.until('09:03:00')
    expect(before).toBeLessThan(40)
    expect(morning.slack.messages).toHaveLength(40)
    expect(morning.unsent()).toEqual([])
  })

  it.each([
    ['row 10', '09:40:00', 'sent', ['09:40 C1'], true],
    ['row 11', '12:30:00', 'skipped missed_window', [], false],
  ])('%s: all processes down from 08:55 to %s: %s', async (_, back, state, posts, late) => {
    const asked: boolean[] = []
    const morning = startMorning('08:50:00', {
      given: ({ build }) => ({
        build: (digest, date, moment) => {
          asked.push(moment.late)
          return build(digest, date, moment)
        },
      }),
    })
    await morning.until('08:55:00')
    morning.nodes[0]!.replica.kill()
    await morning.until(back)
    morning.startNode()
    await morning.until('13:00:00')
    expect(morning.states()).toEqual({ [today]: state })
    expect(morning.posts()).toEqual(posts)
    expect(asked).toEqual(late ? [true] : [])
    expect(morning.memory.all('digests')[0]?.next_at).toBe('2026-11-19T09:00:00.000Z')
  })

  it('row 11: planned in time, and not to be posted until after its deadline: skipped', async () => {
    const morning = startMorning('08:58:00')
    morning.broken.add('acme')
    await morning.until('11:59:00')
    expect(morning.states()).toEqual({ [today]: 'pending build_failed' })
    await morning.until('12:00:00')
    morning.broken.clear()
    await morning.until('13:00:00')
    expect(morning.states()).toEqual({ [today]: 'skipped missed_window' })
    expect(morning.posts()).toEqual([])
  })

  it('row 12: down for four days: one digest for today, the others recorded as missed', async () => {
    const morning = startMorning('2026-11-14T08:00:00', { nodes: 0 })
    await morning.until('10:00:00')
    morning.startNode()
    await morning.until('10:05:00')
    expect(morning.states()).toEqual({
      'T1:C1:all 2026-11-14': 'skipped missed_window',
      'T1:C1:all 2026-11-15': 'skipped missed_window',
      'T1:C1:all 2026-11-16': 'skipped missed_window',
      'T1:C1:all 2026-11-17': 'skipped missed_window',
      [today]: 'sent',
    })
    expect(morning.posts()).toEqual(['10:00 C1'])
  })

  it.each([
    ['New York, a gap', 'America/New_York', '02:30', '2027-03-14T07:00:00'],
    ['London, an overlap', 'Europe/London', '01:30', '2027-10-31T00:30:00'],
    ['Lord Howe, an overlap', 'Australia/Lord_Howe', '01:45', '2027-04-03T14:45:00'],
    ['Chatham, a gap', 'Pacific/Chatham', '02:50', '2027-09-25T14:00:00'],
    ['Cairo, a gap at midnight', 'Africa/Cairo', '00:30', '2027-04-29T22:00:00'],
  ])('row 13: %s: exactly one for the local date', async (_, timezone, time, due) => {
    const start = new Date(instant(due) - 5 * 60_000).toISOString().slice(0, 19)
    const morning = startMorning(start, { digests: [{ timezone, time }] })
    await morning.time.run(instant(due) + 3 * 3_600_000)
    expect(morning.slack.messages).toHaveLength(1)
    const late = morning.slack.messages[0]!.postedAt - instant(due)
    expect(late).toBeGreaterThanOrEqual(0)
    expect(late).toBeLessThan(60_000)
  })

  it('row 14: a date that a zone left out has no digest, and nothing waits for it', async () => {
    const morning = startMorning('2011-12-29T12:00:00', { digests: [{ timezone: 'Pacific/Apia' }] })
    await morning.until('2011-12-31T23:00:00')
    expect(morning.states()).toEqual({
      'T1:C1:all 2011-12-29': 'sent',
      'T1:C1:all 2011-12-31': 'sent',
      'T1:C1:all 2012-01-01': 'sent',
    })
    expect(morning.slack.messages).toHaveLength(3)
  })

  it.each([
    ['behind', 'America/New_York', 'pending moved', 0],
    ['ahead', 'Europe/Berlin', 'sent', 1],
  ])(
    'row 15: the zone is moved %s after planning: looked at again at the claim',
    async (_, timezone, state, posts) => {
      const { morning, digest } = await planned()
      morning.put({ ...digest, timezone, version: 7, next_at: null, next_date: null })
      await morning.until('09:30:00')
      expect(morning.states()).toEqual({ [today]: state })
      expect(morning.slack.messages).toHaveLength(posts)
    },
  )

  it.each([
    ['too early', '08:00', []],
    ['too late', '10:00', ['09:00 C1']],
  ])(
    'row 15: what was computed with other rules, %s, is computed anew at the start',
    async (_, at, posts) => {
      const morning = createMorning('07:55:00')
      const digest = morning.add()
      morning.put({ ...digest, next_at: `2026-11-18T${at}:00.000Z`, tzdata: 'older' })
      morning.startNode()
      await morning.until(posts.length > 0 ? '09:30:00' : '08:30:00')
      expect(morning.memory.get('digests', [digest._id])[0]).toMatchObject({
        next_at: posts.length > 0 ? '2026-11-19T09:00:00.000Z' : digest.next_at,
        tzdata: 'here',
      })
      expect(morning.posts()).toEqual(posts)
      expect(Object.keys(morning.states())).toHaveLength(posts.length)
    },
  )

  it.each([
    ['row 16: an hour slow', -3_600_000],
    ['row 17: an hour fast', 3_600_000],
    ['row 17: a day fast', 86_400_000],
  ])('%s: that process neither plans nor claims, and says so; the other one does', async (_, skew) => {
    const morning = startMorning('07:58:00', { nodes: 0 })
    morning.startNode({ skew })
    await morning.until('08:10:00')
    expect(morning.states()).toEqual({})
    expect(morning.log.some(({ message }) => message.includes('clock differs too much'))).toBe(true)
    morning.startNode()
    await morning.until('10:10:00')
    expect(morning.posts()).toEqual(['09:00 C1'])
  })

  it('row 18: a tick that begins late in its minute plans, and the next one posts', async () => {
    const morning = createMorning('09:00:53')
    morning.add({}, '08:00:00')
    morning.startNode()
    await morning.until('09:00:59.900')
    expect(morning.states()).toEqual({ [today]: 'pending' })
    await morning.until('09:02:00')
    expect(morning.posts()).toEqual(['09:01 C1'])
  })

  it('row 19: a tick that hangs ends at second 50, and the next one works', async () => {
    let hangs = true
    const morning = startMorning('08:59:00', {
      given: ({ store }) => ({
        store: { ...store, serverTime: () => (hangs ? new Promise(() => undefined) : store.serverTime!()) },
      }),
    })
    await morning.until('08:59:51')
    expect(morning.nodes[0]!.ticks()).toBe(1)
    hangs = false
    await morning.until('09:02:00')
    expect(morning.posts()).toEqual(['09:00 C1'])
  })

  it.each([
    ['unheard', { unheard: 0.5 }],
    ['lost', { lost: 0.5 }],
    ['late', { landsLate: 0.5 }],
  ])('row 20: commits whose reply is %s never make two posts', async (_, chaos) => {
    const morning = startMorning('08:59:30', { nodes: 2, digests: channels(10), mayLookUp: true })
    const calm = morning.chaos
    morning.chaos = { ...calm, ...chaos }
    await morning.until('09:05:00')
    morning.chaos = calm
    await morning.until('09:30:00')
    expect(morning.unsent()).toEqual([])
    expect(morning.slack.messages).toHaveLength(10)
  })

  it('row 21: the store away from 08:59 to 09:09: posted late', async () => {
    const morning = startMorning('08:58:00')
    await morning.until('08:59:00')
    morning.isStoreAway = true
    await morning.until('09:09:00')
    morning.isStoreAway = false
    await morning.until('09:15:00')
    expect(morning.states()).toEqual({ [today]: 'sent' })
    expect(morning.posts()[0]).toMatch(/^09:(09|10)/)
  })

  it('row 21: the store away right after a post: what came of it is written when it is back', async () => {
    const morning = startMorning('08:58:00')
    await morning.time.run(instant('09:01:00'), () => morning.slack.messages.length > 0)
    morning.isStoreAway = true
    await morning.until('09:01:30')
    expect(morning.states()).toEqual({ [today]: 'sending' })
    morning.isStoreAway = false
    await morning.until('09:01:50')
    expect(morning.states()).toEqual({ [today]: 'sent' })
  })

  it.each([
    ['never looked up', false, 'unknown process_lost', null],
    ['looked up', true, 'sent', 'history'],
  ])(
    'row 21: the store away from a post on, and longer than its lease: %s, no second one',
    async (_, mayLookUp, state, via) => {
      const morning = startMorning('08:58:00', { nodes: 2, mayLookUp })
      await morning.time.run(instant('09:01:00'), () => morning.slack.messages.length > 0)
      morning.isStoreAway = true
      await morning.until('09:06:00')
      morning.isStoreAway = false
      await morning.until('09:20:00')
      expect(morning.states()).toEqual({ [today]: state })
      expect(morning.run()[0]?.via).toBe(via)
      expect(morning.slack.messages).toHaveLength(1)
    },
  )

  it('row 23: Slack asks to wait, to nearly every third: all arrive, and no process comes back early', async () => {
    const morning = startMorning('08:59:30', { nodes: 3, digests: channels(30), everyoneHears: true })
    morning.mood = { ...kindly, rateLimited: 0.3 }
    await morning.until('09:59:00')
    expect(morning.slack.faults).toEqual([])
    expect(morning.unsent()).toEqual([])
    expect(morning.slack.messages).toHaveLength(30)
  })

  it.each([
    ['never looked up', false],
    ['looked up', true],
  ])(
    'rows 25, 26: Slack answers with an error or not at all, having done it or not: %s, never twice',
    async (_, mayLookUp) => {
      const digests = channels(30).map((seed, number) => ({ ...seed, workspace: `T${number % 4}` }))
      const morning = startMorning('08:59:30', { nodes: 2, digests, mayLookUp })
      morning.mood = { ...kindly, brokenAnswer: 0.4, silent: 0.3, lateBy: 9_000 }
      await morning.until('09:05:00')
      morning.mood = kindly
      await morning.until('09:30:00')
      const keys = morning.slack.messages.map(({ key }) => key)
      expect(new Set(keys).size).toBe(keys.length)
      const unsent = morning.unsent()
      if (mayLookUp) expect([unsent, keys.length]).toEqual([[], 30])
      else expect(new Set(unsent.map((state) => state.split(' ')[0]))).toEqual(new Set(['unknown']))
    },
  )

  it.each([
    ['never looked up: once', false, 1],
    ['looked up: this is the one case in which it comes twice', true, 2],
  ])('row 27: Slack does it ten minutes later; %s', async (_, mayLookUp, times) => {
    let isFirst = true
    const morning: Morning = startMorning('08:59:30', {
      mayLookUp,
      given: ({ poster }) => ({
        poster: {
          ...poster,
          post: async (target, message, key, inTime) => {
            if (!isFirst) return poster.post(target, message, key, inTime)
            isFirst = false
            const late = () => void poster.post(target, message, key, () => true)
            morning.time.at(instant('09:10:00'), late)
            return { kind: 'unknown', reason: 'timeout' }
          },
        },
      }),
    })
    await morning.until('09:30:00')
    expect(morning.slack.messages).toHaveLength(times)
  })

  it.each([
    ['row 28', 'token_revoked', 'token', ['T1:C1:all', 'T1:C2:all'], 2],
    ['row 29', 'is_archived', 'archived', ['T1:C1:all'], 1],
    ['row 30', 'not_in_channel', 'not_in_channel', ['T1:C1:all'], 1],
  ])(
    '%s: %s: failed, paused, its creator told once, and not tried again',
    async (_, refusal, reason, resting, told) => {
      const digests = [{}, { channel: 'C2', time: '09:30' }, { channel: 'C3', workspace: 'T2' }]
      const morning = startMorning('08:58:00', { nodes: 2, digests })
      morning.slack.refusals.set('C1', refusal)
      await morning.until('2026-11-19T12:00:00')
      const paused = morning.memory.all('digests').filter((digest) => digest.paused)
      expect(paused.map(({ _id, paused, next_at }) => [_id, paused?.reason, next_at]).sort()).toEqual(
        resting.map((id) => [id, reason, null]),
      )
      const states = morning.states()
      expect(states[today]).toBe(`failed ${refusal}`)
      expect(states['T1:C1:all 2026-11-19']).toBeUndefined()
      expect(states['T2:C3:all 2026-11-19']).toBe('sent')
      expect(morning.slack.told).toHaveLength(told)
      expect(new Set(morning.slack.told).size).toBe(morning.slack.told.length)
    },
  )

  it.each([
    ['deleted and made again', {}],
    ['moved to a later hour', { time: '11:00', next_at: '2026-11-18T11:00:00.000Z' }],
  ])('row 31: %s after the post of today: no second one', async (_, changes) => {
    const morning = startMorning('08:58:00')
    const [digest] = morning.memory.all('digests')
    await morning.until('10:00:00')
    morning.memory.commit([{ remove: 'digests', id: digest!._id }])
    morning.put({ ...digest!, ...changes, version: 9 })
    await morning.until('18:00:00')
    expect(morning.slack.messages).toHaveLength(1)
    expect(morning.memory.all('digests')[0]?.next_date).toBe('2026-11-19')
  })

  it('row 32: what cannot be built for one organization is tried again, and the others go out', async () => {
    const morning = startMorning('08:58:00', { digests: [{}, { channel: 'C2', org: 'apex' }] })
    addOrganization(morning, 'apex')
    morning.broken.add('apex')
    await morning.until('09:04:00')
    expect(morning.states()).toEqual({ [today]: 'sent', 'T1:C2:all 2026-11-18': 'pending build_failed' })
    morning.broken.clear()
    await morning.until('09:15:00')
    expect(morning.states()).toMatchObject({ 'T1:C2:all 2026-11-18': 'sent' })
  })

  const bankHoliday = { kind: 'silent', reason: 'bank_holiday' }
  it.each([
    ['row 33: a bank holiday for everybody', bankHoliday, 'skipped bank_holiday', null],
    ['nobody out', { kind: 'silent', reason: 'nobody_out' }, 'skipped nobody_out', null],
    ['a deleted team', { kind: 'team_deleted' }, 'skipped team_deleted', 'team_deleted'],
    ['an organization that is gone', { kind: 'organization_gone' }, 'skipped organization_gone', null],
    ['an organization that is suspended', { kind: 'suspended' }, 'skipped suspended', null],
  ])('%s: skipped with its reason', async (_, content, state, pause) => {
    const built = { message: { title: '', parts: [] }, hash: '', revision: 1, ...content } as DigestContent
    const morning = startMorning('08:58:00', { given: () => ({ build: async () => built }) })
    await morning.until('09:10:00')
    expect(morning.states()).toEqual({ [today]: state })
    expect(morning.slack.messages).toEqual([])
    expect(morning.memory.all('digests')[0]?.paused?.reason ?? null).toBe(pause)
    expect(morning.slack.told).toHaveLength(pause ? 1 : 0)
  })
})

describe('people who change their mind', () => {
  it('removed after it was planned: skipped, and why', async () => {
    const { morning, digest } = await planned()
    morning.memory.commit([{ remove: 'digests', id: digest._id }])
    await morning.until('09:05:00')
    expect(morning.states()).toEqual({ [today]: 'skipped removed' })
  })

  it('paused after it was planned: skipped, and why', async () => {
    const { morning, digest } = await planned()
    morning.put({ ...digest, ...byHand })
    await morning.until('09:05:00')
    expect(morning.states()).toEqual({ [today]: 'skipped paused' })
  })

  const ask = async (morning: Morning, digest: string) => {
    let answer: Awaited<ReturnType<Morning['nodes'][number]['runs']['postNow']>> | undefined
    void morning.nodes[0]!.runs.postNow(digest, 'U1').then((given) => void (answer = given))
    await morning.time.run(morning.time.now() + 20_000)
    return answer
  }

  it('asked for now before its hour: posted as asked for, and not again at its hour', async () => {
    const morning = startMorning('06:58:00', { digests: [{ days: ['wednesday'] }] })
    await morning.until('07:00:10')
    expect(await ask(morning, 'T1:C1:all')).toMatchObject({
      kind: 'requested',
      run: { state: 'sent', manual: true },
    })
    expect(await ask(morning, 'T1:C1:all')).toEqual({ kind: 'refused', state: 'sent' })
    await morning.until('12:00:00')
    expect(morning.posts()).toEqual(['07:00 C1'])
  })

  it('asked for now late in the evening, on another weekday, paused, after a miss: posted', async () => {
    const morning = createMorning('12:30:00')
    const digest: Digest = morning.add({}, '08:00:00')
    morning.startNode()
    await morning.until('22:10:00')
    expect(morning.states()).toEqual({ [today]: 'skipped missed_window' })
    morning.put({ ...digest, ...byHand, days: ['monday'] })
    expect(await ask(morning, digest._id)).toMatchObject({ kind: 'requested', run: { state: 'sent' } })
    expect(await ask(morning, 'T1:C9:all')).toEqual({ kind: 'no_digest' })
  })

  it('asked for when nobody knows whether it came: refused', async () => {
    const morning = await withDeath({ hazard: once('sending', 'confirmed') })
    const alive = morning.nodes.filter(({ replica }) => replica.isAlive())
    morning.nodes.splice(0, morning.nodes.length, ...alive)
    expect(await ask(morning, 'T1:C1:all')).toEqual({ kind: 'refused', state: 'unknown' })
  })
})

describe('a message that was posted', () => {
  const sent = async (options: MorningOptions = {}): Promise<Morning> => {
    const morning = startMorning('08:58:00', { nodes: 2, ...options })
    await morning.until('09:05:30')
    expect(morning.posts()).toEqual(['09:00 C1'])
    return morning
  }
  const shown = (morning: Morning) => morning.slack.messages[0]!.titles

  it('follows the facts within a minute or so, one edit a minute, and stops at midnight', async () => {
    const morning = await sent()
    changeFacts(morning, 'acme')
    await morning.until('09:06:30')
    expect(shown(morning)).toEqual(['state 1', 'state 2'])
    for (const at of ['09:06:40', '09:06:50', '09:07:10'])
      morning.time.at(instant(at), () => changeFacts(morning, 'acme'))
    await morning.until('09:10:00')
    expect(shown(morning)).toEqual(['state 1', 'state 2', 'state 4', 'state 5'])
    await morning.until('2026-11-19T00:01:00')
    changeFacts(morning, 'acme')
    await morning.until('2026-11-19T00:10:00')
    expect(shown(morning)).toHaveLength(4)
  })

  it('is not sent again when nothing that it shows has changed', async () => {
    const morning = await sent()
    changeFacts(morning, 'acme')
    await morning.until('09:08:00')
    const requests = morning.slack.requests()
    // The third state looks like the second.
    changeFacts(morning, 'acme')
    await morning.until('09:12:00')
    expect(morning.slack.requests()).toBe(requests)
    expect(morning.run()[0]?.shown).toEqual({ hash: 'state 2', revision: 3 })
  })

  it('is left alone once Slack says that it cannot be edited', async () => {
    const morning = await sent()
    morning.slack.refusals.set('C1', 'edit_window_closed')
    changeFacts(morning, 'acme')
    await morning.until('09:10:00')
    const requests = morning.slack.requests()
    changeFacts(morning, 'acme')
    await morning.until('09:20:00')
    expect(morning.slack.requests()).toBe(requests)
    expect(morning.run()[0]).toMatchObject({ state: 'sent', edit_until: null })
  })

  it('is left alone once another company reads the channel', async () => {
    const morning = await sent()
    const [digest] = morning.memory.all('digests')
    morning.put({ ...digest!, ...byHand, paused: { reason: 'slack_connect', at: 'now', who: null } })
    changeFacts(morning, 'acme')
    await morning.until('09:10:00')
    expect(shown(morning)).toEqual(['state 1'])
    expect(morning.run()[0]).toMatchObject({ state: 'sent', edit_until: null })
  })

  it('waits with its edit when Slack asks to wait', async () => {
    const morning = await sent({ everyoneHears: true })
    morning.mood = { ...kindly, rateLimited: 1 }
    changeFacts(morning, 'acme')
    await morning.until('09:06:30')
    expect(shown(morning)).toEqual(['state 1'])
    morning.mood = kindly
    await morning.until('09:10:00')
    expect(shown(morning)).toEqual(['state 1', 'state 2'])
    expect(morning.slack.faults).toEqual([])
  })

  it('is not looked for, nor edited, when nobody knows whether it is there', async () => {
    const morning = await withDeath({ hazard: once('sent', 'asked') })
    changeFacts(morning, 'acme')
    await morning.until('09:40:00')
    expect(shown(morning)).toEqual(['state 1'])
  })

  it('is edited by the next process when one died while editing it', async () => {
    const morning = await sent()
    changeFacts(morning, 'acme')
    const [run] = morning.memory.get('digest_runs', [runId('T1:C1:all', '2026-11-18')])
    const isTaken = () => morning.memory.all('digest_runs')[0]!.fence > run!.fence
    await morning.time.run(instant('09:08:00'), isTaken)
    for (const { replica } of morning.nodes) replica.kill()
    morning.startNode()
    await morning.until('09:15:00')
    expect(shown(morning)).toEqual(['state 1', 'state 2'])
  })
})
