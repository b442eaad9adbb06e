import { McpServer, type CallToolResult } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { Problem } from '../../domain/problem.js'
import { awayKinds } from '../../domain/presence/away.js'
import { leaveTypes } from '../../domain/presence/leave-types.js'
import { maxRangeDays } from '../../calendar/period.js'
import { defaultRange } from '../../domain/presence/range.js'
import type { Lookup, LookupRequest } from '../../services/lookup/lookup.js'
import { maxListLength } from '../../domain/reply/lookup.js'
import { dayParameter } from '../presence/query.js'

/** Receives an error in a tool; the caller is only told that there was one. */
export interface ToolDeps {
  readonly lookup: Lookup
  readonly version: string
  readonly logError: (error: unknown) => void
}

/** None of the tools changes anything, and they know nothing beyond the organization. */
const readOnly = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const

const words = (description: string) => z.string().trim().min(1).max(200).describe(description)

const days = {
  when: words(
    'The days in words, such as "today", "next week", "tomorrow", "24 dec - 2 jan" or "in march". Instead of from and to.',
  ).optional(),
  from: dayParameter
    .optional()
    .describe("First day, YYYY-MM-DD. Default: today in the organization's time zone."),
  to: dayParameter
    .optional()
    .describe(
      `Last day, included, YYYY-MM-DD. Default: ${defaultRange} days after from; at most ${maxRangeDays} days after it.`,
    ),
}

const peopleInput = z.strictObject({
  ...days,
  team: words('Only this team: its name or id. list_teams returns the teams. Default: everyone.').optional(),
})

const personInput = z.strictObject({
  name: words('The name of the person, or an e-mail address.'),
  ...days,
  when: days.when.describe('The days in words, such as "today" or "next week". Default: today.'),
})

const until = z.string().nullable().describe('Last day of the absence, YYYY-MM-DD; null when not out.')
const back = z
  .string()
  .nullable()
  .describe('First working day after the absence, YYYY-MM-DD; null when not out.')
const teamName = z.string().nullable()
const remarks = z.array(z.string()).describe('How the words were read, if that is not obvious.')
const range = {
  from: z.string().describe('First day of the answer.'),
  to: z.string().describe('Last day of the answer, included.'),
}

/** Absent when nothing is left out. */
const more = z
  .int()
  .optional()
  .describe(`How many more there are than the ${maxListLength} that are listed. Absent: all are listed.`)

const peopleOutput = z.object({
  ...range,
  team: teamName.describe('The requested team; null: everyone.'),
  people: z.array(z.object({ name: z.string(), team: teamName, until, back })).describe('By name.'),
  more,
  also: z
    .object({ bank_holiday: z.int(), not_working: z.int() })
    .describe(
      'How many people are not on leave, but have a bank holiday, or have leave on days on which they do not work anyway.',
    ),
  remarks,
})

const personOutput = z.object({
  name: z.string(),
  team: teamName,
  ...range,
  in: z
    .boolean()
    .describe('Works on every working day of these; false: away on at least one, or none is a working day.'),
  away_as: z
    .enum(awayKinds)
    .nullable()
    .describe('On leave, on a bank holiday, or only on days on which nobody works; null: not away.'),
  until,
  back,
  leaves: z
    .array(z.object({ type: z.enum(leaveTypes), start_date: z.string(), end_date: z.string() }))
    .describe('The leaves that touch these days, with their own days, both included.'),
  remarks,
})

const teamsOutput = z.object({ teams: z.array(z.object({ id: z.string(), name: z.string() })), more })

/** Data only: a name could be crafted to read as an instruction, so it is never part of a sentence. */
const resultOf = (data: object): CallToolResult => ({
  structuredContent: { ...data },
  content: [{ type: 'text', text: JSON.stringify(data) }],
})

const refusalOf = (error: string, instead: readonly string[] = []): CallToolResult => ({
  isError: true,
  content: [
    { type: 'text', text: JSON.stringify({ error, ...(instead.length > 0 && { suggestions: instead }) }) },
  ],
})

const listed = `At most ${maxListLength} people are listed; more says how many are left out: then ask for one team.`

/** The tools of one request, limited to what its key may see. */
export const createToolServer = (
  { lookup, version, logError }: ToolDeps,
  request: LookupRequest,
): McpServer => {
  const server = new McpServer(
    { name: 'whosout', title: 'whosout', version },
    { capabilities: { tools: { listChanged: false } } },
  )

  const answer = async (ask: () => Promise<object>): Promise<CallToolResult> => {
    try {
      return resultOf(await ask())
    } catch (error) {
      if (error instanceof Problem && error.code === 'invalid')
        return refusalOf(
          error.message,
          error.issues?.map(({ message }) => message),
        )
      if (error instanceof Problem && error.code === 'busy')
        return refusalOf(`${error.message}. Try again in half a minute.`)
      // Without a caller the work was stopped on purpose.
      if (!request.signal.aborted) logError(error)
      return refusalOf('The service is not responding at the moment. Try again in a few seconds.')
    }
  }

  server.registerTool(
    'who_is_out',
    {
      title: 'Who is out',
      description: `People who are on leave on at least one of the requested days, until when, and when they are back. Without days: today and the next ${defaultRange} days. ${listed}`,
      inputSchema: peopleInput,
      outputSchema: peopleOutput,
      annotations: readOnly,
    },
    (wanted) => answer(() => lookup.whoIsOut(request, wanted)),
  )
  server.registerTool(
    'who_is_in',
    {
      title: 'Who is in',
      description: `People who work on all of the requested days: without leave, and without a bank holiday; nobody where none is a working day. Without days: today and the next ${defaultRange} days. ${listed}`,
      inputSchema: peopleInput,
      outputSchema: peopleOutput,
      annotations: readOnly,
    },
    (wanted) => answer(() => lookup.whoIsIn(request, wanted)),
  )
  server.registerTool(
    'find_person',
    {
      title: 'Find a person',
      description:
        'Whether one person is in or out, until when, and when they are back. Without days: today. in is false when the person has leave or a bank holiday on at least one of the working days.',
      inputSchema: personInput,
      outputSchema: personOutput,
      annotations: readOnly,
    },
    (wanted) => answer(() => lookup.findPerson(request, wanted)),
  )
  server.registerTool(
    'list_teams',
    {
      title: 'List the teams',
      description: 'The teams that can be asked about, by name.',
      inputSchema: z.strictObject({}),
      outputSchema: teamsOutput,
      annotations: readOnly,
    },
    () => answer(() => lookup.teams(request, {})),
  )
  return server
}
