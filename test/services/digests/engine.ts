import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { weekdays } from '../../../src/calendar/day.js'
import type { DigestRuns } from '../../../src/services/digests/engine.js'
import { collect } from '../../../src/store/port.js'
import { puts } from '../../stores/samples.js'
import { openBench, type Subject } from '../../stores/subject.js'
import { digestOf, engineOn, posterThat } from './simulation/cluster.js'

const now = new Date('2026-11-18T09:30:00.000Z')
const count = 24

/** What three processes on one real store do with the same due digests: the claim, the mark and the record hold there. */
export const describeDigestsOn = (subject: Subject) =>
  describe(`digests on ${subject.name}`, () => {
    const bench = openBench(subject)
    const posted: string[] = []
    const poster = posterThat(async (_, __, key) => {
      posted.push(key)
      return { kind: 'sent', ts: String(posted.length) }
    })
    const engine = (owner: string): DigestRuns =>
      // The database's clock is not that of this test.
      engineOn(
        { ...bench().store, serverTime: async () => now },
        {
          owner,
          poster,
          now: () => now,
          wait: (milliseconds) => wait(Math.min(milliseconds, 3_000), undefined, { ref: false }),
        },
      )

    it('posts each once, whichever of three processes does', async () => {
      const digests = Array.from({ length: count }, (_, number) =>
        digestOf(
          { workspace: `T${number % 5}`, channel: `C${number}`, days: weekdays, time: '09:00' },
          Date.parse('2026-11-18T08:00:00Z'),
        ),
      )
      await bench().store.commit(puts('digests', digests))
      // Asked for by hand, so that each is due at once: all of them, of all three, at the same time.
      const engines = ['one', 'two', 'three'].map((owner) => engine(owner))
      await Promise.all(
        digests.flatMap(({ _id }) => engines.map((one) => one.postNow(_id, 'U1').catch(() => undefined))),
      )
      expect([...posted].sort()).toEqual(digests.map(({ _id }) => `${_id}:2026-11-18`).sort())
      const ids = digests.map(({ _id }) => `${_id}:2026-11-18`)
      const runs = await bench().store.get('digest_runs', ids)
      expect(new Set(runs.map(({ state }) => state))).toEqual(new Set(['sent']))
    })

    it('plans what is due and moves on to the next day, and answers by its indexes', async () => {
      const { store } = bench()
      const digest = digestOf(
        { workspace: 'T9', channel: 'C99', days: weekdays },
        Date.parse('2026-11-17T08:00:00Z'),
      )
      await store.commit([{ put: 'digests', document: digest }])
      const one = engine('four')
      await one.tick()
      await one.stop()
      const [after] = await store.get('digests', [digest._id])
      expect(after?.next_date).toBe('2026-11-19')
      const mine = await collect(
        store.find('digest_runs', { index: 'by_digest', equal: { digest: digest._id }, order: 'ascending' }),
      )
      expect(mine.map(({ date }) => date)).toEqual(['2026-11-17', '2026-11-18'])
      expect(mine[0]).toMatchObject({ state: 'skipped', reason: 'missed_window' })
    })
  })
