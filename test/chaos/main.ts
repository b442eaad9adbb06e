// npm run chaos -- --seeds 1,2,3 --mode never,lookup --on mongodb,embedded,failover
import { parseArgs } from 'node:util'
import { findMongod } from '../mongod/plan.js'
import { startReplicaSet } from '../mongod/servers.js'
import { embeddedPlace, failingPlace, wiredPlace, type Place } from './place.js'
import { runChaos, type ChaosResult } from './run.js'
import type { Mode } from './workspaces.js'

const columns: readonly (readonly [
  name: string,
  width: number,
  of: (result: ChaosResult) => string | number,
])[] = [
  ['store', 9, ({ place }) => place],
  ['mode', 7, ({ mode }) => mode],
  ['seed', 5, ({ seed }) => seed],
  ['posted', 7, ({ posted }) => posted],
  ['twice', 6, ({ duplicates }) => duplicates],
  ['missing', 8, ({ missing }) => Object.values(missing).reduce((sum, count) => sum + count, 0)],
  ['found', 6, ({ viaHistory }) => viaHistory],
  ['paused', 7, ({ paused, told }) => `${paused}/${told}`],
  ['stale', 6, ({ stale }) => stale],
  ['struck', 8, ({ struck, left }) => `${struck.length}/${struck.length + left.length}`],
  ['stood', 6, ({ outlasted }) => outlasted.length],
  ['procs', 6, ({ processes }) => processes],
  ['posted at each disturbance, at the end', 40, ({ resumed }) => resumed.join(' ')],
  ['wrong', 6, ({ violations }) => violations.length],
  ['pace', 5, ({ pace }) => pace],
  ['s', 4, ({ seconds }) => seconds],
  [
    'missing because',
    0,
    ({ missing }) =>
      Object.entries(missing)
        .map((entry) => entry.join(': '))
        .join(', '),
  ],
]

const line = (cells: readonly (string | number)[]): string =>
  cells.map((cell, index) => String(cell).padEnd(columns[index]![1])).join(' ')

const headOf = (): string => line(columns.map(([name]) => name))
const rowOf = (result: ChaosResult): string => line(columns.map(([, , of]) => of(result)))

const kinds = ['mongodb', 'embedded', 'failover'] as const
const modes = ['never', 'lookup'] as const
const usage =
  'npm run chaos -- [--seeds 1,2,3] [--mode never,lookup] [--on mongodb,embedded,failover] ' +
  '[--digests 300] [--pace 15] [--late 20] [--verbose]'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1' },
    mode: { type: 'string', default: 'never,lookup' },
    on: { type: 'string', default: 'mongodb' },
    digests: { type: 'string', default: '300' },
    pace: { type: 'string', default: '15' },
    late: { type: 'string', default: '20' },
    verbose: { type: 'boolean', default: false },
  },
})

const listed = <T extends string>(text: string, allowed: readonly T[]): readonly T[] => {
  const words = text.split(',')
  const known = words.flatMap((word) => allowed.filter((one) => one === word))
  if (known.length !== words.length) throw new Error(usage)
  return known
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const binaryOf = async (): Promise<string> => {
  const { binary } = await findMongod(process.env)
  if (binary === undefined) throw new Error('no mongod was found: set MONGOMS_SYSTEM_BINARY to one')
  return binary
}

/** A place for one run, with the servers that it needs; a set of three serves one run, for it loses its primary. */
const openPlace = async (kind: (typeof kinds)[number]): Promise<{ place: Place; close(): Promise<void> }> => {
  if (kind === 'embedded') return { place: embeddedPlace(), close: async () => undefined }
  const deployment = await startReplicaSet(await binaryOf(), kind === 'failover' ? 3 : 1)
  const place = kind === 'failover' ? failingPlace(deployment) : wiredPlace(deployment)
  return { place, close: deployment.stop }
}

const runOne = async (kind: (typeof kinds)[number], mode: Mode, seed: number): Promise<ChaosResult> => {
  const { place, close } = await openPlace(kind)
  const [digests, archived] = [Number(values.digests), 6]
  try {
    const lateBy = Number(values.late) * 1_000
    return await runChaos({ seed, mode, digests, archived, pace: Number(values.pace), place, lateBy })
  } finally {
    await close()
  }
}

const complain = ({ violations, left, struck, lines }: ChaosResult): void => {
  for (const violation of violations.slice(0, 20)) say(`  ! ${violation}`)
  if (values.verbose) say(`  befell: ${struck.join('; ')}\n  did not befall: ${left.join('; ') || 'none'}`)
  const about = violations.slice(0, 3).flatMap((violation) => violation.match(/T0TOWN[^ ]+/) ?? [])
  for (const line of lines)
    if (values.verbose || about.some((run) => line.includes(run))) say(`    ${line.slice(0, 400)}`)
}

let violations = 0
say(headOf())
for (const kind of listed(values.on, kinds))
  for (const mode of listed(values.mode, modes))
    for (const seed of values.seeds.split(',').map(Number)) {
      const result = await runOne(kind, mode, seed)
      say(rowOf(result))
      complain(result)
      violations += result.violations.length
    }
process.exitCode = violations > 0 ? 1 : 0
