import type { Io } from './io.js'

interface Progress {
  readonly step: string
  readonly done: number
  /** Null where nobody knows. */
  readonly total: number | null
}

export type ShowProgress = (progress: Progress) => void

const barWidth = 30

const lineOf = ({ step, done, total }: Progress): string => {
  const count = done.toLocaleString('en')
  if (total === null) return `${step} ${count}`
  const full = Math.floor((barWidth * done) / Math.max(total, 1))
  return `${step} [${'#'.repeat(full)}${'.'.repeat(barWidth - full)}] ${count} of ${total.toLocaleString('en')}`
}

/** Shows how far long work is, on a line of the terminal that is gone when it ends. */
export const showingProgress = <T>(
  io: Pick<Io, 'errIsTerminal' | 'progress'>,
  work: (show: ShowProgress) => Promise<T>,
): Promise<T> => {
  let shown = ''
  const show: ShowProgress = (progress) => {
    const line = lineOf(progress)
    if (io.errIsTerminal && line !== shown) io.progress(line)
    shown = line
  }
  return work(show).finally(() => io.progress(null))
}
