/** The texts that identify a person: an e-mail address and Slack ids. */
export interface Mentions {
  readonly texts: readonly string[]
  /** The replacement after an erasure: `erased member 3`. */
  readonly instead: string
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Finds whatever identifies a person in documents of any shape, ignoring case, and replaces it. */
export const createScrubber = ({ texts, instead }: Mentions) => {
  const pattern = texts.length === 0 ? null : new RegExp(texts.map(escaped).join('|'), 'giu')
  const scrubText = (text: string): string => (pattern ? text.replace(pattern, instead) : text)
  const scrub = (value: unknown): unknown => {
    if (typeof value === 'string') return scrubText(value)
    if (Array.isArray(value)) return value.map(scrub)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, name === '_id' ? inner : scrub(inner)]),
    )
  }
  return {
    mentions: (document: object): boolean => pattern !== null && mentioned(document, pattern),
    /** The shape stays the same: only strings change. */
    scrub: <T extends object>(document: T): T => scrub(document) as T,
  }
}

const mentioned = (value: unknown, pattern: RegExp): boolean => {
  if (typeof value === 'string') return value.search(pattern) !== -1
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).some((inner) => mentioned(inner, pattern))
  )
}
