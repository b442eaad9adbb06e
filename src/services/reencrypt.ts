import { collect } from '../store/port.js'
import type { Dependencies } from './dependencies.js'
import { cipherOwner as ownerOfLink, linksInSlack } from './links/in-slack.js'
import type { AddressCipher } from './sources/address-cipher.js'
import { changeSource } from './sources/stored.js'
import { changeWebhook } from './webhooks/stored.js'
import { cipherOwner as ownerOfWebhook } from './webhooks/webhooks.js'

/** A document with encrypted values. */
interface EncryptedDocument {
  readonly _id: string
  readonly name: string
  /** What they are encrypted for. */
  readonly owner: string
  readonly values: readonly string[]
  /** Writes the values as they then are, each as `move` makes it. */
  write(move: (value: string) => string): Promise<unknown>
}

const findEncrypted = async (dependencies: Dependencies): Promise<readonly EncryptedDocument[]> => {
  const { store } = dependencies
  const sources = await collect(store.find('sources', { index: 'by_org' }))
  const webhooks = await collect(store.find('webhooks', { index: 'by_org' }))
  return [
    ...sources
      .filter(({ kind }) => kind === 'calendar')
      .map(({ _id, org, name, address }) => ({
        ...{ _id, name, owner: _id, values: [address] },
        write: (move: (value: string) => string) =>
          changeSource(dependencies, org, _id, (source) => ({ address: move(source.address) })),
      })),
    ...(await linksInSlack(store)).map((link) => {
      const { _id, name, slack_token } = link
      return {
        ...{ _id, name, owner: ownerOfLink(link), values: [slack_token] },
        write: (move: (value: string) => string) => {
          const set = { slack_token: move(slack_token) }
          return store.commit([{ patch: 'links', id: _id, set, when: { slack_token } }])
        },
      }
    }),
    ...webhooks.map((webhook) => {
      const { _id, org, host: name, address, secrets } = webhook
      return {
        ...{ _id, name, owner: ownerOfWebhook(webhook) },
        values: [address, ...secrets.map(({ secret }) => secret)],
        write: (move: (value: string) => string) =>
          changeWebhook(dependencies, org, _id, (current) => ({
            address: move(current.address),
            secrets: current.secrets.map((one) => ({ ...one, secret: move(one.secret) })),
          })),
      }
    }),
  ]
}

/** Re-encrypts what feeds, webhooks and links keep under the first key. Safe to repeat. */
export const reencrypt = async (dependencies: Dependencies, cipher: AddressCipher) => {
  const unreadable: Pick<EncryptedDocument, '_id' | 'name'>[] = []
  const counts = { moved: 0, unchanged: 0 }
  for (const { _id, name, owner, values, write } of await findEncrypted(dependencies)) {
    if (values.every((value) => cipher.isCurrent(owner, value))) counts.unchanged += 1
    else if (values.some((value) => cipher.decrypt(owner, value) === null)) unreadable.push({ _id, name })
    else {
      await write((value) => {
        const clear = cipher.decrypt(owner, value)
        return clear === null ? value : cipher.encrypt(owner, clear)
      })
      counts.moved += 1
    }
  }
  return { ...counts, unreadable }
}
