import type { StandstillOrder } from './standstill-order.js'

/** What a replica is told when it is started. */
export interface ReplicaOrder {
  /** Stands in the user agent of its requests and as the owner of its runs. */
  readonly name: string
  readonly store: { readonly mongodb: string } | { readonly folder: string }
  readonly apiUrl: string
  /** Base64. */
  readonly encryptionKey: string
  readonly standstill: StandstillOrder | null
}
