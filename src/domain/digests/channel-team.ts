import { foldName } from '../organization/name.js'

interface NamedTeam {
  readonly id: string
  readonly name: string
}

/** "Customer Success" as a channel would be called: "customer-success". */
const asChannel = (name: string): string =>
  foldName(name)
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

/** The team that a channel is named after: `design`, `team-design`, `design-team`; null unless exactly one is. */
export const teamOfChannel = (channel: string, teams: readonly NamedTeam[]): string | null => {
  const bare = (name: string): string => asChannel(name).replace(/^team-|-team$/g, '')
  const [only, another] = teams.filter((team) => bare(team.name) === bare(channel))
  return only && !another ? only.id : null
}

/** Whose digest a channel's form begins with: the existing one's, or the team's that the channel is named after. */
export const teamOfForm = (
  channel: string,
  existing: readonly { readonly team_id: string | null }[],
  teams: readonly NamedTeam[],
): string | null => {
  if (existing.length === 0) return teamOfChannel(channel, teams)
  return existing.some(({ team_id }) => team_id === null) ? null : existing[0]!.team_id
}
