import { expect, inject, it } from 'vitest'
import { channels, instant, startMorning } from './rows.js'

/** A tenth of them is enough for every day. */
const count = { short: 500, all: 1_500, long: 5_000 }[inject('suite')]

it('row 24: many are due at once in one workspace, and one process posts all before the deadline', async () => {
  const morning = startMorning('08:59:58', { digests: channels(count) })
  // One a second, at least.
  await morning.until(new Date(instant('09:00:00') + count * 1_000).toISOString().slice(0, 19))
  expect(morning.unsent()).toEqual([])
  expect(morning.slack.messages).toHaveLength(count)
  expect(morning.slack.faults).toEqual([])
})
