import { isGuid } from '../identity.js'
import { foldName } from '../organization/name.js'
import { documentId, type Team } from '../organization/organization.js'
import type { Sliced } from '../slices.js'
import { sliceSize, type Place } from './findings.js'
import { teamIdFor } from './identity.js'
import { keptByHand, noCounts, type Context, type Counts, type Write } from './outcome.js'
import type { Row, Rows } from './rows.js'
import type { TeamValues } from './shapes.js'

/** The teams as they will be after the import. */
export interface TeamChanges {
  readonly counts: Counts
  readonly puts: readonly Write[]
  readonly removes: readonly Write[]
  readonly removed: ReadonlySet<string>
  /** The id of the team that a member's row names, by name or id; null when there is none. */
  find(named: string): string | null
}

interface WantedTeam {
  readonly name: string
  readonly place: Place
  /** Mentioned only in members' rows. */
  readonly unlisted?: boolean
}

/** Finds the changes to the teams: those with rows of their own, and those named in members' rows. */
export const compareTeams = function* (
  context: Context,
  rows: Rows,
  existing: readonly Team[],
): Sliced<TeamChanges> {
  const known = new Map(existing.map((team) => [team.id, team]))
  const wanted = placeRows(context, rows.teams, existing)
  const byName = namesAfter(context, wanted, existing)
  const find = (named: string): string | null =>
    isGuid(named)
      ? known.has(named.toLowerCase()) || wanted.has(named.toLowerCase())
        ? named.toLowerCase()
        : null
      : (byName.get(foldName(named)) ?? null)
  const mentioned = new Set<string>()
  for (const [index, { place, values }] of rows.members.entries()) {
    if (values.team)
      mention(context, { name: values.team, place }, { wanted, known, byName, mentioned, find })
    if (index % sliceSize === sliceSize - 1) yield
  }
  return { ...outcome(context, wanted, mentioned, known), find }
}

/** Matches rows with teams: by id, otherwise by name among the teams that no row claims by id. */
const placeRows = (
  { org, findings, warnings }: Context,
  rows: readonly Row<TeamValues>[],
  existing: readonly Team[],
): Map<string, WantedTeam> => {
  const claimed = new Set(rows.flatMap(({ values }) => values.id ?? []))
  const byName = new Map(
    existing.filter(({ id }) => !claimed.has(id)).map(({ id, name }) => [foldName(name), id]),
  )
  const taken = new Set([...existing.map(({ id }) => id), ...claimed])
  const wanted = new Map<string, WantedTeam>()
  for (const { place, values } of rows) {
    const found = values.id ?? byName.get(foldName(values.name))
    const id = found ?? teamIdFor(org, values.name)
    const twin = wanted.get(id)
    if (found === undefined && isRenamedByHand(existing, id)) warnings.add(place, 'name', keptByHand)
    else if (found === undefined && taken.has(id)) findings.add(place, 'id', needsId)
    else if (twin) findings.add(place, null, 'is the same team as {}', findings.describe(twin.place))
    else wanted.set(id, { name: values.name, place })
  }
  return wanted
}

const needsId = 'is missing: the id derived from this name belongs to a team that was renamed'

/** Whether a team was renamed by hand: files may still use its former name. */
const isRenamedByHand = (existing: Iterable<Team>, id: string): boolean => {
  for (const team of existing) if (team.id === id) return team.source === 'manual'
  return false
}

/** The teams by folded name after applying the rows; two with the same name are a finding. */
const namesAfter = (
  { findings }: Context,
  wanted: ReadonlyMap<string, WantedTeam>,
  existing: readonly Team[],
): Map<string, string> => {
  const byName = new Map<string, string>()
  for (const { id, name } of existing) if (!wanted.has(id)) byName.set(foldName(name), id)
  for (const [id, { name, place }] of wanted) {
    const other = byName.get(foldName(name))
    if (other !== undefined && other !== id) findings.add(place, 'name', 'is the name of another team')
    byName.set(foldName(name), id)
  }
  return byName
}

interface Naming {
  readonly wanted: Map<string, WantedTeam>
  readonly known: ReadonlyMap<string, Team>
  readonly byName: Map<string, string>
  readonly mentioned: Set<string>
  readonly find: (named: string) => string | null
}

/** Handles a team named in a member's row: an unknown name creates a team. */
const mention = ({ org, findings, warnings }: Context, { name, place }: WantedTeam, naming: Naming): void => {
  const found = naming.find(name)
  const wanted = found === null ? undefined : naming.wanted.get(found)
  // Of several spellings of a new team, the alphabetically first is used, so that the order of rows does not matter.
  if (found !== null && wanted?.unlisted && name < wanted.name) naming.wanted.set(found, { ...wanted, name })
  else if (found !== null) naming.mentioned.add(found)
  else if (isGuid(name)) findings.add(place, 'team', 'does not match any team')
  else {
    const id = teamIdFor(org, name)
    if (isRenamedByHand(naming.known.values(), id)) {
      warnings.add(place, 'team', keptByHand)
      naming.mentioned.add(id)
      naming.byName.set(foldName(name), id)
      return
    }
    if (naming.known.has(id) || naming.wanted.has(id)) {
      findings.add(place, 'team', 'is the former name of a team that was renamed')
      return
    }
    naming.wanted.set(id, { name, place, unlisted: true })
    naming.byName.set(foldName(name), id)
  }
}

const outcome = (
  { org, replace, warnings, listing }: Context,
  wanted: ReadonlyMap<string, WantedTeam>,
  mentioned: ReadonlySet<string>,
  known: ReadonlyMap<string, Team>,
): Omit<TeamChanges, 'find'> => {
  const counts = noCounts()
  const puts: Write[] = []
  for (const [id, { name, place }] of wanted) {
    const before = known.get(id)
    if (before?.source === 'manual' && before.name !== name) warnings.add(place, 'name', keptByHand)
    if (before?.name === name || before?.source === 'manual') counts.same += 1
    else {
      const verb = before ? 'changed' : 'added'
      counts[verb] += 1
      listing.note(verb, 'teams', () => `team ${before ? `${before.name} → ${name}` : name}`)
      const source = before?.source ?? 'import'
      puts.push({ put: 'teams', document: { ...before, _id: documentId(org, id), org, id, name, source } })
    }
  }
  for (const id of mentioned) if (!wanted.has(id)) counts.same += 1
  const gone = replace.has('teams')
    ? [...known.values()].filter(
        ({ id, source }) => source === 'import' && !wanted.has(id) && !mentioned.has(id),
      )
    : []
  counts.removed = gone.length
  for (const { name } of gone) listing.note('removed', 'teams', () => `team ${name}`)
  return {
    counts,
    puts,
    removes: gone.map(({ _id }) => ({ remove: 'teams', id: _id })),
    removed: new Set(gone.map(({ id }) => id)),
  }
}
