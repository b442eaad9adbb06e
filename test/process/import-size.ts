import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { addDays } from '../../src/calendar/day.js'
import { leaveTypes } from '../../src/domain/presence/leave-types.js'
import type { Subject } from '../stores/subject.js'
import { askWhosout, newFolder, runMeasured } from './whosout.js'

const peopleCsv = (people: number): string =>
  ['email,name,team,timezone,avatar,active']
    .concat(
      Array.from(
        { length: people },
        (_, i) =>
          `person.number${i}@acme.test,Person Łukasz ${i},Team ${i % 200},Europe/Berlin,https://avatars.acme.test/${i}.png,yes`,
      ),
    )
    .join('\n')

/** Four leaves each, over three years. */
const leavesCsv = (people: number): string =>
  ['email,type,start_date,end_date,status']
    .concat(
      Array.from({ length: 4 * people }, (_, i) => {
        const start = addDays('2024-01-01', (i * 7_919) % 1_000)!
        const type = leaveTypes[Math.floor(i / people)]
        return `person.number${i % people}@acme.test,${type},${start},${addDays(start, i % 14)},approved`
      }),
    )
    .join('\n')

/** 350 are promised; the rest is for other versions of the runtime, and for a busy machine that collects garbage late. */
const most = 400

/** What so many people, with four leaves each, may take: never more than 50,000 people. */
export const describeImportSize = (
  subject: Subject,
  people: number,
  environmentOf: (place: string) => Record<string, string>,
): void => {
  const [members, leaves] = [people, 4 * people].map((count) => count.toLocaleString('en'))
  describe(`an import of ${members} people and ${leaves} leaves on ${subject.name}`, () => {
    test('stays small, the first time and the second', async () => {
      const [folder, place] = [await newFolder(), await subject.newPlace()]
      try {
        const files = [join(folder.path, 'people.csv'), join(folder.path, 'leaves.csv')]
        await writeFile(files[0]!, peopleCsv(people))
        await writeFile(files[1]!, leavesCsv(people))
        const env = environmentOf(place)
        await askWhosout(env, 'org', 'create', 'Acme', '--slug', 'acme')
        const first = await runMeasured(env, 'import', ...files, '--org', 'acme')
        expect(first.out).toContain(`${members} members added; ${leaves} leaves added`)
        const second = await runMeasured(env, 'import', ...files, '--org', 'acme')
        expect(second.out).toContain(`${members} members unchanged; ${leaves} leaves unchanged`)
        expect(Math.max(first.peak, second.peak)).toBeLessThan(most)
      } finally {
        await subject.dropPlace(place)
        await folder.remove()
      }
    })
  })
}
