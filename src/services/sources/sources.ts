import { dayAt, zoneOrUtc } from '../../calendar/day.js'
import { idBytes, randomId } from '../../domain/identity.js'
import type { Member } from '../../domain/organization/organization.js'
import { Problem } from '../../domain/problem.js'
import { isImportedAhead } from '../../domain/sources/changes.js'
import { privateIssue } from '../../domain/sources/feed-address.js'
import type { Unmatched } from '../../domain/sources/leaves.js'
import {
  parseDirectory,
  parseSourceSettings,
  type DirectoryInput,
  type SourceInput,
  type GivenSettings,
} from '../../domain/sources/settings.js'
import { everyLimits, maxAliases, maxSources, type DataSource } from '../../domain/sources/source.js'
import { keyOf } from '../../domain/sources/tokens.js'
import type { Reader } from '../../store/port.js'
import type { Actor, Dependencies } from '../dependencies.js'
import { findMember } from '../organizations/members.js'
import { readOrganization } from '../organizations/change.js'
import { findLeaves } from '../roll/load.js'
import { needsKey, type AddressCipher } from './address-cipher.js'
import { sourceAudit } from './audit.js'
import type { SyncTools } from './sync.js'
import { changeSource, findSource, listSources } from './stored.js'
import { removeSource } from './removal.js'

export interface SourcesDependencies extends Dependencies {
  /** Null: no key is set. */
  readonly cipher: AddressCipher | null
  readonly allowPrivate: boolean
  readonly leadsInside?: SyncTools['leadsInside']
}

/** The settings, with an address that a fetch would not refuse at once. Throws `invalid` with all issues. */
const readSettings = async (
  { allowPrivate, leadsInside }: SourcesDependencies,
  input: SourceInput,
): Promise<GivenSettings> => {
  const settings = parseSourceSettings(input, allowPrivate)
  const { address } = settings
  if (address && (await leadsInside?.(address.url.hostname)))
    throw new Problem('invalid', 'These source settings are invalid.', {
      issues: [{ path: ['url'], message: privateIssue }],
    })
  return settings
}

/** Unmatched events, with members who have similar names now. */
export interface ShownUnmatched extends Omit<Unmatched, 'nearest'> {
  readonly nearest: readonly Pick<Member, 'name' | 'email'>[]
}

export const showUnmatched = async (
  reader: Reader,
  org: string,
  unmatched: readonly Unmatched[],
): Promise<readonly ShownUnmatched[]> => {
  const ids = [...new Set(unmatched.flatMap(({ nearest }) => nearest))]
  const members = await reader.get(
    'members',
    ids.map((id) => `${org}:${id}`),
  )
  const byId = new Map(members.map((member) => [member.id, member]))
  return unmatched.map((one) => ({ ...one, nearest: one.nearest.flatMap((id) => byId.get(id) ?? []) }))
}

/** A source that is new and due at once. */
const emptySource = (_id: string, org: string, at: string, who: string): DataSource => ({
  _id,
  org,
  kind: 'calendar',
  name: '',
  host: '',
  last_four: '',
  address: '',
  member_id: null,
  type: 'holiday',
  ignore: [],
  aliases: [],
  every: everyLimits.usual,
  paused: false,
  created_at: at,
  created_by: who,
  next_at: at,
  claim: null,
  fence: 0,
  validators: null,
  last_success_at: null,
  last_error: null,
  failures: 0,
  held: null,
  leaves: 0,
  unmatched: [],
  unmatched_count: 0,
})

const add = async (
  dependencies: SourcesDependencies,
  org: string,
  input: SourceInput & {
    readonly name: string
    readonly url: string
    readonly takeOver?: boolean | undefined
  },
  actor: Actor,
): Promise<DataSource> => {
  const { store, now, random, cipher } = dependencies
  const {
    name = '',
    address,
    type = 'holiday',
    every = everyLimits.usual,
    ignore = [],
  } = await readSettings(dependencies, input)
  if (!cipher) throw needsKey()
  const member = input.member === undefined ? null : await findMember(store, org, input.member)
  if ((await listSources(store, org)).length >= maxSources)
    throw new Problem('conflict', `An organization has at most ${maxSources} sources.`)
  const id = randomId(random(idBytes))
  const at = now().toISOString()
  const source: DataSource = {
    ...emptySource(id, org, at, actor.who),
    name,
    host: address!.host,
    last_four: address!.lastFour,
    address: cipher.encrypt(id, address!.url.href),
    member_id: member?.id ?? null,
    type,
    ignore,
    every,
    ...(input.takeOver && { takes_over: true }),
  }
  await store.commit([
    { put: 'sources', document: source, when: 'absent' },
    ...sourceAudit(dependencies, 'source_added', source, actor),
  ])
  return source
}

