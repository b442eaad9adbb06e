import type { IncomingMessage } from 'node:http'

/** Bytes: the largest form that Slack sends has about as many. */
const largestBody = 256 * 2 ** 10
/** Bytes of all bodies whose signature nobody has checked yet. */
const mostUnsigned = 16 * 2 ** 20

/** Why a body is not read to its end, as a status: too large, no room for it, or its sender is gone. */
export type Unread = 413 | 503 | 'gone'

export interface UnsignedBodies {
  /** The body, or why there is none. `release` is called when its signature was checked, whatever came of it. */
  read(req: IncomingMessage): Promise<{ readonly body: Buffer; readonly release: () => void } | Unread>
}

interface BodyReading {
  size: number
  abandon(): void
}

/**
 * Reads bodies from senders whom nobody knows yet. Over the bytes that all of them may have together the oldest one
 * gives way: a caller who sends slowly on purpose cannot keep out Slack, whose bodies are there within milliseconds.
 */
export const createUnsignedBodies = (most: number = mostUnsigned): UnsignedBodies => {
  const readings = new Set<BodyReading>()
  let total = 0

  const release = (reading: BodyReading): void => {
    if (readings.delete(reading)) total -= reading.size
  }

  const grow = (reading: BodyReading, bytes: number): void => {
    reading.size += bytes
    total += bytes
    for (const oldest of readings) {
      if (total <= most) return
      oldest.abandon()
    }
  }

  return {
    read: (req) =>
      new Promise((resolve) => {
        if (Number(req.headers['content-length'] ?? 0) > largestBody) return resolve(413)
        const chunks: Buffer[] = []
        const stop = (why: Unread): void => {
          release(reading)
          chunks.length = 0
          req.removeListener('data', take)
          // What still comes is thrown away until the reply has ended the connection.
          req.resume()
          resolve(why)
        }
        const reading: BodyReading = { size: 0, abandon: () => stop(503) }
        const take = (chunk: Buffer): void => {
          if (reading.size + chunk.length > largestBody) return stop(413)
          chunks.push(chunk)
          grow(reading, chunk.length)
        }
        readings.add(reading)
        req.on('data', take)
        req.once('end', () => resolve({ body: Buffer.concat(chunks), release: () => release(reading) }))
        req.once('error', () => stop('gone'))
        req.once('close', () => req.complete || stop('gone'))
      }),
  }
}
