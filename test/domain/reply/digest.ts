import { messageText } from '../../../src/cli/ask/message-text.js'
import { weekdays, type Day, type Weekday } from '../../../src/calendar/day.js'
import type { LookAhead } from '../../../src/domain/digests/digest.js'
import type { Leave, Member, WeekStart } from '../../../src/domain/organization/organization.js'
import type { LeaveType } from '../../../src/domain/presence/privacy.js'
import { digestReply, type DigestReply } from '../../../src/domain/reply/digest.js'
import { rollOf, type Facts } from '../presence/plain.js'
import { digestMessage, type Posting } from '../../../src/domain/words/digest.js'
import { acmeId, leaveDocument, memberDocument, memberId, teamDocument } from '../../world/acme.js'

export const designTeam = 'deadbeef-0000-4000-9000-00000000000e'

const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Tokyo', null]

/** Five of Design, in three zones, and one of nobody's team. */
export const names = ['Ana', 'Ben', 'Cleo', 'Dan', 'Eve', 'Fay'] as const
type Name = (typeof names)[number]

const members: readonly Member[] = names.map((name, at) =>
  memberDocument(acmeId, {
    id: memberId(at + 1),
    name,
    email: `${name.toLowerCase()}@acme.example`,
    team_id: name === 'Fay' ? null : designTeam,
    timezone: zones[at % zones.length]!,
  }),
)

type Half = 'from noon' | 'until noon'

/** Who, what, first and last day (the same when left out), half days, what became of it. */
export type LeaveRow = readonly [
  who: Name,
  type: LeaveType,
  from: Day,
  to?: Day,
  half?: Half | null,
  status?: Leave['status'],
]

const factsOf = (rows: readonly LeaveRow[], more: Partial<Facts> = {}): Facts => ({
  teams: [teamDocument(acmeId, designTeam, 'Design')],
  members,
  leaves: rows.map(([who, type, from, to = from, half, status = 'approved'], at) => ({
    ...leaveDocument(acmeId, `1eaf0000-0000-4000-8000-${String(at).padStart(12, '0')}`, {
      member_id: memberId(names.indexOf(who) + 1),
      type,
      start_date: from,
      end_date: to,
      status,
    }),
    starts_at_noon: half === 'from noon',
    ends_at_noon: half === 'until noon',
  })),
  ...more,
})

export interface Morning {
  readonly day: Day
  readonly leaves: readonly LeaveRow[]
  /** Default: Design. */
  readonly team?: null
  readonly look_ahead?: LookAhead
  readonly facts?: Partial<Facts>
  readonly working_days?: readonly Weekday[]
  readonly week_start?: WeekStart
}

export const replyOn = (morning: Morning): DigestReply => {
  const { day, leaves, team, look_ahead = 'none', facts = {}, week_start = 'monday' } = morning
  return digestReply({
    roll: rollOf(factsOf(leaves, facts), {
      working_days: morning.working_days ?? weekdays.slice(0, 5),
      week_start,
    }),
    team: team === null ? null : { id: designTeam, name: 'Design' },
    look_ahead,
    day,
  })
}

export const onTime: Posting = { late: false, planned: '09:00' }

/** The lines that a person reads. */
export const readOn = (morning: Morning, posting = onTime): readonly string[] =>
  messageText(digestMessage(replyOn(morning), posting))
    .split('\n')
    .map((text) => text.trim())
    .filter((text) => text !== '')
