/** One sample of a metrics page. */
export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

// prom-client writes "Nan", which Prometheus reads: it takes numbers as Go does, in either case.
const line = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (NaN|Nan|[+-]Inf|-?[\d.]+(?:e[+-]?\d+)?)$/
const label = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\[\\"n])*)"(?:,|$)/gy

const labelsOf = (text: string): Record<string, string> => {
  label.lastIndex = 0
  const found: Record<string, string> = {}
  while (label.lastIndex < text.length) {
    const pair = label.exec(text)
    if (!pair) throw new Error(`no labels: ${text}`)
    found[pair[1]!] = pair[2]!
  }
  return found
}

const valueOf = (text: string): number => Number(text.replace('Inf', 'Infinity'))

/**
 * Reads the text format of Prometheus 0.0.4, strictly: every sample belongs to a family that was declared with its help
 * and type before it, no series is there twice, and buckets of a histogram grow up to its count. Names follow the rules
 * of `promtool check metrics`.
 */
export const parseExposition = (page: string): readonly Sample[] => {
  if (!page.endsWith('\n')) throw new Error('the last line has no end')
  const types = new Map<string, string>()
  const helped = new Set<string>()
  const seen = new Set<string>()
  const samples: Sample[] = []
  for (const text of page.split('\n').filter(Boolean)) {
    const help = /^# HELP (\S+) \S/.exec(text)
    const type = /^# TYPE (\S+) (counter|gauge|histogram|summary)$/.exec(text)
    if (help) helped.add(help[1]!)
    else if (type) {
      if (!helped.has(type[1]!) || types.has(type[1]!)) throw new Error(`declared wrongly: ${text}`)
      checkName(type[1]!, type[2]!)
      types.set(type[1]!, type[2]!)
    } else {
      const parts = line.exec(text)
      if (!parts) throw new Error(`no sample: ${text}`)
      const name = parts[1]!
      const family = types.has(name) ? name : name.replace(/_(bucket|sum|count)$/, '')
      if (!types.has(family)) throw new Error(`not declared: ${text}`)
      const series = text.slice(0, text.lastIndexOf(' '))
      if (seen.has(series)) throw new Error(`twice: ${series}`)
      seen.add(series)
      samples.push({ name, labels: labelsOf(parts[2] ?? ''), value: valueOf(parts[3]!) })
    }
  }
  checkHistograms(samples)
  return samples
}

/** The parts of a name that say something else to Prometheus than the type of the metric does, or not in its own units. */
const checkName = (name: string, type: string): void => {
  if (name.endsWith('_total') !== (type === 'counter'))
    throw new Error(`only counters end in _total: ${name}`)
  if (/_(count|sum|bucket)$/.test(name)) throw new Error(`ends like a part of a histogram: ${name}`)
  if (type !== 'histogram' && /_(histogram|summary|gauge|counter)(_|$)/.test(name))
    throw new Error(`its type is part of the name: ${name}`)
  if (/_(ms|milliseconds|minutes|hours|days|kb|mb|kilobytes|megabytes)(_|$)/.test(name) || /[A-Z]/.test(name))
    throw new Error(`not in seconds or bytes, or not in lower case: ${name}`)
}

const checkHistograms = (samples: readonly Sample[]): void => {
  const last = new Map<string, number>()
  for (const { name, labels, value } of samples) {
    const { le, ...others } = labels
    const key = (family: string) => `${family} ${JSON.stringify(others)}`
    if (name.endsWith('_bucket') && le !== undefined) {
      const family = key(name.replace(/_bucket$/, ''))
      if (value < (last.get(family) ?? 0)) throw new Error(`${name} does not grow`)
      last.set(family, value)
    } else if (name.endsWith('_count') && last.has(key(name.replace(/_count$/, ''))))
      if (last.get(key(name.replace(/_count$/, ''))) !== value)
        throw new Error(`${name} is not its last bucket`)
  }
}
