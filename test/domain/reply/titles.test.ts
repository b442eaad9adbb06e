import { describe, expect, it } from 'vitest'
import { weekdays } from '../../../src/calendar/day.js'
import { outcomeOf } from '../../../src/domain/reply/outcome.js'
import { messageText } from '../../../src/cli/ask/message-text.js'
import { replyMessage } from '../../../src/domain/words/reply.js'
import type { AskQuery, Who } from '../../../src/language/query.js'
import { leave, member, team } from '../../stores/samples.js'
import type { Facts } from '../presence/plain.js'
import { answerTo, queryOf } from './asked.js'

/** Ana, Ben and Cem in Design, Dee and Eli in Support, Fay in no team. */
const facts: Facts = {
  teams: [team('o', 'design', { name: 'Design' }), team('o', 'support', { name: 'Support' })],
  members: [
    member('o', 'ana', { name: 'Ana', team_id: 'design' }),
    member('o', 'ben', { name: 'Ben', team_id: 'design' }),
    member('o', 'cem', { name: 'Cem', team_id: 'design' }),
    member('o', 'dee', { name: 'Dee', team_id: 'support', holidays: 'IN' }),
    member('o', 'eli', { name: 'Eli', team_id: 'support', holidays: 'IN' }),
    member('o', 'fay', { name: 'Fay' }),
  ],
  leaves: [
    leave('o', '1', '2026-11-23', '2026-11-27', { member_id: 'ana' }),
    leave('o', '2', '2026-11-24', '2026-11-25', { member_id: 'ben', type: 'sick' }),
    leave('o', '3', '2026-11-26', '2026-11-26', { member_id: 'dee', type: 'personal', starts_at_noon: true }),
    leave('o', '4', '2026-03-09', '2026-12-18', { member_id: 'fay', type: 'personal' }),
    leave('o', '5', '2025-08-04', '2025-08-15', { member_id: 'ben' }),
  ],
  holidays: {
    calendars: [{ _id: 'o:IN', org: 'o', code: 'IN', days: [{ date: '2026-11-30', name: 'A day' }] }],
    assigned: null,
    workingDays: weekdays.slice(0, 5),
  },
}

const voice = { write: (words: string) => `/whosout ${words}`, absolute: false }
const teamOf = (id: string, name: string): Who => ({ team: { id, name }, person: null })
const design = teamOf('design', 'Design')
const support = teamOf('support', 'Support')
const personOf = (id: string, name: string): Who => ({ team: null, person: { id, name } })
const [ana, ben, cem] = [personOf('ana', 'Ana'), personOf('ben', 'Ben'), personOf('cem', 'Cem')]
const fay = personOf('fay', 'Fay')
const everyone: Who = { team: null, person: null }

const on = (...days: readonly string[]): Pick<AskQuery, 'range' | 'ranges'> => ({
  range: { from: days[0]!, to: days.at(-1)! },
  ranges: days.length > 1 ? days.map((day) => ({ from: day, to: day })) : [],
})
const [mon, tue, thu, sun] = ['2026-11-23', '2026-11-24', '2026-11-26', '2026-11-29']
const week = { range: { from: '2026-11-23', to: '2026-11-29' } }
const any = { asked_for: 'whether', quantity: 'any', form: 'whether' } as const
const all = { asked_for: 'whether', quantity: 'all', form: 'whether' } as const
const none = { asked_for: 'whether', quantity: 'none', form: 'whether' } as const
const isIn = { asks: 'in', state: 'in' } as const
const isBack = { asks: 'back', state: 'back' } as const

const textOf = (changes: Partial<AskQuery>, viewer?: Parameters<typeof answerTo>[2]) =>
  replyMessage(answerTo(queryOf(changes), facts, viewer), voice)

type Row = readonly [phrase: string, changes: Partial<AskQuery>, title: string]

