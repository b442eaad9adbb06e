import { plainStatuses } from '../roster/types.js'
import type { EventText, NamedPerson } from './events.js'
import { isLeaveWord, type LeaveWords } from './meaning.js'
import type { Alias, MatchableMember, PeopleMatcher } from './people.js'
import { wordsOf, type Word } from './tokens.js'

/** What may stand beside an expression for a leave without being about something else: small words, counts, days. */
const filling: ReadonlySet<string> = new Set(
  `a an the my i m am is be on in at of for to from until till through and or by
    ich bin ist im mein meine auf in am vom von bis zum zur und oder der die den das
    je suis en de du le la les mon mes au aux jusqu et estoy mi el los hasta y met op mijn tot
    day days tag tage tagen jour jours journee dia dias dag dagen week weeks woche wochen semaine semaines h hr hrs hour hours std
    stunde stunden heure heures half halber halbe halb halbtags demi medio halve d j all full whole ganz ganzer ganztagig ganztags
    am pm m p morning afternoon noon mittag vormittag vormittags nachmittag nachmittags matin apres midi first last start end back zuruck ai
    monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun
    montag dienstag mittwoch donnerstag freitag samstag sonntag mo di mi do fr sa so
    january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept
    oct nov dec januar februar marz mai juni juli oktober dezember okt dez`
    .split(/\s+/)
    .filter((word) => word !== ''),
)
const count = /^\d+(st|nd|rd|th|h|d|am|pm)?$/

const isFilling = ({ text }: Word): boolean =>
  filling.has(text) || count.test(text) || plainStatuses.get(text) === 'approved'

/** Whether all words of a title are about a leave: expressions for one, and what may stand beside them. */
export const isAllLeave = ({ words, expressions }: LeaveWords): boolean =>
  words.every(
    (word, place) =>
      isFilling(word) || expressions.some(({ first, last }) => first <= place && place <= last),
  )

/** Addresses of a calendar, not of a person. */
const calendarAddress = /@(?:[\w.-]+\.)?calendar\.google\.com$/i

/** What a title in somebody's own calendar is about besides them. */
export interface OwnTitle {
  /** Without the owner's names. */
  readonly rest: string
  /** Members who are not the owner are named; `maybe`: somebody whom nobody knows organizes it. */
  readonly others: 'yes' | 'maybe' | 'no'
  /** Words in it are matched with the owner by hand. */
  readonly isMatched: boolean
}

/** The parts of a name that its owner may be called by, in their own calendar. */
const namesOf = ({ name }: MatchableMember): ReadonlySet<string> =>
  // Somebody called Holiday is away by that word, too.
  new Set(wordsOf(name).flatMap(({ text }) => (isLeaveWord(text) ? [] : [text])))

/** Reads titles in somebody's own calendar. */
export const createOwnTitles = (owner: MatchableMember, people: PeopleMatcher, aliases: readonly Alias[]) => {
  const names = namesOf(owner)
  const isOwner = (members: readonly MatchableMember[]): boolean => members.some(({ id }) => id === owner.id)

  const organizedBy = (person: NamedPerson | null): OwnTitle['others'] => {
    if (!person) return 'no'
    const members = people.personOf(person)
    if (members.length > 0) return isOwner(members) ? 'no' : 'yes'
    if (calendarAddress.test(person.email ?? '')) return 'no'
    const words = wordsOf(`${person.name ?? ''} ${person.email?.split('@')[0] ?? ''}`)
    return words.some(({ text }) => names.has(text)) || words.length === 0 ? 'no' : 'maybe'
  }

  return (text: EventText): OwnTitle => {
    const { summary, organizer } = text
    const alias = people.aliasIn(text, aliases)
    const spans = people.namesIn(summary)
    const isOthers =
      spans.some(({ members }) => !isOwner(members)) || (alias !== null && alias.member?.id !== owner.id)
    const parts = wordsOf(summary).filter((word) => names.has(word.text))
    let rest = summary
    for (const { from, to } of [...spans, ...parts, ...(alias?.member ? [alias] : [])])
      rest = rest.slice(0, from) + ' '.repeat(to - from) + rest.slice(to)
    // "Ana's vacation"
    rest = rest.replaceAll(/(?<=^|\s)['’]s(?!\p{L})/gu, ' ')
    const isMatched = alias !== null && !isOthers
    return { rest, others: isOthers ? 'yes' : isMatched ? 'no' : organizedBy(organizer), isMatched }
  }
}
