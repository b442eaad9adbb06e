import { idBytes, randomId } from '../domain/identity.js'
import type { Organization } from '../domain/organization.js'
import { readTicket, signTicket, type Ticket } from '../domain/ticket.js'
import type { Change } from '../store/port.js'
import type { Dependencies } from './dependencies.js'

type Needed = Pick<Dependencies, 'store' | 'now' | 'random'>

/** Milliseconds. A link is sent to somebody, the state of an installation goes to Slack and back. */
const lifetimes = { 'install-link': 24 * 3_600_000, 'oauth-state': 600_000 } as const

const spentId = ({ kind, id }: Ticket): string => `${kind}:${id}`

/** The change that uses a ticket up: a conflict when somebody was faster. Remembered as long as the ticket would be good. */
export const spending = (ticket: Ticket): Change => ({
  put: 'spent_tickets',
  document: { _id: spentId(ticket), expire_at: ticket.expires_at },
  when: 'absent',
})

export type RefusedTicket = 'forged' | 'expired' | 'used'

const issue = ({ now, random }: Needed, secret: string, kind: Ticket['kind'], subject: string): string => {
  const expires_at = new Date(now().getTime() + lifetimes[kind]).toISOString()
  return signTicket(secret, { kind, id: randomId(random(idBytes)), expires_at, subject })
}

const readLink = async (
  { store, now }: Needed,
  secret: string,
  text: string,
): Promise<
  { readonly link: Ticket; readonly organization: Organization } | { readonly refused: RefusedTicket }
> => {
  const link = readTicket(secret, 'install-link', text, now())
  if (typeof link === 'string') return { refused: link }
  const [spent] = await store.get('spent_tickets', [spentId(link)])
  if (spent) return { refused: 'used' }
  const [organization] = await store.get('organizations', [link.subject])
  return organization ? { link, organization } : { refused: 'expired' }
}

const spendState = async (
  { store, now }: Needed,
  secret: string,
  text: string,
): Promise<{ readonly subject: string } | { readonly refused: RefusedTicket }> => {
  const state = readTicket(secret, 'oauth-state', text, now())
  if (typeof state === 'string') return { refused: state }
  const { done } = await store.commit([spending(state)])
  return done ? { subject: state.subject } : { refused: 'used' }
}

/** Install links and the states of installations: signed, good once and for a while. */
export const createTickets = (dependencies: Needed, secret: string) => ({
  /** Good for 24 hours; it is used up by the installation that it binds, not by being opened. */
  issueLink: (org: string) => issue(dependencies, secret, 'install-link', org),
  readLink: (text: string) => readLink(dependencies, secret, text),
  /** Good for ten minutes. */
  issueState: (subject: string) => issue(dependencies, secret, 'oauth-state', subject),
  spendState: (text: string) => spendState(dependencies, secret, text),
})
export type Tickets = ReturnType<typeof createTickets>
