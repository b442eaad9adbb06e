import { messageText } from '../../../src/cli/ask/message-text.js'
import { weekdays, type Day, type Weekday } from '../../../src/calendar/day.js'
import type { LookAhead } from '../../../src/domain/digests/digest.js'
import type { Leave, Member } from '../../../src/domain/organization/organization.js'
import type { WeekStart } from '../../../src/calendar/week.js'
import type { LeaveType } from '../../../src/domain/presence/leave-types.js'
import type { DigestMaterial, DigestReply } from '../../../src/domain/reply/digest.js'
import { digestReply } from './at-once.js'
import { rollOf, type Facts } from '../presence/plain.js'
import { digestMessage, type Posting } from '../../../src/domain/words/digest.js'
import { leave } from '../../stores/samples.js'
import { acmeId, memberDocument, memberId, teamDocument } from '../../world/acme.js'

export const designTeam = 'deadbeef-0000-4000-9000-00000000000e'

const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Tokyo', null]

/** Five of Design, in three zones, and one of nobody's team. */
export const names = ['Ana', 'Ben', 'Cleo', 'Dan', 'Eve', 'Fay'] as const

const members: readonly Member[] = names.map((name, at) =>
  memberDocument(acmeId, {
    id: memberId(at + 1),
    name,
    email: `${name.toLowerCase()}@acme.example`,
    team_id: name === 'Fay' ? null : designTeam,
    timezone: zones[at % zones.length]!,
  }),
)

/** `Ana holiday 16-27`: days of November 2026, or in full (`2026-12-28..2027-01-01`), then what is unusual of it. */
const leaveOf = (text: string): Partial<Leave> => {
  const row =
    /^(\w+) (holiday|sick|personal|bank_holiday) (\S+)(?: (from noon|until noon))?(?: (\w+))?$/.exec(text)
  if (!row) throw new Error(`not a leave: ${text}`)
  const [, who, type, days, half, status = 'approved'] = row
  const [from = '', to = from] = days!.split(/\.\.|(?<=^\d\d)-/)
  const inFull = (day: string): Day => (day.length === 2 ? `2026-11-${day}` : day)
  return {
    member_id: memberId(names.indexOf(who as (typeof names)[number]) + 1),
    type: type as LeaveType,
    start_date: inFull(from),
    end_date: inFull(to),
    status: status as Leave['status'],
    starts_at_noon: half === 'from noon',
    ends_at_noon: half === 'until noon',
  }
}

const factsOf = (leaves: readonly string[], more: Partial<Facts>, changed_at?: string): Facts => ({
  teams: [teamDocument(acmeId, designTeam, 'Design')],
  members,
  leaves: leaves.map((text, at) =>
    leave(acmeId, `leave-${at}`, '', '', { ...leaveOf(text), ...(changed_at && { changed_at }) }),
  ),
  ...more,
})

export interface Morning {
  /** Default: a Friday. */
  readonly day?: Day
  readonly leaves: readonly string[]
  /** Default: Design. */
  readonly team?: null
  readonly look_ahead?: LookAhead
  readonly facts?: Partial<Facts>
  readonly working_days?: readonly Weekday[]
  readonly week_start?: WeekStart
  readonly before?: NonNullable<DigestMaterial['before']>
  /** Of every leave. */
  readonly changed_at?: string
}

export const replyOn = (morning: Morning): DigestReply => {
  const {
    day = '2026-11-20',
    leaves,
    team,
    look_ahead = 'none',
    facts = {},
    week_start = 'monday',
    before = [],
    changed_at,
  } = morning
  return digestReply({
    roll: rollOf(factsOf(leaves, facts, changed_at), {
      working_days: morning.working_days ?? weekdays.slice(0, 5),
      week_start,
    }),
    team: team === null ? null : { id: designTeam, name: 'Design' },
    look_ahead,
    day,
    before,
  })
}

export const onTime: Posting = { late: false, planned: '09:00' }

/** The lines that a person reads. */
export const readOn = (morning: Morning, posting = onTime): readonly string[] =>
  messageText(digestMessage(replyOn(morning), posting))
    .split('\n')
    .map((text) => text.trim())
    .filter((text) => text !== '')
