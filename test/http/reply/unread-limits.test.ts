import { describe, expect, it } from 'vitest'
import { createUnreadReplies } from '../../../src/http/reply/unread.js'

const body = (length: number): Buffer => Buffer.alloc(length)
const limits = { ofCaller: 1_000, ofProcess: 4_000 }

describe('replies that are not sent yet', () => {
  it('are 16 of a caller whatever their size, and more only within its bytes', () => {
    const unread = createUnreadReplies({ ofCaller: 1_000, ofProcess: 100_000 })
    for (let count = 0; count < 16; count++) expect(unread.take('a', body(500))).toBe(true)
    expect(unread.take('a', body(1))).toBe(false)
    expect(unread.take('b', body(1))).toBe(true)
    for (let count = 0; count < 100; count++) expect(unread.take('c', body(10))).toBe(true)
    expect(unread.take('c', body(1))).toBe(false)
  })

  it('have the bytes of the process together, and one is always sent', () => {
    const unread = createUnreadReplies(limits)
    const huge = body(9_000)
    expect(unread.take('a', huge)).toBe(true)
    expect(unread.take('b', body(1))).toBe(false)
    unread.giveBack(huge)
    expect(unread.take('b', body(4_000))).toBe(true)
    expect(unread.take('c', body(1))).toBe(false)
  })

  it('that share a body count once, until the last is sent', () => {
    const unread = createUnreadReplies(limits)
    const shared = body(4_000)
    for (let count = 0; count < 50; count++) expect(unread.take('a', shared)).toBe(true)
    for (let count = 0; count < 49; count++) unread.giveBack(shared)
    expect(unread.take('b', body(1))).toBe(false)
    unread.giveBack(shared)
    expect(unread.take('b', body(1))).toBe(true)
    // What was never taken, or was given back, changes nothing.
    unread.giveBack(shared)
    expect(unread.take('c', body(4_000))).toBe(false)
  })
})
