import type { Cause, Finding } from '../../domain/roster/findings.js'
import type { RosterCounts } from '../../domain/roster/outcome.js'
import type { Imported, ImportResult, NeedsWord } from '../../services/roster/import.js'
import { changesText, counted, type Printed } from '../output.js'

interface ReportOptions {
  readonly dryRun?: boolean
  /** List every problem and every change. */
  readonly all?: boolean
}

/** What became of an import. */
export const importReport = (
  result: ImportResult,
  { dryRun = false, all = false }: ReportOptions,
): Printed => {
  if (result.ok) return successReport(result, dryRun)
  if ('refused' in result)
    return { json: refusalJson(result), text: [], notes: [refusalText(result)], failed: true }
  const { findings, causes, count } = result
  const isLong = !all && causes.length < count
  return {
    json: { problems: findings, count },
    text: [],
    notes: [
      ...(all ? findings.map(findingLine) : causes.map(causeLine)),
      ...hintsFor(causes),
      `${counted(count, 'problem')}; nothing was written.${isLong ? ' --all lists them one by one.' : ''}`,
    ],
    failed: true,
  }
}

const successReport = (result: Imported, dryRun: boolean): Printed => {
  const { counts, ignored, warnings, listing, wouldAsk } = result
  const skipped = [...result.skipped.values()].reduce((sum, rows) => sum + rows, 0)
  const tried = { changes: listing, would_refuse: wouldAsk?.refused ?? null }
  return {
    json: { ...counts, ignored_columns: ignored, skipped, warnings, ...(dryRun ? tried : {}) },
    text: [
      countsLine(counts),
      ...(dryRun ? listingLines(result) : []),
      ...(ignored.length > 0 ? [`Columns that were ignored: ${ignored.map(shown).join(', ')}.`] : []),
      ...(skipped > 0 ? [skippedLine(result.skipped, skipped)] : []),
    ],
    notes: [
      ...warnings.map((warning) => `warning: ${findingLine(warning)}`),
      ...(wouldAsk ? [`Without --dry-run: ${refusalText(wouldAsk)}`] : []),
    ],
  }
}

const shown = (name: string): string => JSON.stringify(name.length > 40 ? `${name.slice(0, 40)}…` : name)

const skippedLine = (words: ReadonlyMap<string, number>, total: number): string => {
  const listed = [...words].map(([word, count]) => `${shown(word)} (${count})`).join(', ')
  return `${counted(total, 'row')} skipped, not an absence: ${listed}. To import such rows: --types "WORD=TYPE".`
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
  }
}

const nothingWritten = 'Nothing was written.'

const refusalText = (refusal: NeedsWord): string => {
  switch (refusal.refused) {
    case 'removals':
      return removalsText(refusal.removals)
    case 'overlaps':
      return overlapsText(refusal.places)
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

const placesShown = 10

const overlapsText = (places: readonly string[]): string => {
  const one = places.length === 1
  const rest = places.length > placesShown ? ', …' : ''
  return (
    `${counted(places.length, 'leave')} ${one ? 'overlaps another' : 'overlap others'} from earlier imports` +
    ` (${places.slice(0, placesShown).join(', ')}${rest}): use --replace leaves or --keep-both. ${nothingWritten}`
  )
}

const findingLine = ({ file, place, column, message }: Finding): string => {
  const named = column !== null && !place?.endsWith(`.${column}`) ? `${column}: ` : ''
  return place === null ? `${file}: ${named}${message}` : `${file}, ${place}: ${named}${message}`
}

const valuesShown = 40

const valuesText = (values: Cause['values']): string => {
  const listed = values
    .slice(0, valuesShown)
    .map(({ text, count }) => (count === 1 || values.length === 1 ? text : `${text} (${count})`))
  const rest = values.length - listed.length
  return listed.join(', ') + (rest > 0 ? ` and ${rest.toLocaleString('en')} more` : '')
}

/** `lines 2, 3, 4, …`, or JSON paths unchanged. */
const placesText = (places: readonly string[], count: number): string => {
  const [, word] = /^(line|row) /.exec(places[0] ?? '') ?? []
  const listed = word === undefined ? places : places.map((place) => place.slice(word.length + 1))
  return `${word === undefined ? '' : `${word}s `}${listed.join(', ')}${count > places.length ? ', …' : ''}`
}

/** One line for a problem that occurs in many places. */
const causeLine = ({ file, column, message, values, count, places }: Cause): string => {
  const text = message.replace('{}', () => valuesText(values))
  const [place = null] = places
  if (count === 1) return findingLine({ file, place, column, message: text })
  const named = column === null ? '' : `${column}: `
  return `${file}: ${named}${text} (${count.toLocaleString('en')} times: ${placesText(places, count)})`
}

const hintsFor = (causes: readonly Cause[]): string[] => {
  const unknownType = causes.find(
    ({ column, message }) => column === 'type' && message.startsWith('must be one of'),
  )
  const word = unknownType?.values[0]?.text.replaceAll('"', '') ?? 'Sabbatical'
  const hasMissing = causes.some(({ message }) => /^the column ".*" is missing$/.test(message))
  return [
    ...(unknownType
      ? [`Set the meaning of a word with --types "${word}=personal"; it is kept for later imports.`]
      : []),
    ...(hasMissing ? ['Name the column with --map "COLUMN=email".'] : []),
  ]
}
