/** What a promise gives, or `late` when it has given nothing after so many milliseconds: nobody may hold a slot for ever. */
export const bounded = <T>(
  work: Promise<T>,
  milliseconds: number,
  wait: (milliseconds: number) => Promise<unknown>,
  late: () => T,
): Promise<T> => Promise.race([work, wait(milliseconds).then(late)])
