import { Problem } from '../../domain/problem.js'
import type { Ticket } from '../../domain/workspaces/install-link.js'
import { decryptToken, encryptToken, nonceBytes, openToken } from '../../domain/secrets/cipher.js'
import {
  install,
  type Installation,
  type Installed,
  type Workspace,
} from '../../domain/workspaces/workspace.js'
import { collect, type Change } from '../../store/port.js'
import type { Dependencies } from '../dependencies.js'
import { spentTicket } from './install-links.js'
import { tokenOwner } from '../../domain/statuses/status.js'
import { tooMuchContention, stoppedAt } from '../retry.js'

type InstallationDependencies = Pick<Dependencies, 'store' | 'now' | 'random'>

/** 32 bytes each, at least one: the first encrypts, all decrypt. */
type EncryptionKeys = readonly Uint8Array[]

/** The maximum number of attempts when installations and removals collide. */
const maxTries = 5

const write = async (
  { store, now, random }: InstallationDependencies,
  [newest]: EncryptionKeys,
  installation: Installation,
  link: Ticket | null,
): Promise<Installed> => {
  const token = encryptToken(newest!, random(nonceBytes), installation.id, installation.token)
  for (let tries = 0; tries < maxTries; tries++) {
    const [before] = await store.get('workspaces', [installation.id])
    const installed = install(before, { ...installation, token }, link?.subject ?? null, now())
    // The link is used up in the same commit, and first: where commits are made step by step, it binds once or not at
    // all.
    const used: Change[] = link && installed.link === 'binds' ? [spentTicket(link)] : []
    const when = before ? { version: before.version } : 'absent'
    const result = await store.commit([...used, { put: 'workspaces', document: installed.workspace, when }])
    if (result.done) return installed
    if (result.conflict < used.length)
      throw new Problem('conflict', 'This install link has already been used.')
  }
  throw tooMuchContention('workspace', 'Try again.')
}

type Moved = 'moved' | 'unchanged' | 'unreadable' | 'gone'

/** A document with an encrypted token, and what that is encrypted for. */
interface EncryptedPlace {
  readonly collection: 'workspaces' | 'statuses'
  readonly id: string
  readonly owner: string
}

/** Encrypts one token with the newest key, even while others write to its document. */
const moveToken = async (
  { store, random }: InstallationDependencies,
  keys: EncryptionKeys,
  { collection, id, owner }: EncryptedPlace,
): Promise<Moved> => {
  const newest = keys[0]!
  for (let tries = 0; tries < maxTries; tries++) {
    const [found] = await store.get(collection, [id])
    if (!found) return 'gone'
    if (decryptToken(newest, owner, found.token) !== null) return 'unchanged'
    const clear = openToken(keys, owner, found.token)
    if (clear === null) return 'unreadable'
    const { version } = found
    const set = { token: encryptToken(newest, random(nonceBytes), owner, clear), version: version + 1 }
    if ((await store.commit([{ patch: collection, id, set, when: { version } }])).done) return 'moved'
  }
  throw tooMuchContention('workspace', 'Try again.')
}

/** The result of re-encrypting all tokens with the newest key. */
export interface Reencrypted {
  readonly moved: number
  /** Tokens already encrypted with the newest key. */
  readonly unchanged: number
  /** Tokens that none of the keys can decrypt, left as they are. */
  readonly unreadable: readonly Pick<Workspace, '_id' | 'name'>[]
}

/** One commit per workspace, so that servers keep running. */
const reencrypt = async (
  dependencies: InstallationDependencies,
  keys: EncryptionKeys,
): Promise<Reencrypted> => {
  const { store } = dependencies
  const workspaces = await collect(store.find('workspaces', { index: 'by_org' }))
  const consents = await collect(store.find('statuses', { index: 'by_org' }))
  const places = [
    ...workspaces.map(({ _id: id }) => ({ collection: 'workspaces' as const, id, owner: id })),
    ...consents.map((one) => ({ collection: 'statuses' as const, id: one._id, owner: tokenOwner(one) })),
  ]
  const unreadable: Reencrypted['unreadable'][number][] = []
  const count = { moved: 0, unchanged: 0, unreadable: 0, gone: 0 }
  for (const [place, where] of places.entries()) {
    const came = await moveToken(dependencies, keys, where).catch((error: unknown) => {
      throw stoppedAt(error, {
        step: `the token of ${where.collection === 'workspaces' ? `workspace ${where.id}` : 'a person'} (${place + 1} of ${places.length})`,
        done: `${count.moved} ${count.moved === 1 ? 'token was' : 'tokens were'} re-encrypted before it`,
        next: 'Run the command again: it continues where it stopped.',
      })
    })
    count[came]++
    const workspace = workspaces.find(({ _id }) => _id === where.owner)
    if (came === 'unreadable') unreadable.push(workspace ?? { _id: where.owner, name: 'a person' })
  }
  return { moved: count.moved, unchanged: count.unchanged, unreadable }
}

/** A workspace with its token; null when the token was encrypted with another key. */
export interface OpenedWorkspace {
  readonly workspace: Workspace
  readonly token: string | null
}

/** Operations on workspaces that use a token. */
export const createInstallations = (dependencies: InstallationDependencies, keys: EncryptionKeys) => ({
  /** The installation contains the token in clear text. Throws `conflict` when the link has already been used. */
  async install(installation: Installation, link: Ticket | null) {
    const installed = await write(dependencies, keys, installation, link)
    const { org } = installed.workspace
    const [organization] = org === null ? [] : await dependencies.store.get('organizations', [org])
    return { ...installed, organization: organization ?? null }
  },

  /** Null when the workspace has not installed the app. */
  async open(id: string): Promise<OpenedWorkspace | null> {
    const [workspace] = await dependencies.store.get('workspaces', [id])
    if (!workspace) return null
    return { workspace, token: openToken(keys, id, workspace.token) }
  },

  /** Under the newest key. Safe to repeat. Throws what the store throws, with the step it stopped at. */
  reencrypt: (): Promise<Reencrypted> => reencrypt(dependencies, keys),
})
export type Installations = ReturnType<typeof createInstallations>
