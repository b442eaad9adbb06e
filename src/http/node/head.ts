import { IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http'
import { Socket } from 'node:net'

/** Header fields in one flat list: name, value, name, value. */
export type HeaderList = readonly string[]

/** A list of header fields in wire format. */
export const linesOf = (fields: HeaderList): string => {
  let lines = ''
  for (let i = 0; i < fields.length; i += 2) lines += `${fields[i]}: ${fields[i + 1]}\r\n`
  return lines
}

/**
 * The field in which Node, in every version so far, keeps a head that is ready but not yet sent; `headersSent` reads
 * it.
 */
interface UnsentHead {
  _header: string | null
  _hasBody: boolean
}

// A cast, because the types lack this field.
const unsent = (res: ServerResponse): UnsentHead => res as unknown as UnsentHead

/** Whether this Node sends a head that is stored there; if not, `writeHead` is the only way. */
const takesHeads = ((): boolean => {
  const res = new ServerResponse(new IncomingMessage(new Socket()))
  unsent(res)._header = 'HTTP/1.1 200 OK\r\n\r\n'
  return res.headersSent && '_hasBody' in res
})()

/** Whether `putHead` may write the head: the last two lines of it then fit a connection that stays open. */
export const goesOn = (req: IncomingMessage, res: ServerResponse): boolean =>
  takesHeads && res.shouldKeepAlive && req.httpVersion === '1.1' && req.headers.expect === undefined

/**
 * Writes the head that `writeHead` would write, for a connection that stays open after a reply with a known length.
 * Node checks every character of every field of every reply, which is a quarter of the time of a small one; so this is
 * only for fields that cannot contain a line break. `lines`: from `linesOf`; `timeout`: the seconds that the connection
 * is kept.
 */
export const putHead = (
  res: ServerResponse,
  status: number,
  lines: string,
  at: Date,
  timeout: number,
): void => {
  res.statusCode = status
  const head = unsent(res)
  head._hasBody &&= status !== 304 && status !== 204
  head._header = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}Date: ${dateOf(at)}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${timeout}\r\n\r\n`
}

let last = { second: NaN, text: '' }

const dateOf = (at: Date): string => {
  const second = Math.floor(at.getTime() / 1_000)
  if (second !== last.second) last = { second, text: at.toUTCString() }
  return last.text
}
