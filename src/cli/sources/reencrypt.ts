import { Problem } from '../../domain/problem.js'
import { openFeedTools } from '../../open.js'
import { reencryptLinks } from '../../services/links/in-slack.js'
import { reencryptSources } from '../../services/sources/reencrypt.js'
import { reencryptWebhooks } from '../../services/webhooks/webhooks.js'
import { declareStoreCommand } from '../command.js'
import { configOf } from '../config.js'

/** For operators who change ENCRYPTION_KEY. */
export const reencrypt = declareStoreCommand({
  usage: 'reencrypt',
  description:
    'Re-encrypt the addresses of all feeds and webhooks, and of links shown in Slack, with the first key in ENCRYPTION_KEY',
  json: '{"reencrypted","unchanged","unreadable":[ID]}',
  help: '\nIt is safe to repeat. Exit code 1 when an address cannot be read.',
  run: async ({ io, env, dependencies }) => {
    const { cipher } = await openFeedTools(configOf(env), io, { makeKey: false })
    if (!cipher)
      throw new Problem('conflict', 'ENCRYPTION_KEY is not set, and there is no key file next to the data.')
    const sources = await reencryptSources(dependencies, cipher)
    const links = await reencryptLinks(dependencies, cipher)
    const webhooks = await reencryptWebhooks(dependencies, cipher)
    const all = [sources, links, webhooks]
    const reencrypted = all.reduce((sum, { moved }) => sum + moved, 0)
    const unchanged = all.reduce((sum, one) => sum + one.unchanged, 0)
    const unreadable = [
      ...sources.unreadable,
      ...links.unreadable,
      ...webhooks.unreadable.map(({ _id, host }) => ({ _id, name: host })),
    ]
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
