import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { readTicket, signTicket, type Ticket } from '../../../src/domain/workspaces/install-link.js'

const secret = 'a-secret-for-states-and-links'
const now = new Date('2026-11-20T10:00:00.000Z')
const ticket: Ticket = {
  kind: 'install-link',
  id: '1',
  expires_at: '2026-11-20T10:00:00.001Z',
  subject: 'an organization',
}

describe('a ticket', () => {
  const signed = signTicket(secret, ticket)

  it('is read until its time is over, and fits into an address as it is', () => {
    expect(readTicket(secret, 'install-link', signed, now)).toEqual(ticket)
    expect(readTicket(secret, 'install-link', signed, new Date(now.getTime() + 1))).toBe('expired')
    expect(encodeURIComponent(signed)).toBe(signed)
  })

  it('is no ticket of another kind, nor of another process', () => {
    const body = Buffer.from(JSON.stringify({ ...ticket, kind: 'oauth-state' })).toString('base64url')
    const signature = createHmac('sha256', secret).update(`whosout ticket: ${body}`).digest('base64url')
    expect(readTicket(secret, 'install-link', `${body}.${signature}`, now)).toBe('forged')
    expect(readTicket('another secret', 'install-link', signed, now)).toBe('forged')
  })

  it('cannot be changed, cut or made up', () => {
    for (let i = 0; i < signed.length; i++) {
      const changed = signed.slice(0, i) + (signed[i] === 'A' ? 'Q' : 'A') + signed.slice(i + 1)
      expect(readTicket(secret, 'install-link', changed, now)).toBe('forged')
      expect(readTicket(secret, 'install-link', signed.slice(0, i), now)).toBe('forged')
    }
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(readTicket(secret, 'install-link', text, now)).toBe('forged')
      }),
      { numRuns: inject('cases') },
    )
  })

  it('is not what the secret signs elsewhere', () => {
    const body = Buffer.from(JSON.stringify(ticket)).toString('base64url')
    const elsewhere = createHmac('sha256', secret).update(body).digest('base64url')
    expect(readTicket(secret, 'install-link', `${body}.${elsewhere}`, now)).toBe('forged')
  })
})
