import { dayAt, type Day } from '../../domain/calendar/day.js'
import type { Leave, Member, Team } from '../../domain/organization/organization.js'
import type { AuditEntry, AuditNote } from '../../domain/records/audit.js'
import { viewLink, type Link, type LinkView } from '../../domain/links/link.js'
import type { SlackMatch } from '../../domain/people/match.js'
import type { DataSource } from '../../domain/sources/source.js'
import { createScrubber } from '../../domain/records/mentions.js'
import { memberByText } from '../../domain/records/people.js'
import { newMemberTombstone, tombstonesById } from '../../domain/records/tombstone.js'
import { collect, type Change, type Reader } from '../../store/port.js'
import type { KeyEvent } from '../../store/schema.js'
import type { Digest } from '../../domain/digests/digest.js'
import type { Workspace } from '../../domain/workspaces/workspace.js'
import type { Actor, Dependencies } from '../dependencies.js'
import { changeRecords, membersOf, teamsOf, tombstonesOf } from './change.js'
import { matchesOf } from '../people/people.js'
import { listSources } from '../sources/stored.js'
import { leavesOfMember } from './leaves.js'

/** Everything stored about a person. */
interface Known {
  readonly member: Member
  readonly team: Team | null
  readonly leaves: readonly Leave[]
  /** Entries about their records, and entries that name them. */
  readonly audit: readonly AuditEntry[]
  readonly key_events: readonly KeyEvent[]
  readonly digests: readonly Digest[]
  readonly workspaces: readonly Workspace[]
  /** Their Slack accounts, matched by hand or on record, and matches of others that name them. */
  readonly slack_matches: readonly SlackMatch[]
  /** Their personal links, links that show only them, and links that name them. */
  readonly links: readonly Link[]
  /** Their own calendars, and sources that name them. */
  readonly sources: readonly DataSource[]
}

/** The person to erase. */
export interface Erasure {
  /** An e-mail address, a name or an id. */
  readonly person: string
  /** Their Slack ids besides those matched or on record, under which their actions there are logged. */
  readonly slackIds: readonly string[]
}

export interface Erased {
  readonly id: string
  /** Identifies them from now on, where needed. */
  readonly number: number
  readonly erased_on: Day
  readonly leaves: number
  /** Number of documents from which their name was removed: audit entries, key events, digests and workspaces. */
  readonly mentions: number
}

/** Of the member, or of an account known to be theirs. */
const isTheirLink = ({ id }: Member, slackIds: readonly string[], link: Link): boolean =>
  link.owner_id === id ||
  link.member_id === id ||
  slackIds.some((user) => link.owner?.endsWith(`:${user}`) === true)

const isTheirMatch = ({ id }: Member, { member_id }: SlackMatch): boolean => member_id === id

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

const gather = async (
  reader: Reader,
  org: string,
  { person, slackIds: given }: Erasure,
): Promise<{ readonly known: Known; readonly slackIds: readonly string[] }> => {
  const tombstones = tombstonesById(await tombstonesOf(reader, org))
  const member = memberByText(org, await membersOf(reader, org), person, tombstones)
  const ofOrg = { index: 'by_org', equal: { org } } as const
  const matches = await matchesOf(reader, org)
  const links = await collect(reader.find('links', ofOrg))
  const slackIds = slackIdsOf(member, given, matches, links)
  const { mentions } = createScrubber({ texts: [member.email, ...slackIds], instead: '' })
  const byTime = { index: 'by_time', equal: { org }, order: 'ascending' } as const
  const audit: AuditEntry[] = []
  for await (const page of reader.find('audit', byTime))
    audit.push(...page.filter((line) => line.member === member.id || mentions(line)))
  const key_events: KeyEvent[] = []
  for await (const page of reader.find('key_events', byTime)) key_events.push(...page.filter(mentions))
  const known: Known = {
    member,
    team: (await teamsOf(reader, org)).find(({ id }) => id === member.team_id) ?? null,
    leaves: await leavesOfMember(reader, org, member.id),
    audit,
    key_events,
    digests: (await collect(reader.find('digests', ofOrg))).filter(mentions),
    workspaces: (await collect(reader.find('workspaces', ofOrg))).filter(mentions),
    slack_matches: matches.filter((match) => isTheirMatch(member, match) || mentions(match)),
    links: links.filter((link) => isTheirLink(member, slackIds, link) || mentions(link)),
    sources: (await listSources(reader, org)).filter(
      (source) => source.member_id === member.id || isAbout(member, source) || mentions(source),
    ),
  }
  return { known, slackIds }
}

/** What is known, without tokens, hashes and addresses of feeds. */
type ShownKnown = Omit<Known, 'workspaces' | 'links' | 'sources'> & {
  readonly workspaces: readonly Omit<Workspace, 'token'>[]
  readonly links: readonly LinkView[]
  readonly sources: readonly Omit<DataSource, 'address'>[]
}

