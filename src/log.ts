import { destination, pino, symbols, type DestinationStream, type Logger } from 'pino'
import type { LogLevel } from './config/config.js'

export type { Logger }

// Keys, credentials inside a URI, bearer values, Slack tokens, signatures and answering addresses, sockets' tickets,
// what is signed for an installation, e-mail addresses.
const secrets =
  /who_(?:live|test|link)_[0-9A-Za-z]+|\/\/[^\s/@"]+@|[Bb]earer +[^\s",]+|xox[a-z][-.][\w.-]+|xapp-[\w-]+|hooks\.slack\.com\/[^\s"\\]+|ticket=[^\s"\\&]+|eyJ[\w-]{20,}\.[\w.-]+|v0=[0-9a-f]{16,}|[\w.+-]+@[\w-]+\.[\w.-]+/g

/**
 * What each of them has in it: nearly every line has none, and is not searched. They begin with characters that are rare
 * in a line of a request, which are found faster.
 */
const marks = ['who_', '@', 'rer ', 'xox', 'xapp-', 'hooks.slack', '=', 'yJ']

/** The net below the allow-lists: what slips into a line by a driver's message is taken out of it. */
export const scrub = (line: string): string =>
  marks.some((mark) => line.includes(mark)) ? line.replace(secrets, '[hidden]') : line

/**
 * A write for every line would cost more than all the rest of a small reply, and one for every thirty a fifth of it;
 * nobody waits longer for a line than these milliseconds.
 */
const gathered = { minLength: 49_152, maxWrite: 65_536, periodicFlush: 100 }

/**
 * Standard output, or standard error where that is kept for what a script reads. Lines are gathered as bytes: of texts,
 * the stream measures all that it has gathered anew with every line.
 */
const streamOf = (fd: 1 | 2): DestinationStream => {
  const stream = destination({ fd, sync: false, contentMode: 'buffer', ...gathered })
  // The types know texts only.
  return { write: (line) => stream.write(Buffer.from(line) as never) }
}

/** One JSON line an event. Lines are built from allow-lists; faults carry their stack. */
export const createLog = (level: LogLevel, to: DestinationStream | 1 | 2 = 1): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: { streamWrite: scrub },
    },
    typeof to === 'number' ? streamOf(to) : to,
  )

/**
 * Writes a line for `fields`, JSON without its braces, as `log.info(fields, 'request')` would, byte for byte, in a
 * fraction of the time: every request has one. Lines of one turn of the event loop go to the stream at once.
 */
export const createAccessLog = (log: Logger, now: () => Date): ((fields: string) => void) => {
  if (!log.isLevelEnabled('info')) return () => undefined
  // The types do not say that a logger has what its symbols name; pino documents them.
  const stream = (log as unknown as Record<symbol, DestinationStream>)[symbols.streamSym]!
  const { info } = log.levels.values
  let waiting = ''
  const write = (): void => {
    const lines = waiting
    waiting = ''
    stream.write(scrub(lines))
  }
  return (fields) => {
    if (waiting === '') setImmediate(write)
    waiting += `{"level":${info},"time":"${now().toISOString()}",${fields},"msg":"request"}\n`
  }
}
