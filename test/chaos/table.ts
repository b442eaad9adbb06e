import type { ChaosResult } from './run.js'

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

export const headOf = (): string => line(columns.map(([name]) => name))
export const rowOf = (result: ChaosResult): string => line(columns.map(([, , of]) => of(result)))
