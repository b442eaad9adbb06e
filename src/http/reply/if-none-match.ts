import { tagOf } from './encoding.js'

/** Whether `If-None-Match` names this tag. RFC 9110 §13.1.2: a list of tags or `*`; the comparison is weak. */
export const matchesTag = (condition: string, etag: string): boolean =>
  condition === etag ||
  condition.trim() === '*' ||
  condition.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)

/**
 * The tag that a caller already has, for any encoding of the body: an answer that was sent as gzip and would now be
 * sent as br is still the same. nginx makes a tag weak when it compresses or decompresses by itself; that matches too.
 * Null: none.
 */
export const knownTag = (condition: string, etag: string): string | null =>
  condition === etag
    ? etag
    : ([etag, tagOf(etag, 'gzip'), tagOf(etag, 'br')].find((tag) => matchesTag(condition, tag)) ?? null)
