import { expect, it } from 'vitest'
import { collect, type Reader } from '../../../src/store/port.js'
import { groupSize } from '../child.js'
import { startNeighbour } from '../neighbour.js'
import { openBench, type Bench, type Subject } from '../subject.js'

const lanes = 3
type Acknowledged = { readonly acknowledged?: number; readonly lane: number }

/** Lets a process commit groups in three lanes and kills it at the `count`th acknowledgement; the last of each lane. */
const killAfter = async (
  { subject, place }: Bench,
  org: string,
  count: number,
): Promise<readonly number[]> => {
  const neighbour = await startNeighbour({ ...subject, place })
  const last = Array.from({ length: lanes }, () => 0)
  let seen = 0
  const enough = new Promise<void>((resolve) =>
    neighbour.process.on('message', ({ acknowledged, lane }: Acknowledged) => {
      if (acknowledged === undefined) return
      last[lane] = acknowledged
      if (++seen === count) resolve()
    }),
  )
  // It ends only by an error, where the database refuses one of its commits; else the process is killed in the middle.
  await Promise.race([enough, neighbour.call('streamGroups', org, lanes)])
  await neighbour.kill()
  return last
}

const expectWhole = async (reader: Reader, id: string, acknowledged: number): Promise<void> => {
  const [stored] = await reader.get('organizations', [id])
  const revision = stored?.revision ?? 0
  expect(revision).toBeGreaterThanOrEqual(acknowledged)
  if (revision > 0) expect(stored?.keys['k1']?.version).toBe(revision)
  const events = await collect(reader.find('key_events', { index: 'by_time', equal: { org: id } }))
  const expected = Array.from({ length: revision }, (_, n) => groupSize(n + 1))
  expect(events).toHaveLength(expected.reduce((sum, size) => sum + size, 0))
  for (const [n, size] of expected.entries()) {
    const query = { index: 'by_key', equal: { org: id, key: `group-${n + 1}` } } as const
    expect(await collect(reader.find('key_events', query))).toHaveLength(size)
  }
}

/** Each of `rounds` kills later than the one before. */
export const describeKills = (subject: Subject, rounds: readonly number[]): void => {
  const bench = openBench(subject)

  it.each(rounds)('loses no acknowledged commit and leaves no half of another, kill %i', async (round) => {
    const { store, org } = bench()
    const last = await killAfter(bench(), org, 4 * round)
    for (const [lane, acknowledged] of last.entries())
      // In one view: a commit that was sent just before the kill may still arrive.
      await store.view(`${org}-${lane}`, (reader) => expectWhole(reader, `${org}-${lane}`, acknowledged))
  })
}
