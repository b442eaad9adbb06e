import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLog } from '../src/log.js'
import { startHousekeeping, startSchedule, startWebhooks, type Schedule } from '../src/schedule.js'

let running: Schedule | undefined
const lines: string[] = []
const log = createLog('debug', { write: (line) => void lines.push(line) })

/** The minutes and seconds at which ticks began. */
const ticks: string[] = []
let work: () => Promise<void>

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
    now: Date.parse('2026-11-18T08:58:30Z'),
  })
  ticks.length = 0
  lines.length = 0
  work = async () => undefined
  running = startSchedule(
    () => {
      ticks.push(new Date().toISOString().slice(11, 19))
      return work()
    },
    () => performance.now(),
    log,
  )
})

afterEach(() => {
  running?.stop()
  vi.useRealTimers()
})

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000)

describe('the tick', () => {
  it('comes at the start and at every full minute, and not after the end', async () => {
    await pass(150)
    expect(ticks).toEqual(['08:58:30', '08:59:00', '09:00:00', '09:01:00'])
    running!.stop()
    await pass(300)
    expect(ticks).toHaveLength(4)
  })

  it.each([3, 45])(
    'row 18: comes late, and is not left out, when the process stands still for %i s',
    async (seconds) => {
      await pass(29)
      vi.setSystemTime(Date.now() + seconds * 1_000)
      await pass(1)
      expect(ticks).toEqual(['08:58:30', `08:59:${String(seconds).padStart(2, '0')}`])
      await pass(60)
      expect(ticks).toHaveLength(3)
    },
  )

  it('row 16: comes again within four minutes after the clock was put back by an hour', async () => {
    await pass(31)
    vi.setSystemTime(Date.now() - 3_600_000)
    ticks.length = 0
    await pass(240)
    expect(ticks.length).toBeGreaterThan(0)
    await pass(300)
    expect(ticks.length).toBeGreaterThanOrEqual(5)
    expect(lines.join('')).toContain('no digest tick has finished for a long time')
  })

  it('does not begin while the previous one runs, and continues after it', async () => {
    let end = (): void => undefined
    work = () => new Promise((resolve) => void (end = resolve))
    await pass(95)
    expect(ticks).toEqual(['08:58:30', '08:59:00'])
    expect(running!.lastTickAgeSeconds()).toBe(95)
    work = async () => undefined
    end()
    await pass(60)
    expect(ticks).toEqual(['08:58:30', '08:59:00', '09:01:00'])
  })

  it('goes on after a failure, and says so', async () => {
    work = () => Promise.reject(new Error('the moon is full'))
    await pass(95)
    expect(ticks).toEqual(['08:58:30', '08:59:00', '09:00:00'])
    expect(lines.join('')).toContain('the moon is full')
  })
})

describe('while the clock is not trusted', () => {
  it('no webhook is looked at, no day begins and nothing expires; both go on after it', async () => {
    const asked: string[] = []
    const find = async function* (collection: string) {
      asked.push(collection)
    }
    const trust = { is: true }
    const parts = {
      store: { find, ping: async () => undefined },
      now: () => new Date(),
      log,
      lastUse: { flush: async () => ({ written: 0, failed: 0 }) },
      isClockTrusted: () => trust.is,
    }
    // Nothing is due: nothing else of what they are given is used.
    const webhooks = startWebhooks(parts as unknown as Parameters<typeof startWebhooks>[0])
    const housekeeping = startHousekeeping(parts as unknown as Parameters<typeof startHousekeeping>[0])
    await pass(61)
    expect(new Set(asked)).toContain('webhooks')
    expect(new Set(asked)).toContain('slack_events')
    asked.length = 0
    trust.is = false
    await pass(300)
    expect(asked).toEqual([])
    trust.is = true
    await pass(61)
    expect(new Set(asked)).toContain('slack_events')
    housekeeping.stop()
    await webhooks.stop()
  })
})
