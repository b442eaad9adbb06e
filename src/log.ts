import { pino, type DestinationStream, type LogFn, type Logger as PinoLogger } from 'pino'
import type { LogLevel } from './config/config.js'
import { openOutput, type LogOutput } from './log/output.js'
import { createRepeats, kindOfError, type Repeats } from './log/repeats.js'

export interface Logger extends PinoLogger {
  readonly output: LogOutput
}

// API keys, credentials in a URI, bearer values, Slack tokens, response URLs and signatures, socket tickets, signed
// installation states and e-mail addresses.
const secrets =
  /who_(?:live|test|link)_[0-9A-Za-z]+|\/\/[^\s/@"]+@|[Bb]earer +[^\s",]+|xox[a-z][-.][\w.-]+|xapp-[\w-]+|hooks\.slack\.com\/[^\s"\\]+|ticket=[^\s"\\&]+|(?<![\w-])eyJ[\w-]{20,}\.[\w.-]+|v0=[0-9a-f]{16,}|[\w.+-]{1,254}@[\w-]{1,254}\.[\w.-]+/g

/** Each kind of secret has one of these, which most lines have not; they begin with rare characters, found faster. */
const marks = ['who_', '@', 'rer ', 'xox', 'xapp-', 'hooks.slack', '=', 'yJ']

/** The safety net below the allow-lists: removes secrets that reach a line through a driver's message. */
export const scrub = (line: string): string =>
  marks.some((mark) => line.includes(mark)) ? line.replace(secrets, '[hidden]') : line

/** The line that stands where others are missing. */
const noticeOf = (lost: number, reason: string): string =>
  `{"level":${pino.levels.values['warn']}${pino.stdTimeFunctions.isoTime()},"lost":${lost},"reason":${JSON.stringify(reason)},"msg":"lines of this log are missing here: it could not be written"}\n`

/** One for each stream of the process, whoever logs. */
const outputs = new Map<1 | 2, LogOutput>()

/**
 * Standard output, or standard error where standard output is reserved for a script to read; `main.ts` has Node open
 * both, which makes a pipe non-blocking.
 */
const outputOf = (fd: 1 | 2): LogOutput => {
  const output = outputs.get(fd) ?? openOutput(fd, noticeOf)
  outputs.set(fd, output)
  return output
}

const inMemory = ({ write }: DestinationStream): LogOutput => ({
  write,
  lost: () => 0,
  written: async () => undefined,
})

/** Logs an error with its stack once a minute, and then how often it came again; all other lines as they come. */
const foldErrors = ({ isFirst }: Repeats) =>
  function (this: PinoLogger, args: Parameters<LogFn>, log: LogFn): void {
    const [fields, message] = args as readonly unknown[]
    if (typeof fields !== 'object' || fields === null || !('err' in fields)) return log.apply(this, args)
    // The id is that of a request, whose own line has it too.
    const { err, id: _, ...others } = fields as { readonly err: unknown; readonly id?: unknown }
    const report = (times: number): void =>
      log.call(
        this,
        { ...others, fault: String(Reflect.get(Object(err), 'message')), times },
        `${message}: again`,
      )
    if (isFirst(`${message} ${JSON.stringify(others)} ${kindOfError(err)}`, report)) log.apply(this, args)
  }

/** Writes one JSON line per event. Lines are built from allow-lists; errors are logged with their stack. */
export const createLog = (level: LogLevel, to: DestinationStream | 1 | 2 = 1): Logger => {
  const repeats = createRepeats()
  const { write, lost, written } = typeof to === 'number' ? outputOf(to) : inMemory(to)
  const output: LogOutput = {
    write: (lines) => write(scrub(lines)),
    lost,
    written: () => {
      repeats.settle()
      return written()
    },
  }
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: { logMethod: foldErrors(repeats) },
  }
  return Object.assign(pino(options, output), { output })
}

/**
 * Writes a request line for `fields`, JSON without its braces: byte for byte what `log.info(fields, 'request')` would
 * write, in a fraction of the time. All lines of one event-loop turn go to the stream together.
 */
export const createAccessLog = (log: Logger, now: () => Date): ((fields: string) => void) => {
  if (!log.isLevelEnabled('info')) return () => undefined
  const { info } = log.levels.values
  let waiting = ''
  const write = (): void => {
    const lines = waiting
    waiting = ''
    log.output.write(lines)
  }
  return (fields) => {
    if (waiting === '') setImmediate(write)
    waiting += `{"level":${info},"time":"${now().toISOString()}",${fields},"msg":"request"}\n`
  }
}
