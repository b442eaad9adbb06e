import type { FakeCall } from './state.js'

/**
 * How a call goes wrong. `applied`: whether Slack did what was asked before things went wrong.
 * `late`: what was asked happens `delay` milliseconds after the app gave up and closed its connection.
 */
export type FakeFault =
  | {
      readonly kind: 'rate_limited'
      /** Seconds; null: without the header. */ readonly retryAfter: number | null
    }
  | { readonly kind: 'http_error'; readonly status?: number; readonly applied: boolean }
  | { readonly kind: 'reset'; readonly applied: boolean }
  | { readonly kind: 'silence'; readonly applied: boolean }
  | { readonly kind: 'late'; readonly delay?: number }
  /** Applied at once, answered after so many milliseconds. */
  | { readonly kind: 'slow'; readonly ms: number }
  /** HTTP 200 with a body that is not JSON. */
  | { readonly kind: 'malformed'; readonly applied: boolean }
  /** One of Slack's own error codes, such as `fatal_error`. */
  | { readonly kind: 'error'; readonly error: string; readonly applied: boolean }

export interface FaultPlan {
  /** Unset: every method. `response_url` is one too. */
  readonly method?: string
  /** Calls that it hits before it is used up; default 1. */
  readonly times?: number
  /** Hits only calls for which this holds. */
  readonly when?: (call: FakeCall) => boolean
}

export interface Faults {
  /** The first plan that fits a call and is not used up hits it. */
  readonly add: (fault: FakeFault, plan?: FaultPlan) => void
  /** Asked for every call that no plan hits; for seeded chaos. Null ends it. */
  readonly choose: (chooser: ((call: FakeCall) => FakeFault | undefined) | null) => void
  readonly clear: () => void
  readonly take: (call: FakeCall) => FakeFault | undefined
}

export const createFaults = (): Faults => {
  const plans: { readonly fault: FakeFault; readonly plan: FaultPlan; left: number }[] = []
  let chooser: ((call: FakeCall) => FakeFault | undefined) | null = null
  return {
    add: (fault, plan = {}) => void plans.push({ fault, plan, left: plan.times ?? 1 }),
    choose: (next) => void (chooser = next),
    clear: () => {
      plans.length = 0
      chooser = null
    },
    take: (call) => {
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
