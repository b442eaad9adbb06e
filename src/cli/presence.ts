import { isGuid } from '../domain/identity.js'
import { parseInstant } from '../calendar/instant.js'
import { parseDay, type Day } from '../calendar/day.js'
import { showPlainly } from '../domain/organization/name.js'
import type { Organization } from '../domain/organization/organization.js'
import type { AwayCounts } from '../domain/presence/away.js'
import type { Presence, PresenceLeave } from '../domain/presence/presence.js'
import { resolveRange } from '../domain/presence/range.js'
import { Problem, type Issue } from '../domain/problem.js'
import type { Dependencies } from '../services/dependencies.js'
import { findTeam } from '../services/organizations/teams.js'
import { declareOrganizationCommand } from './command.js'
import { inColumns, type LaidOut } from './table.js'

const optionsRefused = 'These options are invalid.'

const read = <T>(name: string, text: string | undefined, parse: (text: string) => T | null, hint: string) => {
  const value = text === undefined ? undefined : parse(text)
  const issues: Issue[] = value === null ? [{ path: [name], message: hint }] : []
  return { value: value ?? undefined, issues }
}

const parseOptions = (
  options: Readonly<Partial<Record<'from' | 'to' | 'at', string>>>,
): { from?: Day | undefined; to?: Day | undefined; at?: Date | undefined } => {
  const from = read('--from', options.from, parseDay, 'must be an existing date, YYYY-MM-DD')
  const to = read('--to', options.to, parseDay, 'must be an existing date, YYYY-MM-DD')
  const at = read('--at', options.at, parseInstant, 'must be an instant such as 2026-11-20T07:30Z')
  const issues = [...from.issues, ...to.issues, ...at.issues]
  if (issues.length > 0) throw new Problem('invalid', optionsRefused, { issues })
  return { from: from.value, to: to.value, at: at.value }
}

/** A UUID is used as it is, known or not, as in the API; anything else is a team's name. */
const teamId = async (
  { store }: Dependencies,
  organization: Organization,
  team: string | undefined,
): Promise<string | undefined> => {
  if (team === undefined) return undefined
  return isGuid(team) ? team.toLowerCase() : (await findTeam(store, organization._id, team)).id
}

/** A reader with full access: whoever can run this can read the store. */
const everything = { team_id: null, reasons: 'shown' } as const

const leaveText = ({ type, start_date, end_date }: PresenceLeave): string =>
  `${type.replace('_', ' ')} ${start_date === end_date ? start_date : `${start_date} to ${end_date}`}`

/** "7 on leave, 10 with a bank holiday, 23 in": the first is always said, the others where they are not zero. */
const countWords = ({ leave, bank_holiday, not_working }: AwayCounts, present: number): string =>
  [
    `${leave} on leave`,
    ...(bank_holiday > 0 ? [`${bank_holiday} with a bank holiday`] : []),
    ...(not_working > 0 ? [`${not_working} more on non-working days only`] : []),
    `${present} in`,
  ].join(', ')

const table = (presence: Presence, counts: AwayCounts): readonly (string | LaidOut)[] => {
  const team =
    presence.team_id === null ? '' : `, team ${presence.team_name ?? `${presence.team_id} (unknown)`}`
  const heading = `${presence.from} to ${presence.to}${team}: ${countWords(counts, presence.in.length)}`
  const away = inColumns(
    {
      OUT: 'name',
      TEAM: { value: 'team_name', drop: 1 },
      LEAVES: ({ leaves }) => leaves.map(leaveText).join(', '),
    },
    presence.out,
  )
  const present = inColumns({ IN: 'name', TEAM: 'team_name' }, presence.in)
  return [
    showPlainly(heading),
    ...(presence.out.length > 0 ? ['', away] : []),
    ...(presence.in.length > 0 ? ['', present] : []),
  ]
}

export const presenceCommand = declareOrganizationCommand({
  usage: 'presence',
  description: 'Show who is in and who is out: the API’s answer as a table',
  options: (command) =>
    command
      .option('--from <day>', "the first day (default: today, in the organization's time zone)")
      .option('--to <day>', 'the last day, inclusive (default: 7 days after the first)')
      .option('--team <team>', 'only this team (id or name)')
      .option('--at <instant>', 'answer as if it were this instant, such as 2026-11-20T07:30Z'),
  json: "the API's reply: {from, to, team_id, team_name, in, out}",
  table: true,
  run: async ({ organization, services, dependencies, options }) => {
    const { at = dependencies.now(), ...days } = parseOptions(options)
    const team_id = (await teamId(dependencies, organization, options.team)) ?? null
    const { today, answer, count } = services.presence
    const range = resolveRange(days, today(organization, at))
    if ('issues' in range) throw new Problem('invalid', optionsRefused, { issues: range.issues })
    const question = { ...range, team_id }
    const { body } = await answer(organization, question, everything, at)
    const presence = JSON.parse(body.toString()) as Presence
    const counts = await count(organization, question, everything, at)
    return { json: presence, text: table(presence, counts) }
  },
})