/** Everything known about a person, to answer their request (GDPR, article 15). */
export const personalDataOf = (
  { store, now }: Pick<Dependencies, 'store' | 'now'>,
  org: string,
  erasure: Erasure,
): Promise<ShownKnown> =>
  store.view(org, async (reader) => {
    const { workspaces, links, sources, ...known } = (await gather(reader, org, erasure)).known
    return {
      ...known,
      workspaces: workspaces.map(({ token: _, ...shown }) => shown),
      links: links.map((link) => viewLink(link, now())),
      sources: sources.map(({ address: _, ...shown }) => shown),
    }
  })

const erasedNote = ({ id }: Member, number: number, leaves: number): AuditNote => ({
  what: 'member_erased',
  subject: id,
  member: null,
  detail: { number, leaves },
})

/**
 * Erases a person (GDPR, article 17): their record, their leaves, matches, links and own calendars, and whatever
 * names them in events, audit entries, digests, workspaces, links, sources and matches of others. A numbered tombstone remains (decisions, "Erasure"). Throws `not_found` and
 * `conflict`.
 */
export const eraseMember = (
  dependencies: Dependencies,
  org: string,
  erasure: Erasure,
  actor: Actor,
): Promise<Erased> =>
  changeRecords(dependencies, org, actor, async ({ timezone }, reader) => {
    const { known, slackIds } = await gather(reader, org, erasure)
    const { member, leaves } = known
    const today = dayAt(dependencies.now(), timezone)
    const tombstone = newMemberTombstone(member, await tombstonesOf(reader, org), today)
    const instead = `erased member ${tombstone.number}`
    const { scrub, mentions } = createScrubber({ texts: [member.email, ...slackIds], instead })
    // Entries about their own records lose their details; who changed them, and when, stays.
    const bare = (line: AuditEntry): AuditEntry => ({ ...scrub(line), detail: {}, member: null })
    const theirs = {
      matches: known.slack_matches.filter((match) => isTheirMatch(member, match)),
      links: known.links.filter((link) => isTheirLink(member, slackIds, link)),
      sources: known.sources.filter(({ member_id }) => member_id === member.id),
    }
    const scrubbed: Change[] = [
      ...known.slack_matches
        .filter((match) => !theirs.matches.includes(match))
        .map((document): Change => ({ put: 'slack_matches', document: scrub(document) })),
      ...known.links
        .filter((link) => !theirs.links.includes(link))
        .map(({ _id: id, name, created_by }): Change => {
          return { patch: 'links', id, set: scrub({ name, created_by }) }
        }),
      ...known.sources
        .filter((source) => !theirs.sources.includes(source))
        .map((source): Change => {
          const { _id: id, name, created_by, unmatched, aliases, fence } = source
          // A sync under way would write what it read before.
          const set = {
            ...scrub({ name, created_by }),
            aliases: aliases.filter(({ member_id }) => member_id !== member.id),
            unmatched: scrub(unmatched.filter(({ nearest }) => !nearest.includes(member.id))),
            fence: fence + 1,
            claim: null,
          }
          return { patch: 'sources', id, set, when: { fence } }
        }),
      ...known.digests.map((digest): Change => {
        const isTheirs = digest.creator !== null && mentions([digest.creator])
        const { version } = digest
        const document = { ...scrub(digest), ...(isTheirs && { creator: null }), version: version + 1 }
        return { put: 'digests', document, when: { version } }
      }),
      ...known.workspaces.map((workspace): Change => {
        const { version } = workspace
        return {
          put: 'workspaces',
          document: { ...scrub(workspace), version: version + 1 },
          when: { version },
        }
      }),
      ...known.key_events.map((document): Change => ({ put: 'key_events', document: scrub(document) })),
      ...known.audit.map((line): Change => {
        return { put: 'audit', document: line.member === member.id ? bare(line) : scrub(line) }
      }),
    ]
    return {
      changes: [
        { remove: 'members', id: member._id },
        ...leaves.map(({ _id }): Change => ({ remove: 'leaves', id: _id })),
        ...theirs.matches.map(({ _id }): Change => ({ remove: 'slack_matches', id: _id })),
        ...theirs.links.flatMap(({ _id, hash }): Change[] => [
          { remove: 'links', id: _id },
          { remove: 'link_hashes', id: hash },
        ]),
        ...theirs.sources.map(({ _id, fence }): Change => ({ remove: 'sources', id: _id, when: { fence } })),
        { put: 'tombstones', document: tombstone },
        ...scrubbed,
      ],
      notes: [erasedNote(member, tombstone.number, leaves.length)],
      result: {
        id: member.id,
        number: tombstone.number,
        erased_on: today,
        leaves: leaves.length,
        mentions: scrubbed.length,
      },
    }
  })
