import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const engine = 'test/services/digests/rows.test.ts'
const chaos = 'test/chaos/failover.mongod.test.ts'
const due = 'test/domain/digests/due.test.ts'
const events = 'test/slack/digest/events.test.ts'
const schedule = 'test/schedule.test.ts'

/**
 * The fault table: what goes wrong with a digest, and where a test is named after it. Most of it comes together and at
 * random in `simulation.test.ts`, and with real processes, killed and stopped at every step, in `test/chaos/`.
 */
const rows: readonly (readonly [row: number, fault: string, files: readonly string[]])[] = [
  [1, 'several processes tick in the same second', [engine]],
  [2, 'killed after the insert, before the advance', [engine]],
  [3, 'killed in the middle of advancing many', [engine]],
  [4, 'killed after the claim, or while it builds', [engine]],
  [5, 'killed after the mark, before the request leaves', [engine]],
  [6, 'killed after Slack accepted, before the record', [engine]],
  [7, 'killed after the record', [engine]],
  [8, 'stands still for longer than its lease', [engine]],
  [9, 'told to stop while it posts', [engine]],
  [10, 'nobody runs for less than the deadline', [engine]],
  [11, 'nobody runs, or nothing can be posted, until after the deadline', [engine]],
  [12, 'nobody runs for days', [engine]],
  [13, 'a clock is put forward or back', [engine, due]],
  [14, 'a zone leaves a date out', [engine, due]],
  [15, 'the zone, or its rules, change after planning', [engine]],
  [16, 'the clock of a process is put back', [engine, schedule]],
  [17, 'the clock of a process is fast', [engine]],
  [18, 'a process stands still when the minute begins', [engine, schedule]],
  [19, 'a tick hangs', [engine]],
  [20, 'the database fails over, or a reply of it is lost', [engine, chaos]],
  [21, 'the database is away', [engine]],
  [22, 'a write is rolled back', ['test/services/digests/rollback.mongod.test.ts']],
  [23, 'Slack asks to wait', [engine]],
  [24, 'thousands are due at once in one workspace', ['test/services/digests/crowd.test.ts']],
  [25, 'Slack answers with an error, having done it or not', [engine]],
  [26, 'Slack does it and does not answer in time', [engine]],
  [27, 'Slack does it later than anybody looks', [engine]],
  [28, 'the token is taken, or the app removed', [engine, events]],
  [29, 'the channel is archived', [engine, events]],
  [30, 'the app is removed from the channel', [engine, events]],
  [31, 'made again, or moved, after the post of today', [engine]],
  [32, 'the facts of one organization cannot be read', [engine]],
  [33, 'a bank holiday for everybody, or for some', [engine, 'test/domain/reply/digest.test.ts']],
  [34, 'a backup of the same morning is put back', ['test/services/digests/start.test.ts']],
]

/** The names of its tests. */
const namesRow = (path: string, row: number): boolean => {
  const text = readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
  const named = [...text.matchAll(/'rows? (\d+(?:, \d+)*)/g)].flatMap(([, numbers]) => numbers!.split(', '))
  return named.includes(String(row))
}

it('has 34 rows', () =>
  expect(rows.map(([row]) => row)).toEqual(Array.from({ length: 34 }, (_, index) => index + 1)))

it.each(rows)('row %i, %s, has a test of that name', (row, _, files) => {
  expect(files.filter((path) => !namesRow(path, row))).toEqual([])
})
