import { accountId } from '../../domain/people/match.js'
import type { Source } from '../../domain/organization/organization.js'
import type { AuditEntry } from '../../domain/records/audit.js'
import { collect, type Reader } from '../../store/port.js'
import type { Actor } from '../dependencies.js'
import { matchesOf } from '../people/people.js'
import { listSources } from '../sources/stored.js'
import { webhooksOf } from '../webhooks/stored.js'
import { membersOf, teamsOf } from './change.js'

/** The names behind the ids in logs, as they are now. */
export interface LogNames {
  /** Null: it has no name any more, as an erased member. */
  readonly nameOf: (id: string) => string | null
  /** The member who did something in Slack or by an agent; null: they did it elsewhere, or are not matched. */
  readonly personOf: (actor: Actor) => string | null
}

/** Logs keep ids only, so that an erasure removes the name everywhere: names are looked up when a log is read. */
export const loadLogNames = async (reader: Reader, org: string): Promise<LogNames> => {
  const ofOrg = { index: 'by_org', equal: { org } } as const
  const [organization] = await reader.get('organizations', [org])
  const retired = await collect(reader.find('retired_keys', ofOrg))
  const links = await collect(reader.find('links', ofOrg))
  const named = [
    ...(await membersOf(reader, org)),
    ...(await teamsOf(reader, org)),
    ...links,
    ...(await listSources(reader, org)).map(({ _id: id, name }) => ({ id, name })),
    ...(await webhooksOf(reader, org)).map(({ _id: id, host: name }) => ({ id, name })),
    ...retired.map(({ key }) => key),
    ...Object.values(organization?.keys ?? {}),
  ]
  const names = new Map(named.map(({ id, name }) => [id, name]))
  const members = new Map([
    ...links.map(({ owner, owner_id }) => [owner, owner_id] as const),
    ...(await matchesOf(reader, org)).map((match) => [`slack:${accountId(match)}`, match.member_id] as const),
  ])
  const nameOf = (id: string): string | null => names.get(id) ?? null
  return {
    nameOf,
    personOf: ({ who, from }) => {
      const [, where, id = ''] = /^(slack|member):(.+)$/.exec(who) ?? []
      return nameOf((where === 'slack' ? members.get(`${from}:${id}`) : id) ?? '')
    },
  }
}

/** `calendar "HR"` for `calendar:ID`; other sources as they are. */
export const sourceName = ({ nameOf }: Pick<LogNames, 'nameOf'>, source: Source): string => {
  const name = source.startsWith('calendar:') ? nameOf(source.slice('calendar:'.length)) : null
  return name === null ? source : `calendar "${name}"`
}

/** Who or what an entry is about: a leave by the person whose it is. */
export const subjectName = ({ nameOf }: LogNames, { subject, member }: AuditEntry): string | null =>
  nameOf(subject) ?? nameOf(member ?? '')
