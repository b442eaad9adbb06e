import type { Dependencies, Meter } from '../dependencies.js'
import type { BuildDigest } from './content.js'
import type { DigestPoster } from './poster.js'

type Say = (fields: object, message: string) => void

/** The process's own log, with one line per transition that includes the run's id. */
interface DigestLog {
  readonly info: Say
  readonly warn: Say
  readonly error: Say
}

export interface DigestDependencies extends Pick<Dependencies, 'store' | 'now' | 'tzdata'> {
  /** Monotonic milliseconds. */
  readonly elapsed: () => number
  readonly wait: (milliseconds: number) => Promise<unknown>
  readonly random: (size: number) => Uint8Array
  readonly poster: DigestPoster
  readonly build: BuildDigest
  readonly log: DigestLog
  readonly meter?: Pick<Meter, 'digestRun'> | undefined
  /** Asked when a tick begins, and before each post of it; absent: always. */
  readonly isClockTrusted?: () => boolean
  /** Identifies this process among all that share the store. */
  readonly owner: string
}
