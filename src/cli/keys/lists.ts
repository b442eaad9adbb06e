import { foldName } from '../../domain/organization/name.js'
import { keyHints, type KeyView } from '../../domain/keys/view.js'
import { loadLogNames } from '../../services/records/names.js'
import { declareOrganizationCommand } from '../command.js'
import { limitOption } from '../options.js'
import { listed, logColumns } from '../output.js'
import { stateStyle } from '../table.js'

/** A key's restrictions: what it may not see, and where it may be used from. */
const limitsOf = ({ team_id, team_name, allow, reasons }: KeyView): string[] => [
  ...(team_id === null ? [] : [`team ${team_name ?? `${team_id} (deleted)`}`]),
  ...(allow === null ? [] : [`from ${allow.join(' ')}`]),
  ...(reasons === 'hidden' ? ['reasons hidden'] : []),
]

const hintsOf = (key: KeyView): string => {
  const { hints, previous_valid_until, expires_at, state } = key
  const said: string[] = hints.map((hint) => keyHints[hint])
  if (state === 'locked') said.push('locked by the plan: unlock with keys enable when the plan has room')
  if (previous_valid_until !== null) said.push(`old secret works until ${previous_valid_until}`)
  if (expires_at !== null && state !== 'revoked')
    said.push(`${state === 'expired' ? 'expired' : 'expires'} ${expires_at}`)
  return [...said, ...limitsOf(key)].join(', ')
}

export const list = declareOrganizationCommand({
  usage: 'list',
  description: 'List the keys with their state, last use (to the minute) and hints',
  options: (command) =>
    command.option('--live', 'leave out keys that were revoked, or that expired more than 30 days ago'),
  json: '[{"id", "name", "state": "active|disabled|revoked|expired|locked", "start", "created_at", "rotated_at", "revoked_at", "expires_at", "last_used_at", "last_used_from", "previous_valid_until", "team_id", "team_name", "allow", "reasons", "hints": ["never_used" | "idle" | "never_expires" | "new_secret_unused"]}]',
  table: true,
  run: async ({ org, slug, services, options: { live = false } }) => {
    const keys = await services.keyLists.list(org, { live })
    // Where several have one name, this tells them apart.
    const hasTwins = new Set(keys.map(({ name }) => foldName(name))).size < keys.length
    return listed(
      keys,
      {
        ID: { value: 'id', drop: 'always' },
        NAME: 'name',
        STATE: { value: 'state', style: stateStyle },
        'STARTS WITH': { value: ({ start }) => `${start}…`, ...(!hasTwins && { drop: 1 }) },
        'LAST USED': 'last_used_at',
        NOTE: hintsOf,
      },
      `There are no keys: whosout keys create --org ${slug} --name NAME`,
    )
  },
})

export const events = declareOrganizationCommand({
  usage: 'events [key]',
  description: 'Show who changed the keys (or one key) and when, newest first',
  options: (command) => command.option('--limit <count>', 'show at most this many', limitOption(99_999), 50),
  json: '[{"at", "what", "key", "key_name", "who", "who_name", "from", "detail": {}}]; "key" is null for events about all keys; names are as they are now, null when unknown',
  table: true,
  run: async ({ org, services, dependencies, args: [named], options: { limit } }) => {
    const lists = services.keyLists
    const events = await lists.events(org, named && (await lists.resolve(org, named)), limit)
    const { nameOf, personOf } = await loadLogNames(dependencies.store, org)
    const rows = events.map(({ at, what, key, who, from, detail }) => {
      const who_name = personOf({ who, from })
      return { at, what, key: key || null, key_name: nameOf(key), who, who_name, from, detail }
    })
    const about = ({ key, key_name }: (typeof rows)[number]) => key_name ?? key
    return listed(rows, logColumns(['KEY', about], nameOf))
  },
})
