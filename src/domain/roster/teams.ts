import { isGuid } from '../identity.js'
import { foldName } from '../name.js'
import { documentId, type Team } from '../organization.js'
import type { Sliced } from '../slices.js'
import { sliceSize, type Place } from './findings.js'
import { teamIdFor } from './identity.js'
import { noCounts, type Context, type Counts, type Write } from './outcome.js'
import type { Row, Rows } from './rows.js'
import type { TeamValues } from './shapes.js'

/** The teams as they will be. */
export interface TeamsPlan {
  readonly counts: Counts
  readonly puts: readonly Write[]
  readonly removes: readonly Write[]
  readonly removed: ReadonlySet<string>
  /** The id of the team that a member's row names, by its name or its id; null when there is none. */
  find(named: string): string | null
}

interface Planned {
  readonly name: string
  readonly place: Place
  /** Only members' rows name it. */
  readonly unlisted?: boolean
}

/** What the files make of the organization's teams: those of their own rows, and those that a member's row names. */
export const planTeams = function* (
  context: Context,
  rows: Rows,
  existing: readonly Team[],
): Sliced<TeamsPlan> {
  const known = new Map(existing.map((team) => [team.id, team]))
  const planned = placeRows(context, rows.teams, existing)
  const byName = namesAfter(context, planned, existing)
  const find = (named: string): string | null =>
    isGuid(named)
      ? known.has(named.toLowerCase()) || planned.has(named.toLowerCase())
        ? named.toLowerCase()
        : null
      : (byName.get(foldName(named)) ?? null)
  const mentioned = new Set<string>()
  for (const [index, { place, values }] of rows.members.entries()) {
    if (values.team)
      mention(context, { name: values.team, place }, { planned, known, byName, mentioned, find })
    if (index % sliceSize === sliceSize - 1) yield
  }
  return { ...outcome(context, planned, mentioned, known), find }
}

/** Which team each row means: by its id, else by its name among those that no row claims by id. */
const placeRows = (
  { org, findings }: Context,
  rows: readonly Row<TeamValues>[],
  existing: readonly Team[],
): Map<string, Planned> => {
  const claimed = new Set(rows.flatMap(({ values }) => values.id ?? []))
  const byName = new Map(
    existing.filter(({ id }) => !claimed.has(id)).map(({ id, name }) => [foldName(name), id]),
  )
  const taken = new Set([...existing.map(({ id }) => id), ...claimed])
  const planned = new Map<string, Planned>()
  for (const { place, values } of rows) {
    const found = values.id ?? byName.get(foldName(values.name))
    const id = found ?? teamIdFor(org, values.name)
    const twin = planned.get(id)
    if (found === undefined && taken.has(id)) findings.add(place, 'id', needsId)
    else if (twin) findings.add(place, null, `is the same team as ${findings.describe(twin.place)}`)
    else planned.set(id, { name: values.name, place })
  }
  return planned
}

const needsId = 'is missing: the id this name would get belongs to a team that was renamed'

/** The teams by their folded names, once the rows hold; two of one name are a finding. */
const namesAfter = (
  { findings }: Context,
  planned: ReadonlyMap<string, Planned>,
  existing: readonly Team[],
): Map<string, string> => {
  const byName = new Map<string, string>()
  for (const { id, name } of existing) if (!planned.has(id)) byName.set(foldName(name), id)
  for (const [id, { name, place }] of planned) {
    const other = byName.get(foldName(name))
    if (other !== undefined && other !== id) findings.add(place, 'name', 'is the name of another team')
    byName.set(foldName(name), id)
  }
  return byName
}

interface Naming {
  readonly planned: Map<string, Planned>
  readonly known: ReadonlyMap<string, Team>
  readonly byName: Map<string, string>
  readonly mentioned: Set<string>
  readonly find: (named: string) => string | null
}

/** A member's row names a team: a name that is nobody's makes one. */
const mention = ({ org, findings }: Context, { name, place }: Planned, naming: Naming): void => {
  const found = naming.find(name)
  const planned = found === null ? undefined : naming.planned.get(found)
  // Of several spellings of a new team the first in the alphabet is taken, so that the order of rows says nothing.
  if (found !== null && planned?.unlisted && name < planned.name)
    naming.planned.set(found, { ...planned, name })
  else if (found !== null) naming.mentioned.add(found)
  else if (isGuid(name)) findings.add(place, 'team', 'is the id of no team')
  else {
    const id = teamIdFor(org, name)
    if (naming.known.has(id) || naming.planned.has(id)) {
      findings.add(place, 'team', 'was the name of a team that has another one now')
      return
    }
    naming.planned.set(id, { name, place, unlisted: true })
    naming.byName.set(foldName(name), id)
  }
}

const outcome = (
  { org, replace }: Context,
  planned: ReadonlyMap<string, Planned>,
  mentioned: ReadonlySet<string>,
  known: ReadonlyMap<string, Team>,
): Omit<TeamsPlan, 'find'> => {
  const counts = noCounts()
  const puts: Write[] = []
  for (const [id, { name }] of planned) {
    const before = known.get(id)
    if (before?.name === name) counts.same += 1
    else {
      counts[before ? 'changed' : 'added'] += 1
      const source = before?.source ?? 'import'
      puts.push({ put: 'teams', document: { _id: documentId(org, id), org, id, name, source } })
    }
  }
  for (const id of mentioned) if (!planned.has(id)) counts.same += 1
  const gone = replace.has('teams')
    ? [...known.values()].filter(
        ({ id, source }) => source === 'import' && !planned.has(id) && !mentioned.has(id),
      )
    : []
  counts.removed = gone.length
  return {
    counts,
    puts,
    removes: gone.map(({ _id }) => ({ remove: 'teams', id: _id })),
    removed: new Set(gone.map(({ id }) => id)),
  }
}
