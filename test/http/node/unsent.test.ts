import { describe, expect, it } from 'vitest'
import { createUnsentReplies } from '../../../src/http/node/unsent.js'

const body = (length: number): Buffer => Buffer.alloc(length)
const limits = { ofKey: 1_000, ofProcess: 4_000 }

describe('replies that are not sent yet', () => {
  it('are 16 of a key whatever their size, and more only within its bytes', () => {
    const unsent = createUnsentReplies({ ofKey: 1_000, ofProcess: 100_000 })
    for (let count = 0; count < 16; count++) expect(unsent.take('a', body(500))).toBe(true)
    expect(unsent.take('a', body(1))).toBe(false)
    expect(unsent.take('b', body(1))).toBe(true)
    for (let count = 0; count < 100; count++) expect(unsent.take('c', body(10))).toBe(true)
    expect(unsent.take('c', body(1))).toBe(false)
  })

  it('have the bytes of the process together, and one is always sent', () => {
    const unsent = createUnsentReplies(limits)
    const huge = body(9_000)
    expect(unsent.take('a', huge)).toBe(true)
    expect(unsent.take('b', body(1))).toBe(false)
    unsent.giveBack(huge)
    expect(unsent.take('b', body(4_000))).toBe(true)
    expect(unsent.take('c', body(1))).toBe(false)
  })

  it('that share a body count once, until the last is sent', () => {
    const unsent = createUnsentReplies(limits)
    const shared = body(4_000)
    for (let count = 0; count < 50; count++) expect(unsent.take('a', shared)).toBe(true)
    for (let count = 0; count < 49; count++) unsent.giveBack(shared)
    expect(unsent.take('b', body(1))).toBe(false)
    unsent.giveBack(shared)
    expect(unsent.take('b', body(1))).toBe(true)
    // What was never taken, or was given back, changes nothing.
    unsent.giveBack(shared)
    expect(unsent.take('c', body(4_000))).toBe(false)
  })
})
