import { setTimeout as sleep } from 'node:timers/promises'

/** A clock that runs `pace` times faster than the real one, the same in every process that is told these numbers. */
export interface Pace {
  readonly pace: number
  /** Milliseconds since 1970, by the real clock: when the fast one showed `epoch`. */
  readonly origin: number
  readonly epoch: number
}

export interface FastClock {
  /** It stands until then. */
  begin(pace: Pace): void
  now(): Date
  /** Monotonic milliseconds of the fast clock. */
  elapsed(): number
  /** Milliseconds of the fast clock. */
  wait(milliseconds: number): Promise<void>
  /** So many milliseconds of the fast clock, in real ones. */
  real(milliseconds: number): number
}

/** `shown`: what it shows while it stands. */
export const createFastClock = (shown: Date): FastClock => {
  let { pace, origin, epoch }: Pace = { pace: 0, origin: 0, epoch: shown.getTime() }
  const real = (milliseconds: number): number => Math.ceil(milliseconds / pace)
  return {
    begin: (begun) => void ({ pace, origin, epoch } = begun),
    now: () => new Date(epoch + (Date.now() - origin) * pace),
    elapsed: () => performance.now() * pace,
    wait: async (milliseconds) => void (await sleep(real(milliseconds))),
    real,
  }
}
