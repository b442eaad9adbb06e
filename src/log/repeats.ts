/** Milliseconds for which an error is only counted after its line. */
const window = 60_000
/** Different errors at a time that are counted; any others are logged as they come. */
const maxKinds = 1_000

/** In an outage every request fails for the same reason: its stack is wanted once. */
export const createRepeats = () => {
  const open = new Map<string, { times: number; readonly end: () => void }>()
  return {
    /** Whether this is the first of its kind in its minute. If not, it is counted, and `report` gets the count at its end. */
    isFirst(kind: string, report: (times: number) => void): boolean {
      const known = open.get(kind)
      if (known) known.times++
      if (known || open.size >= maxKinds) return !known
      const end = (): void => {
        clearTimeout(timer)
        open.delete(kind)
        if (counted.times > 0) report(counted.times)
      }
      const timer = setTimeout(end, window).unref()
      const counted = { times: 0, end }
      open.set(kind, counted)
      return true
    },
    /** Reports now what has been counted. */
    settle: (): void => open.forEach(({ end }) => end()),
  }
}

export type Repeats = ReturnType<typeof createRepeats>

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

/** Errors are of one kind when they read the same but for words with a digit (ports, times, ids) and begin at one place. */
export const kindOfError = (error: unknown): string => {
  const [name, code, message, stack] = ['name', 'code', 'message', 'stack'].map((field) =>
    String(fieldOf(error, field)),
  ) as [string, string, string, string]
  const place = /^ +at .*/m.exec(stack)?.[0] ?? ''
  const cause = fieldOf(error, 'cause')
  const text = `${name} ${code} ${message.replace(/\w+/g, (word) => (/\d/.test(word) ? '#' : word))} ${place}`
  return cause === undefined ? text : `${text} < ${kindOfError(cause)}`
}
