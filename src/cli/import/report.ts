import type { Day } from '../../calendar/day.js'
import { showPlainly } from '../../domain/organization/name.js'
import { namesShown, type BulkChange } from '../../domain/roster/guard.js'
import type { RosterCounts } from '../../domain/roster/outcome.js'
import type { Imported, ImportResult, NeedsWord } from '../../services/roster/import.js'
import type { NamedFiles } from './files.js'
import { changesText, counted, type Printed } from '../output.js'
import { findingLine, pasted, problemLines, shown } from './problems.js'

interface ReportOptions {
  readonly dryRun?: boolean
  /** List every problem and every change. */
  readonly all?: boolean
  /** The organization, for commands to paste. */
  readonly slug: string
  readonly hidden?: NamedFiles['hidden']
}

/** What became of an import. */
export const importReport = (
  result: ImportResult,
  { dryRun = false, all = false, slug, hidden = [] }: ReportOptions,
): Printed => {
  if (result.ok) return successReport(result, dryRun, slug, hidden)
  if ('refused' in result)
    return { json: refusalJson(result), text: [], notes: [refusalText(result)], failed: true }
  const { findings, count } = result
  return { json: { problems: findings, count }, text: [], notes: problemLines(result, all), failed: true }
}

const successReport = (
  result: Imported,
  dryRun: boolean,
  slug: string,
  hidden: NamedFiles['hidden'],
): Printed => {
  const { counts, ignored, warnings, listing, unknownPlaces, replacedFrom, outside, leftOut, wouldAsk } =
    result
  const skipped = [...result.skipped.values()].reduce((sum, rows) => sum + rows, 0)
  const tried = { changes: listing, would_refuse: wouldAsk?.refused ?? null }
  return {
    json: {
      ...counts,
      ignored_columns: ignored,
      skipped,
      left_out: { not_approved: leftOut.notApproved, rows: leftOut.rows, people: leftOut.people },
      warnings,
      read: result.read,
      ...(dryRun ? tried : {}),
    },
    text: [
      countsLine(counts),
      ...(dryRun ? listingLines(result) : []),
      ...(ignored.length > 0 ? [`Columns that were ignored: ${ignored.map(shown).join(', ')}.`] : []),
      ...(unknownPlaces.length > 0 ? [placesLine(unknownPlaces, slug)] : []),
      ...(outside > 0 && replacedFrom !== null
        ? [
            `${counted(outside, 'imported leave')} outside the days of the files (from ${replacedFrom} on) stayed; --from and --to set other days.`,
          ]
        : []),
      ...(skipped > 0 ? [skippedLine(result.skipped, skipped)] : []),
      ...leftOutLines(leftOut),
      ...formLines(result, hidden),
    ],
    notes: [
      ...warnings.map((warning) => `warning: ${findingLine(warning)}`),
      ...(wouldAsk ? [`Without --dry-run: ${refusalText(wouldAsk)}`] : []),
    ],
  }
}

/** What somebody who knows the files may wonder about. */
const formLines = ({ read, covers }: Imported, hidden: NamedFiles['hidden']): readonly string[] => {
  const named = (sheets: NamedFiles['hidden']): string => sheets.map(({ sheet }) => shown(sheet)).join(', ')
  const others = new Map(
    read.flatMap(({ file, encoding }) =>
      encoding === null || encoding === 'UTF-8' ? [] : [[file, encoding]],
    ),
  )
  return [
    ...[...others].map(([file, encoding]) => `${file} was read as ${encoding}.`),
    ...(covers.length > 0 ? [`Sheets without columns of members or leaves: ${named(covers)}.`] : []),
    ...(hidden.length > 0 ? [`Hidden sheets that were left out: ${named(hidden)}; --sheet reads them.`] : []),
  ]
}

const placesLine = (places: Imported['unknownPlaces'], slug: string): string => {
  const pairs = places
    .slice(0, pasted)
    .map(({ place, calendar }) => JSON.stringify(`${showPlainly(place)}=${calendar ?? 'CALENDAR'}`))
  return `${counted(places.length, 'place')} without a holiday calendar. To say once what they mean: whosout holidays places ${pairs.join(' ')} --org ${slug}`
}

const skippedLine = (words: ReadonlyMap<string, number>, total: number): string => {
  const listed = [...words].map(([word, count]) => `${shown(word)} (${count})`).join(', ')
  return `${counted(total, 'row')} skipped, not an absence: ${listed}. To import such rows: --types "WORD=TYPE".`
}

const leftOutLines = ({ notApproved, rows, people }: Imported['leftOut']): readonly string[] => {
  const rest = people.length - pasted
  const listed = people.slice(0, pasted).map(shown).join(', ')
  return [
    ...(notApproved > 0
      ? [`${counted(notApproved, 'row')} skipped: not approved, and of people who are not members.`]
      : []),
    ...(rows > 0
      ? [
          `${counted(rows, 'row')} skipped, of people who are not members: ${listed}${rest > 0 ? ` and ${rest.toLocaleString('en')} more` : ''}.`,
        ]
      : []),
  ]
}

