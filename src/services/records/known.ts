import type { AgentAccount } from '../../domain/agents/account.js'
import { documentId, type Leave, type Member, type Team } from '../../domain/organization/organization.js'
import type { ApiKey } from '../../domain/keys/key.js'
import type { AuditEntry } from '../../domain/records/audit.js'
import { viewLink, type Link, type LinkView } from '../../domain/links/link.js'
import type { SlackMatch } from '../../domain/people/match.js'
import type { DataSource } from '../../domain/sources/source.js'
import type { StatusConsent } from '../../domain/statuses/status.js'
import { narrowed, tellsOf } from '../../domain/records/batch.js'
import { createScrubber, mayMention } from '../../domain/records/mentions.js'
import { memberByText } from '../../domain/records/people.js'
import { tombstonesById } from '../../domain/records/tombstone.js'
import { collect, type Reader } from '../../store/port.js'
import type { KeyEvent, PersonalCollections, RetiredKey } from '../../store/schema.js'
import type { Digest } from '../../domain/digests/digest.js'
import type { WebhookDelivery, Webhook } from '../../domain/webhooks/webhook.js'
import { aboutSome, membersIn, type EventData } from '../../domain/webhooks/events.js'
import type { Workspace } from '../../domain/workspaces/workspace.js'
import type { Dependencies } from '../dependencies.js'
import { readOrganization } from '../organizations/change.js'
import { membersOf, teamsOf, tombstonesOf } from './change.js'
import { matchesOf } from '../people/people.js'
import { listSources } from '../sources/stored.js'
import { webhooksOf } from '../webhooks/stored.js'
import { consentsOf } from '../statuses/consents.js'
import { leavesOfMember } from './leaves.js'

/** Everything stored about a person, from each of the personal collections. */
export interface Known extends Readonly<Record<Exclude<keyof PersonalCollections, 'members'>, unknown>> {
  readonly member: Member
  readonly team: Team | null
  readonly leaves: readonly Leave[]
  /** Entries about their records, and entries that name them. */
  readonly audit: readonly AuditEntry[]
  readonly key_events: readonly KeyEvent[]
  /** Keys that are named after them, live and retired. */
  readonly keys: readonly ApiKey[]
  readonly retired_keys: readonly RetiredKey[]
  readonly digests: readonly Digest[]
  readonly workspaces: readonly Workspace[]
  /** Their Slack accounts, matched by hand or on record, and matches of others that name them. */
  readonly slack_matches: readonly SlackMatch[]
  /** Their personal links, links that show only them, and links that name them. */
  readonly links: readonly Link[]
  /** Their own calendars, and sources that name them. */
  readonly sources: readonly DataSource[]
  /** Their consent to have their status set. */
  readonly statuses: readonly StatusConsent[]
  /** Webhooks whose entry names them, and deliveries that tell of them. */
  readonly webhooks: readonly Webhook[]
  readonly deliveries: readonly WebhookDelivery[]
  /** The account with which their agents signed in. */
  readonly agent_accounts: readonly AgentAccount[]
}

/** What carries a word of their name, and stays as it is: it may mean somebody else. */
export interface PossibleMention {
  readonly what: 'link' | 'key' | 'source'
  readonly id: string
  readonly name: string
}

/** The person to erase. */
export interface Erasure {
  /** An e-mail address, a name or an id. */
  readonly person: string
  /** Their Slack ids besides those matched or on record, under which their actions there are logged. */
  readonly slackIds: readonly string[]
}

/** Of the member, or of an account known to be theirs. */
export const isTheirLink = ({ id }: Member, slackIds: readonly string[], link: Link): boolean =>
  link.owner_id === id ||
  link.member_id === id ||
  slackIds.some((user) => link.owner?.endsWith(`:${user}`) === true)

export const isTheirMatch = ({ id }: Member, { member_id }: SlackMatch): boolean => member_id === id

/** The source knows a name for them, or has an event that may be about them. */
const isAbout = ({ id }: Member, { aliases, unmatched }: DataSource): boolean =>
  aliases.some(({ member_id }) => member_id === id) || unmatched.some(({ nearest }) => nearest.includes(id))

/** Their Slack ids: those given, and those of their matches and personal links. */
const slackIdsOf = (
  member: Member,
  given: readonly string[],
  matches: readonly SlackMatch[],
  links: readonly Link[],
): readonly string[] => {
  const matched = matches.filter((match) => isTheirMatch(member, match)).map(({ user }) => user)
  const owned = links.filter(({ owner_id }) => owner_id === member.id)
  return [...new Set([...given, ...matched, ...owned.flatMap(({ owner }) => owner?.split(':').at(-1) ?? [])])]
}

/** What names them, for a scrubber. */
export const identityOf = ({ email, name }: Member, slackIds: readonly string[]) => ({
  texts: [email, ...slackIds],
  name,
})

