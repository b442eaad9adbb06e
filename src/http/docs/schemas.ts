import { z } from 'zod'
import { leaveTypes } from '../../domain/presence/leave-types.js'
import { errors } from '../reply/errors.js'

const day = (description: string, example: string) => z.iso.date().meta({ description, example })

/** Every object may gain fields: callers ignore those they do not know. */
const open = z.looseObject

const ids = {
  ana: 'b3f6a2d4-5c1e-4f7a-9d20-6e8f1c2b7a90',
  alex: '4e0c8d11-72ab-4b3f-8f55-90d1a3c6e2b7',
  team: '0d9c3f68-2a47-4e1b-b6f5-7c8a91e4d302',
}

const memberFields = {
  id: z.guid().meta({ description: 'Unique user identifier.', example: ids.ana }),
  name: z.string().meta({ description: 'Display name.', example: 'Ana Ruiz' }),
  email: z.email().meta({ description: 'E-mail address.', example: 'ana.ruiz@example.com' }),
  avatar: z.url().nullable().meta({ description: 'Avatar URL, null when there is none.' }),
  team_id: z.guid().nullable().meta({ description: "Id of the member's team, null when there is none." }),
  team_name: z
    .string()
    .nullable()
    .meta({ description: "Name of the member's team, null when there is none." }),
  timezone: z
    .string()
    .nullable()
    .meta({ description: 'IANA time zone, such as Europe/Berlin, null when it is not set.' }),
}

const presenceMember = open(memberFields).meta({ description: 'A member of the organization.' })

const presenceLeave = open({
  type: z.string().meta({
    description: `Kind of leave: ${leaveTypes.join(', ')}. A key with hidden reasons gets personal for all but bank_holiday. Other kinds may be added; treat one you do not know as time off.`,
    'x-extensible': true,
    'x-extensible-enum': [...leaveTypes],
    example: 'holiday',
  }),
  start_date: day(
    'First day of the leave. It may be before `from`: leaves are not cut to the range.',
    '2026-11-18',
  ),
  end_date: day('Last day of the leave, included. It may be after `to`.', '2026-11-27'),
}).meta({ description: 'A leave that touches the range.' })

const outMember = open({
  ...memberFields,
  leaves: z
    .array(presenceLeave)
    .min(1)
    .meta({ description: 'The approved leaves that touch the range, by first day, last day and kind.' }),
}).meta({ description: 'A member who is off for some or all of the range.' })

export const presenceResponse = open({
  from: day('First day of the range.', '2026-11-20'),
  to: day('Last day of the range, included.', '2026-11-27'),
  team_id: z
    .guid()
    .nullable()
    .meta({ description: 'The requested `team_id` in lower case; null if none was given.' }),
  team_name: z.string().nullable().meta({
    description: 'Name of the requested team; null if none was given, or if there is no such team.',
  }),
  in: z
    .array(presenceMember)
    .meta({ description: 'Members who work on every day of the range, by name, then by id.' }),
  out: z
    .array(outMember)
    .meta({ description: 'Members who are off on at least one day of the range, by name, then by id.' }),
}).meta({ description: 'Who is in and who is out.' })

const issue = open({
  path: z.array(z.string()).meta({
    description: 'The location of the problem in the request: the name of the parameter.',
    example: ['to'],
  }),
  message: z
    .string()
    .meta({ description: 'A description of the problem.', example: 'must be on or after from' }),
}).meta({ description: 'One problem in the request.' })

const errorResponse = open({
  error: open({
    message: z
      .string()
      .meta({ description: 'A description of the error. The text may change; branch on `code`.' }),
    code: z.string().meta({
      description:
        'A stable error code. More codes may be added; treat an unknown one according to its status.',
      'x-extensible': true,
      'x-extensible-enum': Object.keys(errors),
      example: 'invalid_key',
    }),
    issues: z
      .array(issue)
      .max(20)
      .optional()
      .meta({ description: 'On 422 only: all problems in the query, at most 20 issues.' }),
  }).meta({ description: 'What went wrong.' }),
}).meta({ description: 'The body of every error.' })

const teamSize = open({
  id: z.guid().meta({ description: 'Unique team identifier.', example: ids.team }),
  name: z.string().meta({ description: 'Name of the team.', example: 'Engineering' }),
  members: z.int().min(0).meta({ description: 'The number of its active members.', example: 12 }),
}).meta({ description: 'A team of the organization.' })

export const teamsResponse = open({
  teams: z.array(teamSize).meta({ description: 'The teams that the key sees, by name, then by id.' }),
}).meta({ description: 'The teams of the organization.' })

/** The named schemas of the OpenAPI document. */
export const named = z.registry<{ id: string }>()
named.add(presenceResponse, { id: 'PresenceResponse' })
named.add(presenceMember, { id: 'PresenceMember' })
named.add(outMember, { id: 'OutMember' })
named.add(presenceLeave, { id: 'PresenceLeave' })
named.add(teamsResponse, { id: 'TeamsResponse' })
named.add(teamSize, { id: 'Team' })
named.add(errorResponse, { id: 'ErrorResponse' })
named.add(issue, { id: 'Issue' })

const alex = {
  id: ids.alex,
  name: 'Alex Kim',
  email: 'alex.kim@example.com',
  avatar: 'https://example.com/avatars/alex.png',
  team_id: ids.team,
  team_name: 'Engineering',
  timezone: 'America/New_York',
}
const ana = {
  ...alex,
  id: ids.ana,
  name: 'Ana Ruiz',
  email: 'ana.ruiz@example.com',
  avatar: null,
  timezone: 'Europe/Madrid',
}

/** A reply for the documentation. */
export const presenceExample: z.input<typeof presenceResponse> = {
  from: '2026-11-20',
  to: '2026-11-27',
  team_id: ids.team,
  team_name: 'Engineering',
  in: [alex],
  out: [{ ...ana, leaves: [{ type: 'holiday', start_date: '2026-11-18', end_date: '2026-11-27' }] }],
}

export const teamsExample: z.input<typeof teamsResponse> = {
  teams: [{ id: ids.team, name: 'Engineering', members: 12 }],
}
