import { InvalidArgumentError } from 'commander'
import type { Command } from 'commander'
import { keyHints } from '../../domain/keys/view.js'
import type { KeyView } from '../../domain/keys/view.js'
import { createKeyLists } from '../../services/keys/lists.js'
import { loadLogNames, type LogNames } from '../../services/records/names.js'
import type { KeyEvent } from '../../store/schema.js'
import { inColumns, minuteOf, actorText } from '../output.js'
import { printJson } from '../io.js'
import type { Io } from '../io.js'
import { withOrganization } from '../open.js'

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
  if (previous_valid_until !== null) said.push(`old secret works until ${minuteOf(previous_valid_until)}`)
  if (expires_at !== null && state !== 'revoked')
    said.push(`${state === 'expired' ? 'expired' : 'expires'} ${minuteOf(expires_at)}`)
  return [...said, ...limitsOf(key)].join(', ')
}

const keyRow = (key: KeyView): string[] => [
  key.id,
  key.name,
  key.state,
  `${key.start}…`,
  minuteOf(key.last_used_at),
  hintsOf(key),
]

const keyShape =
  '[{"id", "name", "state": "active|disabled|revoked|expired|locked", "start", "created_at", "rotated_at", "revoked_at", "expires_at", "last_used_at", "last_used_from", "previous_valid_until", "team_id", "team_name", "allow", "reasons", "hints": ["never_used" | "idle" | "never_expires" | "new_secret_unused"]}]'

const addList = (keys: Command, io: Io): void => {
  keys
    .command('list')
    .description('List the keys with their state, last use (to the minute) and hints')
    .requiredOption('--org <slug>', 'the organization')
    .option('--live', 'leave out keys that were revoked, or that expired more than 30 days ago')
    .option('--json', keyShape)
    .action(async ({ org, live = false, json }: { org: string; live?: boolean; json?: boolean }) => {
      const views = await withOrganization(io, org, ({ _id }, dependencies) =>
        createKeyLists(dependencies).list(_id, { live }),
      )
      if (json) return printJson(io, views)
      if (views.length === 0) return io.out(`There are no keys: whosout keys create --org ${org} --name NAME`)
      io.out(inColumns(['ID', 'NAME', 'STATE', 'STARTS WITH', 'LAST USED', 'NOTE'], views.map(keyRow)))
    })
}

const count = (text: string): number => {
  const value = Number(text)
  if (!/^\d{1,5}$/.test(text) || value < 1) throw new InvalidArgumentError('Use a number from 1 to 99999.')
  return value
}

const eventJson = ({ at, what, key, who, from, detail }: KeyEvent, { nameOf, personOf }: LogNames) => ({
  at,
  what,
  key: key === '' ? null : key,
  key_name: nameOf(key),
  who,
  who_name: personOf({ who, from }),
  from,
  detail,
})

const eventRow = (event: KeyEvent, { nameOf, personOf }: LogNames): string[] => [
  event.at,
  event.what,
  nameOf(event.key) ?? (event.key || '-'),
  actorText(event, personOf(event)),
  event.from ?? '-',
  Object.entries(event.detail)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${value}`)
    .join(' '),
]

const addEvents = (keys: Command, io: Io): void => {
  keys
    .command('events [key]')
    .description('Show who changed the keys (or one key) and when, newest first')
    .requiredOption('--org <slug>', 'the organization')
    .option('--limit <count>', 'show at most this many', count, 50)
    .option(
      '--json',
      '[{"at", "what", "key", "key_name", "who", "who_name", "from", "detail": {}}]; "key" is null for events about all keys; names are as they are now, null when unknown',
    )
    .action(
      async (
        named: string | undefined,
        { org, limit, json }: { org: string; limit: number; json?: boolean },
      ) => {
        const { events, names } = await withOrganization(io, org, async ({ _id }, dependencies) => {
          const lists = createKeyLists(dependencies)
          return {
            events: await lists.events(_id, named && (await lists.resolve(_id, named)), limit),
            names: await loadLogNames(dependencies.store, _id),
          }
        })
        if (json)
          return printJson(
            io,
            events.map((event) => eventJson(event, names)),
          )
        const rows = events.map((event) => eventRow(event, names))
        io.out(inColumns(['WHEN', 'WHAT', 'KEY', 'WHO', 'FROM', ''], rows))
      },
    )
}

/** `keys list|events`. */
export const addKeyLists = (keys: Command, io: Io): void => {
  addList(keys, io)
  addEvents(keys, io)
}
