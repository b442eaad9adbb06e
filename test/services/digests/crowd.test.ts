import { expect, inject, it } from 'vitest'
import { createMorning, instant } from './rows.js'

/** A tenth of them is enough for every day. */
const count = inject('suite') === 'long' ? 5_000 : 500

it('row 24: many are due at once in one workspace, and one process posts all before the deadline', async () => {
  const morning = createMorning('08:59:58')
  for (let number = 0; number < count; number += 1) morning.add({ channel: `C${number}` })
  morning.startNode()
  // One a second, at least.
  await morning.until(new Date(instant('09:00:00') + count * 1_000).toISOString().slice(0, 19))
  const left = Object.values(morning.states()).filter((state) => state !== 'sent')
  expect(left).toEqual([])
  expect(morning.slack.messages).toHaveLength(count)
  expect(morning.slack.faults).toEqual([])
}, 240_000)
