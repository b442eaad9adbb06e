import { describe, expect, it } from 'vitest'
import { backMessage, enteredMessage, takenBackMessage } from '../../../src/domain/words/own-entries.js'
import type { Message } from '../../../src/domain/words/message.js'

const today = '2026-11-20'
const days = (from: string, to = from) => ({
  start_date: `2026-11-${from}`,
  end_date: `2026-11-${to}`,
  starts_at_noon: false,
  ends_at_noon: false,
})
const partsOf = ({ parts }: Message): readonly string[] => parts.map((part) => JSON.stringify(part))

describe('what people read about their own days', () => {
  it.each([
    ['nothing follows', null, 'You are in from today on.'],
    [
      'more days off follow',
      days('23', '24'),
      'You are in today. Your next days off: Mon 23 Nov – Tue 24 Nov.',
    ],
    ['another source has today', days('20'), 'You are still out today because of another entry: Fri 20 Nov.'],
  ])('"back" says what is true where %s', (_, next, words) => {
    expect(partsOf(backMessage({ days: days('20'), next, today }))[0]).toContain(words)
  })

  it.each([
    ['nothing is planned', null, 'There is nothing to end.'],
    [
      'days off are ahead',
      days('23'),
      'Your next days off: Mon 23 Nov. The Home tab lists what you entered.',
    ],
    ['another source has today', days('20'), 'Days that came from your HR tool can only be changed there.'],
  ])('"back" with nothing to take back says why where %s', (_, next, words) => {
    expect(partsOf(backMessage({ days: null, next, today }))).toEqual([expect.stringContaining(words)])
  })

  it('says which days a change took back, and which it left alone', () => {
    const entered = [{ ...days('20'), type: 'sick' as const }]
    const change = { kept: [days('02', '12')], dropped: [days('13', '19')] }
    expect(partsOf(enteredMessage({ entered, covered: [], back: null, today, ...change }))).toEqual([
      expect.stringContaining('You are sick'),
      expect.stringContaining('Taken back: Fri 13 Nov – Thu 19 Nov'),
      expect.stringContaining('Not changed, because it is more than 7 days ago: Mon 2 Nov – Thu 12 Nov'),
    ])
    const taken = partsOf(takenBackMessage({ taken: change.dropped, kept: change.kept, today }))
    expect(taken).toEqual([
      expect.stringContaining('Taken back: Fri 13 Nov'),
      expect.stringContaining('Not changed'),
    ])
  })
})
