import {
  accountHash,
  judgePerson,
  type AgentAccount,
  type SignInRefusal,
} from '../../domain/agents/account.js'
import { signInOf, type SignIn } from '../../domain/agents/settings.js'
import { statedAddress, type Claims } from '../../domain/agents/token.js'
import { addressOrNull } from '../../domain/ip-addresses.js'
import { documentId, type Member, type Organization } from '../../domain/organization/organization.js'
import { Problem } from '../../domain/problem.js'
import { collect, type Change } from '../../store/port.js'
import type { Dependencies } from '../dependencies.js'
import { memberInSlack } from '../people/people.js'
import { auditLines } from '../records/change.js'
import type { ReadFresh } from '../roll/freshness.js'
import { createIssuers, type FetchJson, type Issuer } from './issuers.js'
import type { RefusedToken } from './verify.js'

/** A person whose agent signed in, and their organization as it is now. */
export interface PersonAccess {
  readonly organization: Organization
  readonly member: Member
}

export type PersonRefusal = SignInRefusal | 'address_unknown' | 'address_unverified'
export type AgentRefusal = 'invalid_token' | 'token_expired' | PersonRefusal | 'insufficient_scope'

/** Where an organization's agents sign in. */
export interface AgentSite extends SignIn {
  readonly organization: Organization
}

export interface PresentedToken {
  readonly token: string
  /** The address that agents know the path by: the audience, where none is set. */
  readonly resource: string
  /** The caller's address. */
  readonly address: string
  readonly now: Date
}

interface SignInDependencies extends Pick<Dependencies, 'store' | 'random'> {
  readonly readFresh: ReadFresh
  readonly fetchJson: FetchJson
  /** Monotonic milliseconds. */
  readonly elapsed: () => number
}

/** A person is looked up once, as long as nothing changes here. */
interface RefusedPerson {
  readonly refused: PersonRefusal
  /** Monotonic milliseconds. */
  readonly at: number
  readonly revision: number
}
/** Milliseconds. */
const refusedFor = 30_000
const maxRefused = 10_000

/** Not reported as a bad token: the client would ask people to sign in again. */
const issuerAway = (why: string): Problem =>
  new Problem('unavailable', 'The identity provider of this organization is not responding', {
    cause: new Error(why),
  })

