/** The state of a feed when it was last read. */
export interface KnownFeed {
  readonly etag: string | null
  readonly last_modified: string | null
}

/** The result of fetching a feed. `error` is a sentence without the address, `retryAfter` in seconds. */
export type FetchedFeed =
  | ({ readonly kind: 'feed'; readonly bytes: Uint8Array } & KnownFeed)
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'failed'; readonly error: string; readonly retryAfter: number | null }

/** Never rejects. With `known`, a feed that has not changed may be `unchanged`. */
export type FetchFeed = (url: URL, known: KnownFeed | null) => Promise<FetchedFeed>
