import type { Misunderstanding } from '../ask/query.js'
import type { Reply } from '../reply/reply.js'
import { bold, code, line, list, note, type Line, type Message, type Voice } from './message.js'
import { personMessage } from './person-words.js'
import { presenceMessage } from './presence-words.js'

const examples: readonly (readonly [words: string, meaning: string])[] = [
  ['', 'today and the next seven days'],
  ['tomorrow', 'one day'],
  ['next week', 'a whole week, day by day'],
  ['24 dec - 2 jan', 'any range of days'],
  ['design next month', 'one team'],
  ['until friday', 'from today on'],
  ['@ana', 'one person: in or out, and back when'],
  ['me', 'yourself'],
]

const exampleLine = (words: string, meaning: string, write: Voice['write']): Line => [
  code(write(words)),
  `  ${meaning}`,
]

/** What can be asked, on one screen. */
export const helpMessage = ({ write }: Voice): Message => ({
  title: 'Who is out, and who is in',
  parts: [
    ...list(
      null,
      examples.map(([words, meaning]) => exampleLine(words, meaning, write)),
    ),
    line('Put dates, a team and a person in any order. Only you see the answer.'),
    note('Private reasons read as "away"; you see your own. Half a day counts as out.'),
  ],
})

const misunderstoodMessage = ({ message, suggestions }: Misunderstanding, { write }: Voice): Message => ({
  title: 'I did not understand that',
  parts: [
    line(message),
    ...list(
      ['Try:'],
      suggestions.map((words) => [code(write(words))]),
    ),
  ],
})

const mending =
  'An admin of whosout can mend it: the e-mail address in the list of members and the one in the Slack profile must be the same.'

const unmatchedMessage = (organization: string): Message => ({
  title: 'I do not know who you are',
  parts: [
    line(`Your e-mail address is not that of a member of ${organization}, so I cannot look up "me".`),
    line(mending),
  ],
})

const unmatchedPersonMessage = (name: string, organization: string): Message => ({
  title: 'I do not know that person',
  parts: [
    line(bold(name), ` is not matched to a member of ${organization}: no member has that e-mail address.`),
    line(mending),
  ],
})

const deactivatedMessage = (organization: string): Message => ({
  title: 'I cannot answer you',
  parts: [
    line(`You are not an active member of ${organization} any more. An admin of whosout can change that.`),
  ],
})

/** The words of an answer. */
export const replyMessage = (reply: Reply, voice: Voice): Message => {
  switch (reply.kind) {
    case 'presence':
      return presenceMessage(reply, voice)
    case 'person':
      return personMessage(reply, voice)
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
