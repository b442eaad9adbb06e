import { once } from 'node:events'
import { request, type ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'

interface Asking {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

interface Got {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** Over a connection of its own, to be read or hung up on. */
export const send = (port: number, path: string, { method = 'GET', headers = {}, body }: Asking = {}) =>
  request({ host: '127.0.0.1', port, path, method, headers, agent: false }).end(body)

/** As it comes: nothing is followed, and nothing is decompressed. */
export const receive = async (sent: ClientRequest): Promise<Got> => {
  const [reply] = (await once(sent, 'response')) as [IncomingMessage]
  const body = Buffer.concat(await reply.toArray())
  return { status: reply.statusCode!, headers: reply.headers, body }
}
