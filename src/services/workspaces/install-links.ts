import { idBytes, isGuid, randomId } from '../../domain/identity.js'
import type { Organization } from '../../domain/organization/organization.js'
import { readTicket, signTicket, type Ticket } from '../../domain/workspaces/install-link.js'
import type { Change } from '../../store/port.js'
import type { Collections } from '../../store/schema.js'
import type { Dependencies } from '../dependencies.js'

type TicketDependencies = Pick<Dependencies, 'store' | 'now' | 'random'>

/** Milliseconds. A link is sent to a person; a state only makes the round trip through Slack. */
const linkLifetime = 24 * 3_600_000
const stateLifetime = 600_000

const spentId = ({ kind, id }: Ticket): string => `${kind}:${id}`

/** Uses up a ticket for as long as it would be valid; conflicts when someone was faster. */
export const spentTicket = (ticket: Ticket): Change => ({
  put: 'spent_tickets',
  document: { _id: spentId(ticket), expire_at: ticket.expires_at },
  when: 'absent',
})

export type RefusedTicket = 'forged' | 'expired' | 'used'

/** A link that is currently valid, and its organization. */
export interface GoodLink {
  readonly link: Ticket
  readonly organization: Organization
}

/** Whether a link signed here is still valid. */
const reviewLink = async (
  { store, now }: Pick<TicketDependencies, 'store' | 'now'>,
  link: Ticket,
): Promise<GoodLink | { readonly refused: RefusedTicket }> => {
  if (link.expires_at <= now().toISOString()) return { refused: 'expired' }
  const [spent] = await store.get('spent_tickets', [spentId(link)])
  if (spent) return { refused: 'used' }
  const [organization] = await store.get('organizations', [link.subject])
  return organization ? { link, organization } : { refused: 'expired' }
}

const expiryOf = ({ now }: Pick<TicketDependencies, 'now'>, lifetime: number): string =>
  new Date(now().getTime() + lifetime).toISOString()

/** Install links: signed, valid once and for 24 hours. */
export const createTickets = (dependencies: TicketDependencies, secret: string) => ({
  /** Opening a link does not use it up; the installation that it binds does. */
  issueLink: (org: string): string =>
    signTicket(secret, {
      kind: 'install-link',
      id: randomId(dependencies.random(idBytes)),
      expires_at: expiryOf(dependencies, linkLifetime),
      subject: org,
    }),
  readLink: async (text: string): Promise<GoodLink | { readonly refused: RefusedTicket }> => {
    const link = readTicket(secret, 'install-link', text, dependencies.now())
    return typeof link === 'string' ? { refused: link } : reviewLink(dependencies, link)
  },
  reviewLink: (link: Ticket) => reviewLink(dependencies, link),
})
export type Tickets = ReturnType<typeof createTickets>

type StatePerson = NonNullable<Collections['install_states']['person']>

/** Valid once, for ten minutes. Only an id passes through the browser; the link that began it stays here. */
export const createInstallStates = ({ store, now, random }: TicketDependencies) => ({
  /** `link`: null for an installation without one. `person`: who is asked for their consent instead. */
  async issue(link: Ticket | null, person?: StatePerson): Promise<string> {
    const id = randomId(random(idBytes))
    const document = { _id: id, link, expire_at: expiryOf({ now }, stateLifetime), ...(person && { person }) }
    await store.commit([{ put: 'install_states', document, when: 'absent' }])
    return id
  },

  /** Whose consent a state is for; null: an installation's, or not valid any more. It stays usable. */
  async personOf(id: string): Promise<StatePerson | null> {
    const [state] = isGuid(id) ? await store.get('install_states', [id]) : []
    return state?.person && state.expire_at > now().toISOString() ? state.person : null
  },

  /** Removes a state, so that it cannot be used again. `unknown`: it was made up, or already used. */
  async spend(
    id: string,
  ): Promise<{ readonly link: Ticket | null } | { readonly refused: 'unknown' | 'expired' }> {
    const [state] = isGuid(id) ? await store.get('install_states', [id]) : []
    if (!state) return { refused: 'unknown' }
    const { link, expire_at } = state
    const { done } = await store.commit([{ remove: 'install_states', id, when: { expire_at } }])
    if (!done) return { refused: 'unknown' }
    return expire_at > now().toISOString() ? { link } : { refused: 'expired' }
  },
})
export type InstallStates = ReturnType<typeof createInstallStates>
