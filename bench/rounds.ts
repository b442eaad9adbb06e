import type { Measurement } from './load.js'

/** Something that is measured once in every round. */
export interface Cell {
  readonly name: string
  measure(): Promise<Measurement>
}

/** Medians over the rounds, and the median ratio to another cell of the same round. */
export interface Result extends Measurement {
  readonly ratioTo: (other: string) => number | undefined
  /**
   * The same ratio for requests per second of the server's CPU time, which does not depend on other load on the
   * machine.
   */
  readonly cpuRatioTo: (other: string) => number | undefined
  readonly p99RatioTo: (other: string) => number | undefined
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

const medianOf = (values: readonly (number | null)[]): number | null =>
  values.some((value) => value === null) ? null : median(values as readonly number[])

const shuffled = <T>(items: readonly T[]): T[] =>
  items
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)

type Rounds = ReadonlyMap<string, readonly Measurement[]>

const medianRatio = (
  rounds: Rounds,
  name: string,
  other: string,
  figure: (measurement: Measurement) => number,
): number | undefined => {
  const others = rounds.get(other)
  return others && median(rounds.get(name)!.map((one, i) => figure(one) / figure(others[i]!)))
}

const perCpuSecond = ({ requestsPerSecond, serverCpu }: Measurement): number =>
  requestsPerSecond / (serverCpu ?? NaN)

const resultOf = (rounds: Rounds, name: string): Result => {
  const all = rounds.get(name)!
  return {
    requestsPerSecond: median(all.map(({ requestsPerSecond }) => requestsPerSecond)),
    p99: median(all.map(({ p99 }) => p99)),
    faults: 0,
    serverCpu: medianOf(all.map(({ serverCpu }) => serverCpu)),
    generatorCpu: medianOf(all.map(({ generatorCpu }) => generatorCpu)),
    ratioTo: (other) => medianRatio(rounds, name, other, ({ requestsPerSecond }) => requestsPerSecond),
    cpuRatioTo: (other) => medianRatio(rounds, name, other, perCpuSecond),
    p99RatioTo: (other) => medianRatio(rounds, name, other, ({ p99 }) => p99),
  }
}

/** Measures all cells in every round, each round in a new random order; unless quick, after a warm-up round that does not count. */
export const runRounds = async (
  cells: readonly Cell[],
  { rounds: count, isQuick }: { readonly rounds: number; readonly isQuick: boolean },
): Promise<ReadonlyMap<string, Result>> => {
  if (!isQuick) for (const { measure } of cells) await measure()
  const rounds = new Map(cells.map(({ name }) => [name, [] as Measurement[]]))
  for (let round = 0; round < count; round++)
    for (const { name, measure } of shuffled(cells)) rounds.get(name)!.push(await measure())
  return new Map(cells.map(({ name }) => [name, resultOf(rounds, name)]))
}
