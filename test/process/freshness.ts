import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../src/calendar/day.js'
import { documentsOf } from './hammered.js'
import { Problem } from '../../src/domain/problem.js'
import type { Change, Store } from '../../src/store/port.js'
import type { Subject } from '../stores/subject.js'
import { askServer, startServer, stopServer, type ServerProcess } from './whosout.js'

const writes = 150
const readers = 4

/** What a reader may see: everything acknowledged before it asked, nothing that was not even begun when it was told. */
interface Progress {
  begun: number
  acknowledged: number
}

/** On a busy machine a store may not answer in time: that is said, and asked again. */
const asked = async (server: ServerProcess, key: string) => {
  for (;;) {
    const reply = await askServer(server, key, '?from=2026-11-20&to=2026-11-20')
    if (reply.status !== 503) return reply
  }
}

/** The same for a commit: `unavailable` says that nothing was written. */
const committed = async (store: Store, changes: readonly Change[]): Promise<void> => {
  for (;;) {
    const result = await store.commit(changes).catch((fault: unknown) => {
      if (fault instanceof Problem && fault.code === 'unavailable') return null
      throw fault
    })
    if (result) return expect(result).toEqual({ done: true })
  }
}

const shownBy = async (server: ServerProcess, key: string): Promise<number> => {
  const { status, text } = await asked(server, key)
  expect(status).toBe(200)
  const body = JSON.parse(text) as { in: { name: string }[]; out: { leaves: { end_date: string }[] }[] }
  const version = Number(body.in[0]!.name.replace('Version ', ''))
  // The member and the leave are written in one commit: an answer shows both or neither.
  expect(body.out[0]!.leaves[0]!.end_date).toBe(addDays('2026-11-20', version))
  return version
}

/** A write acknowledged before a question arrived is in its answer, in every process (decisions; architecture). */
export const describeFreshness = (
  subject: Subject,
  environment: (place: string) => Record<string, string>,
): void => {
  describe(`two servers on ${subject.name}`, () => {
    const { organization, member, resting, leave, key, secret, directory } = documentsOf()
    let place: string
    let store: Store
    let servers: ServerProcess[]

    beforeAll(async () => {
      place = await subject.newPlace()
      store = await subject.open(place)
      await store.commit([organization, member, resting, leave, directory])
      const env = { ...environment(place), RATE_LIMIT: '0', LOG_LEVEL: 'info' }
      servers = [await startServer(env), await startServer(env)]
    })
    afterAll(async () => {
      await Promise.all(servers.map(stopServer))
      await store.close()
      await subject.dropPlace(place)
    })

    const write = async (version: number): Promise<void> => {
      const org = organization.document._id
      await committed(store, [
        { patch: 'organizations', id: org, set: { revision: version + 1 }, when: { revision: version } },
        { patch: 'members', id: member.document._id, set: { name: `Version ${version}` } },
        { patch: 'leaves', id: leave.document._id, set: { end_date: addDays('2026-11-20', version) } },
      ])
    }

    it('show every acknowledged write in every answer, and none before it was begun', async () => {
      const progress: Progress = { begun: 0, acknowledged: 0 }
      let answers = 0
      const read = async (server: ServerProcess): Promise<void> => {
        while (progress.acknowledged < writes) {
          const before = progress.acknowledged
          const shown = await shownBy(server, secret)
          expect(shown).toBeGreaterThanOrEqual(before)
          expect(shown).toBeLessThanOrEqual(progress.begun)
          answers++
        }
      }
      const reading = servers.flatMap((server) => Array.from({ length: readers }, () => read(server)))
      for (let version = 1; version <= writes; version++) {
        progress.begun = version
        await write(version)
        progress.acknowledged = version
      }
      await Promise.all(reading)
      expect(await Promise.all(servers.map((server) => shownBy(server, secret)))).toEqual([writes, writes])
      expect(answers).toBeGreaterThan(2 * readers)
    })

    it('refuse a key on the first request after its disabling was acknowledged, and take it after its enabling', async () => {
      const status = async (server: ServerProcess) => (await asked(server, secret)).status
      const org = organization.document._id
      for (let round = 0; round < 25; round++) {
        for (const [state, expected] of [
          ['disabled', 401],
          ['active', 200],
        ] as const) {
          await committed(store, [{ patch: 'organizations', id: org, set: { [`keys.${key}.state`]: state } }])
          expect(await Promise.all(servers.map(status))).toEqual([expected, expected])
        }
      }
    })
  })
}
