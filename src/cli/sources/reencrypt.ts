import type { Command } from 'commander'
import { Problem } from '../../domain/problem.js'
import { reencryptLinks } from '../../services/links/in-slack.js'
import { reencryptSources } from '../../services/sources/reencrypt.js'
import { openFeedTools } from '../../open.js'
import { printJson, type Io } from '../io.js'
import { withDependencies } from '../open.js'
import { configOf, type SourceEnvironment } from './tools.js'

/** `sources reencrypt`, for operators who change ENCRYPTION_KEY. */
export const addReencrypt = (sources: Command, io: Io, env: SourceEnvironment): void => {
  sources
    .command('reencrypt')
    .description(
      'Re-encrypt the addresses of all feeds, and of links shown in Slack, with the first key in ENCRYPTION_KEY',
    )
    .option('--json', '{"reencrypted","unchanged","unreadable":[ID]}')
    .addHelpText('after', '\nIt is safe to repeat. Exit code 1 when an address cannot be read.')
    .action(async ({ json }: { readonly json?: boolean }) => {
      const config = configOf(env)
      const { moved, unchanged, unreadable } = await withDependencies(io, async (dependencies) => {
        const { cipher } = await openFeedTools(config, io, { makeKey: false })
        if (!cipher)
          throw new Problem(
            'conflict',
            'ENCRYPTION_KEY is not set, and there is no key file next to the data.',
          )
        const sources = await reencryptSources(dependencies, cipher)
        const links = await reencryptLinks(dependencies, cipher)
        return {
          moved: sources.moved + links.moved,
          unchanged: sources.unchanged + links.unchanged,
          unreadable: [...sources.unreadable, ...links.unreadable],
        }
      })
      if (unreadable.length > 0) io.setExitCode(1)
      const ids = unreadable.map(({ _id }) => _id)
      if (json) return printJson(io, { reencrypted: moved, unchanged, unreadable: ids })
      io.out(`Addresses re-encrypted with the first key: ${moved}; already using it: ${unchanged}.`)
      for (const { name, _id } of unreadable)
        io.err(
          `No key in ENCRYPTION_KEY can decrypt the address of "${name}" (${_id}): add the key it was encrypted with, or set the address again.`,
        )
    })
}
