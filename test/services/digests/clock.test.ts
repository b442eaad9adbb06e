import { expect, it } from 'vitest'
import { createClockTrust } from '../../../src/services/clock.js'
import { silentLog } from '../../../src/slack/log.js'
import { addOrganization, createCluster, digestOf } from './simulation/cluster.js'

const minute = 60_000
const day = 86_400_000

/** One process on a store without a clock of its own, with a digest at 09:00; `off` is what its clock is wrong by. */
const openMorning = (at: string) => {
  const off = { by: 0 }
  const cluster = createCluster({
    seed: 7,
    start: `2026-11-18T${at}:30.000Z`,
    given: ({ now: trueNow, store: { serverTime: _, ...store } }) => {
      const now = () => new Date(trueNow().getTime() + off.by)
      return { now, store, isClockTrusted: createClockTrust(now, silentLog) }
    },
  })
  addOrganization(cluster, 'acme')
  const digest = digestOf({ workspace: 'T1', channel: 'C1' }, cluster.time.now())
  cluster.memory.commit([{ put: 'digests', document: digest }])
  cluster.startNode()
  const pass = (milliseconds: number) => cluster.time.run(cluster.time.now() + milliseconds)
  const runs = () => cluster.run().map(({ date, state }) => `${date} ${state}`)
  return { off, pass, runs, cluster }
}

it.each([
  ['an hour before its time', '07:58'],
  ['while it waits for its turn', '08:59'],
])('a clock that is wrong for 75 s, a day ahead, %s, costs no digest', async (_, at) => {
  const { off, pass, runs, cluster } = openMorning(at)
  // Planned by 09:00:00, its spread puts it some seconds later.
  await pass(29_000)
  off.by = day
  await pass(75_000)
  expect(runs().filter((run) => !run.startsWith('2026-11-18 pending'))).toEqual([])
  off.by = 0
  await pass(80 * minute)
  expect(runs()).toEqual(['2026-11-18 sent'])
  expect(cluster.slack.messages).toHaveLength(1)
})

it('a machine that slept over the time posts late, five minutes after it woke up', async () => {
  const { off, pass, runs } = openMorning('08:50')
  await pass(minute)
  off.by = 90 * minute
  await pass(4 * minute)
  expect(runs()).toEqual([])
  await pass(3 * minute)
  expect(runs()).toEqual(['2026-11-18 sent'])
})

it('a machine that slept past the deadline skips the digest of that day, with its reason', async () => {
  const { off, pass, cluster } = openMorning('08:50')
  await pass(minute)
  off.by = 9 * 60 * minute
  await pass(7 * minute)
  expect(cluster.run()).toMatchObject([{ date: '2026-11-18', state: 'skipped', reason: 'missed_window' }])
})
