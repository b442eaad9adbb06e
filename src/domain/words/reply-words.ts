import type { Misunderstanding } from '../ask/query.js'
import type { Reply } from '../reply/reply.js'
import { code, line, list, note, type Line, type Message, type WriteCommand } from './message.js'
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

const exampleLine = (words: string, meaning: string, write: WriteCommand): Line => [
  code(write(words)),
  `  ${meaning}`,
]

/** What can be asked, on one screen. */
export const helpMessage = (write: WriteCommand): Message => ({
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

const misunderstoodMessage = ({ message, suggestions }: Misunderstanding, write: WriteCommand): Message => ({
  title: 'I did not understand that',
  parts: [
    line(message),
    ...list(
      ['Try:'],
      suggestions.map((words) => [code(write(words))]),
    ),
  ],
})

const unmatchedMessage: Message = {
  title: 'I do not know who you are',
  parts: [
    line('Your e-mail address is not that of a member, so I cannot look up "me".'),
    line(
      'Whoever keeps the list of members can mend it: the address there and the one of your profile must be the same.',
    ),
  ],
}

/** The words of an answer. */
export const replyMessage = (reply: Reply, write: WriteCommand): Message => {
  switch (reply.kind) {
    case 'presence':
      return presenceMessage(reply, write)
    case 'person':
      return personMessage(reply, write)
    case 'help':
      return helpMessage(write)
    case 'misunderstood':
      return misunderstoodMessage(reply.misunderstanding, write)
    case 'unmatched':
      return unmatchedMessage
  }
}
