import type { Command } from 'commander'
import { momentText } from '../../domain/keys/moments.js'
import { Problem } from '../../domain/problem.js'
import { createKeyLists } from '../../services/keys/lists.js'
import { createKeys } from '../../services/keys/keys.js'
import { printJson, type Io } from '../io.js'
import { actorOf, listOption, withOrganization } from '../open.js'

interface EditOptions {
  readonly org: string
  readonly name?: string
  readonly team?: string
  readonly reasons?: string
  readonly allow?: readonly string[]
  readonly expires?: string
  readonly json?: boolean
}

/** Null when the word that lifts a limit was given. */
const unless = <T>(isLifted: boolean, value: T | undefined): T | null | undefined => (isLifted ? null : value)

/** `keys edit`. */
export const addEdit = (keys: Command, io: Io): void => {
  keys
    .command('edit <key>')
    .description(
      'Change the name or the limits of a key, from the next request on; its secret stays the same',
    )
    .requiredOption('--org <slug>', 'the organization')
    .option('--name <name>', 'what it is for')
    .option('--team <team>', 'the only team it sees: an id or a name, or none for everybody')
    .option('--reasons <reasons>', 'shown or hidden')
    .option('--allow <addresses>', 'addresses and ranges that may use it, or any', listOption)
    .option('--expires <time>', 'its last day (2026-12-31), a duration (30d) or never (paid plan)')
    .option('--json', '{"id", "name", "state", "expires_at", "team_id", "allow", "reasons", "changed"}')
    .action(async (named: string, { org, json, name, team, reasons, allow, expires }: EditOptions) => {
      if ([name, team, reasons, allow, expires].every((value) => value === undefined))
        throw new Problem('invalid', 'Say what to change: --name, --team, --reasons, --allow or --expires.')
      const { key, changed } = await withOrganization(io, org, async ({ _id, timezone }, dependencies) => {
        const end = expires && momentText(expires, io.now(), timezone)
        const input = {
          name,
          reasons,
          team: unless(team === 'none', team),
          allow: unless(allow?.length === 1 && allow[0] === 'any', allow),
          expires: unless(expires === 'never', end),
        }
        const id = await createKeyLists(dependencies).resolve(_id, named)
        return createKeys(dependencies).edit(_id, id, input, actorOf(io))
      })
      const { id, state, expires_at, team_id } = key
      const limits = { expires_at, team_id, allow: key.allow, reasons: key.reasons }
      if (json) return printJson(io, { id, name: key.name, state, ...limits, changed })
      io.out(`${changed ? 'Changed' : 'Nothing to change:'} "${key.name}" (${id}).`)
    })
}
