import { describe, expect, it } from 'vitest'
import { documentId } from '../../../src/domain/organization/organization.js'
import { Problem } from '../../../src/domain/problem.js'
import { createLastUse, type Use } from '../../../src/services/keys/last-use.js'
import { createRefusedUses } from '../../../src/services/keys/refused-use.js'
import { at, day, hour, minute, now } from '../../domain/keys/ring.js'
import { collect } from '../../../src/store/port.js'
import { createLossyStore } from '../../stores/lossy.js'
import { newId } from '../../stores/samples.js'
import { openBench, type Subject } from '../../stores/subject.js'

/** When uses of a key reach the store, and what is known of them there. */
export const describeUses = (subject: Subject): void => {
  const bench = openBench(subject)

  const open = () => {
    const org = newId()
    const faults = createLossyStore(bench().store)
    const warnings: string[] = []
    const lastUse = createLastUse(faults.store, (_, what) => warnings.push(what))
    const useOf = (key: string, after: number, rest: Partial<Use> = {}): Use => ({
      org,
      key,
      hash: `hash-${key}`,
      from: '10.0.0.1',
      at: new Date(now.getTime() + after),
      ...rest,
    })
    const stored = async (key: string) => (await bench().store.get('key_uses', [documentId(org, key)]))[0]
    /** The first use is written without a flush; the flush waits until that is done, by taking a turn behind it. */
    const use = (...given: Parameters<typeof useOf>) => {
      lastUse.record(useOf(...given))
      return lastUse.flush()
    }
    const query = { index: 'by_time', equal: { org }, order: 'ascending' } as const
    const events = () => collect(bench().store.find('key_events', query))
    return { org, faults, warnings, lastUse, useOf, use, stored, events }
  }

  describe('the last use', () => {
    it('is written at once the first time, and then once a flush, however often the key is used', async () => {
      const { lastUse, useOf, stored, faults } = open()
      lastUse.record(useOf('a', 0))
      await expect.poll(() => stored('a')).toMatchObject({ at: at(0), from: '10.0.0.1', version: 1 })
      faults.countCalls()
      for (let second = 1; second <= 60; second++) lastUse.record(useOf('a', second * 1_000))
      expect(faults.countCalls()).toBe(0)
      expect(await stored('a')).toMatchObject({ at: at(0) })
      expect(await lastUse.flush()).toEqual({ written: 1, failed: 0 })
      expect(await stored('a')).toMatchObject({ at: at(minute), version: 2 })
      expect(await lastUse.flush()).toEqual({ written: 0, failed: 0 })
    })

    it('never goes back, whichever process writes last', async () => {
      const { lastUse, useOf, stored, use } = open()
      const elsewhere = createLastUse(bench().store)
      await use('a', hour, { from: '10.0.0.9' })
      elsewhere.record(useOf('a', minute))
      await elsewhere.flush()
      expect(await stored('a')).toMatchObject({ at: at(hour), from: '10.0.0.9' })
      lastUse.record(useOf('a', 2 * hour))
      await use('a', 90 * minute)
      expect(await stored('a')).toMatchObject({ at: at(2 * hour) })
    })

    it('of many keys in many processes at once is the latest of each', async () => {
      const { useOf, stored } = open()
      const processes = Array.from({ length: 4 }, () => createLastUse(bench().store))
      const names = Array.from({ length: 120 }, (_, n) => `key-${n}`)
      processes.forEach((process, n) =>
        names.forEach((name) => process.record(useOf(name, (3 - n) * minute))),
      )
      for (let round = 0; round < 20; round++) {
        const outcomes = await Promise.all(processes.map((process) => process.flush()))
        if (outcomes.every(({ failed }) => failed === 0)) break
      }
      const seen = new Set(await Promise.all(names.map(async (name) => (await stored(name))?.at)))
      expect(seen).toEqual(new Set([at(3 * minute)]))
    })

    it('of a new secret is written at once, beside when the one before was used first', async () => {
      const { lastUse, useOf, stored, use } = open()
      await use('a', 0)
      lastUse.record(useOf('a', minute, { hash: 'second' }))
      await expect
        .poll(() => stored('a'))
        .toMatchObject({ first_used: { 'hash-a': at(0), second: at(minute) } })
      lastUse.record(useOf('a', 2 * minute, { hash: 'third' }))
      await expect
        .poll(async () => (await stored('a'))?.first_used)
        .toEqual({ second: at(minute), third: at(2 * minute) })
    })

    it('is not written at once by a process that has only just begun, when it is not the first', async () => {
      const world = open()
      await world.use('a', 0)
      const faults = createLossyStore(bench().store)
      const begun = createLastUse(faults.store)
      begun.record(world.useOf('a', minute))
      // The first use looked and left it to the flush.
      expect(await begun.flush()).toEqual({ written: 1, failed: 0 })
      expect(await world.stored('a')).toMatchObject({ at: at(minute), first_used: { 'hash-a': at(0) } })
      // The look by the first use, then the look and the commit of the flush.
      expect(faults.countCalls()).toBe(3)
    })

    it('waits for the next flush when the store fails, and nobody is the wiser', async () => {
      const { lastUse, useOf, stored, faults, warnings } = open()
      faults.failAt(1, 'unavailable')
      expect(() => lastUse.record(useOf('a', 0))).not.toThrow()
      await lastUse.flush()
      expect(await stored('a')).toMatchObject({ at: at(0) })
      lastUse.record(useOf('a', minute, { from: '10.0.0.2' }))
      for (const fault of ['unavailable', 'lost', 'unheard'] as const) {
        faults.failAt(2, fault)
        expect(await lastUse.flush()).toEqual({ written: 0, failed: 1 })
      }
      expect(warnings).toHaveLength(3)
      expect(await lastUse.flush()).toEqual({ written: 1, failed: 0 })
      expect(await stored('a')).toMatchObject({ at: at(minute), addresses: ['10.0.0.2', '10.0.0.1'] })
    })
  })

  describe('a new address', () => {
    it('is recorded once per key and day, but not for the very first use', async () => {
      const { events, stored, use } = open()
      await use('a', 0)
      expect(await events()).toEqual([])
      for (const [after, from] of [
        [minute, '10.0.0.2'],
        [2 * minute, '10.0.0.3'],
        [3 * minute, '10.0.0.1'],
      ] as const) {
        await use('a', after, { from })
      }
      expect(await events()).toMatchObject([
        { what: 'used_from_new_address', key: 'a', from: '10.0.0.2', who: 'api', at: at(minute) },
      ])
      expect((await stored('a'))?.addresses).toEqual(['10.0.0.1', '10.0.0.3', '10.0.0.2'])
      await use('a', day, { from: '10.0.0.4' })
      expect(await events()).toHaveLength(2)
    })

    it('is new when it is not one of the last ten', async () => {
      const { lastUse, useOf, events, stored, use } = open()
      await use('a', 0, { from: '10.0.1.0' })
      for (let n = 1; n <= 10; n++) lastUse.record(useOf('a', n, { from: `10.0.1.${n}` }))
      await lastUse.flush()
      expect((await stored('a'))?.addresses).toHaveLength(10)
      await use('a', day, { from: '10.0.1.0' })
      expect((await events()).map(({ from }) => from)).toEqual(['10.0.1.1', '10.0.1.0'])
    })
  })

  describe('a refused use', () => {
    const refusedOf = (
      org: string,
      reason: 'revoked' | 'expired' | 'disabled' | 'locked' | 'address',
      after = 0,
    ) => ({
      org,
      key: 'a',
      reason,
      from: '10.0.0.1',
      at: new Date(now.getTime() + after),
    })

    it.each([
      ['revoked', 'used_after_revoke'],
      ['expired', 'expired_seen'],
      ['disabled', 'used_while_disabled'],
      ['locked', 'used_while_locked'],
      ['address', 'used_from_refused_address'],
    ] as const)('(%s) is in the log as %s, once a day, from however many processes', async (reason, what) => {
      const { org, events, faults } = open()
      const processes = [createRefusedUses(faults.store), createRefusedUses(bench().store)]
      for (let times = 0; times < 100; times++)
        for (const process of processes) process.record(refusedOf(org, reason, times))
      await Promise.all(processes.map((process) => process.settled()))
      expect(await events()).toMatchObject([{ what, key: 'a', who: 'api', from: '10.0.0.1' }])
      expect(faults.countCalls()).toBe(1)
      for (const process of processes) process.record(refusedOf(org, reason, day))
      await Promise.all(processes.map((process) => process.settled()))
      expect(await events()).toHaveLength(2)
    })

    it('is written at the next flush when the store fails', async () => {
      const { org, events, faults, warnings } = open()
      const refusedUses = createRefusedUses(faults.store, (_, what) => warnings.push(what))
      faults.failAt(1, 'unavailable')
      refusedUses.record(refusedOf(org, 'revoked'))
      await refusedUses.settled()
      expect([await events(), warnings.length]).toEqual([[], 1])
      refusedUses.record(refusedOf(org, 'revoked'))
      await refusedUses.settled()
      expect(await events()).toHaveLength(1)
    })

    it('never throws, whatever the store does', () => {
      const commit = () => Promise.reject(new Problem('unavailable', 'away'))
      const refusedUses = createRefusedUses({ ...bench().store, commit })
      expect(() => refusedUses.record(refusedOf(newId(), 'revoked'))).not.toThrow()
      return refusedUses.settled()
    })
  })
}
