import { createHash, timingSafeEqual } from 'node:crypto'
import { readCredentials } from './keys/credentials.js'
import { replyError, send, standardHeaders, type Handler } from './reply/reply.js'

export interface MetricsHandlerDeps {
  /** The bearer token that a monitoring system has to send. */
  readonly token: string
  readonly text: () => Promise<{ readonly type: string; readonly body: string }>
}

const digest = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Metrics for Prometheus. An API key is not accepted as its token, nor the reverse. */
export const createMetricsHandler = ({ token, text }: MetricsHandlerDeps): Handler => {
  const wanted = digest(token)
  return async (req, res, context) => {
    const credentials = readCredentials(req)
    const isGood = typeof credentials === 'object' && timingSafeEqual(digest(credentials.token), wanted)
    if (!isGood)
      return replyError(res, context, 'invalid_metrics_token', ['WWW-Authenticate', 'Bearer realm="whosout"'])
    const { type, body } = await text()
    send(res, context, 200, standardHeaders, [], Buffer.from(body), type)
  }
}
