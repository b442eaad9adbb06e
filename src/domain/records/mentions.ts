import { wordsOf } from '../sources/tokens.js'
import { writtenForms } from './traces.js'

/** What identifies a person. */
export interface Mentions {
  /** An e-mail address and Slack ids: found in any text. */
  readonly texts: readonly string[]
  /** Found anywhere as it is, if it is more than one word; and as words, without case and accents, in what people wrote. */
  readonly name: string
  /** The replacement after an erasure: `erased member 3`. */
  readonly instead: string
}

/** Fields with what people wrote. The words of others may be somebody's name, too: a type of leave, a city of a zone. */
const written: ReadonlySet<string> = new Set(['name', 'summary', 'words', 'ignore', 'detail'])

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A name of one letter would be found everywhere. */
const minFormLength = 2

/** A single word in Latin letters may be part of any other word. */
const isPlainWord = (name: string): boolean => /^\p{Script=Latin}+$/u.test(name)

/** Replaces a name in whatever order its words are written. */
const createNameScrubber = (name: string, instead: string): ((text: string) => string) => {
  const forms = writtenForms(name).filter((form) => form.length >= minFormLength)
  const wanted = forms.map((form) => form.split(' ')).sort((a, b) => b.length - a.length)
  return (text) => {
    const words = wordsOf(text)
    let scrubbed = ''
    let end = 0
    for (let first = 0; first < words.length;) {
      const form = wanted.find((parts) => parts.every((part, n) => words[first + n]?.text === part))
      if (form) {
        scrubbed += text.slice(end, words[first]!.from) + instead
        end = words[first + form.length - 1]!.to
      }
      first += form?.length ?? 1
    }
    return scrubbed + text.slice(end)
  }
}

/** Finds whatever identifies a person in documents of any shape, ignoring case, and replaces it. */
export const createScrubber = ({ texts, name: named, instead }: Mentions) => {
  const anywhere = isPlainWord(named) ? texts : [...texts, named]
  const pattern = anywhere.length === 0 ? null : new RegExp(anywhere.map(escaped).join('|'), 'giu')
  const scrubName = createNameScrubber(named, instead)
  const scrubText = (text: string, isWritten: boolean): string => {
    const rest = pattern ? text.replace(pattern, instead) : text
    return isWritten ? scrubName(rest) : rest
  }
  const scrub = (value: unknown, isWritten: boolean): unknown => {
    if (typeof value === 'string') return scrubText(value, isWritten)
    if (Array.isArray(value)) return value.map((inner) => scrub(inner, isWritten))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        name,
        name === '_id' ? inner : scrub(inner, isWritten || written.has(name)),
      ]),
    )
  }
  const mentions = (value: unknown, isWritten = false): boolean => {
    if (typeof value === 'string') return scrubText(value, isWritten) !== value
    return (
      typeof value === 'object' &&
      value !== null &&
      Object.entries(value).some(([name, inner]) => mentions(inner, isWritten || written.has(name)))
    )
  }
  return {
    mentions: (document: object): boolean => mentions(document),
    /** The shape stays the same: only strings change. */
    scrub: <T extends object>(document: T): T => scrub(document, false) as T,
  }
}

/** Whether a text has one of the words of a name, which may mean the person, or somebody else. */
export const mayMention = (name: string, text: string): boolean => {
  const words = new Set(wordsOf(text).map((word) => word.text))
  return wordsOf(name).some((word) => word.text.length >= minFormLength && words.has(word.text))
}
