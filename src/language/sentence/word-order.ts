import type { Token } from '../words/lexer.js'
import { kindOfDate } from '../words/english.js'
import type { PhraseSource, Marks } from '../who/who.js'
import { namesFrom } from '../who/lists.js'
import { states } from './state.js'
import { compilePhrases, openPhrases, phraseAt } from '../words/phrases.js'
import type { HalfDay } from '../question.js'
import type { IsDate } from './bank-holidays.js'
import { dateFrom } from './repeats.js'

/** Word order and prepositions that people bring from other languages: the words as they would be in English. */

const noun =
  '(?:holidays?|vacations?|annual leave|sick leave|parental leave|maternity leave|paternity leave|personal leave|leave|pto)'

const christmas = '(?:christmas|xmas)'

/** What is matched, in groups without gaps between them; and what stands instead: groups by their numbers, or words. */
type Order = readonly [pattern: RegExp, instead: readonly (number | string)[]]

const orders: readonly Order[] = [
  // "in holiday", but "in holiday season"
  [
    RegExp(`(?<= )(in )((?:his |her |their |my )?)(${noun})(?= (?!season|period|time|week)|$)`, 'u'),
    ['on', 3],
  ],
  [/(?<=^| )((?:from )?when )((?:un)?till? |to )(when )/u, ['when']],
  [/(?<=how )(much )(?=people )/u, ['many']],
  [/(?<=^| )(the )(complete )(?=\S)/u, [1, 'whole']],
  [
    /(?<=^when (?:is|are) .+ )(complete |completely |fully |full )((?:staffed )?again|back)(?= |$)/u,
    ['all', 'back'],
  ],
  [/(?<=^| )(persons)(?= |$)/u, ['people']],
  // "how long already is ana sick"
  [/(?<=^| )(how long )(already )(?=is |are |am |has |have )/u, ['since', 'when']],
  [/(?<=^| )(how long )((?:is|are|am) .+ )(already )/u, ['since', 'when', 2]],
  // "when comes ana back", "comes ana again tomorrow"
  [/(?<=^|when )(comes? )(.+ )(back|again(?! (?:here|there|in|at)))(?= |$)/u, ['is', 2, 'back']],
  [/(?<=when )(came )(?=.+ back)/u, ['did']],
  [/^(back )(when )(.+)$/u, ['when', 'is', 3, 'back']],
  [/(?<= back )(in ?)(?=$|on |today|tomorrow|this |next )/u, []],
  [/^(when )((?:is|are) .+ )(until|till?)$/u, ['until', 'when', 2]],
  [/(?<=when )(goes? )(?=.+ on )/u, ['is']],
  [/(?<=when )(went )(?=.+ on )/u, ['was']],
  [/(?<=how long )(stays? )/u, ['is']],
  [/(?<=^| )(again )(here|there|in the office|at work|available|working)(?= |$)/u, [2, 'again']],
  [/(?<=^when (?:was|were) .+ )(the last time )/u, ['last']],
  // "which sales people are out", "the sales team members", "members of sales", "everyone on the sales side"
  [
    /^((?:which|what|how many) )((?!people )\S+ (?:\S+ )??)(people |team members )(?=\S)/u,
    [1, 'people', 'in', 2],
  ],
  [/(?<=(?:(?<!\b(?:which|what|many|all|any|the) )team|·) )(members)(?= |$)/u, []],
  [/(?<=^| )(members )(of )/u, ['people', 'in']],
  [/(?<=^| )(on )(the )?(\S+ (?:\S+ ){0,2}?)(side)(?= |$)/u, ['in', 3]],
  [/(?<= )(among |amongst )/u, ['in']],
  // "tomorrow anyone sick", "what day is labour day on"
  [/^((?:today|tomorrow|tmrw|tonight) )((?:any|every|no)(?:one|body) .+)$/u, [2, 1]],
  [/^((?:what|which) (?:day|date) is .+ )(on)$/u, [1]],
  // Not the next one, if that is earlier: "when does my christmas vacation start".
  [
    RegExp(`^(when )(do my |does my )(${christmas} )(${noun}|break)( start| begin)$`, 'u'),
    [1, 'am', 'i', 'out', 'over', 3],
  ],
  [
    RegExp(`^(when )(does )(.+ )((?:start|begin) (?:her |his |their )?)(${christmas} )(${noun}|break)$`, 'u'),
    [1, 'is', 3, 'out', 'over', 5],
  ],
]

const words = (text: string): number => text.split(' ').filter((word) => word !== '').length

const textOf = (tokens: readonly Token[]): string =>
  tokens.map((token) => (token.kind === 'word' ? token.text : '·')).join(' ')

/** The tokens in the order of a pattern; a word that stands instead of others is where the first of them was. */
const inOrder = (tokens: readonly Token[], [pattern, instead]: Order): readonly Token[] => {
  const found = pattern.exec(textOf(tokens))
  if (!found) return tokens
  const first = words(found.input.slice(0, found.index))
  let at = first
  const groups = found.slice(1).map((group) => tokens.slice(at, (at += words(group ?? ''))))
  const read = instead.flatMap((part) =>
    typeof part === 'number' ? groups[part - 1]! : [{ ...tokens[first]!, text: part }],
  )
  return [...tokens.slice(0, first), ...read, ...tokens.slice(at)]
}

const startsOf = RegExp(`^(when )(starts? |begins? |ends? |finishe?s? )(the )?(${noun}) (?:of|from) `, 'u')
const isDaysOff = /^days (?:off|out|away)(?: |$)/u
const nextOf = RegExp(`^(when (?:is|was) (?:the )?)((?:next|last) ${noun} )(?:of|from) `, 'u')

