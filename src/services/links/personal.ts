import { mintLinkToken, secretBytes } from '../../domain/secrets/mint.js'
import { linkState, type Link } from '../../domain/links/link.js'
import type { SlackAccount } from '../../domain/people/match.js'
import type { Actor } from '../dependencies.js'
import {
  draft,
  entryFor,
  linkAudit,
  readLink,
  revokeLink,
  type IssuedLink,
  type LinkDependencies,
} from './links.js'

/** The owner of a personal link: a Slack user. */
export interface Owner extends SlackAccount {
  readonly org: string
  /** The member they are; null: none. */
  readonly member_id: string | null
}

type LinkAccount = Omit<Owner, 'member_id'>

const ownerOf = ({ workspace, user }: LinkAccount): string => `slack:${workspace}:${user}`
/** One for each person: its id is derived from the owner, so that two first uses at once create the same link. */
const personalId = (owner: LinkAccount): string => `personal:${ownerOf(owner)}`

/** Milliseconds: the link of somebody who is no member ends, because nothing says when they leave. */
const strangersLinkLasts = 90 * 86_400_000

const actorOf = ({ user, workspace }: LinkAccount): Actor => ({
  who: `slack:${user}`,
  from: `slack:${workspace}`,
})

export type PersonalLink = IssuedLink | { readonly link: Link; readonly token: null }

/** Each person has at most one, showing what they may ask in Slack; its token is shown when it is created. */
export const createPersonalLinks = (dependencies: LinkDependencies) => {
  const { store, random, now } = dependencies
  const endOf = ({ member_id }: Owner): string | null =>
    member_id === null ? new Date(now().getTime() + strangersLinkLasts).toISOString() : null
  const known = (owner: LinkAccount) => readLink(dependencies, owner.org, personalId(owner))

  /** A new token for a link; the previous one becomes invalid. False: another request was faster. */
  const renew = async (link: Link, owner: Owner): Promise<IssuedLink | null> => {
    const minted = mintLinkToken(random(secretBytes))
    const fresh = {
      hash: minted.hash,
      start: minted.start,
      created_at: now().toISOString(),
      revoked_at: null,
      last_used_at: null,
      owner_id: owner.member_id,
      expires_at: endOf(owner),
    }
    const { done } = await store.commit([
      { patch: 'links', id: link._id, set: fresh, when: { hash: link.hash } },
      entryFor(link, minted),
      // It names the owner, and an erasure finds only the newest one.
      { remove: 'link_hashes', id: link.hash },
      ...linkAudit(dependencies, 'link_renewed', { ...link, ...fresh }, actorOf(owner)),
    ])
    return done ? { link: { ...link, ...fresh }, token: minted.token } : null
  }
  const make = async (owner: Owner): Promise<PersonalLink> => {
    const { changes, ...issued } = draft(dependencies, {
      org: owner.org,
      id: personalId(owner),
      name: 'Personal link',
      reasons: 'hidden',
      owner: ownerOf(owner),
      owner_id: owner.member_id,
      expires_at: endOf(owner),
      created_by: ownerOf(owner),
    })
    const audit = linkAudit(dependencies, 'link_created', issued.link, actorOf(owner))
    const { done } = await store.commit([...changes, ...audit])
    return done ? issued : open(owner)
  }
  /** The link of a person, created on first use; its token only when this call created it. */
  const open = async (owner: Owner): Promise<PersonalLink> => {
    const link = await known(owner)
    if (!link) return make(owner)
    if (linkState(link, now()) === 'active') return { link, token: null }
    return (await renew(link, owner)) ?? open(owner)
  }
  return {
    open,
    /** A link with a new token; an older one becomes invalid. */
    renew: async (owner: Owner): Promise<PersonalLink> => {
      const link = await known(owner)
      return (link && (await renew(link, owner))) ?? open(owner)
    },
    /** Ends the link of an account, also when somebody other than its owner asks for it. False when there was none. */
    revoke: async (owner: LinkAccount, actor: Actor = actorOf(owner)): Promise<boolean> => {
      const link = await known(owner)
      return link ? (await revokeLink(dependencies, owner.org, link.id, actor)).changed : false
    },
  }
}
