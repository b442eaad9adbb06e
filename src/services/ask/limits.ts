/** Counts a use: null when it is allowed, otherwise the seconds until the next one is. */
export type Allow = (who: string) => { readonly retryIn: number } | null

/** `limit` uses per `who` in a `window` (milliseconds) from the first use on. Refused uses do not count. */
export const createAllowance = (limit: number, window: number, elapsed: () => number): Allow => {
  const windows = new Map<string, { readonly end: number; used: number }>()
  let swept = elapsed()

  const sweep = (now: number): void => {
    if (now - swept < window) return
    swept = now
    for (const [who, { end }] of windows) if (end <= now) windows.delete(who)
  }

  return (who) => {
    const now = elapsed()
    sweep(now)
    const known = windows.get(who)
    const current = known && known.end > now ? known : { end: now + window, used: 0 }
    if (current.used >= limit) return { retryIn: Math.ceil((current.end - now) / 1_000) }
    current.used += 1
    windows.set(who, current)
    return null
  }
}
