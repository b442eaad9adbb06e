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
