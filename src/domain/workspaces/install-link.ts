import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

const shape = z.strictObject({
  kind: z.literal('install-link'),
  /** Unique: what is good once is remembered by it. */
  id: z.string(),
  /** ISO 8601, UTC. From then on it is good for nothing. */
  expires_at: z.string(),
  /** What it represents: the organization of a link. */
  subject: z.string(),
})

/** A promise that travels through other hands, such as an install link. Everybody can read it; nobody can make one. */
export type Ticket = z.output<typeof shape>

/** Its kind is part of what is signed, so that no ticket passes for another one. */
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

/** The ticket, if it is of that kind, signed with that secret, and its time is not over. Whether it was used is not asked. */
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
  // Signed by us: it is JSON.
  const ticket = parseBody(body)
  if (!ticket || ticket.kind !== kind) return 'forged'
  return ticket.expires_at > now.toISOString() ? ticket : 'expired'
}
