import { createHmac } from 'node:crypto'

/** An id for readers who could recompute a derived leave id and learn the type from it. `key` in hex. */
export const keyedId = (key: string, id: string): string =>
  createHmac('sha256', Buffer.from(key, 'hex')).update(id).digest('hex').slice(0, 32)
