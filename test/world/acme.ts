import type {
  Leave,
  LeaveStatus,
  Member,
  Settings,
  Team,
} from '../../src/domain/organization/organization.js'
import type { LeaveType } from '../../src/domain/presence/leave-types.js'
import type { StoredPolicy } from '../../src/domain/presence/reasons.js'
import { leave, member, team } from '../stores/samples.js'

/** The instant at which the tests stand unless they say otherwise: a Friday, half past eleven in Berlin. */
export const noon = '2026-11-20T10:30:00.000Z'
/** The same instant as a day in Acme's zone. */
export const today = '2026-11-20'

/** As a version before wrote them: nobody reads the reasons of others. */
export const settings: Omit<Settings, 'reasons'> & StoredPolicy = {
  name: 'Acme',
  timezone: 'Europe/Berlin',
  week_start: 'monday',
  working_days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
  date_order: 'day',
  privacy: ['sick', 'personal'],
}

export const acmeId = '0a0a0a0a-0000-4000-8000-000000000001'

/** Ids with letters, so that case shows; `support` has one that RFC 9562 would not give out. */
export const teams = {
  platform: 'c0ffee00-aaaa-4bbb-8ccc-00000000000d',
  design: 'deadbeef-0000-4000-9000-00000000000e',
  support: '11111111-1111-1111-1111-111111111111',
} as const

export const teamNames: Readonly<Record<string, string>> = {
  [teams.platform]: 'Platform',
  [teams.design]: 'Design',
  [teams.support]: 'Support',
}

/** `10` is `…-000000000010`. */
export const memberId = (number: number): string =>
  `5eed0000-0000-4000-8000-${String(number).padStart(12, '0')}`

export type MemberSeed = Pick<Member, 'id' | 'name' | 'email'> &
  Partial<Pick<Member, 'team_id' | 'timezone' | 'avatar' | 'active'>>

const person = (number: number, name: string, rest: Partial<MemberSeed> = {}): MemberSeed => ({
  id: memberId(number),
  name,
  email: `${name.split(' ')[0]!.toLowerCase()}@acme.example`,
  team_id: teams.platform,
  timezone: 'Europe/Berlin',
  avatar: `https://avatars.example/${number}.png`,
  ...rest,
})

/** Not in the order of a reply; two people share a name. */
export const members = {
  zoe: person(1, 'Zoe Adler'),
  ada: person(2, 'Ada Lovelace', { timezone: 'Europe/London' }),
  ben: person(3, 'Ben Okafor'),
  cleo: person(4, 'Cleo Ångström', { timezone: 'Europe/Stockholm' }),
  dan: person(5, 'Dan Wu', { team_id: teams.design, timezone: 'Asia/Shanghai' }),
  emil: person(6, 'émil Roux', { email: 'Emil.Roux@acme.example', team_id: teams.design }),
  fay: person(7, 'Fay Moss', { team_id: teams.design, avatar: null }),
  gus: person(8, 'Gus Berg', { team_id: teams.support }),
  twinOne: person(12, 'Kim Park', { email: 'kim.one@acme.example', team_id: teams.support }),
  twinTwo: person(11, 'Kim Park', { email: 'kim.two@acme.example', team_id: teams.support }),
  loner: person(9, 'Lou Free', { team_id: null }),
  bare: person(10, 'Mo Plain', { team_id: null, timezone: null, avatar: null }),
  gone: person(13, 'Nils Gone', { active: false }),
} as const satisfies Record<string, MemberSeed>

export type MemberName = keyof typeof members

export interface LeaveSeed {
  readonly member_id: string
  readonly type: LeaveType
  readonly start_date: string
  readonly end_date: string
  readonly status: LeaveStatus
}

const leaveOf = (
  who: MemberName,
  type: LeaveType,
  start_date: string,
  end_date = start_date,
  status: LeaveStatus = 'approved',
): LeaveSeed => ({ member_id: members[who].id, type, start_date, end_date, status })

/** Around 2026-11-20, of every type and status; out of order where order is promised. */
export const leaves: readonly LeaveSeed[] = [
  leaveOf('ada', 'holiday', '2026-11-16', '2026-11-27'),
  leaveOf('ben', 'sick', '2026-11-20'),
  leaveOf('ben', 'personal', '2026-11-26', '2026-12-02'),
  leaveOf('ben', 'bank_holiday', '2026-12-25'),
  leaveOf('cleo', 'holiday', '2026-11-23', '2026-11-24', 'pending'),
  leaveOf('cleo', 'holiday', '2026-11-23', '2026-11-25', 'rejected'),
  leaveOf('dan', 'personal', '2026-11-25'),
  leaveOf('dan', 'bank_holiday', '2026-11-24'),
  leaveOf('emil', 'holiday', '2026-11-20', '2026-11-20', 'cancelled'),
  leaveOf('fay', 'holiday', '2026-10-01', '2027-01-31'),
  leaveOf('gus', 'holiday', '2026-11-28', '2026-12-04'),
  leaveOf('twinOne', 'sick', '2026-11-13', '2026-11-19'),
  leaveOf('bare', 'bank_holiday', '2026-11-27'),
  leaveOf('gone', 'holiday', '2026-11-20', '2026-11-27'),
]

export const teamDocument = (org: string, id: string, name: string): Team => team(org, id, { name })

export const memberDocument = (org: string, seed: MemberSeed): Member => member(org, seed.id, seed)

export const leaveDocument = (org: string, id: string, seed: LeaveSeed): Leave =>
  leave(org, id, seed.start_date, seed.end_date, seed)
