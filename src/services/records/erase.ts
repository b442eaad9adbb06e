import { dayAt, type Day } from '../../calendar/day.js'
import type { Member } from '../../domain/organization/organization.js'
import type { ApiKey } from '../../domain/keys/key.js'
import type { AuditEntry, AuditNote } from '../../domain/records/audit.js'
import type { DataSource } from '../../domain/sources/source.js'
import { narrowed } from '../../domain/records/batch.js'
import { createScrubber } from '../../domain/records/mentions.js'
import { foldPerson } from '../../domain/roster/persons.js'
import { newMemberTombstone } from '../../domain/records/tombstone.js'
import { traceKeyBytes, tracesOf } from '../../domain/records/traces.js'
import { aboutSome } from '../../domain/webhooks/events.js'
import type { Change } from '../../store/port.js'
import type { Actor, Dependencies } from '../dependencies.js'
import { listSources } from '../sources/stored.js'
import { changeRecords, tombstonesOf } from './change.js'
import { endConsents } from '../statuses/consents.js'
import { gather, identityOf, isTheirLink, isTheirMatch, type Erasure, type PossibleMention } from './known.js'

export interface Erased {
  readonly id: string
  /** Identifies them from now on, where needed. */
  readonly number: number
  readonly erased_on: Day
  readonly leaves: number
  /** Number of records of others from which their name was removed. */
  readonly mentions: number
  /** Names that were not changed. */
  readonly possible_mentions: readonly PossibleMention[]
}

/** Also ends a running sync, which would write what it read before. */
const endSync = ({ _id: id, fence }: DataSource, set: Partial<DataSource>): Change => ({
  patch: 'sources',
  id,
  set: { ...set, fence: fence + 1, claim: null },
  when: { fence },
})

const erasedNote = ({ id }: Member, number: number, leaves: number): AuditNote => ({
  what: 'member_erased',
  subject: id,
  member: null,
  detail: { number, leaves },
})

/**
 * GDPR, article 17: their record and what belongs to them, and whatever names them elsewhere. A numbered tombstone
 * remains (decisions, "Erasure"). Throws `not_found` and `conflict`.
 */
export const eraseMember = (
  dependencies: Dependencies,
  org: string,
  erasure: Erasure,
  actor: Actor,
): Promise<Erased> =>
  changeRecords(dependencies, org, actor, async ({ timezone, import_people = {} }, reader) => {
    const { known, slackIds, possible } = await gather(reader, org, erasure)
    const { member, leaves } = known
    const today = dayAt(dependencies.now(), timezone)
    const before = await tombstonesOf(reader, org)
    const traces = tracesOf(member, before, dependencies.random(traceKeyBytes))
    const tombstone = newMemberTombstone(member, before, today, traces)
    const instead = `erased member ${tombstone.number}`
    const { scrub, mentions } = createScrubber({ ...identityOf(member, slackIds), instead })
    // Entries about their own records lose their details; who changed them, and when, stays.
    const bare = (line: AuditEntry): AuditEntry => ({ ...scrub(line), detail: {}, member: null })
    const nameless = (key: ApiKey): ApiKey => ({
      ...key,
      name: scrub({ name: key.name }).name,
      version: key.version + 1,
    })
    const theirNames = [member.email, member.name, member.external_id ?? ''].map(foldPerson)
    const named = Object.entries(import_people).filter(
      ([name, id]) => id !== member.id && !theirNames.includes(name),
    )
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
          const { name, created_by, ignore, unmatched, unmatched_count, unreadable, aliases } = source
          const left = unmatched.filter((event) => !event.nearest.includes(member.id) && !mentions(event))
          return endSync(source, {
            ...scrub({ name, created_by, ignore }),
            aliases: scrub({ words: aliases.filter(({ member_id }) => member_id !== member.id) }).words,
            unmatched: left,
            unmatched_count: unmatched_count - (unmatched.length - left.length),
            ...(unreadable && {
              unreadable: { ...unreadable, events: unreadable.events.filter((event) => !mentions(event)) },
            }),
          })
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
      ...known.retired_keys.map(({ key, ...entry }): Change => {
        return { put: 'retired_keys', document: { ...entry, key: nameless(key) } }
      }),
      ...known.key_events.map((document): Change => ({ put: 'key_events', document: scrub(document) })),
      ...known.webhooks.map(({ _id: id, created_by }): Change => {
        return { patch: 'webhooks', id, set: scrub({ created_by }) }
      }),
      ...known.deliveries.map(({ _id: id, data }): Change => {
        const others = aboutSome(data, (one) => one !== member.id)
        return others ? { patch: 'deliveries', id, set: { data: others } } : { remove: 'deliveries', id }
      }),
      ...known.audit.map((line): Change => {
        return {
          put: 'audit',
          document: line.member === member.id ? bare(line) : scrub(narrowed(line, (id) => id !== member.id)),
        }
      }),
    ]
    const others = (await listSources(reader, org)).filter(
      ({ _id }) => !known.sources.some((source) => source._id === _id),
    )
    return {
      movesKeys: known.keys.length > 0,
      set: {
        ...Object.fromEntries(known.keys.map((key) => [`keys.${key.id}`, nameless(key)])),
        ...(named.length < Object.keys(import_people).length && { import_people: Object.fromEntries(named) }),
      },
      changes: [
        { remove: 'members', id: member._id },
        ...leaves.map(({ _id }): Change => ({ remove: 'leaves', id: _id })),
        ...theirs.matches.map(({ _id }): Change => ({ remove: 'slack_matches', id: _id })),
        ...theirs.links.flatMap(({ _id, hash }): Change[] => [
          { remove: 'links', id: _id },
          { remove: 'link_hashes', id: hash },
        ]),
        ...theirs.sources.map(({ _id, fence }): Change => ({ remove: 'sources', id: _id, when: { fence } })),
        ...endConsents(known.statuses, dependencies.now()),
        ...known.agent_accounts.map(({ _id }): Change => ({ remove: 'agent_accounts', id: _id })),
        { put: 'tombstones', document: tombstone },
        ...scrubbed,
        ...others.map((source) => endSync(source, {})),
      ],
      notes: [erasedNote(member, tombstone.number, leaves.length)],
      result: {
        id: member.id,
        number: tombstone.number,
        erased_on: today,
        leaves: leaves.length,
        mentions: scrubbed.length + known.keys.length,
        possible_mentions: possible,
      },
    }
  })
