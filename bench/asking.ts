/** The requests to send to a server. Several are sent in rotation. */
export interface Asking {
  readonly requests: readonly AskedRequest[]
  readonly connections: number
}

export interface AskedRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

/** What a load generator measured. */
export interface Seen {
  readonly requestsPerSecond: number
  /** Milliseconds; infinite when no request was answered. */
  readonly p99: number
  /** Replies that were neither 2xx nor 304, and connections that broke. */
  readonly faults: number
}
