import { InvalidArgumentError } from '@commander-js/extra-typings'
import { foldColumn } from '../../domain/roster/naming.js'
import { parseDateFormat } from '../../domain/roster/dates.js'
import { tables, type Table } from '../../domain/roster/findings.js'
import { parseMappedColumn, type ColumnMap } from '../../domain/roster/header.js'
import { parseStatusMeaning, parseTypeMeaning } from '../../domain/roster/types.js'
import { asCalendarOf } from '../../services/roster/calendar-file.js'
import { importRoster } from '../../services/roster/import.js'
import { filesNamed } from './files.js'
import { createSweeper, sweepPause } from './sweeper.js'
import { importReport } from './report.js'
import { declareOrganizationCommand } from '../command.js'
import { dayOption, parsedBy } from '../options.js'
import { showingProgress, type ShowProgress } from '../progress.js'
import { Problem } from '../../domain/problem.js'

const help = `
Files:
  CSV with a header row, separated by commas, semicolons or tabs, and .xlsx
  (all sheets with known columns, or those of --sheet):
    members   email,name,team,timezone,avatar,active
    leaves    email,type,start_date,end_date,status
  JSON with one or more of these three, or an array of rows:
    {"teams": [{"name"}], "members": [{"email", "name", "team"}],
    "leaves": [{"email", "type", "start_date", "end_date"}]}
  All also take id (a UUID); leaves also take starts_at_noon and ends_at_noon.

Exports of HR tools work as they are. Columns are recognized by their usual
English and German names (Work Email, Department, Vorname, Von, Bis, …); unknown
columns are ignored and listed. Types and statuses are recognized by their usual
words (vacation, PTO, Urlaub, sick leave, requested, declined, …). Rows about
working from home and business trips are not absences: they are skipped and
counted.

Values:
  type    holiday, sick, personal or bank_holiday
  status  approved (the default), pending, rejected or cancelled
  dates   YYYY-MM-DD, DD.MM.YYYY or D Mon YYYY, both days included; 03/04/2026
          needs a 13th elsewhere in the file, or --date-format
  team    a name or an id; an unknown name creates the team

An absent column or a blank cell changes nothing; null, or a blank cell with
--clear-empty, clears the value. Nothing is removed without --replace, which
touches only what an import brought: leaves from the first day in the files on
(see --from and --to), and members, who are deactivated; "active" brings them
back. What was edited by hand stays as it is, with a warning.

It prints "12 members added, 1 changed, 40 unchanged" and, with --replace, what
was removed.

Leave of people who are not members is skipped where it is not approved, and
otherwise a problem: --map-person "X=skip" or --skip-unknown leaves it out.

All problems are reported at once, one line for each cause; then nothing is
written, and the exit code is 1. An import that would deactivate or remove more
than 5 members or leaves, and more than 20% of them, is refused unless --yes or
--max-removals allows it; an empty file with --replace always needs --yes. The
same goes for changes of teams, calendars, statuses and who is active, which
--max-changes allows.

--json prints one of:
  {"teams": {"added", "changed", "same", "removed"}, "members": {…},
  "leaves": {…}, "ignored_columns", "skipped", "warnings",
  "left_out": {"not_approved", "rows", "people"},
  "read": [{"file", "sheet", "kind", "rows", "encoding"}]},
  with --dry-run also "changes" and "would_refuse"
  {"problems": [{"file", "place", "column", "message"}], "count"}: all problems,
  and how many there are
  {"refused": "removals", "members", "leaves"}
  {"refused": "changes", "fields", "examples"}
  {"refused": "overlaps", "leaves", "places"}
  {"refused": "warnings", "warnings"}`

/** The maximum number of additions, changes and removals that a dry run lists. */
const listed = 20

const tableOption = (text: string, before: readonly Table[] = []): readonly Table[] => {
  const named = text.split(',').map((word) => tables.find((table) => table === word.trim()))
  if (named.includes(undefined)) throw new InvalidArgumentError('Use teams, members or leaves.')
  return [...before, ...named.flatMap((table) => table ?? [])]
}

/** `A=b,C=d` as two pairs; a comma within a name is kept. */
const pairsOf = (text: string): readonly string[] => {
  const parts = text.split(',')
  return parts.every((part) => part.includes('=')) ? parts : [text]
}

const mapOption = (text: string, before: ColumnMap = new Map()): ColumnMap => {
  const mapped = pairsOf(text).map(parseMappedColumn)
  if (mapped.includes(null))
    throw new InvalidArgumentError(
      'Use "COLUMN=NAME", where NAME is for example email, team or start_date, or - to ignore the column.',
    )
  return new Map([...before, ...mapped.flatMap((one) => (one ? [[foldColumn(one.name), one] as const] : []))])
}

const meaningsOption =
  <T>(parse: (text: string) => readonly [word: string, meaning: T] | null, hint: string) =>
  (text: string, before: Readonly<Record<string, T>> = {}): Readonly<Record<string, T>> => {
    const meanings = pairsOf(text).map(parse)
    if (meanings.includes(null)) throw new InvalidArgumentError(hint)
    return { ...before, ...Object.fromEntries(meanings.flatMap((meaning) => (meaning ? [meaning] : []))) }
  }

const countOption = parsedBy(
  (text) => (/^\d{1,9}$/.test(text) ? Number(text) : null),
  'Use a number, such as 12.',
)

