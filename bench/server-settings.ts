import type { Day } from '../src/calendar/day.js'

/** Where a server's data is, as in the product's configuration. */
export type StorePlace = { readonly mongodb: string } | { readonly folder: string }

/** The settings of the yardstick servers, passed as JSON in their first argument. */
export interface RawSettings {
  readonly port: number
  /** The file with the bytes to send, and the tag answered with 304. */
  readonly body: string
  readonly etag: string
  /** When given, the organization's document is read before every reply. */
  readonly mongodb?: { readonly uri: string; readonly org: string }
}

export interface PlainSettings {
  readonly port: number
  readonly store: StorePlace
  readonly org: string
  readonly today: Day
}

/** The line that every bench server prints when it accepts requests; the product prints it in its log. */
export const sayListening = (): void => console.log('{"msg":"listening"}')
