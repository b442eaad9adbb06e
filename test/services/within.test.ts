import { describe, expect, it } from 'vitest'
import { within } from '../../src/services/within.js'

const never = new Promise<string>(() => undefined)
const late = () => 'late'
const tooLate = (): never => {
  throw new Error('too late')
}
const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

describe('work within a time', () => {
  it('gives its own result, and leaves no timer behind', async () => {
    const before = timers()
    expect(await within(60_000, Promise.resolve('done'), late)).toBe('done')
    await expect(within(60_000, Promise.reject(new Error('failed')), late)).rejects.toThrow('failed')
    expect(timers()).toBe(before)
  })

  it('gives what stands for it when it takes longer, which may be an error', async () => {
    expect(await within(1, never, late)).toBe('late')
    await expect(within(1, never, tooLate)).rejects.toThrow('too late')
  })

  it('takes the time that it is handed, and says when nobody waits any more', async () => {
    const asked: [milliseconds: number, signal: AbortSignal | undefined][] = []
    const wait = (milliseconds: number, signal?: AbortSignal) => {
      asked.push([milliseconds, signal])
      return milliseconds === 5 ? Promise.resolve() : never
    }
    expect(await within(5, never, late, wait)).toBe('late')
    expect(await within(6, Promise.resolve('done'), late, wait)).toBe('done')
    expect(asked.map(([milliseconds, signal]) => [milliseconds, signal?.aborted])).toEqual([
      [5, true],
      [6, true],
    ])
  })
})
