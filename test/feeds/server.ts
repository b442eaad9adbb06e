import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a feed's server does with one request. */
export type Behave = (request: IncomingMessage, response: ServerResponse) => void

export interface FeedServer {
  /** Where the feed is; every path is answered alike. */
  readonly url: string
  readonly port: number
  /** The requests that came, oldest first. */
  readonly requests: readonly IncomingMessage[]
  behave(next: Behave): void
  stop(): Promise<void>
}

/** A server of the suite's own, as well or badly behaved as a test wants it. */
export const startFeedServer = async (
  first: Behave = (_, response) => response.end(),
): Promise<FeedServer> => {
  let behaviour = first
  const requests: IncomingMessage[] = []
  const listener: RequestListener = (request, response) => {
    requests.push(request)
    behaviour(request, response)
  }
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/feed.ics?secret=abcd1234`,
    port,
    requests,
    behave: (next) => void (behaviour = next),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export const say =
  (body: string | Uint8Array, headers: Readonly<Record<string, string>> = {}, status = 200): Behave =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'text/calendar', ...headers }).end(body)
