import { documentId } from '../../domain/organization/organization.js'
import { encryptToken, nonceBytes, openToken } from '../../domain/secrets/cipher.js'
import { tokenOwner, type StatusConsent } from '../../domain/statuses/status.js'
import { collect, type Change, type Reader } from '../../store/port.js'
import type { Dependencies } from '../dependencies.js'

/** Somebody in Slack, and the member they are. */
export type StatusPerson = Pick<StatusConsent, 'org' | 'member_id' | 'workspace' | 'user'>
type OnePerson = Pick<StatusPerson, 'org' | 'member_id'>

export const consentsOf = (reader: Reader, org: string): Promise<StatusConsent[]> =>
  collect(reader.find('statuses', { index: 'by_org', equal: { org } }))

/** The people who let whosout set their status, by organization and member. */
export const createStatusConsents = ({ store, now, random }: Dependencies) => {
  const idOf = ({ org, member_id }: OnePerson): string => documentId(org, member_id)
  const find = async (person: OnePerson): Promise<StatusConsent | null> =>
    (await store.get('statuses', [idOf(person)]))[0] ?? null
  return {
    /** Null: they have not agreed, or not any more. */
    find,

    listed: (org: string) => consentsOf(store, org),

    /** `keys`: those that encrypt tokens, newest first. What is shown for somebody who agreed before stays theirs. */
    async connect(
      person: StatusPerson,
      { token, timezone, keys }: { token: string; timezone: string | null; keys: readonly Uint8Array[] },
    ): Promise<void> {
      const before = await find(person)
      const document: StatusConsent = {
        _id: idOf(person),
        ...person,
        token: encryptToken(keys[0]!, random(nonceBytes), tokenOwner(person), token),
        timezone,
        connected_at: now().toISOString(),
        shown: before?.shown ?? null,
        claim: null,
        ended: before?.ended ?? null,
        not_before: null,
        version: (before?.version ?? 0) + 1,
      }
      await store.commit([{ put: 'statuses', document }])
    },

    /** Forgets the consent and its token; the consent as it was, to take the status away. */
    async stop(person: OnePerson): Promise<StatusConsent | null> {
      const before = await find(person)
      if (before) await store.commit([{ remove: 'statuses', id: before._id }])
      return before
    },

    /** Forgets the tokens that Slack revoked, or all of a workspace (`users` null); resolves with whose they were. */
    async forget(workspace: string, users: readonly string[] | null): Promise<readonly string[]> {
      const all = await collect(store.find('statuses', { index: 'by_workspace', equal: { workspace } }))
      const gone = users === null ? all : all.filter(({ user }) => users.includes(user))
      if (gone.length > 0) await store.commit(gone.map(({ _id: id }): Change => ({ remove: 'statuses', id })))
      return gone.map(({ user }) => user)
    },
  }
}
export type StatusConsents = ReturnType<typeof createStatusConsents>

/** Null when it was encrypted with another key. */
export const openStatusToken = (keys: readonly Uint8Array[], consent: StatusConsent): string | null =>
  openToken(keys, tokenOwner(consent), consent.token)
