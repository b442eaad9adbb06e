import { idBytes, randomId } from '../../domain/identity.js'
import { parseInput } from '../../domain/input.js'
import { keyOptionsAt } from '../../domain/keys/options.js'
import { mintLinkToken, secretBytes, type MintedSecret } from '../../domain/secrets/mint.js'
import { linkByText, viewLink, type Link, type LinkView } from '../../domain/links/link.js'
import { documentId } from '../../domain/organization/organization.js'
import { Problem, type Issue } from '../../domain/problem.js'
import { collect, type Change } from '../../store/port.js'
import type { Actor, Dependencies } from '../dependencies.js'
import type { AddressCipher } from '../sources/address-cipher.js'
import type { AuditKind } from '../../domain/records/audit.js'
import { auditLines } from '../records/change.js'
import { findMember } from '../organizations/members.js'
import { findTeam } from '../organizations/teams.js'
import { cipherOwner } from './in-slack.js'

/** A person's choices for a new link, as typed. */
export interface LinkInput {
  readonly name: string
  /** An id or a name. */
  readonly team?: string | undefined
  /** An e-mail address, a name or an id. */
  readonly member?: string | undefined
  /** `hidden` unless given. */
  readonly reasons?: string | undefined
  /** An instant with its offset. */
  readonly expires?: string | undefined
  /** Whether answers and digests in Slack show it: then its token is stored, encrypted. */
  readonly showInSlack?: boolean | undefined
}

/** A link and its token: the only time that the token is visible. */
export interface IssuedLink {
  readonly link: Link
  readonly token: string
}

export interface LinkDependencies extends Pick<Dependencies, 'store' | 'now' | 'random'> {
  /** For links that are shown in Slack; null: there is no key. */
  readonly cipher?: AddressCipher | null
}

