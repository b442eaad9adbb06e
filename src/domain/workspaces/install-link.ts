import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

const shape = z.strictObject({
  kind: z.literal('install-link'),
  /** Unique, to remember tickets that may be used only once. */
  id: z.string(),
  /** ISO 8601, UTC: invalid from then on. */
  expires_at: z.string(),
  /** What it is for: the organization, in the case of a link. */
  subject: z.string(),
})

/** A signed statement that passes through other hands. Anyone can read it; only this service can make one. */
export type Ticket = z.output<typeof shape>

/** The kind is part of what is signed, so that one ticket cannot pass for another. */
const signatureOf = (secret: string, body: string): Buffer =>
  createHmac('sha256', secret).update(`whosout ticket: ${body}`).digest()

export const signTicket = (secret: string, ticket: Ticket): string => {
  const body = Buffer.from(JSON.stringify(ticket)).toString('base64url')
  return `${body}.${signatureOf(secret, body).toString('base64url')}`
}

const parseBody = (body: string): Ticket | null => {
  const parsed = shape.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString('utf8')))
  return parsed.success ? parsed.data : null
}

/** The ticket of that kind, signed and not expired. Whether it was used is not checked here. */
export const readTicket = (
  secret: string,
  kind: Ticket['kind'],
  text: string,
  now: Date,
): Ticket | 'forged' | 'expired' => {
  const [body = '', signature = '', ...rest] = text.split('.')
  const given = Buffer.from(signature, 'base64url')
  const expected = signatureOf(secret, body)
  if (rest.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected))
    return 'forged'
  // The signature is ours, so this is JSON.
  const ticket = parseBody(body)
  if (!ticket || ticket.kind !== kind) return 'forged'
  return ticket.expires_at > now.toISOString() ? ticket : 'expired'
}
