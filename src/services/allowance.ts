/** What is left of an allowance: nothing is said while there is some, else the seconds until there is again. */
export type Allow = (who: string) => { readonly retryIn: number } | null

/**
 * So many uses for each `who` in a window that begins with the first of them, in this process. A use that is refused does
 * not count. `elapsed` in monotonic milliseconds, as is `window`.
 */
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
