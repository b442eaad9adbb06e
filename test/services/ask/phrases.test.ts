import { beforeAll, describe, expect, it } from 'vitest'
import { outcomeOf } from '../../../src/domain/reply/outcome.js'
import { replyMessage } from '../../../src/domain/words/reply.js'
import { createAskService } from '../../../src/services/ask/ask.js'
import { createRolls } from '../../../src/services/roll/rolls.js'
import { embeddedSubject } from '../../stores/embedded/subject.js'
import { leave, member, newId, organization, puts, team } from '../../stores/samples.js'
import { openBench } from '../../stores/subject.js'

/** What phrases come to where the words, the leaves and the hour decide it together. */

const org = newId()
/** A Thursday, in the morning. */
const now = new Date('2026-12-17T10:00:00Z')

const names = ['Ada Berg', 'Bo Lind', 'Cy Mora', 'Di Nagy', 'Eva Sanz', 'Finn Roy']
const idOf = (name: string): string => name.slice(0, 2).toLowerCase()
const off = (name: string, from: string, to: string, half: object = {}) =>
  leave(org, `${idOf(name)}-${from}`, from, to, { member_id: idOf(name), type: 'holiday', ...half })

const bench = openBench(embeddedSubject)
beforeAll(() =>
  bench().store.commit([
    { put: 'organizations', document: organization(org, { reasons: 'everyone' }) },
    { put: 'teams', document: team(org, 'data', { name: 'Data' }) },
    ...puts(
      'members',
      names.map((name) =>
        member(org, idOf(name), { name, team_id: 'Cy Di'.includes(name.slice(0, 2)) ? 'data' : null }),
      ),
    ),
    ...puts('leaves', [
      off('Ada Berg', '2026-12-17', '2026-12-18'),
      off('Bo Lind', '2026-12-17', '2026-12-17', { ends_at_noon: true }),
      off('Bo Lind', '2026-12-28', '2027-01-08'),
      off('Cy Mora', '2026-12-17', '2026-12-17', { starts_at_noon: true }),
      off('Di Nagy', '2026-10-05', '2027-03-12'),
      off('Eva Sanz', '2026-12-07', '2026-12-08'),
      off('Eva Sanz', '2027-01-11', '2027-01-15'),
    ]),
  ]),
)

const ask = async (text: string) => {
  const { reply } = await createAskService(createRolls(bench().store)).forAsk(
    { _id: org },
    {
      asker: { email: null, account: null, timezone: null, locale: null },
      text,
      now,
      audience: 'asker',
      mentioned: new Map(),
    },
  )
  return {
    ...outcomeOf(reply),
    title: replyMessage(reply, { write: (words) => words, absolute: false }).title,
  }
}

