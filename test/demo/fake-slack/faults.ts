import type { FakeCall } from '../../../src/demo/fake-slack/state.js'

/**
 * The way a call fails. `applied`: whether Slack performed the call before the failure. `late`: the call is performed
 * `delay` milliseconds after the app gave up and closed its connection.
 */
export type FakeFault =
  | {
      readonly kind: 'rate_limited'
      /** Seconds; null: without the header. */ readonly retryAfter: number | null
    }
  | {
      readonly kind: 'http_error'
      readonly status?: number
      /** A proxy's page; the connection closes behind it. */ readonly page?: string
      readonly applied: boolean
    }
  | { readonly kind: 'reset'; readonly applied: boolean }
  | { readonly kind: 'silence'; readonly applied: boolean }
  | { readonly kind: 'late'; readonly delay?: number }
  /** Performed at once, answered after this many milliseconds. */
  | { readonly kind: 'slow'; readonly ms: number }
  /** HTTP 200 with a body that is not JSON. */
  | { readonly kind: 'malformed'; readonly applied: boolean }
  /** One of Slack's own error codes, such as `fatal_error`. */
  | { readonly kind: 'error'; readonly error: string; readonly applied: boolean }

interface FaultPlan {
  /** Unset: every method. `response_url` counts as one too. */
  readonly method?: string
  /** The number of calls it affects before it is used up; default 1. */
  readonly times?: number
  /** Affects only calls for which this is true. */
  readonly when?: (call: FakeCall) => boolean
}

export const createFaults = () => {
  const plans: { readonly fault: FakeFault; readonly plan: FaultPlan; left: number }[] = []
  let chooser: ((call: FakeCall) => FakeFault | undefined) | null = null
  return {
    /** The first plan that matches a call and is not used up applies. */
    add: (fault: FakeFault, plan: FaultPlan = {}) => void plans.push({ fault, plan, left: plan.times ?? 1 }),
    /** Called for every call without a matching plan; for seeded chaos. Null ends it. */
    choose: (next: typeof chooser) => void (chooser = next),
    clear: () => {
      plans.length = 0
      chooser = null
    },
    take: (call: FakeCall): FakeFault | undefined => {
      const hit = plans.find(
        ({ plan, left }) =>
          left > 0 && (plan.method ?? call.method) === call.method && (plan.when?.(call) ?? true),
      )
      if (hit === undefined) return chooser?.(call)
      hit.left -= 1
      return hit.fault
    },
  }
}