export const gather = async (
  reader: Reader,
  org: string,
  { person, slackIds: given }: Erasure,
): Promise<{
  readonly known: Known
  readonly slackIds: readonly string[]
  readonly possible: readonly PossibleMention[]
}> => {
  const tombstones = tombstonesById(await tombstonesOf(reader, org))
  const member = memberByText(org, await membersOf(reader, org), person, tombstones)
  const ofOrg = { index: 'by_org', equal: { org } } as const
  const matches = await matchesOf(reader, org)
  const links = await collect(reader.find('links', ofOrg))
  const slackIds = slackIdsOf(member, given, matches, links)
  const { mentions } = createScrubber({ ...identityOf(member, slackIds), instead: '' })
  const byTime = { index: 'by_time', equal: { org }, order: 'ascending' } as const
  const audit: AuditEntry[] = []
  for await (const page of reader.find('audit', byTime))
    audit.push(
      ...page.filter((line) => line.member === member.id || tellsOf(line, member.id) || mentions(line)),
    )
  const key_events: KeyEvent[] = []
  for await (const page of reader.find('key_events', byTime)) key_events.push(...page.filter(mentions))
  const retired = await collect(reader.find('retired_keys', ofOrg))
  const sources = await listSources(reader, org)
  const { keys } = await readOrganization({ store: reader }, org)
  const known: Known = {
    member,
    team: (await teamsOf(reader, org)).find(({ id }) => id === member.team_id) ?? null,
    leaves: await leavesOfMember(reader, org, member.id),
    audit,
    key_events,
    keys: Object.values(keys).filter(({ name }) => mentions({ name })),
    retired_keys: retired.filter(({ key: { name } }) => mentions({ name })),
    digests: (await collect(reader.find('digests', ofOrg))).filter(mentions),
    workspaces: (await collect(reader.find('workspaces', ofOrg))).filter(mentions),
    slack_matches: matches.filter((match) => isTheirMatch(member, match) || mentions(match)),
    links: links.filter((link) => isTheirLink(member, slackIds, link) || mentions(link)),
    sources: sources.filter(
      (source) => source.member_id === member.id || isAbout(member, source) || mentions(source),
    ),
    statuses: (await consentsOf(reader, org)).filter(({ member_id }) => member_id === member.id),
    webhooks: (await webhooksOf(reader, org)).filter(mentions),
    deliveries: (await collect(reader.find('deliveries', ofOrg))).filter(({ data }) =>
      membersIn(data).includes(member.id),
    ),
    agent_accounts: await reader.get('agent_accounts', [documentId(org, member.id)]),
  }
  const mayName = (what: PossibleMention['what'], id: string, name: string): PossibleMention[] =>
    mayMention(member.name, name) ? [{ what, id, name }] : []
  const possible = [
    ...links
      .filter((link) => !known.links.includes(link))
      .flatMap(({ id, name }) => mayName('link', id, name)),
    ...Object.values(keys)
      .filter((key) => !known.keys.includes(key))
      .flatMap(({ id, name }) => mayName('key', id, name)),
    ...sources
      .filter((source) => !known.sources.includes(source))
      .flatMap(({ _id, name }) => mayName('source', _id, name)),
  ]
  return { known, slackIds, possible }
}

/** What is known, without tokens, hashes and addresses of feeds. */
type ShownKnown = Omit<
  Known,
  'workspaces' | 'links' | 'sources' | 'keys' | 'retired_keys' | 'statuses' | 'webhooks' | 'deliveries'
> & {
  readonly keys: readonly Pick<ApiKey, 'id' | 'name'>[]
  readonly workspaces: readonly Omit<Workspace, 'token'>[]
  readonly links: readonly LinkView[]
  readonly sources: readonly Omit<DataSource, 'address'>[]
  readonly statuses: readonly Omit<StatusConsent, 'token'>[]
  readonly webhooks: readonly Pick<Webhook, '_id' | 'created_by'>[]
  readonly deliveries: readonly (Omit<WebhookDelivery, 'data'> & { readonly data: EventData | null })[]
}

/** Everything known about a person, to answer their request (GDPR, article 15). */
export const personalDataOf = (
  { store, now }: Pick<Dependencies, 'store' | 'now'>,
  org: string,
  erasure: Erasure,
): Promise<ShownKnown> =>
  store.view(org, async (reader) => {
    const { workspaces, links, sources, keys, retired_keys, statuses, webhooks, deliveries, ...known } = (
      await gather(reader, org, erasure)
    ).known
    return {
      ...known,
      audit: known.audit.map((line) => narrowed(line, (id) => id === known.member.id)),
      keys: [...keys, ...retired_keys.map(({ key }) => key)].map(({ id, name }) => ({ id, name })),
      workspaces: workspaces.map(({ token: _, ...shown }) => shown),
      links: links.map((link) => viewLink(link, now())),
      sources: sources.map(({ address: _, ...shown }) => shown),
      statuses: statuses.map(({ token: _, ...shown }) => shown),
      deliveries: deliveries.map(({ data, ...delivery }) => ({
        ...delivery,
        data: aboutSome(data, (id) => id === known.member.id),
      })),
      webhooks: webhooks.map(({ _id, created_by }) => ({ _id, created_by })),
    }
  })
