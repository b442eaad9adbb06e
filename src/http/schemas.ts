import { z } from 'zod'
import { leaveTypes } from '../domain/privacy.js'

const day = z.iso.date()

const memberFields = {
  id: z.guid().meta({ description: 'Unique user identifier.' }),
  name: z.string().meta({ description: 'Display name.' }),
  email: z.email().meta({ description: 'User e-mail address.' }),
  avatar: z.url().nullable().meta({ description: 'Avatar URL, null when none.' }),
  team_id: z.guid().nullable().meta({ description: 'Assigned team identifier, null when no team.' }),
  team_name: z.string().nullable().meta({ description: 'Assigned team name, null when no team.' }),
  timezone: z.string().nullable().meta({ description: 'User time zone, null when not set.' }),
}

const presenceMember = z.strictObject(memberFields)

const presenceLeave = z.strictObject({
  type: z.enum(leaveTypes).meta({ description: 'Kind of leave.' }),
  start_date: day.meta({ description: 'First day of the absence, not clipped to the range.' }),
  end_date: day.meta({ description: 'Last day of the absence, included, not clipped to the range.' }),
})

const outMember = z.strictObject({ ...memberFields, leaves: z.array(presenceLeave).min(1) })

export const presenceResponse = z.strictObject({
  from: day.meta({ description: 'Start of the queried range.' }),
  to: day.meta({ description: 'End of the queried range, included.' }),
  team_id: z.guid().nullable().meta({ description: 'The requested team filter in lower case, else null.' }),
  team_name: z.string().nullable().meta({ description: 'Name of the requested team when it was found.' }),
  in: z.array(presenceMember).meta({ description: 'Members working during the whole range, by name.' }),
  out: z.array(outMember).meta({ description: 'Members off for some or all of the range, by name.' }),
})

const issue = z.strictObject({
  path: z.array(z.union([z.string(), z.number()])).meta({ description: 'Location of the offending input.' }),
  message: z.string().meta({ description: 'Description of the issue.' }),
})

export const errorResponse = z.strictObject({
  error: z.strictObject({
    message: z.string().meta({ description: 'Human-readable message.' }),
    issues: z.array(issue).max(20).optional().meta({ description: 'Validation issues; on 422 only.' }),
  }),
})

/** The named schemas of the OpenAPI document. */
export const named = z.registry<{ id: string }>()
named.add(presenceResponse, { id: 'PresenceResponse' })
named.add(presenceMember, { id: 'PresenceMember' })
named.add(outMember, { id: 'OutMember' })
named.add(presenceLeave, { id: 'PresenceLeave' })
named.add(errorResponse, { id: 'ErrorResponse' })
