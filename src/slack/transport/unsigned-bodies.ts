import type { IncomingMessage } from 'node:http'

/** Bytes: about the size of the largest form that Slack sends. */
const maxBodyBytes = 256 * 2 ** 10
/** Bytes of all bodies whose signature has not been checked yet. */
const maxUnsigned = 16 * 2 ** 20

/** Why a body is not read to its end, as an HTTP status: too large, no room for it, or its sender disconnected. */
type Unread = 413 | 503 | 'gone'

export interface UnsignedBodies {
  /** The body, or why there is none. `release` is called once its signature was checked, whatever the result. */
  read(req: IncomingMessage): Promise<{ readonly body: Buffer; readonly release: () => void } | Unread>
}

interface BodyReading {
  size: number
  abandon(): void
}

/**
 * Reads bodies from unverified senders. When all of them together exceed the limit, the oldest one is dropped: a sender
 * who is slow on purpose cannot keep out Slack, whose bodies arrive within milliseconds.
 */
export const createUnsignedBodies = (most: number = maxUnsigned): UnsignedBodies => {
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
        if (Number(req.headers['content-length'] ?? 0) > maxBodyBytes) return resolve(413)
        const chunks: Buffer[] = []
        const stop = (why: Unread): void => {
          release(reading)
          chunks.length = 0
          req.removeListener('data', take)
          // Data that still arrives is discarded until the reply has closed the connection.
          req.resume()
          resolve(why)
        }
        const reading: BodyReading = { size: 0, abandon: () => stop(503) }
        const take = (chunk: Buffer): void => {
          if (reading.size + chunk.length > maxBodyBytes) return stop(413)
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
