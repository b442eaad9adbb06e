import type { Reasons } from './privacy.js'

/** Who reads an answer: a key limited to one team sees that team only; with `hidden`, masked types are not named. */
export interface PresenceReader {
  readonly team_id: string | null
  readonly reasons: Reasons
}

/**
 * The team whose members a reader is shown: one, all (null), or none at all. A key limited to a team answers as if the
 * organization had that team only, and never for everybody once the team is gone (decisions, "API keys").
 */
export const teamInSight = (
  reader: PresenceReader,
  asked: string | null,
  exists: (id: string) => boolean,
): string | null | 'nobody' => {
  const team = reader.team_id === null ? asked : asked === null ? reader.team_id : asked
  if (team === null) return null
  const hidden = reader.team_id !== null && team !== reader.team_id
  return hidden || !exists(team) ? 'nobody' : team
}
