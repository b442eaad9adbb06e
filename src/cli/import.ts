import { readFile, stat } from 'node:fs/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { InvalidArgumentError, type Command } from 'commander'
import { Problem } from '../domain/problem.js'
import { tables, type Finding, type Table } from '../domain/roster/findings.js'
import type { RosterCounts } from '../domain/roster/outcome.js'
import {
  importRoster,
  type ImportFile,
  type ImportProgress,
  type ImportResult,
  type Unreadable,
} from '../services/roster.js'
import { printJson, type Io } from './io.js'
import { withOrganization } from './services.js'

interface ImportOptions {
  readonly org: string
  readonly dryRun?: boolean
  readonly replace?: readonly Table[]
  readonly json?: boolean
}

/** A file that no memory should hold. */
const fileLimit = 256 * 1024 * 1024

const help = `
Files:
  CSV with a header row, its separator , or ;
    members   email,name,team,timezone,avatar,active
    leaves    email,type,start_date,end_date,status
  JSON, any of the three absent
    {"teams": [{"name"}], "members": [{"email","name","team"}], "leaves": [{"email","type","start_date","end_date"}]}
  Both also take id (a UUID), and leaves starts_at_noon and ends_at_noon. A FILE of - is standard input.

  type is holiday, sick, personal or bank_holiday; status is approved (the default), pending, rejected or
  cancelled; dates are YYYY-MM-DD, both days included; team is a name or an id, and an unknown name makes the team.
  An absent column leaves what is stored, a blank cell or null clears it. Nothing is deleted unless --replace
  says so; it touches only what an import brought, and members are deactivated. active brings them back.

It prints «members +12 ~1 -0 =40»: added, changed, removed (with --replace) and left as they were.

Everything that is wrong is told at once, by CSV line or JSON path, and then nothing is written (exit code 1).

--json prints {"teams":{"added","changed","same","removed"},"members":{…},"leaves":{…}}, or
{"problems":[{"file","place","column","message"}],"count"}: the first 100 problems, and how many there are.`

/** \`import\`: brings CSV and JSON files into an organization. */
export const addImportCommand = (program: Command, io: Io): void => {
  program
    .command('import')
    .description('Bring teams, members and leaves from CSV and JSON files into an organization')
    .argument('<file...>', 'files to read, - for standard input')
    .requiredOption('--org <slug>', 'the organization')
    .option('--dry-run', 'say what would change, and write nothing')
    .option(
      '--replace <what>',
      'remove teams, members or leaves that the files no longer have; repeat it, or put commas between several',
      tableOption,
    )
    .option('--json', 'print JSON (its shape is below)')
    .addHelpText('after', help)
    .action(async (names: readonly string[], options: ImportOptions) => {
      const files = filesNamed(io, names)
      const show = createProgressBar(io)
      const sweep = createSweeper()
      const sweeper = setInterval(sweep, sweepPause)
      const result = await withOrganization(io, options.org, ({ _id: org }, dependencies) =>
        importRoster(dependencies, {
          org,
          files,
          replace: new Set(options.replace),
          dryRun: options.dryRun ?? false,
          progress: (progress) => {
            show(progress)
            if (progress.step === 'writing' && progress.done === progress.total) sweep('last')
          },
        }),
      ).finally(() => {
        clearInterval(sweeper)
        io.progress(null)
      })
      printResult(io, result, options)
    })
}

const tableOption = (text: string, before: readonly Table[] = []): readonly Table[] => {
  const named = text.split(',').map((word) => tables.find((table) => table === word.trim()))
  if (named.includes(undefined)) throw new InvalidArgumentError('Give teams, members or leaves.')
  return [...before, ...named.flatMap((table) => table ?? [])]
}

const filesNamed = (io: Io, names: readonly string[]): ImportFile[] => {
  if (names.filter((name) => name === '-').length > 1)
    throw new Problem('invalid', 'Standard input (-) can be read once only.')
  return names.map((name) => ({ name, read: () => (name === '-' ? io.readInput() : readText(name)) }))
}

