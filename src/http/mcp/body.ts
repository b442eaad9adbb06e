import type { IncomingMessage } from 'node:http'

/** Bytes: a question takes a few hundred. */
const longestBody = 65_536

/** The whole body of a request; `gone`: the caller hung up before its end. */
export const readBody = async (req: IncomingMessage): Promise<Buffer | 'body_too_large' | 'gone'> => {
  if (Number(req.headers['content-length']) > longestBody) return 'body_too_large'
  const chunks: Buffer[] = []
  let length = 0
  try {
    // Destroying the request would destroy its connection, and with it the reply that refuses the rest.
    for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > longestBody) return 'body_too_large'
      chunks.push(chunk)
    }
  } catch (fault) {
    if (!req.complete) return 'gone'
    throw fault
  }
  return Buffer.concat(chunks)
}

/** Errors of JSON-RPC 2.0, section 5.1, for requests that hold no single message. */
const refusals = {
  unreadable: { code: -32_700, message: 'Parse error: the body is not JSON' },
  batch: { code: -32_600, message: 'Invalid request: one message for each request, not a batch' },
} as const

export type Refusal = keyof typeof refusals

export const refusalBody = (refusal: Refusal): Buffer =>
  Buffer.from(JSON.stringify({ jsonrpc: '2.0', error: refusals[refusal], id: null }))

/**
 * The message in a body. Batches are refused: the protocol gave them up with 2025-06-18, and a request is counted as
 * one question.
 */
export const readMessage = (body: Buffer): { readonly message: unknown } | { readonly refused: Refusal } => {
  let message: unknown
  try {
    message = JSON.parse(new TextDecoder().decode(body))
  } catch {
    return { refused: 'unreadable' }
  }
  return Array.isArray(message) ? { refused: 'batch' } : { message }
}
