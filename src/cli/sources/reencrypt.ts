import { Problem } from '../../domain/problem.js'
import { openFeedTools } from '../../open.js'
import { reencrypt as reencryptAll } from '../../services/reencrypt.js'
import { declareStoreCommand } from '../command.js'
import { configOf } from '../config.js'

/** For operators who change ENCRYPTION_KEY. */
export const reencrypt = declareStoreCommand({
  usage: 'reencrypt',
  description:
    'Re-encrypt the addresses of all feeds and webhooks, and of links shown in Slack, with the first key in ENCRYPTION_KEY',
  json: '{"reencrypted", "unchanged", "unreadable": [ID]}',
  help: '\nIt is safe to repeat. Exit code 1 when an address cannot be read.',
  run: async ({ io, env, dependencies }) => {
    const { cipher } = await openFeedTools(configOf(env), io, { makeKey: false })
    if (!cipher)
      throw new Problem('conflict', 'ENCRYPTION_KEY is not set, and there is no key file next to the data.')
    const { moved: reencrypted, unchanged, unreadable } = await reencryptAll(dependencies, cipher)
    return {
      json: { reencrypted, unchanged, unreadable: unreadable.map(({ _id }) => _id) },
      text: `Addresses re-encrypted with the first key: ${reencrypted}; already using it: ${unchanged}.`,
      notes: unreadable.map(
        ({ name, _id }) =>
          `No key in ENCRYPTION_KEY can decrypt the address of "${name}" (${_id}): add the key it was encrypted with, or set the address again.`,
      ),
      failed: unreadable.length > 0,
    }
  },
})
