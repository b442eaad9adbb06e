import { write, writeSync } from 'node:fs'

/** Where the lines of a log go. Nothing here ever throws, waits for a reader, or holds up the process. */
export interface LogOutput {
  /** Takes whole lines. */
  write(lines: string): void
  /** How many lines were dropped since the start. */
  lost(): number
  /** Resolves when every line so far is out, or the far end refuses lines. */
  written(): Promise<void>
}

/** Bytes held for a slow reader; beyond that, lines are dropped until all of them are out. */
const maxHeld = 4 * 1_024 * 1_024
/**
 * One write per line would cost more than all the rest of a small reply, and one per thirty lines a fifth of it: lines
 * are gathered up to this size, for at most `gatherFor` milliseconds.
 */
const gatherTo = 49_152
const gatherFor = 100
const maxWrite = 65_536
/** Milliseconds until a full pipe is tried again, doubled up to the longest; and until a full disk is. */
const firstPause = 2
const maxPause = 100
const refusedPause = 1_000

const nothing = Buffer.alloc(0)
const newline = 10

const linesIn = (bytes: Uint8Array): number => {
  let count = 0
  for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) count++
  return count
}

const isFull = ({ code }: NodeJS.ErrnoException): boolean => code === 'EAGAIN' || code === 'EBUSY'

/**
 * Writes to a file that stays open: a pipe that is not blocking, as Node's own are, or anything else that a write cannot wait
 * for. `notice` is the line that says how many are missing, written where they would be. Pino's own destination ends
 * the process when a disk is full, or tries for ever; and it holds all that a pipe does not take.
 */
export const openOutput = (fd: number, notice: (lost: number, reason: string) => string): LogOutput => {
  let gathered = ''
  /** What is being written, from `done` on. */
  let writing = nothing
  let done = 0
  /** Bytes that the system is writing right now. */
  let underWay = 0
  let lost = 0
  /** Why lines are being dropped: none is taken before a notice is on its way. */
  let reason = ''
  let isNotice = false
  let endsInLine = false
  let pause = firstPause
  let timer: NodeJS.Timeout | undefined
  let waiting: (() => void)[] = []

  const settle = (): void => waiting.splice(0).forEach((resolve) => resolve())

  const nextIn = (ms: number): void => {
    timer ??= setTimeout(next, ms).unref()
  }

  /** Takes what is to be written next; false: there is nothing. */
  const take = (): boolean => {
    isNotice = gathered === '' && reason !== ''
    const lines = isNotice ? (endsInLine ? '\n' : '') + notice(lost, reason) : gathered
    if (isNotice) reason = ''
    else gathered = ''
    writing = Buffer.from(lines)
    done = 0
    return lines !== ''
  }

  /** The disk is full, or the reader has gone. */
  const drop = (code: string): void => {
    lost += (isNotice ? 0 : linesIn(writing.subarray(done))) + linesIn(Buffer.from(gathered))
    reason = code
    gathered = ''
    writing = nothing
    done = 0
    settle()
    nextIn(refusedPause)
  }

  const ended = (error: NodeJS.ErrnoException | null, size: number): void => {
    underWay = 0
    if (error && isFull(error)) {
      nextIn(pause)
      pause = Math.min(2 * pause, maxPause)
      return
    }
    if (error) return drop(error.code ?? error.name)
    pause = firstPause
    done += size
    if (size > 0) endsInLine = writing[done - 1] !== newline
    next()
  }

  const next = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (underWay > 0) return
    if (done === writing.length && !take()) return settle()
    underWay = Math.min(writing.length - done, maxWrite)
    write(fd, writing, done, underWay, null, ended)
  }

  /** What has been gathered since the last write, when the process ends: each write is tried once. */
  const writeLast = (): void => {
    const last = Buffer.concat([writing.subarray(done + underWay), Buffer.from(gathered)])
    try {
      for (let at = 0; at < last.length;) at += writeSync(fd, last, at)
    } catch {
      // Nobody is left to be told.
    }
  }
  process.once('exit', writeLast)

  return {
    write(lines) {
      if (reason === '' && writing.length + gathered.length + lines.length > maxHeld)
        reason = 'its reader is too slow'
      if (reason !== '') return void (lost += linesIn(Buffer.from(lines)))
      gathered += lines
      if (writing.length > done) return
      if (gathered.length >= gatherTo) next()
      else nextIn(gatherFor)
    },
    lost: () => lost,
    written: () =>
      new Promise((resolve) => {
        waiting.push(resolve)
        next()
      }),
  }
}
