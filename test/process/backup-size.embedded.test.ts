import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { addDays } from '../../src/calendar/day.js'
import { embeddedSubject } from '../stores/embedded/subject.js'
import { leave, member, organization } from '../stores/samples.js'
import type { Change } from '../../src/store/port.js'
import { newFolder, runMeasured } from './whosout.js'

const people = 50_000
const leaves = 200_000

const everything: Iterable<Change> = {
  *[Symbol.iterator]() {
    yield { put: 'organizations', document: organization('o') }
    yield { put: 'slugs', document: { _id: 'acme', org: 'o' } }
    for (let n = 0; n < people; n += 1) yield { put: 'members', document: member('o', `${n}`) }
    for (let n = 0; n < leaves; n += 1) {
      const start = addDays('2024-01-01', (n * 7_919) % 1_000)!
      const whose = { member_id: `${n % people}` }
      yield { put: 'leaves', document: leave('o', `${n}`, start, addDays(start, n % 14)!, whose) }
    }
  },
}

const peakOf = async (DATA_DIR: string, ...words: string[]): Promise<number> =>
  (await runMeasured({ DATA_DIR }, ...words)).peak

describe('a backup of 50,000 people and 200,000 leaves', () => {
  test('is written, restored and exported within 300 MB', async () => {
    const [files, from, to] = await Promise.all([newFolder(), newFolder(), newFolder()])
    try {
      const store = await embeddedSubject.open(from.path)
      await store.commit(everything, { deadline: 120_000 })
      await store.close()
      const [first, second] = [join(files.path, '1'), join(files.path, '2')]
      const peaks = {
        backup: await peakOf(from.path, 'backup', first),
        restore: await peakOf(to.path, 'restore', first),
        export: await peakOf(from.path, 'export', '--org', 'acme', '--out', join(files.path, 'e')),
      }
      expect(Math.max(...Object.values(peaks)), JSON.stringify(peaks)).toBeLessThan(300)
      await peakOf(to.path, 'backup', second)
      expect((await readFile(first)).equals(await readFile(second))).toBe(true)
    } finally {
      await Promise.all([files, from, to].map((folder) => folder.remove()))
    }
  })
})
