import type { Misunderstanding } from '../../language/query.js'
import type { Reply } from '../reply/reply.js'
import { bold, code, cutToLines, line, list, note, type Line, type Message, type Voice } from './message.js'
import { foundMessage } from './found.js'
import { holidaysMessage } from './holidays.js'
import { personMessage } from './person.js'
import { presenceMessage } from './presence.js'
import { returnsMessage } from './returns.js'
import { sectionsMessage } from './sections.js'

const examples: readonly (readonly [words: string, meaning: string])[] = [
  ['', 'today and the next seven days'],
  ['tomorrow', 'one day'],
  ['next week', 'a whole week'],
  ['24 dec - 2 jan', 'any range of days'],
  ['design next month', 'one team'],
  ['until friday', 'from today on'],
  ['@ana', 'one person: in or out, and back when'],
  ['me', 'yourself'],
]

const exampleLine = (words: string, meaning: string, write: Voice['write']): Line => [
  code(write(words)),
  ` – ${meaning}`,
]

/** All kinds of questions, on one screen. */
const helpMessage = ({ write }: Voice): Message => ({
  title: 'Who is out, and who is in',
  parts: [
    ...list(
      null,
      examples.map(([words, meaning]) => exampleLine(words, meaning, write)),
    ),
    line('Combine dates, a team and a person in any order. Only you see the answer, unless you share it.'),
    note('Your organization decides who may read reasons. Half a day counts as out.'),
  ],
})

/** The headings for questions that were not understood. */
const titles: Readonly<Record<Misunderstanding['reason'], string>> = {
  no_such_date: 'There is no such day',
  no_such_week: 'There is no such week',
  weekday_mismatch: 'Which day do you mean?',
  end_before_start: 'Those dates run backwards',
  end_before_today: 'That day is over',
  over_366: 'More than a year is too much at once',
  time_of_day: 'Which half of the day?',
  bare_number: 'Which day do you mean?',
  two_ranges: 'One question at a time',
  several_teams: 'Which team do you mean?',
  several_people: 'Who do you mean?',
  free_question: 'I only know who is in and who is out',
  too_long: 'That is too long for me',
  unknown_words: 'I did not understand that',
  unknown_holiday: 'I do not know that holiday',
  other_language: 'I did not understand that',
  other_command: 'Another command',
  statement: 'Nothing was recorded',
  greeting: 'whosout',
  two_questions: 'One question at a time',
  in_or_out: 'In or out?',
  recurring: 'One day or range at a time',
  not_past: 'That is not in the past',
  no_team: 'I do not know your team',
}

const misunderstoodMessage = (
  { reason, heading, message, suggestions }: Misunderstanding,
  { write }: Voice,
): Message => ({
  title: heading ?? titles[reason],
  parts: [
    ...(message === heading ? [] : [line(heading ? message.slice(heading.length).trimStart() : message)]),
    ...(suggestions.length === 0
      ? []
      : [{ kind: 'suggestions', lines: suggestions.map((words) => [code(write(words))]) } as const]),
  ],
})

const mending =
  'A whosout admin can fix this: the e-mail address in the member list must match the one in the Slack profile.'

const unmatchedMessage = (organization: string): Message => ({
  title: 'I do not know who you are',
  parts: [
    line(`Your e-mail address does not match a member of ${organization}, so I cannot look up "me".`),
    line(mending),
  ],
})

const unmatchedPersonMessage = (name: string, organization: string): Message => ({
  title: 'I do not know that person',
  parts: [
    line(bold(name), ` is not matched to a member of ${organization}: no member has their e-mail address.`),
    line(mending),
  ],
})

export const deactivatedMessage = (organization: string): Message => ({
  title: 'I cannot answer you',
  parts: [line(`You are no longer an active member of ${organization}. A whosout admin can change that.`)],
})

/** An answer in words. */
export const replyMessage = (reply: Reply, voice: Voice): Message => {
  switch (reply.kind) {
    case 'presence':
      return presenceMessage(reply, voice)
    case 'person':
      return cutToLines(personMessage(reply, voice), voice)
    case 'returns':
      return cutToLines(returnsMessage(reply, voice), voice)
    case 'holidays':
      return cutToLines(holidaysMessage(reply, voice), voice)
    case 'sections':
      return sectionsMessage(reply, voice)
    case 'found':
      return foundMessage(reply, voice)
    case 'help':
      return helpMessage(voice)
    case 'misunderstood':
      return misunderstoodMessage(reply.misunderstanding, voice)
    case 'unmatched':
      return unmatchedMessage(reply.organization)
    case 'unmatched_person':
      return unmatchedPersonMessage(reply.name, reply.organization)
    case 'deactivated':
      return deactivatedMessage(reply.organization)
  }
}