const addDirectory = async (
  dependencies: Dependencies,
  org: string,
  input: DirectoryInput,
  actor: Actor,
): Promise<DataSource> => {
  const { store, now, random } = dependencies
  const { workspace, creates, avatars, groups } = parseDirectory(input)
  const sources = await listSources(store, org)
  if (sources.some(({ slack }) => slack?.workspace === workspace))
    throw new Problem('conflict', 'This workspace is already a source of the organization.')
  const source: DataSource = {
    ...emptySource(randomId(random(idBytes)), org, now().toISOString(), actor.who),
    kind: 'slack',
    slack: { workspace, creates, avatars, groups, members: 0 },
    name: `Slack ${workspace}`,
    host: 'slack.com',
    every: everyLimits.ofSlack,
  }
  await store.commit([
    { put: 'sources', document: source, when: 'absent' },
    ...sourceAudit(dependencies, 'source_added', source, actor),
  ])
  return source
}

const set = async (
  dependencies: SourcesDependencies,
  org: string,
  idOrName: string,
  input: Omit<SourceInput, 'member'>,
  actor: Actor,
): Promise<DataSource> => {
  const { address, ...settings } = await readSettings(dependencies, input)
  const { cipher, now } = dependencies
  if (address && !cipher) throw needsKey()
  return changeSource(
    dependencies,
    org,
    idOrName,
    (source) => ({
      ...(source.kind === 'slack' ? onlyName(settings, address) : settings),
      ...(address
        ? {
            host: address.host,
            last_four: address.lastFour,
            address: cipher!.encrypt(source._id, address.url.href),
            held: null,
          }
        : {}),
      validators: null,
      next_at: source.paused ? null : now().toISOString(),
    }),
    (changed) => sourceAudit(dependencies, 'source_changed', changed, actor),
  )
}

const onlyName = (
  { name, ...settings }: Omit<GivenSettings, 'address'>,
  address: GivenSettings['address'],
): Pick<GivenSettings, 'name'> => {
  if (address || Object.keys(settings).length > 0)
    throw new Problem(
      'conflict',
      'Only the name of a Slack source can be changed. To change anything else, remove it and add it again.',
    )
  return name === undefined ? {} : { name }
}

const setPaused = (
  dependencies: Dependencies,
  org: string,
  idOrName: string,
  paused: boolean,
  actor: Actor,
) =>
  changeSource(
    dependencies,
    org,
    idOrName,
    () => ({
      paused,
      next_at: paused ? null : dependencies.now().toISOString(),
    }),
    (changed) => sourceAudit(dependencies, paused ? 'source_paused' : 'source_resumed', changed, actor),
  )

const match = (
  dependencies: Dependencies,
  org: string,
  idOrName: string,
  { text, member: email }: { readonly text: string; readonly member: string },
  actor: Actor,
): Promise<DataSource> => {
  const words = keyOf(text)
  if (words === '')
    throw new Problem('invalid', 'This text has no words.', {
      issues: [{ path: ['text'], message: 'must be a name as it appears in the events' }],
    })
  return changeSource(
    dependencies,
    org,
    idOrName,
    async (source) => {
      if (source.kind === 'slack')
        throw new Problem('conflict', 'Slack accounts are matched one by one.', {
          shell: 'To match one: whosout slack match USER --member MEMBER',
        })
      const member = await findMember(dependencies.store, org, email)
      const others = source.aliases.filter((alias) => alias.words !== words)
      if (others.length >= maxAliases)
        throw new Problem(
          'conflict',
          `A source has at most ${maxAliases.toLocaleString('en')} names of its own.`,
        )
      // Longest first: "J. Doe jun." must not be read as "J. Doe".
      const aliases = [...others, { words, member_id: member.id }].sort(
        (a, b) => b.words.length - a.words.length,
      )
      return { aliases, validators: null, next_at: source.paused ? null : dependencies.now().toISOString() }
    },
    (changed) => sourceAudit(dependencies, 'source_changed', changed, actor),
  )
}

/** Operations on sources. Those that change something throw a Problem when refused. */
/** The number of leaves from imports of which a calendar would speak as well. */
const importedAhead = async ({ store, now }: Dependencies, source: DataSource): Promise<number> => {
  const { timezone } = await readOrganization({ store }, source.org)
  const today = dayAt(now(), zoneOrUtc(timezone))
  let count = 0
  for await (const page of findLeaves(store, source.org, today))
    count += page.filter((leave) => isImportedAhead(leave, source, today)).length
  return count
}

export const createSources = (dependencies: SourcesDependencies) => ({
  add: add.bind(null, dependencies),
  addDirectory: addDirectory.bind(null, dependencies),
  set: set.bind(null, dependencies),
  pause: (org: string, id: string, actor: Actor) => setPaused(dependencies, org, id, true, actor),
  resume: (org: string, id: string, actor: Actor) => setPaused(dependencies, org, id, false, actor),
  match: match.bind(null, dependencies),
  remove: removeSource.bind(null, dependencies),
  importedAhead: importedAhead.bind(null, dependencies),
  find: (org: string, id: string) => findSource(dependencies.store, org, id),
  list: (org: string) => listSources(dependencies.store, org),
  showUnmatched: showUnmatched.bind(null, dependencies.store),
})