/** Agents that sign in, with access tokens of an organization's own identity provider. Throws `unavailable`. */
export const createAgentSignIn = (dependencies: SignInDependencies) => {
  const { store, readFresh, fetchJson, elapsed } = dependencies
  const issuers = createIssuers(fetchJson, elapsed)
  const refusedLately = new Map<string, RefusedPerson>()

  /** Undefined: there is no such organization. */
  const organizationOf = async (slug: string): Promise<Organization | undefined> => {
    const [entry] = await store.get('slugs', [slug])
    return entry && readFresh(entry.org)
  }

  const issuerOf = async (issuer: string, after?: Issuer): Promise<Issuer> => {
    const asked = await issuers(issuer, after)
    if ('failed' in asked) throw issuerAway(asked.failed)
    return asked
  }

  /** A key that is not known may be a new one. */
  const verify = async (
    site: AgentSite,
    { token, resource, now }: PresentedToken,
  ): Promise<{ readonly claims: Claims } | RefusedToken> => {
    const { verifyToken } = await import('./verify.js')
    const check = (issuer: Issuer) => verifyToken(token, issuer, site, site.audience ?? resource, now)
    const issuer = await issuerOf(site.issuer)
    const first = await check(issuer)
    const isMissing = 'fault' in first && first.fault === 'key_missing'
    return isMissing ? check(await issuerOf(site.issuer, issuer)) : first
  }

  /** The address of a person who signs in for the first time: a good one of the token, else of the issuer's page about them. */
  const addressOf = async (site: AgentSite, token: string, claims: Claims) => {
    const stated = statedAddress(site, claims)
    if (typeof stated === 'object') return stated
    const { userinfo } = await issuerOf(site.issuer)
    const asked = userinfo === null ? null : await fetchJson(userinfo, `Bearer ${token}`)
    if (asked && 'failed' in asked && asked.isAway) throw issuerAway(asked.failed)
    const told = asked && 'json' in asked ? (asked.json as Claims) : {}
    const page = told['sub'] === claims['sub'] ? statedAddress(site, told) : 'absent'
    return page === 'absent' ? stated : page
  }

  const personOf = async (
    site: AgentSite,
    presented: PresentedToken,
    claims: Claims,
  ): Promise<PersonAccess | PersonRefusal> => {
    const { organization, issuer } = site
    const { _id: org } = organization
    const account = { issuer, account: accountHash({ issuer, subject: String(claims['sub']) }) }
    const equal = { org, account: account.account }
    const [bound] = await collect(store.find('agent_accounts', { index: 'by_account', equal, limit: 1 }))
    if (bound) {
      const [member] = await store.get('members', [documentId(org, bound.member_id)])
      const judged = judgePerson(member, bound, account)
      return judged === 'good' ? { organization, member: member! } : judged
    }
    const id = documentId(org, account.account)
    const lately = refusedLately.get(id)
    const isRecent = lately && elapsed() - lately.at < refusedFor && lately.revision === organization.revision
    if (isRecent) return lately.refused
    const found = await findPerson(site, presented, claims, account)
    if (typeof found !== 'string') return found
    if (refusedLately.size >= maxRefused) refusedLately.clear()
    refusedLately.set(id, { refused: found, at: elapsed(), revision: organization.revision })
    return found
  }

  /** For somebody without an account: looks through all members, and asks the issuer. */
  const findPerson = async (
    site: AgentSite,
    presented: PresentedToken,
    claims: Claims,
    account: Pick<AgentAccount, 'account' | 'issuer'>,
  ): Promise<PersonAccess | PersonRefusal> => {
    const { organization } = site
    const { _id: org } = organization
    const stated = await addressOf(site, presented.token, claims)
    if (stated === 'absent') return 'address_unknown'
    if (stated === 'unverified') return 'address_unverified'
    const member = await memberInSlack(store, org, { account: null, email: stated.email })
    const [known] = member ? await store.get('agent_accounts', [documentId(org, member.id)]) : []
    const judged = judgePerson(member, known, account)
    if (judged !== 'good') return judged
    return (await bind(organization, member!, known, { ...account, presented }))
      ? { organization, member: member! }
      : // Another request of theirs was faster, or somebody else's.
        personOf(site, presented, claims)
  }

  const bind = async (
    { _id: org }: Organization,
    { id, _id, email }: Member,
    known: AgentAccount | undefined,
    { account, issuer, presented }: Pick<AgentAccount, 'account' | 'issuer'> & { presented: PresentedToken },
  ): Promise<boolean> => {
    const { now, address } = presented
    const bound_at = now.toISOString()
    const document: AgentAccount = { _id, org, member_id: id, account, issuer, bound_at }
    // An erasure in between ends it, and so does another address.
    const same: Change = { patch: 'members', id: _id, set: { email }, when: { email } }
    const put: Change = known
      ? { put: 'agent_accounts', document, when: { account: known.account } }
      : { put: 'agent_accounts', document, when: 'absent' }
    const note = { what: 'agent_signed_in', subject: id, member: id, detail: { issuer } } as const
    const actor = { who: `member:${id}`, from: addressOrNull(address) }
    const lines = auditLines({ ...dependencies, now: () => now }, org, [note], actor)
    return (await store.commit([same, put, ...lines])).done
  }

  return {
    /** Null: the agents of such an organization, if there is one, have keys only. */
    site: async (slug: string): Promise<AgentSite | null> => {
      const organization = await organizationOf(slug)
      const signIn = organization && signInOf(organization)
      return organization && signIn ? { ...signIn, organization } : null
    },
    verify,
    /** Whose token it is, by the claims of `verify`. */
    personOf,
  }
}
export type AgentSignIn = ReturnType<typeof createAgentSignIn>
