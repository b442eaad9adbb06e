import { describe, expect, it } from 'vitest'
import { explainAsk } from '../../src/language/ask.js'
import { maximumTyped } from '../../src/language/words/normalize.js'
import { nastyShapes } from '../world/nasty.js'
import { contextOn } from './table.js'

const friday = contextOn('2026-11-20')

describe('a text that is too long', () => {
  it.each(nastyShapes)('of %s is refused before anything of it is read', (_, repeated) => {
    const { ask, steps } = explainAsk(repeated(maximumTyped + 1), friday)
    expect([ask, steps]).toMatchObject([
      { kind: 'misunderstood', misunderstanding: { reason: 'too_long' } },
      0,
    ])
  })

  it('says how long it may be, and the way out', () => {
    const messageOf = (text: string) => {
      const { ask } = explainAsk(text, friday)
      return ask.kind === 'misunderstood' ? ask.misunderstanding.message : ask
    }
    const way = 'Ask about fewer people or days at once.'
    expect(messageOf('x'.repeat(1_001))).toBe(`That is more than 1,000 characters. ${way}`)
    expect(messageOf('x'.repeat(201))).toBe(`That is more than 200 characters. ${way}`)
  })

  it('is not one that is only blanks and entities around a short one', () => {
    const { ask } = explainAsk(`who is out${' '.repeat(980)} today`, friday)
    expect(ask.kind).toBe('query')
    const amps = explainAsk('&amp;'.repeat(200), friday).ask
    expect(amps).not.toMatchObject({ misunderstanding: { reason: 'too_long' } })
  })
})
