import { destination, pino, type DestinationStream, type Logger } from 'pino'
import type { LogLevel } from './config.js'

export type { Logger }

// Keys, credentials inside a URI, bearer values, Slack tokens and signatures, e-mail addresses.
const secrets =
  /who_(?:live|test)_[0-9A-Za-z]+|\/\/[^\s/@"]+@|Bearer +[^\s",]+|xox[a-z]-[\w-]+|v0=[0-9a-f]{16,}|[\w.+-]+@[\w-]+\.[\w.-]+/gi

/** The net below the allow-lists: what slips into a line by a driver's message is taken out of it. */
export const scrub = (line: string): string => line.replace(secrets, '[hidden]')

/** One JSON line an event. Lines are built from allow-lists; faults carry their stack. */
export const createLog = (
  level: LogLevel,
  stream: DestinationStream = destination({ fd: 1, sync: false }),
): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: { streamWrite: scrub },
    },
    stream,
  )