const parse = (input: LinkInput, now: Date) => {
  const { name, expires, reasons = 'hidden', team, member } = input
  const parsed = parseInput(keyOptionsAt(now), { name, expires, reasons })
  const issues: Issue[] = 'issues' in parsed ? [...parsed.issues] : []
  if (team !== undefined && member !== undefined)
    issues.push({ path: ['member'], message: 'Give a team or a member, not both.' })
  if (input.showInSlack && (member !== undefined || reasons !== 'hidden'))
    issues.push({
      path: ['show-in-slack'],
      message:
        'Only links of a team or of everyone, without reasons, can be shown in Slack, because anyone in a channel can open them.',
    })
  if ('issues' in parsed || issues.length > 0)
    throw new Problem('invalid', 'This link is invalid.', { issues })
  return parsed.value
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

export const entryFor = ({ org, id }: Pick<Link, 'org' | 'id'>, { hash }: MintedSecret): Change => ({
  put: 'link_hashes',
  document: { _id: hash, org, link: id },
})

/** The line of the audit log, for the commit that changes the link. */
export const linkAudit = (
  dependencies: LinkDependencies,
  what: AuditKind & `link_${string}`,
  { org, id, name, reasons, member_id, owner_id }: Link,
  actor: Actor,
): Change[] => {
  const note = { what, subject: id, member: member_id ?? owner_id, detail: { name, reasons } }
  return auditLines(dependencies, org, [note], actor)
}

type LinkChoice = Pick<Link, 'org' | 'id' | 'name' | 'reasons' | 'created_by'> &
  Partial<Pick<Link, 'team_id' | 'member_id' | 'owner' | 'owner_id' | 'expires_at'>>

export const draft = (
  { now, random, cipher }: LinkDependencies,
  chosen: LinkChoice,
  showInSlack = false,
): IssuedLink & { readonly changes: Change[] } => {
  const minted = mintLinkToken(random(secretBytes))
  const _id = documentId(chosen.org, chosen.id)
  const link: Link = {
    team_id: null,
    member_id: null,
    owner: null,
    owner_id: null,
    expires_at: null,
    ...chosen,
    ...(chosen.reasons === 'shown' && { unmasked: true }),
    _id,
    ...(showInSlack && cipher && { slack_token: cipher.encrypt(cipherOwner({ _id }), minted.token) }),
    hash: minted.hash,
    start: minted.start,
    event_key: hex(random(secretBytes)),
    created_at: now().toISOString(),
    revoked_at: null,
    last_used_at: null,
  }
  return {
    link,
    token: minted.token,
    changes: [{ put: 'links', document: link, when: 'absent' }, entryFor(link, minted)],
  }
}

const create = async (
  dependencies: LinkDependencies,
  org: string,
  input: LinkInput,
  actor: Actor,
): Promise<IssuedLink> => {
  const { store, now, random } = dependencies
  const { name, reasons, expires_at } = parse(input, now())
  const team_id = input.team === undefined ? null : (await findTeam(store, org, input.team)).id
  const member_id = input.member === undefined ? null : (await findMember(store, org, input.member)).id
  if (input.showInSlack && !dependencies.cipher)
    throw new Problem(
      'conflict',
      'The token of a link shown in Slack is stored encrypted: set ENCRYPTION_KEY.',
    )
  const id = randomId(random(idBytes))
  const chosen = { org, id, name, reasons, expires_at, team_id, member_id, created_by: actor.who }
  const { changes, ...issued } = draft(dependencies, chosen, input.showInSlack)
  await store.commit([...changes, ...linkAudit(dependencies, 'link_created', issued.link, actor)])
  return issued
}

export const readLink = async (
  { store }: Pick<LinkDependencies, 'store'>,
  org: string,
  id: string,
): Promise<Link | undefined> => {
  const [link] = await store.get('links', [documentId(org, id)])
  return link
}

const unknownLink = (): Problem =>
  new Problem('not_found', 'This organization has no such link.', {
    shell: 'To see its links: whosout links list',
  })

/** The id of the link with that id or name. Throws `not_found`, and `conflict` when several have the name. */
const resolve = async ({ store }: LinkDependencies, org: string, text: string): Promise<string> => {
  const link = linkByText(await collect(store.find('links', { index: 'by_org', equal: { org } })), text)
  if (!link) throw unknownLink()
  return link.id
}

export const revokeLink = async (dependencies: LinkDependencies, org: string, id: string, actor: Actor) => {
  const { store, now } = dependencies
  const link = await readLink(dependencies, org, id)
  if (!link) throw unknownLink()
  if (link.revoked_at !== null) return { link, changed: false }
  // Nothing leads to it any more, so its token is not kept either.
  const set = { revoked_at: now().toISOString(), ...(link.slack_token && { slack_token: null }) }
  const { done } = await store.commit([
    { patch: 'links', id: link._id, set, when: { revoked_at: null } },
    ...linkAudit(dependencies, 'link_revoked', link, actor),
  ])
  return { link: { ...link, ...set }, changed: done }
}

const list = async ({ store, now }: LinkDependencies, org: string): Promise<readonly LinkView[]> => {
  const links = await collect(store.find('links', { index: 'by_org', equal: { org } }))
  return links
    .map((link) => viewLink(link, now()))
    .sort((a, b) => (a.created_at + a.id < b.created_at + b.id ? -1 : 1))
}

/** Operations on links. `org` is an organization's id; each throws a Problem when refused. */
export const createLinks = (dependencies: LinkDependencies) => ({
  /** Throws `invalid`, `not_found`, and the errors of the store: then the token is lost, and nobody has seen it. */
  create: create.bind(null, dependencies),
  resolve: resolve.bind(null, dependencies),
  /** Invalid from the next request on, permanently. */
  revoke: revokeLink.bind(null, dependencies),
  /** Oldest first, including revoked and expired ones. */
  list: list.bind(null, dependencies),
})

/** Records that a person has closed the view with the address of a new link. */
export const recordLinkClosed = async (
  dependencies: Dependencies,
  org: string,
  link: string,
  actor: Actor,
): Promise<void> => {
  const note = { what: 'link_address_closed', subject: link, member: null, detail: {} } as const
  await dependencies.store.commit(auditLines(dependencies, org, [note], actor))
}
