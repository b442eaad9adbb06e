import { plainStatuses, readStatus } from '../roster/types.js'
import type { LeaveStatus } from '../organization/organization.js'
import type { EventText } from './events.js'
import type { LeaveExpression, LeaveWords } from './meaning.js'
import type { Word } from './tokens.js'

/** The number of words in the longest status that is searched for. */
const maxStatusWords = 3

/** Statuses that are ordinary words in a sentence; in brackets or behind a dash they are statuses. */
const ordinary: ReadonlySet<string> = new Set(
  'no false open nein falsch offen non nee yes true taken ja wahr oui si'.split(' '),
)

/** Before an expression for a leave, maybe with a small word between: "not on vacation", "kein Urlaub". */
const denying: ReadonlySet<string> = new Set('not no never nicht kein keine keinen pas niet geen'.split(' '))
const between: ReadonlySet<string> = new Set('on in im at de a an the my from aus vom'.split(' '))
/** "back from vacation" */
const returning = /^(back|returns?|returning|returned|zuruck|retour)$/

/** Where a title is divided: brackets, colons, and dashes between words. */
const division = /[()[\]{}|:–—,;]|\s-|-\s/

const countsNot = (status: LeaveStatus | null | undefined): boolean =>
  status !== null && status !== undefined && status !== 'approved'

const isDenied = (words: readonly Word[], { first }: LeaveExpression): boolean => {
  const [before = '', earlier = ''] = [words[first - 1]?.text, words[first - 2]?.text]
  return denying.has(before) || (between.has(before) && (denying.has(earlier) || returning.test(earlier)))
}

/**
 * Whether an event stands: what was cancelled, declined or denied is no leave, and what nobody has approved yet does not
 * count. `title`: the words about the leave, without those of names.
 */
export const stands = (
  { status, busy, categories }: EventText,
  { text: title, words, expressions }: LeaveWords,
  answers: readonly (string | null | undefined)[],
): boolean => {
  if (busy === 'TENTATIVE' || /\?\s*\W*$/u.test(title)) return false
  const said = [status, ...answers, ...categories, ...title.split(division)]
  if (said.some((text) => countsNot(readStatus(text ?? '')))) return false
  for (let first = 0; first < words.length; first += 1)
    for (let length = 1; length <= maxStatusWords && first + length <= words.length; length += 1) {
      const word = words
        .slice(first, first + length)
        .map(({ text }) => text)
        .join('')
      if (!ordinary.has(word) && countsNot(plainStatuses.get(word))) return false
    }
  return !expressions.some((expression) => isDenied(words, expression))
}
