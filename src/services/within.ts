export type Wait = (milliseconds: number) => Promise<unknown>

/**
 * What `work` gives, or what `late` gives (or throws) when the work has given nothing after so many milliseconds. The
 * work continues, and its result is dropped.
 */
export const within = <T, L = T>(
  milliseconds: number,
  work: Promise<T>,
  wait: Wait,
  late: () => L,
): Promise<T | L> => Promise.race([work, wait(milliseconds).then(late)])
