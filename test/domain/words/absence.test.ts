import { describe, expect, it } from 'vitest'
import { absenceWords } from '../../../src/domain/words/absence.js'

const today = '2026-11-20'
const range = { from: today, to: '2026-12-20' }

describe('the days of an absence', () => {
  it.each([
    ['Wed 2 Dec – Fri 4 Dec, back Mon 7 Dec', '02', '04', '07', ''],
    ['noon Wed 2 Dec – Fri 4 Dec, back Mon 7 Dec', '02', '04', '07', 'starts'],
    // They end when the person is back, which is said once.
    ['Wed 2 Dec – noon Fri 4 Dec', '02', '04', '04', 'ends'],
    ['noon Wed 2 Dec – noon Fri 4 Dec', '02', '04', '04', 'starts and ends'],
    ['Wed 2 Dec, morning', '02', '02', '02', 'ends'],
    // Another leave follows at noon.
    ['Wed 2 Dec, morning, back Mon 7 Dec', '02', '02', '07', 'ends'],
  ])('%s', (words, from, to, back, atNoon) => {
    const absence = {
      from: `2026-12-${from}`,
      to: `2026-12-${to}`,
      starts_at_noon: atNoon.includes('starts'),
      ends_at_noon: atNoon.includes('ends'),
      back: { day: `2026-12-${back}`, at_noon: back === to },
      reasons: [],
    }
    expect(absenceWords(absence, { range, today }, { absolute: true })).toBe(words)
  })
})
