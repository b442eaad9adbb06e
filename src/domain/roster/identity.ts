import { v5 } from 'uuid'
import type { Day } from '../day.js'
import type { LeaveType } from '../privacy.js'

/** How e-mail addresses are compared (decisions, "Data in"). */
export const foldEmail = (email: string): string => email.toLowerCase()

/** How names of teams are compared: composed, and without case. Upper case first, so that `ß` and `SS` meet. */
export const foldName = (name: string): string =>
  name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')

const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Any UUID-shaped value, as `z.guid()` has it. */
export const isGuid = (text: string): boolean => guid.test(text)

// As bytes, because `v5` refuses a namespace in text whose version or variant is unknown, such as 11111111-1111-….
const namespaceOf = (id: string): Uint8Array => Buffer.from(id.replaceAll('-', ''), 'hex')

/** Ids that no file gives (decisions, "Data in"): UUIDv5 of what names the thing within its parent. */
export const memberIdFor = (org: string, email: string): string => v5(foldEmail(email), namespaceOf(org))

export const teamIdFor = (org: string, name: string): string => v5(foldName(name), namespaceOf(org))

export const leaveIdFor = (member: string, type: LeaveType, start: Day, end: Day): string =>
  v5(`${type}:${start}:${end}`, namespaceOf(member))
