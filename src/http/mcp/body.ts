import type { IncomingMessage } from 'node:http'
import { errors, type ErrorCode } from '../reply/errors.js'
import type { ErrorDetails } from '../reply/reply.js'

/** Bytes: a question takes a few hundred. */
const maxBodyLength = 65_536

/** The whole body of a request; `gone`: the caller hung up before its end. */
export const readBody = async (req: IncomingMessage): Promise<Buffer | 'body_too_large' | 'gone'> => {
  if (Number(req.headers['content-length']) > maxBodyLength) return 'body_too_large'
  const chunks: Buffer[] = []
  let length = 0
  try {
    // Destroying the request would destroy its connection, and with it the reply that refuses the rest.
    for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > maxBodyLength) return 'body_too_large'
      chunks.push(chunk)
    }
  } catch (error) {
    if (req.complete) throw error
  }
  return req.complete ? Buffer.concat(chunks) : 'gone'
}

/** Errors of JSON-RPC 2.0, section 5.1, for requests that hold no single message. */
const refusals = {
  unreadable: { code: -32_700, message: 'Parse error: the body is not JSON' },
  batch: { code: -32_600, message: 'Invalid request: one message for each request, not a batch' },
} as const

/** The first of the codes that JSON-RPC leaves to servers. */
const serverError = -32_000

export type Refusal = keyof typeof refusals

export const refusalBody = (refusal: Refusal): Buffer =>
  Buffer.from(JSON.stringify({ jsonrpc: '2.0', error: refusals[refusal], id: null }))

/**
 * A refusal of ours, such as that of a key, as an error that agents' clients can show. It has no id, because the request
 * was not read; the protocol says so, and its schemas refuse the null of JSON-RPC.
 */
export const rpcErrorBody = (
  code: ErrorCode,
  { message = errors[code].message, issues }: ErrorDetails = {},
): Buffer =>
  Buffer.from(
    JSON.stringify({ jsonrpc: '2.0', error: { code: serverError, message, data: { code, issues } } }),
  )

/** Batches are refused: the protocol gave them up with 2025-06-18, and a request is counted as one question. */
export const readMessage = (body: Buffer): { readonly message: unknown } | { readonly refused: Refusal } => {
  let message: unknown
  try {
    message = JSON.parse(new TextDecoder().decode(body))
  } catch {
    return { refused: 'unreadable' }
  }
  return Array.isArray(message) ? { refused: 'batch' } : { message }
}
