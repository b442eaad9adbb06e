import { createHmac } from 'node:crypto'

/**
 * An id for somebody who may not know what it is made from: whoever knows the person could recompute a derived leave id
 * and learn the type from it. `key` in hex.
 */
export const keyedId = (key: string, id: string): string =>
  createHmac('sha256', Buffer.from(key, 'hex')).update(id).digest('hex').slice(0, 32)