const rows: readonly (readonly [phrase: string, answer: Partial<Awaited<ReturnType<typeof ask>>>])[] = [
  // Out all the time until then.
  ["who isn't back by 4 jan", { people: ['Di Nagy'] }],
  ["who won't be back until monday", { people: ['Ada Berg', 'Di Nagy'] }],
  ["who isn't back before february", { title: '1 person is out every day 17 Dec – 29 Jan 2027' }],
  // The last day until today; that of a leave as such may be to come.
  [
    'last day di was out',
    { days: ['2026-12-17'], title: 'Di Nagy is out until Fri 12 Mar 2027 · back Mon 15 Mar 2027' },
  ],
  ["di's last day off", { days: ['2027-03-12'] }],
  ["last day of di's leave", { days: ['2027-03-12'] }],
  ["eva's last day off", { days: ['2026-12-08'] }],
  ["when is eva's last day off", { days: ['2027-01-15'] }],
  ["what's eva's first day off", { days: ['2027-01-11'] }],
  ['last day di was in', { days: ['2026-10-02'], title: 'Di Nagy was last in on Fri 2 Oct' }],
  ['when was finn last in', { days: ['2026-12-17'], title: 'Finn Roy is in today' }],
  ["what's the last day eva is in", { days: ['2027-01-08'] }],
  ['on what day does ada return', { days: ['2026-12-21'] }],
  // Who is in today comes back from the next leave, however far ahead.
  ['when is eva back from vacation', { people: ['Eva Sanz'], days: ['2027-01-18'] }],
  ['when is ada back', { days: ['2026-12-21'] }],
  // What is said around a question is left aside, and that is said.
  ['is ada in today? need her for the demo', { yes: false }],
  // On each of the days, not on one of them.
  ['who is in on both monday and 12 jan', { count: 4 }],
  // Half a day, at ten in the morning.
  ['is cy in today', { yes: false, title: 'No: Cy Mora is in only until noon · back Fri 18 Dec' }],
  ['is bo out today', { yes: true, title: 'Yes: Bo Lind is out until noon · back today at noon' }],
  ['is cy here', { yes: true }],
  // Now, not the next days.
  ['cy here?', { yes: true, title: 'Yes: Cy Mora is in today, Thu 17 Dec, in the morning' }],
  ['bo here?', { yes: false, title: 'No: Bo Lind is not in today, Thu 17 Dec, in the morning' }],
  // What begins after today, not what is running.
  [
    'who has leave coming up',
    { people: ['Bo Lind', 'Eva Sanz'], title: '2 people start leave 18 Dec – 16 Jan 2027' },
  ],
  ['everyone back on monday?', { yes: false }],
  ["who's in data right now", { people: ['Cy Mora'] }],
  ['who in data is in today', { people: [] }],
  // Half of a day is not all of it.
  ['is cy out all of today', { yes: false, title: 'No: Cy Mora is out only from noon · back Fri 18 Dec' }],
  ['who has been out since today', { people: ['Bo Lind', 'Cy Mora', 'Ada Berg', 'Di Nagy'] }],
  ['are both ada and bo out today', { yes: true }],
  ['was bo off the whole of today', { yes: false }],
  ['is ada out all of today', { yes: true, title: 'Yes: Ada Berg is out · back Mon 21 Dec' }],
  ['is anyone in data out all of today', { yes: true, people: ['Di Nagy'] }],
  ['who is out all of today', { people: ['Ada Berg', 'Di Nagy'] }],
  ['is cy out all day today', { yes: false }],
  ['is ada out all day', { yes: true }],
  ['who is out in the afternoon', { people: ['Cy Mora', 'Ada Berg', 'Di Nagy'] }],
  ['who is out until noon today', { people: ['Bo Lind', 'Ada Berg', 'Di Nagy'] }],
  // Later is after today, earlier before it.
  ['who is out later this week', { people: ['Ada Berg', 'Di Nagy'] }],
  ['who was out earlier this month', { people: ['Di Nagy', 'Eva Sanz'] }],
  ['who was out earlier this week', { people: ['Di Nagy'] }],
  // Without a day that ends them, twelve weeks of fridays are looked at.
  ['which fridays is ada off', { days: ['2026-12-18'] }],
  ['next friday that bo is off', { days: ['2027-01-01', '2027-01-08'] }],
  // Back on a day of which they are out one half only, or on a day before it.
  ['is bo back today', { yes: true, title: 'Yes: Bo Lind is back today at noon' }],
  ['is bo back', { yes: false }],
  ['is cy back today', { yes: true, title: 'Yes: Cy Mora is in until noon on Thu 17 Dec' }],
  ['is ada back on tuesday', { yes: true, title: 'Yes: Ada Berg is back Mon 21 Dec' }],
  ['who is back this afternoon', { people: ['Bo Lind'] }],
  ['is anyone back this morning', { yes: false }],
  ['who of ada, bo and di is back by monday', { people: ['Ada Berg', 'Bo Lind'] }],
  // Until a day is until they are back on it.
  ['is ada out until monday', { yes: true }],
  ['is ada out until tuesday', { yes: false }],
  ['is di out until march', { yes: true }],
  // Who is not away yet is so until the end of the leave to come, and no other day.
  ['is eva out until 15 january', { yes: true, title: 'Yes: Eva Sanz is out every day 11–15 Jan 2027' }],
  ['is eva off till 18 jan', { yes: true }],
  ['is eva away through 15 jan', { yes: true }],
  ['is eva away until 13 jan', { yes: null }],
  ['is eva away until 20 jan', { yes: null }],
  ['is eva away until tomorrow', { yes: false }],
  // A number for each day is no number of people.
  [
    'how many are out each day next week',
    { count: null, people: [], days: [], title: 'How many are out each day · next week, 21–25 Dec' },
  ],
  // Those days on which it is not so.
  ['is eva in every monday in january', { yes: false, title: 'No: Eva Sanz is not in on Mon 11 Jan 2027' }],
  [
    'is di in on fridays',
    { yes: false, title: 'No: Di Nagy is not in on any of 8 days, 18 Dec – 5 Feb 2027' },
  ],
  ['is eva out on mondays', { yes: true, title: 'Yes: Eva Sanz is out on 1 of 8 days, 21 Dec – 8 Feb 2027' }],
  ['which fridays is di off', { title: 'Di Nagy is out on 12 of 12 days, 18 Dec – 5 Mar 2027' }],
  [
    'is there a day next week when everyone is in',
    { yes: false, title: 'No: there is no day, next week, 21–25 Dec, on which everyone is in' },
  ],
  [
    'was eva out this month',
    { yes: true, title: 'Yes: Eva Sanz was out Mon 7 Dec – Tue 8 Dec · back Wed 9 Dec' },
  ],
  ['eva still sick?', { yes: false }],
  ['ada in friday or monday', { days: ['2026-12-21'] }],
  ['will we see ada before christmas', { yes: true, count: 4 }],
  ['can i book a meeting with finn and eva tomorrow', { yes: true, people: ['Finn Roy', 'Eva Sanz'] }],
  // Those who are out in the next days are listed, and not counted.
  ["who's not here in data", { people: ['Cy Mora', 'Di Nagy'], count: 2 }],
  // In the word order of other languages.
  ['how many days is di already away', { title: 'Di Nagy is out on 54 working days, 5 Oct – 17 Dec' }],
  ['how many days is finn already away', { title: 'Finn Roy is not out today, Thu 17 Dec' }],
  ['since when is eva back', { days: ['2026-12-09'] }],
  ['since when is eva in', { days: ['2026-12-09'] }],
  ['when starts the holiday of eva', { days: ['2027-01-11'] }],
  ['is eva in january off', { yes: true }],
  ['when is data complete back', { title: 'Everyone in Data is back on Mon 15 Mar 2027' }],
  ['who is out since today', { title: '3 people start leave today, Thu 17 Dec' }],
  // Whoever it is on each of the days, or on some; the days that differ are named.
  [
    'is anyone in data in from 17 to 18 dec',
    {
      yes: true,
      people: ['Cy Mora'],
      title: 'Yes: someone in Data is in on 1 of 2 days, 17–18 Dec · nobody on Thu 17 Dec',
    },
  ],
  [
    'is anyone in data in every day from 17 to 18 dec',
    { yes: false, title: 'No: someone in Data is in on only 1 of 2 days, 17–18 Dec · nobody on Thu 17 Dec' },
  ],
  [
    'is nobody in data in from 17 to 18 dec',
    { yes: false, title: 'No: someone in Data is in on 1 of 2 days, 17–18 Dec · nobody on Thu 17 Dec' },
  ],
  [
    'is either cy or di in 17 dec to 18 dec',
    {
      yes: true,
      title: 'Yes: Cy Mora or Di Nagy is in on 1 of 2 days, 17–18 Dec · none of them on Thu 17 Dec',
    },
  ],
  [
    'how many in data are in 17 dec to 18 dec',
    { count: 0, title: '0 people in Data are in on all of 17–18 Dec · 0 to 1 a day' },
  ],
  [
    'are at least 3 people in 17 dec to 18 dec',
    { yes: false, title: 'No: 2 people are in on Thu 17 Dec, the fewest of 2 days, 17–18 Dec' },
  ],
  [
    'are at least 4 people out 17 dec to 18 dec',
    { yes: true, title: 'Yes: 4 people are out on Thu 17 Dec, the most of 2 days, 17–18 Dec' },
  ],
  [
    'are at least 5 people out 17 dec to 18 dec',
    { yes: false, title: 'No: 4 people are out on Thu 17 Dec, the most of 2 days, 17–18 Dec' },
  ],
  [
    'is everyone except di in at some point 17 dec to 18 dec',
    { yes: false, title: 'No: 1 person is not in on any day, 17–18 Dec · everyone except Di Nagy' },
  ],
]

describe('the answer to a phrase', () => {
  it.each(rows)('%s', async (phrase, answer) => {
    expect(await ask(phrase)).toMatchObject(answer)
  })
})
