import { openPhrases } from '../words/phrases.js'
import { reservedWords } from '../words/reserved.js'
import type { Token } from '../words/lexer.js'
import type { AskPerson } from '../context.js'
import { looseKey, type NameBook } from './book.js'
import { isNameWord, namesBeginning, oneOf, withoutPossessive, type NameHere } from './names.js'

/** Forms of the same name. */
const groups = openPhrases('people')('short names').map((names) => names.split(' '))

const formsOf = (word: string): readonly string[] => groups.filter((names) => names.includes(word)).flat()

/** Where a name can stand: "is jess in", "when is jess back", "maya or jess", "@jess"; not in "the sal". */
const before =
  /^(?:is|isn't|isnt|are|aren't|was|were|will|won't|does|did|has|hasn't|can|when's|whens|where's|wheres|and|n|or|&|,|:|@|for|with|to|need|find|ping|if|whether|from|seen|reach|except|not)$/u

/** What a name is followed by, where it begins the phrase and is only the beginning of one. */
const after = /^(?:is|was|has|in|out|off|away|back|here|around|on|and|n|or|&|,)$/u

/** "is she away" is not about Shelby. */
const pronouns = new Set('he him his she her they them their'.split(' '))

const minBeginning = 3

/** The members with a first name that the word is short for, or begins. */
const membersCalled = (book: NameBook, word: string): readonly AskPerson[] => {
  const begun = word.length < minBeginning || reservedWords.has(word) ? [] : namesBeginning(book, word)
  const names = new Set([word, ...formsOf(word), ...begun])
  return [...new Set([...names].flatMap((name) => book.firstNames.get(name) ?? []))]
}

/** "jess" for Jessica, "liz w" for Elizabeth Ward: tried where a phrase is not understood without. */
export const shortNameAt = (
  book: NameBook,
  tokens: readonly Token[],
  at: number,
): Omit<NameHere, 'words'> | null => {
  const [token, second] = [tokens[at]!, tokens[at + 1]]
  const word = withoutPossessive(token.text)
  if (token.kind !== 'word' || isNameWord(book, word) || pronouns.has(word)) return null
  // "are the daves in"
  const isPlural = /^(?:the|both)$/u.test(tokens[at - 1]?.text ?? '') && word.endsWith('s')
  const all = isPlural ? membersCalled(book, word.slice(0, -1)) : []
  if (all.length > 1) return { named: oneOf(all), rule: 'name', next: at + 1 }
  const isPlace = at > 0 ? before.test(tokens[at - 1]!.text) : after.test(second?.text ?? '')
  if (!isPlace && (at > 0 || formsOf(word).length === 0)) return null
  // Of the words of the language only "tom" is asked about like a name.
  if (reservedWords.has(word) && word !== 'tom') return null
  const called = membersCalled(book, word)
  const last = second?.kind === 'word' ? withoutPossessive(second.text) : ''
  const further = called.filter(({ name }) => {
    const surname = looseKey(name).split(' ').at(-1)!
    return surname === last || (last.length === 1 && surname.startsWith(last))
  })
  const people = further.length > 0 ? further : called
  return people.length === 0
    ? null
    : { named: oneOf(people, true), rule: 'name', next: further.length > 0 ? at + 2 : at + 1 }
}
