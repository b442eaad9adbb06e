import type { Day } from '../src/domain/calendar/day.js'

/** Where a server's data is, as the product's configuration has it. */
export type StorePlace = { readonly mongodb: string } | { readonly folder: string }

/** What the yardsticks are told, as JSON in their first argument. */
export interface RawSettings {
  readonly port: number
  /** The file with the bytes to send, and the tag that is answered with 304. */
  readonly body: string
  readonly etag: string
  /** Given: the organization's document is read before every reply. */
  readonly mongodb?: { readonly uri: string; readonly org: string }
}

export interface PlainSettings {
  readonly port: number
  readonly store: StorePlace
  readonly org: string
  readonly today: Day
}

/** The line that every server of the bench says when it can be asked; the product says it in its log. */
export const sayListening = (): void => console.log('{"msg":"listening"}')
