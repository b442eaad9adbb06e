import { beforeAll, describe, expect, it } from 'vitest'
import type { Day } from '../../../src/calendar/day.js'
import { replyMessage } from '../../../src/domain/words/reply.js'
import { createAskService } from '../../../src/services/ask/ask.js'
import { createRolls } from '../../../src/services/roll/rolls.js'
import { embeddedSubject } from '../../stores/embedded/subject.js'
import { leave, member, newId, organization, puts, team } from '../../stores/samples.js'
import { openBench } from '../../stores/subject.js'

const org = newId()
const now = new Date('2026-07-13T10:00:00Z')

const off = (who: string, from: Day, to: Day) =>
  leave(org, `${who}-${from}`, from, to, { member_id: who, type: 'holiday' })

const bench = openBench(embeddedSubject)
beforeAll(() =>
  bench().store.commit([
    { put: 'organizations', document: organization(org, { holidays: 'CA-ON' }) },
    { put: 'teams', document: team(org, 'legal', { name: 'Legal' }) },
    {
      put: 'holiday_calendars',
      document: {
        _id: `${org}:CA-ON`,
        org,
        code: 'CA-ON',
        days: [{ date: '2026-07-01', name: 'Canada Day' }],
      },
    },
    ...puts('members', [
      member(org, 'ada', { name: 'Ada Berg', team_id: 'legal' }),
      member(org, 'bo', { name: 'Bo Lind', team_id: 'legal' }),
      member(org, 'eva', { name: 'Eva Sanz' }),
      member(org, 'ned', { name: 'Ned Pike' }),
    ]),
    ...puts('leaves', [
      off('ada', '2026-02-02', '2026-02-06'),
      off('ada', '2026-07-06', '2026-07-08'),
      off('ada', '2026-07-20', '2026-07-22'),
      off('bo', '2026-06-30', '2026-07-03'),
      off('bo', '2026-07-21', '2026-07-24'),
      off('eva', '2026-03-09', '2026-08-28'),
    ]),
  ]),
)

const titleOf = async (text: string): Promise<string> => {
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
  return replyMessage(reply, { write: (words) => words, absolute: false }).title
}

const rows: readonly (readonly [question: string, title: string])[] = [
  // Days that are over are looked at whole, unless they are listed.
  ['has everyone in legal been off this year', 'Yes: everyone in Legal was out 1 Jan – 13 Jul'],
  ['how many people were out this year', '3 people were out 1 Jan – 13 Jul'],
  [
    'who has been out ever since march 9',
    '1 person was out every day 9 Mar – 13 Jul · 2 more on some of these days',
  ],
  ['who has been out since march 9', 'Who is out · 9 Mar – 13 Jul'],
  ["who hasn't been out since january", 'Who is in · 1 Jan – 13 Jul'],
  // Since long ago it is whoever was so at some point.
  ['who has been off since january', 'Who is out · 1 Jan – 13 Jul'],
  [
    'who in legal has been out since last monday',
    'Nobody in Legal was out every day 6–13 Jul · 1 more on some of these days',
  ],
  ['who comes back first', '1 person is back on Thu 23 Jul'],
  ['who goes on leave next', '1 person starts leave on Mon 20 Jul'],
  ['how many people in legal are left on 21 jul', 'Nobody in Legal is in on Tue 21 Jul'],
  ['who was out this year', 'Who is out · 14 Apr – 13 Jul'],
  ['who was out between january and june', 'Who was out · 1 Apr – 30 Jun'],
  ['did ned take any time off', 'No: Ned Pike was not out 13 Jun – 13 Jul'],
  ['when are ada and bo both out', 'Ada Berg and Bo Lind are both out Tue 21 Jul – Wed 22 Jul'],
  ['when was ada last out before july', 'Ada Berg was out Mon 2 Feb – Fri 6 Feb, back Mon 9 Feb'],
  ['is the whole of legal out next week', 'Yes: everyone in Legal is out next week, 20–24 Jul'],
  ['when is eva in again', 'Eva Sanz is back Mon 31 Aug'],
  // Everybody is off on a bank holiday of all, and on one of some where the others are on leave.
  ['was everyone off on canada day', 'Yes: all 4 had a bank holiday on Wed 1 Jul'],
  ['was all of legal out on canada day', 'Yes: all 2 in Legal had a bank holiday on Wed 1 Jul'],
  ['was nobody off on canada day', 'No: all 4 had a bank holiday on Wed 1 Jul'],
  ['which days was everyone off in july', 'Everyone was out on 1 day, 1–13 Jul · 1 bank holiday included'],
  ['is everyone off on saturday', 'Yes: Sat 18 Jul is not a working day'],
  ['is nobody off on saturday', 'No: Sat 18 Jul is not a working day'],
  ['how many days until eva is back', 'Eva Sanz is back Mon 31 Aug, in 49 days'],
  ['who is in on both tuesday and wednesday next week', '1 person is in every day 21–22 Jul'],
  ['is ned in tomorrow? we have a demo', 'Yes: Ned Pike is in tomorrow, Tue 14 Jul'],
  ['when was everyone last in', 'Everyone was last in on Fri 6 Mar'],
  ['when was everyone in legal last here', 'Everyone in Legal is in today'],
  ['when was anyone in legal last out', 'Someone in Legal was last out on Wed 8 Jul'],
  ['when were bo and eva last in', 'Bo Lind and Eva Sanz were both last in on Fri 6 Mar'],
  ['has ada been in this month', 'Yes: Ada Berg was in on 5 days, 1–13 Jul'],
  ['has eva been in this week', 'No: Eva Sanz was not in today, Mon 13 Jul'],
  ['is anyone in legal not in at all next week', 'No: nobody in Legal is out every day next week, 20–24 Jul'],
  // "since march" holds from some day of it on, "since 3 march" from that day.
  ['has eva been out since march', 'Yes: Eva Sanz was out every day 9 Mar – 13 Jul'],
  ['has eva been out since 3 march', 'No: Eva Sanz was not out every day 3 Mar – 13 Jul'],
  ['has eva been out since february', 'No: Eva Sanz was not out every day 1 Feb – 13 Jul'],
  // Where there are bank holidays, they are the likelier holidays.
  ['any holidays in july?', 'Bank holidays'],
  ['any holidays in august?', 'Who is out · next month, 1–31 Aug'],
  ['who has holidays in july', 'Who is out · this month, 1–31 Jul'],
  // A bank holiday is a day off, and no leave, but within the leave of somebody who was named.
  ['was bo gone over canada day', 'Yes: Bo Lind was out on Wed 1 Jul · back Mon 6 Jul'],
  ['was ned gone over canada day', 'Yes: Ned Pike had a bank holiday on Wed 1 Jul · back Thu 2 Jul'],
  ['was ned on leave over canada day', 'No: Ned Pike had a bank holiday on Wed 1 Jul · back Thu 2 Jul'],
  ['was anyone in legal off on canada day', 'Yes: all 2 in Legal had a bank holiday on Wed 1 Jul'],
  ['was anyone in legal on leave on canada day', 'Yes: 1 person in Legal was out on Wed 1 Jul'],
  ['how many were away on canada day', 'All 4 had a bank holiday on Wed 1 Jul'],
  ['how many were on leave on canada day', '2 people were out on Wed 1 Jul'],
]

describe('an answer', () => {
  it.each(rows)('%s', async (question, title) => {
    expect(await titleOf(question)).toBe(title)
  })
})
