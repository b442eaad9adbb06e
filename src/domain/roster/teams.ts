import { isGuid } from '../identity.js'
import { foldName } from '../organization/name.js'
import { documentId, type Team } from '../organization/organization.js'
import type { Sliced } from '../../calendar/slices.js'
import { sliceSize, type Place } from './findings.js'
import { teamIdFor } from './identity.js'
import { keptByHand, noCounts, reportTwin, type Context, type Counts, type Write } from './outcome.js'
import type { Rows } from './rows.js'

/** The teams as they will be after the import. */
export interface TeamChanges {
  readonly counts: Counts
  readonly puts: readonly Write[]
  readonly removes: readonly Write[]
  readonly removed: ReadonlySet<string>
  /** The id of the team that a member's row names, by name or id; null when there is none. */
  find(named: string): string | null
  /** The name that a team has, or will have; of none, `none`. */
  nameOf(id: string | null): string
}

interface WantedTeam {
  readonly name: string
  readonly place: Place
  /** Mentioned only in members' rows. */
  readonly unlisted?: boolean
}

const needsId = 'is missing: the id derived from this name belongs to a team that was renamed'

/** Finds the changes to the teams: those with rows of their own, and those named in members' rows. */
export const compareTeams = function* (
  context: Context,
  rows: Rows,
  existing: readonly Team[],
): Sliced<TeamChanges> {
  const { org, findings, warnings } = context
  const known = new Map(existing.map((team) => [team.id, team]))
  const wanted = new Map<string, WantedTeam>()
  /** Teams that members' rows name and that stay as they are. */
  const mentioned = new Set<string>()

  /** Whether a team was renamed by hand: files may still use its former name. */
  const isRenamedByHand = (id: string): boolean => known.get(id)?.source === 'manual'

  // Rows are matched with teams by id, otherwise by name among the teams that no row claims by id.
  const claimed = new Set(rows.teams.flatMap(({ values }) => values.id ?? []))
  const unclaimed = new Map(
    existing.filter(({ id }) => !claimed.has(id)).map(({ id, name }) => [foldName(name), id]),
  )
  for (const { place, values } of rows.teams) {
    const found = values.id ?? unclaimed.get(foldName(values.name))
    const id = found ?? teamIdFor(org, values.name)
    const twin = wanted.get(id)
    if (found === undefined && isRenamedByHand(id)) warnings.add(place, 'name', keptByHand)
    else if (found === undefined && (known.has(id) || claimed.has(id))) findings.add(place, 'id', needsId)
    else if (twin) reportTwin(context, place, twin.place, twin.name === values.name ? [] : ['name'])
    else wanted.set(id, { name: values.name, place })
  }

  /** The teams by folded name after applying the rows; two with the same name are a finding. */
  const byName = new Map<string, string>()
  for (const { id, name } of existing) if (!wanted.has(id)) byName.set(foldName(name), id)
  for (const [id, { name, place }] of wanted) {
    const other = byName.get(foldName(name))
    if (other !== undefined && other !== id) findings.add(place, 'name', 'is the name of another team')
    byName.set(foldName(name), id)
  }

  const find = (named: string): string | null => {
    if (!isGuid(named)) return byName.get(foldName(named)) ?? null
    const id = named.toLowerCase()
    return known.has(id) || wanted.has(id) ? id : null
  }

  /** Handles a team named in a member's row: an unknown name creates a team. */
  const mention = (name: string, place: Place): void => {
    const found = find(name)
    const team = found === null ? undefined : wanted.get(found)
    // Of several spellings of a new team, the alphabetically first is used, so that the order of rows does not matter.
    if (found !== null && team?.unlisted && name < team.name) wanted.set(found, { ...team, name })
    else if (found !== null) mentioned.add(found)
    else if (isGuid(name)) findings.add(place, 'team', 'does not match any team')
    else {
      const id = teamIdFor(org, name)
      if (isRenamedByHand(id)) {
        warnings.add(place, 'team', keptByHand)
        mentioned.add(id)
      } else if (known.has(id) || wanted.has(id)) {
        findings.add(place, 'team', 'is the former name of a team that was renamed')
        return
      } else wanted.set(id, { name, place, unlisted: true })
      byName.set(foldName(name), id)
    }
  }
  for (const [index, { place, values }] of rows.members.entries()) {
    if (values.team) mention(values.team, place)
    if (index % sliceSize === sliceSize - 1) yield
  }
  const nameOf: TeamChanges['nameOf'] = (id) =>
    (id === null ? null : (known.get(id) ?? wanted.get(id))?.name) ?? 'none'
  return { ...outcome(context, wanted, mentioned, known), find, nameOf }
}

const outcome = (
  { org, replace, warnings, listing }: Context,
  wanted: ReadonlyMap<string, WantedTeam>,
  mentioned: ReadonlySet<string>,
  known: ReadonlyMap<string, Team>,
): Omit<TeamChanges, 'find' | 'nameOf'> => {
  const counts = noCounts()
  const puts: Write[] = []
  for (const [id, { name, place }] of wanted) {
    const before = known.get(id)
    if (before?.source === 'manual' && before.name !== name) warnings.add(place, 'name', keptByHand)
    if (before?.name === name || before?.source === 'manual') counts.same += 1
    else {
      const kind = before ? 'changed' : 'added'
      counts[kind] += 1
      listing.note(kind, 'teams', () => `team ${before ? `${before.name} → ${name}` : name}`)
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
