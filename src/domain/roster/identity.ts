import { v5 } from 'uuid'
import { foldEmail } from '../organization/email.js'
import { foldName } from '../organization/name.js'
import type { Leave } from '../organization/organization.js'

export type LeavePeriod = Pick<Leave, 'type' | 'start_date' | 'end_date'>

// As bytes, because `v5` refuses a namespace text with an unknown version or variant, such as 11111111-1111-….
const namespaceOf = (id: string): Uint8Array => Buffer.from(id.replaceAll('-', ''), 'hex')

/** Two leaves of a member with the same text here are the same leave. */
export const periodName = ({ type, start_date, end_date }: LeavePeriod): string =>
  `${type}:${start_date}:${end_date}`

/** Ids for records without one (decisions, "Data in"): a UUIDv5 of what identifies them within their parent. */
export const memberIdFor = (org: string, email: string): string => v5(foldEmail(email), namespaceOf(org))

export const teamIdFor = (org: string, name: string): string => v5(foldName(name), namespaceOf(org))

export const leaveIdFor = (member: string, period: LeavePeriod): string =>
  v5(periodName(period), namespaceOf(member))
