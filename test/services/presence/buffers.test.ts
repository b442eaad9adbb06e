import { describe, expect, it } from 'vitest'
import { createBodies } from '../../../src/services/presence/buffers.js'

describe('memory for bodies', () => {
  it('is large enough, never handed out twice at once, and used again when it came back', () => {
    const bodies = createBodies()
    const first = bodies.take(100_000)
    const second = bodies.take(100_000)
    expect(first.length).toBeGreaterThanOrEqual(100_000)
    expect(second.buffer).not.toBe(first.buffer)
    bodies.giveBack(first)
    expect(bodies.take(100_001)).toBe(first)
    expect(bodies.take(100_000)).not.toBe(first)
  })

  it('does not give a small body what a large one needs', () => {
    const bodies = createBodies()
    const large = bodies.take(1_000_000)
    bodies.giveBack(large)
    expect(bodies.take(10)).not.toBe(large)
    expect(bodies.take(900_000)).toBe(large)
  })

  it('limits how many wait', () => {
    const bodies = createBodies(250_000)
    const taken = [1, 2, 3].map(() => bodies.take(100_000))
    for (const body of taken) bodies.giveBack(body)
    const again = [1, 2, 3].map(() => bodies.take(100_000))
    expect(again.filter((body) => taken.includes(body))).toHaveLength(2)
  })
})
