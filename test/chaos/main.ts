// npm run chaos -- --seeds 1,2,3 --mode never,lookup --on mongodb,embedded,failover
import { parseArgs } from 'node:util'
import { findMongod } from '../mongod/plan.js'
import { startReplicaSet } from '../mongod/servers.js'
import { embeddedPlace, failingPlace, wiredPlace, type Place } from './place.js'
import { runChaos, type ChaosResult } from './run.js'
import type { Mode } from './workspaces.js'

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

/** A place for one run, with the servers that it needs; a set of three serves one run, for it loses its primary. */
const openPlace = async (kind: (typeof kinds)[number]): Promise<{ place: Place; close(): Promise<void> }> => {
  if (kind === 'embedded') return { place: embeddedPlace(), close: async () => undefined }
  const { binary } = await findMongod(process.env)
  if (binary === undefined) throw new Error('no mongod was found: set MONGOMS_SYSTEM_BINARY to one')
  const deployment = await startReplicaSet(binary, kind === 'failover' ? 3 : 1)
  const place = kind === 'failover' ? failingPlace(deployment) : wiredPlace(deployment)
  return { place, close: deployment.stop }
}

const runOne = async (kind: (typeof kinds)[number], mode: Mode, seed: number): Promise<ChaosResult> => {
  const { place, close } = await openPlace(kind)
  const [digests, pace, lateBy] = [Number(values.digests), Number(values.pace), Number(values.late) * 1_000]
  return runChaos({ seed, mode, digests, archived: 6, pace, place, lateBy }).finally(close)
}

/** What a run came to, in one row. */
const rowOf = (result: ChaosResult) => ({
  store: result.place,
  mode: result.mode,
  seed: result.seed,
  posted: result.posted,
  twice: result.duplicates,
  missing: JSON.stringify(result.missing),
  found: result.viaHistory,
  paused: `${result.paused}/${result.told}`,
  stale: result.stale,
  struck: `${result.struck.length}/${result.struck.length + result.left.length}`,
  stood: result.outlasted.length,
  procs: result.processes,
  'posted at each disturbance, at the end': result.resumed.join(' '),
  wrong: result.violations.length,
  pace: result.pace,
  s: result.seconds,
})

const complain = ({ violations, left, struck, lines }: ChaosResult): void => {
  for (const violation of violations.slice(0, 20)) console.log(`  ! ${violation}`)
  if (values.verbose)
    console.log(`  befell: ${struck.join('; ')}\n  did not befall: ${left.join('; ') || 'none'}`)
  const about = violations.slice(0, 3).flatMap((violation) => violation.match(/T0TOWN[^ ]+/) ?? [])
  for (const line of lines)
    if (values.verbose || about.some((run) => line.includes(run))) console.log(`    ${line.slice(0, 400)}`)
}

for (const kind of listed(values.on, kinds))
  for (const mode of listed(values.mode, modes))
    for (const seed of values.seeds.split(',').map(Number)) {
      const result = await runOne(kind, mode, seed)
      console.table([rowOf(result)])
      complain(result)
      if (result.violations.length > 0) process.exitCode = 1
    }
