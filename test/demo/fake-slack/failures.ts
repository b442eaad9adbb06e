import type { ServerResponse } from 'node:http'
import { refuse } from '../../../src/demo/fake-slack/api/calls.js'
import { send, type FakeAnswer } from '../../../src/demo/fake-slack/api/server.js'
import type { FakeFault } from './faults.js'

const createTimers = () => {
  const timers = new Set<NodeJS.Timeout>()
  let stopped = false
  return {
    after: (ms: number, run: () => void): void => {
      if (stopped) return
      const timer = setTimeout(() => {
        timers.delete(timer)
        run()
      }, ms)
      timers.add(timer)
    },
    stop: (): void => {
      stopped = true
      timers.forEach((timer) => clearTimeout(timer))
    },
  }
}

const limited = (retryAfter: number | null): FakeAnswer => ({
  status: 429,
  body: refuse('ratelimited'),
  headers: retryAfter === null ? {} : { 'Retry-After': String(retryAfter) },
})

export const createFailures = () => {
  const { after, stop } = createTimers()
  /** Runs a call at once, later or never, and answers as the fault says. */
  const fail = (res: ServerResponse, run: () => FakeAnswer, fault: FakeFault): void => {
    if ('applied' in fault && fault.applied) run()
    switch (fault.kind) {
      case 'rate_limited':
        return send(res, limited(fault.retryAfter))
      case 'http_error':
        return send(res, {
          status: fault.status ?? 500,
          body: fault.page ?? 'Server Error',
          ...(fault.page !== undefined && { headers: { Connection: 'close' } }),
        })
      case 'reset':
        return void res.socket?.resetAndDestroy()
      case 'silence':
        return
      case 'late':
        return void res.once('close', () => after(fault.delay ?? 0, run))
      case 'slow': {
        const answer = run()
        return after(fault.ms, () => send(res, answer))
      }
      case 'malformed':
        return send(res, { status: 200, body: '<html>Something went wrong' })
      case 'error':
        return send(res, { status: 200, body: refuse(fault.error) })
    }
  }
  return { fail, stop }
}