const unreadable: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'is a folder',
  EACCES: 'may not be read by you',
}

/** A file that cannot be read is told with everything else that is wrong. */
const readText = async (name: string): Promise<string | Unreadable> => {
  try {
    if ((await stat(name)).size <= fileLimit) return await readFile(name, 'utf8')
    return { unreadable: 'is larger than 256 MB: split it' }
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown'
    return { unreadable: unreadable[code] ?? `cannot be read (${code})` }
  }
}

const barWidth = 30

const createProgressBar = (io: Io) => {
  let shown = ''
  return ({ step, done, total }: ImportProgress): void => {
    if (!io.errIsTerminal) return
    const full = total === null ? 0 : Math.floor((barWidth * done) / Math.max(total, 1))
    const bar = total === null ? '' : ` [${'#'.repeat(full)}${'.'.repeat(barWidth - full)}]`
    const line = `${step}${bar} ${done.toLocaleString('en')}${total === null ? '' : ` of ${total.toLocaleString('en')}`}`
    if (line !== shown) io.progress(line)
    shown = line
  }
}

/** In milliseconds and bytes. */
const sweepPause = 50
const sweepFrom = 150_000_000
const sweepEvery = 10_000_000
const sweepHardFrom = 270_000_000
const lastResort = { type: 'major', execution: 'sync', flavor: 'last-resort' }
/** When the store has everything: others wait while it writes, and what grows then is hardly garbage. */
const sweepEveryAtLast = 50_000_000

/**
 * On a machine with much memory the engine lets garbage pile up to several times of what an import needs. Here it is
 * collected whenever the process has grown by 10 MB over 150, so that a big import stays within 350 MB. Small ones never
 * come so far.
 */
const createSweeper = (): ((turn?: 'last') => void) => {
  let limit = sweepFrom
  let every = sweepEvery
  let collect: ((options?: object) => void) | undefined
  return (turn) => {
    if (turn === 'last') every = sweepEveryAtLast
    else if (process.memoryUsage.rss() < limit) return
    setFlagsFromString('--expose-gc')
    collect ??= runInNewContext('gc') as (options?: object) => void
    collect()
    // Newer engines keep the pages of what was collected, unless memory seems to be short.
    if (process.memoryUsage.rss() > sweepHardFrom) collect(lastResort)
    limit = Math.max(sweepFrom, process.memoryUsage.rss() + every)
  }
}

const printResult = (io: Io, result: ImportResult, { json, dryRun }: ImportOptions): void => {
  if (!result.ok) {
    io.setExitCode(1)
    if (json) printJson(io, { problems: result.findings, count: result.count })
    else printFindings(io, result.findings, result.count)
    return
  }
  if (result.tookOver !== null)
    io.err(`An import begun at ${result.tookOver} was cut off in the middle; this one took its place.`)
  if (dryRun) io.err('Nothing was written (--dry-run).')
  if (json) printJson(io, result.counts)
  else io.out(countsLine(result.counts))
}

const countsLine = (counts: RosterCounts): string =>
  (['members', 'leaves', 'teams'] as const)
    .map((table) => {
      const { added, changed, removed, same } = counts[table]
      return `${table} +${added} ~${changed} -${removed} =${same}`
    })
    .join(' · ')

const findingLine = ({ file, place, column, message }: Finding): string => {
  const named = column !== null && !place?.endsWith(`.${column}`) ? `${column}: ` : ''
  return place === null ? `${file}: ${named}${message}` : `${file}, ${place}: ${named}${message}`
}

const printFindings = (io: Io, findings: readonly Finding[], count: number): void => {
  for (const finding of findings) io.err(findingLine(finding))
  if (count > findings.length) io.err(`… and ${(count - findings.length).toLocaleString('en')} more`)
  io.err(`${count === 1 ? 'One problem' : `${count.toLocaleString('en')} problems`}; nothing was written.`)
}
