import type { Reasons } from './reasons.js'

/** Who reads an answer: a key limited to one team sees only that team; with `hidden`, none but bank holidays are named. */
export interface PresenceReader {
  readonly team_id: string | null
  readonly reasons: Reasons
}

/**
 * The team whose members a reader sees: one, all (null), or none at all. A key limited to a team answers as if the
 * organization had only that team, and never for everybody once the team is deleted (decisions, "API keys").
 */
export const visibleTeam = (
  reader: PresenceReader,
  asked: string | null,
  exists: (id: string) => boolean,
): string | null | 'nobody' => {
  const team = asked ?? reader.team_id
  if (team === null) return null
  const hidden = reader.team_id !== null && team !== reader.team_id
  return hidden || !exists(team) ? 'nobody' : team
}
