import { describe, expect, it } from 'vitest'
import { messageText } from '../../../src/cli/ask/message-text.js'
import { runAtOnce } from '../../../src/calendar/slices.js'
import { chartInSlices } from '../../../src/domain/chart/chart.js'
import { digestMessage } from '../../../src/domain/words/digest.js'
import { replyMessage } from '../../../src/domain/words/reply.js'
import type { AskQuery } from '../../../src/language/query.js'
import { leave, member, team } from '../../stores/samples.js'
import { rollOf, type Facts } from '../presence/plain.js'
import { answerTo, queryOf } from './asked.js'
import { digestReply } from './at-once.js'
import { onTime } from './digest.js'

const [design, sales] = ['d', 's'] as const
const tom = (id: string, team_id: string | null) => member('o', id, { name: 'Tom Baker', team_id })
const toms = [tom('one', design), tom('two', sales)] as const
const ana = member('o', 'ana', { name: 'Ana', team_id: design })

const off = (id: string, from: string, to = from) =>
  leave('o', `${id}-${from}`, from, to, { member_id: id, type: 'holiday' })

const factsOf = (leaves: Facts['leaves'], members: Facts['members'] = [...toms, ana]): Facts => ({
  teams: [team('o', design, { name: 'Design' }), team('o', sales, { name: 'Sales' })],
  members,
  leaves,
})

const friday = '2026-11-20'
const both = factsOf([off('one', friday), off('two', friday)])
const one = factsOf([off('one', friday)])
const ofOneTeam = factsOf(both.leaves, [tom('one', design), tom('two', design)])
const shortly = factsOf([off('one', friday), off('two', '2026-11-24')])

const voice = { write: (words: string) => words, absolute: false }
const answer = (facts: Facts, changes: Partial<AskQuery> = {}): string =>
  messageText(replyMessage(answerTo(queryOf(changes), facts), voice))

const digest = (facts: Facts): string =>
  messageText(
    digestMessage(digestReply({ roll: rollOf(facts), team: null, look_ahead: 'none', day: friday }), onTime),
  )

const calendar = (facts: Facts): string => {
  const { rows } = runAtOnce(
    chartInSlices(
      {
        members: facts.members,
        roll: rollOf(facts),
        sight: { isOwn: false, reasons: 'hidden', masked: [] },
      },
      {
        range: { from: friday, to: friday },
        byWeek: false,
        today: friday,
        onlyOut: true,
        page: 1,
        pageSize: 9,
        turns: false,
      },
    ),
  )
  return rows.map(({ name }) => name).join(', ')
}

const apart = /Tom Baker of Design.*Tom Baker of Sales/s
const week = { range: { from: friday, to: '2026-11-27' }, isDated: false } as const
const named = { who: toms.map((person) => ({ team: null, person })) }

describe('two people of one name', () => {
  it.each<[string, string]>([
    ['in a list of who is out', answer(both)],
    ['in a list of who is in', answer(factsOf([]), { asks: 'in', state: 'in' })],
    ['today and in what is coming up', answer(shortly, week)],
    ['in a list of who is back', answer(both, { ...week, asks: 'back', state: 'back' })],
    [
      'asked about together',
      answer(one, { ...named, form: 'whether', asked_for: 'whether', quantity: 'any' }),
    ],
    ['each with a part of an answer', answer(both, named)],
    ['in a digest', digest(shortly)],
    ['who are back in a digest', digest(factsOf([off('one', '2026-11-19'), off('two', friday)]))],
    ['on a calendar page', calendar(both)],
  ])('are told apart by their teams %s', (_, text) => expect(text).toMatch(apart))

  it.each<[string, string]>([
    ['a list', answer(ofOneTeam)],
    ['a digest', digest(ofOneTeam)],
    ['a calendar page', calendar(ofOneTeam)],
  ])('of one team are told apart by the beginning of their ids in %s', (_, text) =>
    expect(text).toMatch(/Tom Baker \(one\).*Tom Baker \(two\)/s),
  )

  it('of one team are told apart from a third of another team, too', () => {
    const facts = factsOf([...both.leaves, off('three', friday)], [...ofOneTeam.members, tom('three', sales)])
    for (const called of ['Tom Baker of Design (one)', 'Tom Baker of Design (two)', 'Tom Baker of Sales'])
      expect(answer(facts)).toContain(called)
    expect(answer(facts)).not.toContain('Tom Baker of Sales (')
  })

  it.each<[string, string]>([
    ['only one of them stands there', answer(one)],
    ['only one of them was asked about', answer(both, { who: [{ team: null, person: toms[0] }] })],
    ['a digest has only one of them', digest(one)],
    ['a calendar page has only one of them', calendar(one)],
  ])('have their plain name where %s', (_, text) => {
    expect(text).toContain('Tom Baker')
    expect(text).not.toContain('Tom Baker of')
  })
})