const personOption = (
  text: string,
  before: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> => {
  const [, name = '', email] = /^(.*[^\s=])\s*=\s*(\S+@\S+|skip)\s*$/s.exec(text) ?? []
  if (email === undefined)
    throw new InvalidArgumentError('Use "TEXT=EMAIL" or "TEXT=skip": a name as it is in the files.')
  return { ...before, [name.trim()]: email }
}

export const importCommand = declareOrganizationCommand({
  usage: 'import <file...>',
  description: 'Import teams, members and leaves from CSV, JSON and .xlsx files into an organization',
  argument: 'files to read, - for standard input',
  options: (command) =>
    command
      .option('--dry-run', 'list what would change, without writing anything')
      .option(
        '--replace <what>',
        'remove teams, members or leaves that are no longer in the files; repeat the option, or separate values with commas',
        tableOption,
      )
      .option(
        '--from <day>',
        'with --replace leaves: the first day that the files cover (default: that of their earliest leave)',
        dayOption,
      )
      .option(
        '--to <day>',
        'with --replace leaves: the last day that the files cover (default: none)',
        dayOption,
      )
      .option('--map <column=name>', 'map a column: "Work Email=email"; "Salary=-" ignores it', mapOption)
      .option(
        '--types <word=type>',
        'set the meaning of a word, also for later imports: "Sabbatical=personal", "Offsite=skip"',
        meaningsOption(
          parseTypeMeaning,
          'Use "WORD=TYPE", where TYPE is holiday, sick, personal, bank_holiday or skip.',
        ),
      )
      .option(
        '--map-person <text=email>',
        'whom a name, number or address in the files means, also for later imports: "Hugo L.=hugo@acme.example"; "Zoe Adams=skip" leaves out the leaves of somebody who is no member',
        personOption,
      )
      .option(
        '--statuses <word=status>',
        'set the meaning of a status word, also for later imports: "In Progress=pending"',
        meaningsOption(
          parseStatusMeaning,
          'Use "WORD=STATUS", where STATUS is approved, pending, rejected or cancelled.',
        ),
      )
      .option('--all-approved', 'count all leaves as approved even though a status column is not read')
      .option('--clear-empty', 'let an empty cell clear what is stored')
      .option(
        '--date-format <format>',
        'how to read 03/04/2026: DD/MM/YYYY or MM/DD/YYYY; or excel for serial numbers',
        parsedBy(parseDateFormat, 'Use DD/MM/YYYY, MM/DD/YYYY or excel.'),
      )
      .option(
        '--sheet <sheet>',
        'for .xlsx files: the name or position of a sheet; repeat it for several',
        (sheet: string, before: readonly string[] = []) => [...before, sheet],
      )
      .option('--member <member>', 'the member whose absences a calendar file (.ics) has')
      .option('--bring-back', 'bring back people and leaves that were erased or removed by hand')
      .option(
        '--skip-unknown',
        'leave out the leaves of people who are not in the organization, unless these are more than half',
      )
      .option('--keep-both', 'accept leaves that overlap leaves of earlier imports')
      .option(
        '--max-removals <count>',
        'allow up to this many deactivated members and removed leaves in total',
        countOption,
      )
      .option(
        '--max-changes <count>',
        'allow up to this many changes of teams, statuses and so on in total',
        countOption,
      )
      .option('--yes', 'accept warnings, removals and changes of any size')
      .option('--all', 'list every problem and every change'),
  json: 'print JSON (its shape is below)',
  help,
  check: ({ options: { from, to, replace } }) => {
    if ((from ?? to) !== undefined && !replace?.includes('leaves'))
      throw new Problem('invalid', '--from and --to can only be used with --replace leaves.')
    if (from !== undefined && to !== undefined && to < from)
      throw new Problem('invalid', '--to is before --from.')
  },
  run: async ({ io, org, slug, dependencies, actor, args: [names], options }) => {
    const { dryRun = false, map: columns, types, statuses, all, from = null, to = null } = options
    const { files, hidden } = await filesNamed(io, names, options.sheet ?? [])
    const { member } = options
    const sweep = createSweeper()
    const sweeper = setInterval(sweep, sweepPause)
    const importing = (show: ShowProgress) =>
      importRoster(dependencies, {
        org,
        actor,
        files:
          member === undefined
            ? files
            : files.map((file) => asCalendarOf(dependencies, org, { person: member, types }, file)),
        replace: new Set(options.replace),
        dryRun,
        bringBack: options.bringBack ?? false,
        skipUnknown: options.skipUnknown ?? false,
        listed: !dryRun ? 0 : all ? Infinity : listed,
        ...(options.mapPerson && { people: options.mapPerson }),
        within: { from, to },
        reading: {
          dateFormat: options.dateFormat ?? null,
          clearEmpty: options.clearEmpty ?? false,
          allApproved: options.allApproved ?? false,
          ...(columns && { columns }),
          ...(types && { types }),
          ...(statuses && { statuses }),
        },
        permissions: {
          yes: options.yes ?? false,
          keepBoth: options.keepBoth ?? false,
          maxRemovals: options.maxRemovals ?? null,
          maxChanges: options.maxChanges ?? null,
        },
        progress: (progress) => {
          show(progress)
          if (progress.step === 'writing' && progress.done === progress.total) sweep('last')
        },
      })
    const result = await showingProgress(io, importing).finally(() => clearInterval(sweeper))
    if (result.ok && result.tookOver !== null)
      io.err(`An earlier import, started at ${result.tookOver}, was interrupted; this one replaced it.`)
    if (result.ok && dryRun) io.err('Nothing was written (--dry-run).')
    return importReport(result, { ...options, slug, hidden })
  },
})
