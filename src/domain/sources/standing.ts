import { plainStatuses, readStatus } from '../roster/types.js'
import type { LeaveStatus } from '../organization/organization.js'
import type { EventText } from './events.js'
import { maxSearchedWords, type LeaveWords } from './meaning.js'
import type { Word } from './tokens.js'

/** The number of words in the longest status that is searched for. */
const maxStatusWords = 3

/** Statuses that are ordinary words in a sentence; in brackets or behind a dash they are statuses. */
const ordinary: ReadonlySet<string> = new Set(
  'no false open nein falsch offen non nee yes true taken ja wahr oui si'.split(' '),
)

/** "not on vacation", "kein Urlaub", "noch nicht genehmigt", with small words between. */
const denying: ReadonlySet<string> = new Set('not no never nicht kein keine keinen pas niet geen'.split(' '))
const between: ReadonlySet<string> = new Set(
  'on in im at de a an the my yet longer more mehr noch from aus vom'.split(' '),
)
/** "back from vacation"; "is back", "back in the office", but not "back pain". */
const returning: ReadonlySet<string> = new Set(
  'back return returns returning returned zuruck retour'.split(' '),
)

/** Where a title is divided: brackets, colons, and dashes between words. */
const division = /[()[\]{}|:–—,;]|\s-|-\s/

const isDenied = (words: readonly Word[], first: number): boolean => {
  let place = first - 1
  while (between.has(words[place]?.text ?? '')) place -= 1
  const before = words[place]?.text ?? ''
  return denying.has(before) || (place < first - 1 && returning.has(before))
}

const isBack = (words: readonly Word[]): boolean =>
  words.some(({ text }, place) => {
    const next = words[place + 1]?.text
    return returning.has(text) && (next === undefined || between.has(next))
  })

/** "Kids sick?" */
const isQuestion = (title: string): boolean =>
  title.includes('?') && !/[\p{L}\p{N}]/u.test(title.slice(title.lastIndexOf('?')))

/** The statuses in words, as a whole status or as a part of a longer text. */
const statusesIn = (words: readonly Word[]): readonly LeaveStatus[] =>
  words.flatMap((_, first) =>
    Array.from({ length: maxStatusWords }, (__, more) => words.slice(first, first + more + 1))
      .filter((some, more) => some.length === more + 1)
      .flatMap((some) => {
        const word = some.map(({ text }) => text).join('')
        const status = ordinary.has(word) ? undefined : plainStatuses.get(word)
        return status === undefined
          ? []
          : [status === 'approved' && isDenied(words, first) ? 'pending' : status]
      }),
  )

/**
 * Whether an event stands: what was cancelled, declined or denied is no leave, and what nobody has approved yet does not
 * count. `title`: the words about the leave, without those of names.
 */
export const stands = (
  { status, busy, categories }: EventText,
  { text: title, words, expressions }: LeaveWords,
  answers: readonly (string | null | undefined)[],
): boolean => {
  if (busy === 'TENTATIVE' || isQuestion(title)) return false
  const whole = [...categories, ...title.split(division)].flatMap((text) => readStatus(text) ?? [])
  const said = new Set([...whole, ...statusesIn(words.slice(0, maxSearchedWords))])
  const marks = [status, ...answers].flatMap((text) => readStatus(text ?? '') ?? [])
  if (marks.some((mark) => mark !== 'approved') || said.has('cancelled') || said.has('rejected')) return false
  if (said.has('pending') && !said.has('approved')) return false
  return expressions.length === 0 ? !isBack(words) : !expressions.some(({ first }) => isDenied(words, first))
}
