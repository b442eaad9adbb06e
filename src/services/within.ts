export type Wait = (milliseconds: number) => Promise<unknown>

/**
 * The result of `work`, or of `late` (which may throw) when `work` takes longer than `milliseconds`. The work
 * continues and its result is dropped.
 */
export const within = <T, L = T>(
  milliseconds: number,
  work: Promise<T>,
  wait: Wait,
  late: () => L,
): Promise<T | L> => Promise.race([work, wait(milliseconds).then(late)])

/** The same with a timer of its own, cleared when the work is done: for callers to whom no `Wait` is handed. */
export const inTime = <T, L>(milliseconds: number, work: Promise<T>, late: () => L): Promise<T | L> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(late()), milliseconds)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
