import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { connect } from 'node:net'

/** One HTTP/1.1 reply as it stood on the wire. */
export interface Reply {
  readonly status: number
  readonly reason: string
  /** In the order, spelling and number in which they were sent. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
}

export interface Conversation {
  readonly replies: readonly Reply[]
  /** Interim replies such as `100 Continue`. */
  readonly interim: readonly Reply[]
  /** What came after the last whole reply. */
  readonly rest: string
  /** `closed` or `reset` by the server, or `open` when the client had all it waited for. */
  readonly end: 'closed' | 'reset' | 'open'
}

export interface Waiting {
  /** Methods of the requests in the bytes, in order; by default the first word of the bytes, once. */
  readonly methods?: readonly string[]
  /** Sent as soon as the first reply is there. */
  readonly then?: string
  /** Read on until the server closes, instead of hanging up after one reply for each method. */
  readonly untilClosed?: boolean
  /** Milliseconds after which the conversation counts as failed. */
  readonly patience?: number
}

/** The only value of a header, or undefined when there is none; repeats are joined as HTTP allows. */
export const header = (reply: Reply, name: string): string | undefined => {
  const values = reply.headers.filter(([known]) => known.toLowerCase() === name.toLowerCase())
  return values.length === 0 ? undefined : values.map(([, value]) => value).join(', ')
}

/** Text as the bytes that `converse` sends: its characters stand for one byte each. */
export const utf8 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')

const fail = (why: string): never => {
  throw new Error(`not an HTTP reply: ${why}`)
}

/** The text of a body, whatever it was compressed with on its way. */
const decoded = (reply: Reply, body: Buffer): string => {
  const coding = header(reply, 'content-encoding')
  if (coding === 'gzip') return gunzipSync(body).toString('utf8')
  return (coding === 'br' ? brotliDecompressSync(body) : body).toString('utf8')
}

const readHead = (text: string): Omit<Reply, 'body'> => {
  const [first = '', ...lines] = text.split('\r\n')
  const status = /^HTTP\/1\.1 (\d{3})(?: (.*))?$/.exec(first) ?? fail(JSON.stringify(first.slice(0, 80)))
  const headers = lines.map((line): [string, string] => {
    const parts = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? fail(JSON.stringify(line))
    return [parts[1]!, parts[2]!]
  })
  return { status: Number(status[1]), reason: status[2] ?? '', headers }
}

interface Piece {
  readonly body: Buffer
  /** Where the next reply begins. */
  readonly next: number
}

const readChunks = (bytes: Buffer, start: number): Piece | undefined => {
  const chunks: Buffer[] = []
  for (let at = start; ;) {
    const line = bytes.indexOf('\r\n', at)
    if (line < 0) return undefined
    const size = /^[0-9a-fA-F]+$/.exec(bytes.toString('latin1', at, line)) ?? fail('chunk size')
    const length = parseInt(size[0], 16)
    const end = line + 2 + length + 2
    if (bytes.length < end) return undefined
    if (bytes.toString('latin1', end - 2, end) !== '\r\n') fail('chunk end')
    if (length === 0) return { body: Buffer.concat(chunks), next: end }
    chunks.push(bytes.subarray(line + 2, end - 2))
    at = end
  }
}

const readBody = (bytes: Buffer, start: number, length: number): Piece | undefined =>
  bytes.length < start + length
    ? undefined
    : { body: bytes.subarray(start, start + length), next: start + length }

/** The reply that begins at `start`, or undefined when it is not all there yet. */
const readReply = (
  bytes: Buffer,
  start: number,
  method: string,
  closed: boolean,
): { reply: Reply; next: number } | undefined => {
  const end = bytes.indexOf('\r\n\r\n', start)
  if (end < 0) return undefined
  const head = readHead(bytes.toString('latin1', start, end))
  const reply = { ...head, body: '' }
  const bodyAt = end + 4
  const length = header(reply, 'content-length')
  const chunked = header(reply, 'transfer-encoding') === 'chunked'
  if (chunked && length !== undefined) fail('both a length and chunks')
  if (length !== undefined && !/^\d+$/.test(length)) fail(`length ${length}`)
  const bodiless = head.status < 200 || head.status === 204 || head.status === 304 || method === 'HEAD'
  if (bodiless) return { reply, next: bodyAt }
  const piece = chunked
    ? readChunks(bytes, bodyAt)
    : length !== undefined
      ? readBody(bytes, bodyAt, Number(length))
      : closed
        ? readBody(bytes, bodyAt, bytes.length - bodyAt)
        : undefined
  return piece && { reply: { ...reply, body: decoded(reply, piece.body) }, next: piece.next }
}

/** Takes bytes as they come and tells the replies in them apart. */
export const createReplyReader = (methods: readonly string[]) => {
  const replies: Reply[] = []
  const interim: Reply[] = []
  let bytes = Buffer.alloc(0)
  const read = (closed: boolean): void => {
    for (;;) {
      const found = readReply(bytes, 0, methods[replies.length] ?? 'GET', closed)
      if (!found) return
      bytes = bytes.subarray(found.next)
      if (found.reply.status < 200) interim.push(found.reply)
      else replies.push(found.reply)
    }
  }
  return {
    replies,
    interim,
    take(chunk: Buffer): void {
      bytes = Buffer.concat([bytes, chunk])
      read(false)
    },
    /** Ends a body that has neither length nor chunks; returns what is left over. */
    close(): string {
      read(true)
      return bytes.toString('latin1')
    },
  }
}

/**
 * Sends exactly these bytes (one character, one byte) to 127.0.0.1 over a new TCP socket and reports what came back.
 * Rejects when the reply is no HTTP, and when what is waited for has not come in `patience` ms (a minute).
 */
export const converse = (port: number, bytes: string, waiting: Waiting = {}): Promise<Conversation> =>
  new Promise((resolve, reject) => {
    const methods = waiting.methods ?? [bytes.split(' ', 1)[0]!]
    const reader = createReplyReader(methods)
    const socket = connect({ port, host: '127.0.0.1' })
    const finish = (end: Conversation['end']): void => {
      clearTimeout(timer)
      socket.destroy()
      try {
        resolve({ rest: reader.close(), end, replies: reader.replies, interim: reader.interim })
      } catch (error) {
        reject(error as Error)
      }
    }
    const giveUp = (why: Error): void => {
      clearTimeout(timer)
      socket.destroy()
      reject(why)
    }
    const timer = setTimeout(
      () => giveUp(new Error(`${reader.replies.length} of ${methods.length} replies, and no end`)),
      waiting.patience ?? 60_000,
    )
    let more = waiting.then
    socket.on('data', (chunk) => {
      try {
        reader.take(chunk)
      } catch (error) {
        giveUp(error as Error)
        return
      }
      if (more !== undefined && reader.replies.length > 0) {
        socket.write(Buffer.from(more, 'latin1'))
        more = undefined
      }
      if (!waiting.untilClosed && reader.replies.length >= methods.length) finish('open')
    })
    socket.on('error', () => finish('reset'))
    socket.on('close', () => finish('closed'))
    socket.on('connect', () => socket.write(Buffer.from(bytes, 'latin1')))
  })