const countsLine = ({ members, leaves, teams }: RosterCounts): string =>
  `${
    [changesText('member', members, 'deactivated'), changesText('leave', leaves), changesText('team', teams)]
      .filter((text) => text !== '')
      .join('; ') || 'The files have no rows'
  }.`

const listingLines = ({ counts, listing }: Imported): readonly string[] =>
  (['added', 'changed', 'removed'] as const).flatMap((outcome) => {
    const total = counts.teams[outcome] + counts.members[outcome] + counts.leaves[outcome]
    const rest = total - listing[outcome].length
    if (total === 0) return []
    return [
      `Would be ${outcome}:`,
      ...listing[outcome].map((line) => `  ${line}`),
      ...(rest > 0 ? [`  … and ${rest.toLocaleString('en')} more (--all lists them)`] : []),
    ]
  })

const refusalJson = (refusal: NeedsWord): object => {
  switch (refusal.refused) {
    case 'removals':
      return { refused: 'removals', members: refusal.removals.members, leaves: refusal.removals.leaves }
    case 'overlaps':
      return { refused: 'overlaps', leaves: refusal.places.length, places: refusal.places }
    case 'warnings':
      return { refused: 'warnings', warnings: refusal.warnings }
    case 'changes':
      return {
        refused: 'changes',
        fields: Object.fromEntries(refusal.changes.map(({ field, changed }) => [field, changed])),
        examples: examplesOf(refusal.changes),
      }
  }
}

const nothingWritten = 'Nothing was written.'

const refusalText = (refusal: NeedsWord): string => {
  switch (refusal.refused) {
    case 'removals':
      return removalsText(refusal.removals)
    case 'overlaps':
      return overlapsText(refusal.places, refusal.from)
    case 'changes':
      return changesRefused(refusal.changes)
    case 'warnings':
      return [
        ...refusal.warnings.map((warning) => `warning: ${findingLine(warning)}`),
        `${counted(refusal.warnings.length, 'warning')}. ${nothingWritten} If the files are correct, run it again with --yes.`,
      ].join('\n')
  }
}

type ReportedRemovals = Extract<NeedsWord, { readonly refused: 'removals' }>['removals']

const removalsText = ({
  members,
  activeMembers,
  leaves,
  storedLeaves,
  names,
  emptyFiles,
}: ReportedRemovals): string => {
  const what = [
    ...(members > 0 ? [`deactivate ${members} of ${counted(activeMembers, 'member')}`] : []),
    ...(leaves > 0 ? [`remove ${leaves} of ${counted(storedLeaves, 'leave')}`] : []),
  ]
  const empty = emptyFiles.map((name) => `${name} has no rows. `).join('')
  const would = what.length === 0 ? '' : `This import would ${what.join(' and ')}`
  const whose =
    names.length === 0 ? '' : `: ${names.join(', ')}${members + leaves > names.length ? ', …' : ''}`
  const bound = emptyFiles.length > 0 ? '' : `, or with --max-removals ${members + leaves}`
  return `${empty}${would}${would && `${whose}. `}${nothingWritten} If this is intended, run it again with --yes${bound}.`
}

/** Ten at most, of each field as many. */
const examplesOf = (changes: readonly BulkChange[]): readonly string[] =>
  changes
    .flatMap(({ examples }) => examples.slice(0, Math.ceil(namesShown / changes.length)))
    .slice(0, namesShown)

const fieldWords = new Map([
  ['active', 'state'],
  ['holidays', 'holiday calendar'],
  ['timezone', 'time zone'],
  ['avatar', 'picture'],
])

const changesRefused = (changes: readonly BulkChange[]): string => {
  const what = changes.map(
    ({ field, changed, present }) =>
      `the ${fieldWords.get(field) ?? field} of ${changed} of ${counted(present, field === 'status' ? 'leave' : 'member')} in the files`,
  )
  const total = changes.reduce((sum, { changed }) => sum + changed, 0)
  const examples = examplesOf(changes)
  return [
    `This import would change ${what.join(' and ')}:`,
    ...examples.map((example) => `  ${example}`),
    ...(total > examples.length ? ['  …'] : []),
    `${nothingWritten} If this is intended, run it again with --yes, or with --max-changes ${total}.`,
  ].join('\n')
}

const placesShown = 10

const overlapsText = (places: readonly string[], from: Day | null): string => {
  const one = places.length === 1
  const rest = places.length > placesShown ? ', …' : ''
  return (
    `${counted(places.length, 'leave')} ${one ? 'overlaps another' : 'overlap others'} from earlier imports` +
    ` (${places.slice(0, placesShown).join(', ')}${rest}): use ${from === null ? '--replace leaves' : `--from ${from}`} or --keep-both. ${nothingWritten}`
  )
}