describe('the title of an answer', () => {
  const rows: readonly Row[] = [
    ['is anyone out on monday', { ...any, ...on(mon) }, 'Yes: 2 people are out on Mon 23 Nov'],
    ['is nobody out on monday', { ...none, ...on(mon) }, 'No: 2 people are out on Mon 23 Nov'],
    ['is everyone out on monday', { ...all, ...on(mon) }, 'No: 4 people are in on Mon 23 Nov'],
    ['is anyone in on monday', { ...any, ...isIn, ...on(mon) }, 'Yes: 4 people are in on Mon 23 Nov'],
    ['is no one in on monday', { ...none, ...isIn, ...on(mon) }, 'No: 4 people are in on Mon 23 Nov'],
    ['is everyone in on monday', { ...all, ...isIn, ...on(mon) }, 'No: 2 people are out on Mon 23 Nov'],
    [
      'is everyone in on 30 nov',
      { ...all, ...isIn, ...on('2026-11-30') },
      'No: 1 person is out and 2 more have a bank holiday on Mon 30 Nov',
    ],
    [
      'is support in on 30 nov',
      { ...all, ...isIn, ...on('2026-11-30'), who: [support] },
      'No: all 2 in Support have a bank holiday on Mon 30 Nov',
    ],
    [
      'is anyone in design in on monday',
      { ...any, ...isIn, ...on(mon), who: [design] },
      'Yes: 2 people in Design are in on Mon 23 Nov',
    ],
    [
      'is anyone in support out on monday',
      { ...any, ...on(mon), who: [support] },
      'No: nobody in Support is out on Mon 23 Nov',
    ],
    [
      'is nobody in support out on monday',
      { ...none, ...on(mon), who: [support] },
      'Yes: nobody in Support is out on Mon 23 Nov',
    ],
    [
      'is design in on monday',
      { ...all, ...isIn, ...on(mon), who: [design] },
      'No: 1 person in Design is out on Mon 23 Nov',
    ],
    [
      'is support in on monday',
      { ...all, ...isIn, ...on(mon), who: [support] },
      'Yes: everyone in Support is in on Mon 23 Nov',
    ],
    ['is anyone in today', { ...any, ...isIn, ...on(sun) }, 'No: Sun 29 Nov is not a working day'],
    [
      'will everyone be back on monday',
      { ...all, ...isBack, ...on('2026-11-30') },
      'No: 1 person is still out on Mon 30 Nov',
    ],
    [
      'will everyone in design be back on 30 nov',
      { ...all, ...isBack, ...on('2026-11-30'), who: [design] },
      'Yes: everyone in Design is back on Mon 30 Nov',
    ],
    [
      'is anyone back on thursday',
      { ...any, ...isBack, ...on(thu) },
      'Yes: 1 person comes back on Thu 26 Nov',
    ],
    [
      'is nobody back on thursday',
      { ...none, ...isBack, ...on(thu) },
      'No: 1 person comes back on Thu 26 Nov',
    ],
    [
      'are ana and ben both in on monday',
      { ...all, ...isIn, ...on(mon), who: [ana, ben] },
      'No: Ana is not in on Mon 23 Nov',
    ],
    [
      'are ben and cem both in on monday',
      { ...all, ...isIn, ...on(mon), who: [ben, cem] },
      'Yes: Ben and Cem are in on Mon 23 Nov',
    ],
    [
      'is ana or ben in on monday',
      { ...any, ...isIn, ...on(mon), who: [ana, ben] },
      'Yes: Ben is in on Mon 23 Nov',
    ],
    [
      'is neither ben nor cem out on monday',
      { ...none, ...on(mon), who: [ben, cem] },
      'Yes: Ben and Cem are not out on Mon 23 Nov',
    ],
    [
      'is neither ana nor ben out on monday',
      { ...none, ...on(mon), who: [ana, ben] },
      'No: Ana is out on Mon 23 Nov',
    ],
    [
      'is ana in next week',
      { ...all, ...isIn, ...week, who: [ana] },
      'No: Ana is out next week, 23–27 Nov · back Mon 30 Nov',
    ],
    [
      'is ben in next week',
      { ...all, ...isIn, ...week, who: [ben] },
      'No: not every day · Ben is out Tue 24 Nov – Wed 25 Nov · back Thu 26 Nov',
    ],
    [
      'is ben out next week',
      { ...all, ...week, who: [ben] },
      'Yes: Ben is out Tue 24 Nov – Wed 25 Nov · back Thu 26 Nov',
    ],
    [
      'is ana back on wednesday',
      { ...all, ...isBack, ...on('2026-11-25'), who: [ana] },
      'No: Ana is back Mon 30 Nov',
    ],
    [
      'is ana back on 30 nov',
      { ...all, ...isBack, ...on('2026-11-30'), who: [ana] },
      'Yes: Ana is back Mon 30 Nov',
    ],
    ['is ana back on sunday', { ...all, ...isBack, ...on(sun), who: [ana] }, 'No: Ana is back Mon 30 Nov'],
  ]

  it.each(rows)('of a question for yes or no begins with it: %s', (_, changes, title) =>
    expect(textOf(changes).title).toBe(title),
  )

  const when = { asked_for: 'when', quantity: 'all', isDated: false } as const
  const days = { asked_for: 'days' } as const
  const long = { asked_for: 'how_long' } as const
  const starts = { asked_for: 'starts', isDated: false } as const

  it.each([
    ['when is everyone in', { ...when, ...isIn }, 'Everyone is in on Mon 21 Dec'],
    [
      'when is everyone in next week',
      { ...when, ...isIn, ...week, isDated: true },
      'There is no day until Sun 29 Nov on which everyone is in · closest Mon 23 Nov',
    ],
    [
      'when is everyone in design in',
      { ...when, ...isIn, who: [design] },
      'Everyone in Design is in on Fri 20 Nov',
    ],
    ['when is everyone back', { ...when, ...isBack }, 'Everyone is back on Mon 21 Dec'],
    [
      'when is anyone in support out',
      { ...when, quantity: 'any', who: [support] },
      'Someone in Support is out on Thu 26 Nov',
    ],
    [
      'when are ana and ben both out',
      { ...when, who: [ana, ben] },
      'Ana and Ben are both out Tue 24 Nov – Wed 25 Nov',
    ],
    [
      'when are ana and cem both out',
      { ...when, who: [ana, cem] },
      'There is no day until Thu 18 Feb 2027 on which Ana and Cem are both out · closest Mon 23 Nov',
    ],
    [
      'which days are ana and ben both off next week',
      { ...days, ...week, who: [ana, ben] },
      'Ana and Ben are both out on 2 days, next week, 23–27 Nov',
    ],
    [
      'which days is everyone in design in next week',
      { ...days, ...isIn, ...week, who: [design] },
      'There is no day, next week, 23–27 Nov, on which everyone in Design is in',
    ],
    [
      'how many days was ben off last year',
      { ...long, isPast: true, range: { from: '2025-01-01', to: '2025-12-31' }, who: [ben] },
      'Ben was out on 10 working days, 1 Jan – 31 Dec 2025',
    ],
    [
      'how many days was fay off this year',
      { ...long, range: { from: '2026-01-01', to: '2026-12-31' }, who: [fay] },
      'Fay is out on 205 working days, 1 Jan – 31 Dec',
    ],
    [
      'when did fay leave',
      { ...starts, isPast: true, who: [fay] },
      'Fay has been out since Mon 9 Mar · back Mon 21 Dec',
    ],
    [
      'when did ben leave',
      { ...starts, isPast: true, who: [ben] },
      'Ben was last out Mon 4 Aug – Fri 15 Aug 2025, back Mon 18 Aug 2025',
    ],
    ['when did cem leave', { ...starts, isPast: true, who: [cem] }, 'Cem was not out before today'],
    [
      "when does fay's leave start",
      { ...starts, who: [fay] },
      'Fay has been out since Mon 9 Mar · back Mon 21 Dec',
    ],
    [
      "when does ana's leave start",
      { ...starts, who: [ana] },
      'Ana is next out Mon 23 Nov – Fri 27 Nov, back Mon 30 Nov (holiday)',
    ],
    ["when does cem's leave start", { ...starts, who: [cem] }, 'No leave of Cem is planned'],
    [
      "when does fay's leave end",
      { asked_for: 'ends', isDated: false, who: [fay] },
      'Fay is out · back Mon 21 Dec',
    ],
    ['who leaves on friday', { state: 'leaving' }, '1 person has a last day before leave today, Fri 20 Nov'],
    [
      'whose leave starts on monday',
      { state: 'starting', ...on(mon) },
      '1 person starts leave on Mon 23 Nov',
    ],
  ] satisfies readonly Row[])('names the days that were asked for: %s', (_, changes, title) =>
    expect(textOf(changes).title).toBe(title),
  )

  it.each([
    [
      'everyone except design on monday',
      { except: [design], ...on(mon) },
      'Everyone except Design · 1 of 3 is out on Mon 23 Nov',
    ],
    [
      'design but not ana next week',
      { who: [design], except: [ana], ...week },
      'Design, but not Ana · Who is out · next week, 23–27 Nov',
    ],
    [
      'is anyone except ana out on monday',
      { ...any, except: [ana], ...on(mon) },
      'Yes: 1 person is out on Mon 23 Nov · everyone except Ana',
    ],
    [
      'is everyone except fay and ana in on monday',
      { ...all, ...isIn, except: [fay, ana], ...on(mon) },
      'Yes: everyone is in on Mon 23 Nov · everyone except Fay and Ana',
    ],
    [
      'who except support is back on thursday',
      { ...isBack, except: [support], ...on(thu) },
      'Everyone except Support · 1 person comes back on Thu 26 Nov',
    ],
    [
      'is anyone in design or support in on mon or tue',
      { ...any, ...isIn, who: [design, support], ...on(mon, tue) },
      'Yes: 3 people are in on Mon 23 and Tue 24 Nov · Design and Support',
    ],
    [
      'is anyone in support out on mon or tue',
      { ...any, who: [support], ...on(mon, tue) },
      'No: nobody in Support is out on Mon 23 or Tue 24 Nov',
    ],
    [
      'who is out both mon and tue',
      { each: true, ...on(mon, tue) },
      '2 people are out on each of Mon 23 and Tue 24 Nov · 1 more on some of these days',
    ],
    [
      'who is out all of next week',
      { each: true, ...week },
      '2 people are out every day next week, 23–27 Nov · 2 more on some of these days',
    ],
    [
      'who is out on thursday morning',
      { half: 'morning', ...on(thu) },
      '2 people are out on Thu 26 Nov in the morning',
    ],
    [
      'is everyone in design and support in',
      { ...all, ...isIn, who: [design, support] },
      'Yes: everyone is in today, Fri 20 Nov · Design and Support',
    ],
    [
      'everyone and fay except fay',
      { who: [everyone, fay], except: [fay], ...on(mon) },
      'Everyone except Fay · 1 of 5 is out on Mon 23 Nov',
    ],
  ] satisfies readonly Row[])('shows back whom and which days it is about: %s', (_, changes, title) =>
    expect(textOf(changes).title).toBe(title),
  )

  it.each([
    [
      'is ben sick on tuesday',
      { ...all, kind: 'sick', ...on(tue), who: [ben] },
      'Yes: Ben is out on Tue 24 Nov · back Thu 26 Nov',
      'Ben is out on Tue 24 Nov · back Thu 26 Nov',
    ],
    [
      'is ana sick on tuesday',
      { ...all, kind: 'sick', ...on(tue), who: [ana] },
      'No: Ana is not off sick on Tue 24 Nov',
      'Ana is out on Tue 24 Nov · back Mon 30 Nov',
    ],
    [
      'is anyone sick on tuesday',
      { ...any, kind: 'sick', ...on(tue) },
      'Yes: 1 person is off sick on Tue 24 Nov',
      '3 of 6 are out on Tue 24 Nov',
    ],
    [
      'is nobody sick on monday',
      { ...none, kind: 'sick', ...on(mon) },
      'Yes: nobody is off sick on Mon 23 Nov',
      '2 of 6 are out on Mon 23 Nov',
    ],
    [
      'who is on holiday on tuesday',
      { kind: 'holiday', ...on(tue) },
      '1 person is on holiday on Tue 24 Nov',
      '3 of 6 are out on Tue 24 Nov',
    ],
    [
      'does anyone have a bank holiday on 30 nov',
      { ...any, kind: 'bank_holiday', ...on('2026-11-30') },
      'Yes: 2 people have a bank holiday on Mon 30 Nov',
      'Yes: 2 people have a bank holiday on Mon 30 Nov',
    ],
  ] satisfies readonly (readonly [...Row, string])[])(
    'filters a kind where reasons are shown, and is no yes or no where they are not: %s',
    (_, changes, shown, hidden) => {
      expect(textOf(changes).title).toBe(shown)
      const message = textOf(changes, { member: 'cem', reasons: 'hidden' })
      expect(message.title).toBe(hidden)
      const isPrivate = changes.kind !== 'bank_holiday'
      expect(JSON.stringify(message.parts).includes('Reasons are private here.')).toBe(isPrivate)
      expect(JSON.stringify(message.parts)).not.toMatch(/sick|"holiday|personal/i)
    },
  )

  it.each([
    ['2026-12-01', ['Personal leave, Tue 1 Dec – Mon 7 Dec']],
    ['2026-12-06', ['Personal leave, Tue 1 Dec – Mon 7 Dec']],
    [
      '2026-11-30',
      ['Bank holiday, Mon 30 Nov', 'Next: personal leave, Tue 1 Dec – Mon 7 Dec, back Tue 8 Dec'],
    ],
  ])('knows leave right behind a bank holiday as another absence, asked on %s', (day, lines) => {
    const behind = leave('o', '6', '2026-12-01', '2026-12-07', { member_id: 'eli', type: 'personal' })
    const own = { ...facts, leaves: [...facts.leaves, behind] }
    const query = queryOf({ ...all, ...on(day), who: [personOf('eli', 'Eli')] })
    const text = messageText(replyMessage(answerTo(query, own), voice))
    expect(text.split('\n').filter((one) => /leave,|holiday,/.test(one))).toEqual(lines)
  })

  it('counts nobody among the sick because of a holiday at the weekend', () => {
    const weekend = (type: 'holiday' | 'sick') =>
      leave('o', '7', '2026-11-28', '2026-11-29', { member_id: 'cem', type })
    const textWith = (type: 'holiday' | 'sick') =>
      messageText(
        replyMessage(
          answerTo(queryOf({ kind: 'sick', ...week }), {
            ...facts,
            leaves: [...facts.leaves, weekend(type)],
          }),
          voice,
        ),
      )
    expect(textWith('holiday')).not.toContain('on non-working days')
    expect(textWith('sick')).toContain('1 more on non-working days only')
  })

  it('names the days on which somebody is out, of several that were named', () => {
    const days = on('2026-11-20', '2026-11-24', '2026-11-25', '2026-11-30')
    expect(textOf({ ...all, ...days, who: [ben] }).title).toBe('Yes: Ben is out on Tue 24 and Wed 25 Nov')
  })

  it('tells people of their own kind of leave', () => {
    const query = { ...all, kind: 'sick', ...on(tue), who: [{ team: null, person: 'me' }] } as const
    expect(textOf(query, { member: 'ben', reasons: 'hidden' }).title).toBe(
      'Yes: You are out on Tue 24 Nov · back Thu 26 Nov',
    )
    expect(textOf({ ...query, kind: 'holiday' }, { member: 'ben', reasons: 'hidden' }).title).toBe(
      'No: you are not on holiday on Tue 24 Nov',
    )
  })

  it.each([
    { asks: 'out', called: ['Kim', 'Kim'] },
    { asks: 'in', called: ['Kim (ben)', 'Kim (cem)', 'Kim'] },
  ] as const)('counts people of the same name one by one: who is $asks', ({ asks, called }) => {
    const names = { ...facts, members: facts.members.map((one) => ({ ...one, name: 'Kim' })) }
    const query = queryOf({ asks, state: asks, ...on(thu), who: [design, support] })
    const { count, people } = outcomeOf(answerTo(query, names))
    expect([count, people]).toEqual([called.length, called])
  })
})