/** "when starts the holiday of ana": "when does ana holiday start"; "when is the next holiday from ana". */
const nameFirst = (source: PhraseSource, tokens: readonly Token[], marks: Marks): readonly Token[] => {
  const text = textOf(tokens)
  const [next, starts] = [nextOf.exec(text), startsOf.exec(text)]
  const many = /^how many (?!days )/u.exec(text)
  const any = /^(?:any |(?:does|do|did) (?=.+ have (?:any|some)(?:one|body) ))/u.exec(text)
  const from = words((next ?? starts ?? many ?? any)?.[0] ?? '')
  const end = from > 0 ? namesFrom(source, tokens, marks, from)?.next : undefined
  if (end === undefined) return tokens
  const [name, rest] = [tokens.slice(from, end), tokens.slice(end)]
  // "any sales in today", "does sales have anyone off today"
  if (any) {
    const isTeam = namesFrom(source, tokens, marks, from)!.marks.every(({ named }) => named?.kind === 'team')
    const isHaving = rest[0]?.text === 'have'
    const lead = [...(isHaving ? ['is'] : []), 'anyone', 'in'].map((word) => ({ ...tokens[0]!, text: word }))
    return isTeam ? [...lead, ...name, ...rest.slice(isHaving ? 2 : 0)] : tokens
  }
  // "how many design days off"
  if (many)
    return isDaysOff.test(textOf(rest))
      ? [...tokens.slice(0, 2), ...rest.slice(0, 2), ...name, ...rest.slice(2)]
      : tokens
  if (next) return [...name, ...tokens.slice(words(next[1]!), from - 1), ...rest]
  const does = { ...tokens[1]!, text: 'does' }
  return [tokens[0]!, does, ...name, ...tokens.slice(starts![3] ? 3 : 2, from - 1), tokens[1]!, ...rest]
}

/** "at 24.12.", "at monday": on that day; "at 9.30" is a time. */
const onDays = (tokens: readonly Token[], isDate: IsDate): readonly Token[] =>
  tokens.map((token, at) => {
    if (at === 0 || token.text !== 'at' || token.kind !== 'word') return token
    const [first, second, , last] = tokens.slice(at + 1)
    const isDay =
      first?.kind === 'number'
        ? kindOfDate(second?.text ?? '') === 'month' ||
          (second?.text === '.' && (Number(first.text) > 24 || last?.text === '.'))
        : kindOfDate(first?.text ?? '') === 'weekday'
    return isDay && dateFrom(tokens, at + 1, isDate) !== null ? { ...token, text: 'on' } : token
  })

/** In tokens. */
const maxDateLength = 6

/** "is ana in july sick", "who came today back from holiday": the days come last. */
const stateFirst = ({ meter }: PhraseSource, tokens: readonly Token[], isDate: IsDate): readonly Token[] => {
  for (let at = 1; at < tokens.length; at += 1) {
    const isComing = /^(?:comes?|came|coming)$/u.test(tokens[at - 1]!.text)
    if (tokens[at]!.text !== 'in' && !isComing) continue
    for (let end = at + 1; end < tokens.length && end <= at + maxDateLength; end += 1) {
      const state = phraseAt(states, tokens, end, tokens.length, meter)
      if (!state || state.value.preposition) continue
      if ((isComing && state.value.asks !== 'back') || !isDate(tokens.slice(at, end))) break
      return [
        ...tokens.slice(0, at),
        ...tokens.slice(end, state.next),
        ...tokens.slice(at, end),
        ...tokens.slice(state.next),
      ]
    }
  }
  return tokens
}

const inDays = openPhrases('days')
const halves = compilePhrases<HalfDay>([
  [inDays('in the morning'), 'morning'],
  [inDays('in the afternoon'), 'afternoon'],
])

/** "off in the morning on friday": on friday morning. Without a day it is this one, or tomorrow's when it is over. */
const halfLast = (
  { meter }: PhraseSource,
  tokens: readonly Token[],
  isDate: IsDate,
  now: HalfDay | null,
): readonly Token[] => {
  for (let at = 1; at < tokens.length; at += 1) {
    const found = phraseAt(halves, tokens, at, tokens.length, meter)
    if (!found) continue
    const [before, behind] = [tokens.slice(0, at), tokens.slice(found.next)]
    const others = [...before, { ...tokens[at]!, text: ',' }, ...behind]
    const isBefore = before.some((_, place) => isDate(before.slice(place)))
    // "is ana in the morning", unlike "on the 11th in the morning"
    if (!isBefore && !others.some((_, place) => phraseAt(states, others, place, others.length, meter)))
      return tokens
    if (/^(?:on|of)$/u.test(behind[0]?.text ?? '')) behind.shift()
    const end = dateFrom(behind, 0, isDate)
    const day = now === 'afternoon' && found.value === 'morning' ? 'tomorrow' : 'this'
    return [
      ...before,
      ...behind.slice(0, end ?? 0),
      ...[...(end === null && !isBefore ? [day] : []), found.value].map((text) => ({ ...tokens[at]!, text })),
      ...behind.slice(end ?? 0),
    ]
  }
  return tokens
}

const nounAlone = RegExp(`^${noun}$`, 'u')

export const inEnglishOrder = (
  source: PhraseSource,
  typed: readonly Token[],
  marks: Marks,
  isDate: IsDate,
  now: HalfDay | null,
): readonly Token[] => {
  const { teams } = source.book
  const isTeam = typed.some(({ text }) => teams.has(text) && nounAlone.test(text))
  const tokens = isTeam ? typed : orders.reduce(inOrder, typed)
  const dated = halfLast(source, onDays(nameFirst(source, tokens, marks), isDate), isDate, now)
  return stateFirst(source, dated, isDate)
}
