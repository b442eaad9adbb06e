import { tagOf } from './encoding.js'

/** Whether `If-None-Match` names this tag. RFC 9110 §13.1.2: a list of tags or `*`; the comparison is weak. */
export const matchesTag = (condition: string, etag: string): boolean =>
  condition === etag ||
  condition.trim() === '*' ||
  condition.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)

/**
 * The tag that a caller already has, of whichever form of the body: one that was sent gzip and could now be sent br is
 * still the same answer. nginx makes a tag weak when it compresses or unpacks by itself; that matches too. Null: none.
 */
export const knownTag = (condition: string, etag: string): string | null =>
  condition === etag
    ? etag
    : ([etag, tagOf(etag, 'gzip'), tagOf(etag, 'br')].find((tag) => matchesTag(condition, tag)) ?? null)
