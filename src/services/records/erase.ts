import { dayAt, type Day } from '../../domain/calendar/day.js'
import type { Leave, Member, Team } from '../../domain/organization/organization.js'
import type { AuditEntry, AuditNote } from '../../domain/records/audit.js'
import type { SlackMatch } from '../../domain/people/match.js'
import { createScrubber } from '../../domain/records/mentions.js'
import { personMeant } from '../../domain/records/people.js'
import { buryMember, tombstonesById } from '../../domain/records/tombstone.js'
import { collect, type Change, type Reader } from '../../store/port.js'
import type { KeyEvent } from '../../store/schema.js'
import type { Digest } from '../../domain/digests/digest.js'
import type { Workspace } from '../../domain/workspaces/workspace.js'
import type { Actor, Dependencies } from '../dependencies.js'
import { changeRecords, membersOf, teamsOf, tombstonesOf } from './change.js'
import { matchesOf } from '../people/people.js'
import { leavesOfMember } from './leaves.js'

/** Everything stored about a person. */
export interface Known {
  readonly member: Member
  readonly team: Team | null
  readonly leaves: readonly Leave[]
  /** Entries about their records, and entries that name them. */
  readonly audit: readonly AuditEntry[]
  readonly key_events: readonly KeyEvent[]
  readonly digests: readonly Digest[]
  readonly workspaces: readonly Workspace[]
  /** Their Slack accounts, as far as matched by hand or on record. */
  readonly slack_matches: readonly SlackMatch[]
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

const textsOf = (
  { email }: Member,
  slackIds: readonly string[],
  matches: readonly SlackMatch[],
): string[] => [email, ...new Set([...slackIds, ...matches.map(({ user }) => user)])]

const gather = async (reader: Reader, org: string, { person, slackIds }: Erasure): Promise<Known> => {
  const tombstones = tombstonesById(await tombstonesOf(reader, org))
  const member = personMeant(org, await membersOf(reader, org), person, tombstones)
  const slack_matches = (await matchesOf(reader, org)).filter(({ member_id }) => member_id === member.id)
  const { mentions } = createScrubber({ texts: textsOf(member, slackIds, slack_matches), instead: '' })
  const byTime = { index: 'by_time', equal: { org }, order: 'ascending' } as const
  const ofOrg = { index: 'by_org', equal: { org } } as const
  const audit: AuditEntry[] = []
  for await (const page of reader.find('audit', byTime))
    audit.push(...page.filter((line) => line.member === member.id || mentions(line)))
  const key_events: KeyEvent[] = []
  for await (const page of reader.find('key_events', byTime)) key_events.push(...page.filter(mentions))
  return {
    member,
    team: (await teamsOf(reader, org)).find(({ id }) => id === member.team_id) ?? null,
    leaves: await leavesOfMember(reader, org, member.id),
    audit,
    key_events,
    digests: (await collect(reader.find('digests', ofOrg))).filter(mentions),
    workspaces: (await collect(reader.find('workspaces', ofOrg))).filter(mentions),
    slack_matches,
  }
}

/**
 * Everything known about a person, to answer their request (GDPR, article 15). Workspaces are listed without their
 * tokens.
 */
export const knownOf = (
  { store }: Pick<Dependencies, 'store'>,
  org: string,
  erasure: Erasure,
): Promise<Omit<Known, 'workspaces'> & { readonly workspaces: readonly Omit<Workspace, 'token'>[] }> =>
  store.view(org, async (reader) => {
    const { workspaces, ...known } = await gather(reader, org, erasure)
    return { ...known, workspaces: workspaces.map(({ token: _, ...shown }) => shown) }
  })

const erasedNote = ({ id }: Member, number: number, leaves: number): AuditNote => ({
  what: 'member_erased',
  subject: id,
  member: null,
  detail: { number, leaves },
})

/**
 * Erases a person (GDPR, article 17): their record, their leaves, their matches, and whatever names them in events,
 * audit entries, digests and workspaces. A numbered tombstone remains (decisions, "Erasure"). Throws `not_found` and
 * `conflict`.
 */
export const eraseMember = (
  dependencies: Dependencies,
  org: string,
  erasure: Erasure,
  actor: Actor,
): Promise<Erased> =>
  changeRecords(dependencies, org, actor, async ({ timezone }, reader) => {
    const known = await gather(reader, org, erasure)
    const { member, leaves } = known
    const today = dayAt(dependencies.now(), timezone)
    const tombstone = buryMember(member, await tombstonesOf(reader, org), today)
    const instead = `erased member ${tombstone.number}`
    const { scrub, mentions } = createScrubber({
      texts: textsOf(member, erasure.slackIds, known.slack_matches),
      instead,
    })
    // Entries about their own records lose their details; who changed them, and when, stays.
    const bare = (line: AuditEntry): AuditEntry => ({ ...scrub(line), detail: {}, member: null })
    const scrubbed: Change[] = [
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
        ...known.slack_matches.map(({ _id }): Change => ({ remove: 'slack_matches', id: _id })),
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
