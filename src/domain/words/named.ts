import type { AskedKind } from '../../language/question.js'
import type { Asked, FoundName } from '../reply/asked.js'
import { cutName } from './asked.js'
import { joined, people, type Voice } from './message.js'

/** How people, teams and kinds of leave are named in the titles of findings. */

export const kindWords: Readonly<Record<AskedKind, string>> = {
  holiday: 'on holiday',
  sick: 'off sick',
  personal: 'on personal leave',
  bank_holiday: 'a bank holiday',
}

export const nameOf = ({ name, is_me }: FoundName, { absolute }: Pick<Voice, 'absolute'>): string =>
  is_me && !absolute ? 'you' : cutName(name)

/** More names than that are a number. */
const maxNames = 4

export const namesOf = (some: readonly FoundName[], voice: Voice, last = 'and'): string =>
  some.length > maxNames
    ? people(some.length)
    : joined(
        some.map((one) => nameOf(one, voice)),
        last,
      )

export const isSeveral = (some: readonly FoundName[]): boolean => some.length !== 1 || some[0]!.is_me

export const teamOf = ({ team }: Asked): string => (team ? ` in ${cutName(team.name)}` : '')
