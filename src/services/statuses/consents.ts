import { documentId } from '../../domain/organization/organization.js'
import { encryptToken, nonceBytes, openToken } from '../../domain/secrets/cipher.js'
import { tokenOwner, type StatusConsent } from '../../domain/statuses/status.js'
import { collect, type Change, type Reader } from '../../store/port.js'
import type { Dependencies } from '../dependencies.js'
import { wakeStatuses } from './checks.js'

/** Somebody in Slack, and the member they are. */
export type StatusPerson = Pick<StatusConsent, 'org' | 'member_id' | 'workspace' | 'user'>
type OnePerson = Pick<StatusPerson, 'org' | 'member_id'>

export const consentsOf = (reader: Reader, org: string): Promise<StatusConsent[]> =>
  collect(reader.find('statuses', { index: 'by_org', equal: { org } }))

/** Milliseconds in which Slack is asked again; then the token is forgotten although it may still be good there. */
const longest = 86_400_000

/** From now on nothing is set for them, and the next tick takes it away (`ending.ts`). */
export const endConsents = (consents: readonly StatusConsent[], now: Date): Change[] =>
  consents.flatMap(({ _id: id, org, version }) => [
    {
      patch: 'statuses',
      id,
      set: { expire_at: new Date(now.getTime() + longest).toISOString(), version: version + 1 },
    },
    wakeStatuses(org, now),
  ])

/** Whether their status is still set. */
export const isConnected = ({ expire_at }: StatusConsent): boolean => expire_at === undefined

/** The people who let whosout set their status, by organization and member. */
export const createStatusConsents = ({ store, now, random }: Dependencies) => {
  const idOf = ({ org, member_id }: OnePerson): string => documentId(org, member_id)
  const find = async (person: OnePerson): Promise<StatusConsent | null> =>
    (await store.get('statuses', [idOf(person)])).find(isConnected) ?? null
  const inWorkspace = (workspace: string) =>
    collect(store.find('statuses', { index: 'by_workspace', equal: { workspace } }))
  return {
    /** Null: they have not agreed, or not any more. */
    find,

    listed: async (org: string) => (await consentsOf(store, org)).filter(isConnected),

    /** Whether a token of theirs is here, and so must stay good at Slack. */
    isKnown: async (workspace: string, user: string): Promise<boolean> =>
      (await inWorkspace(workspace)).some((consent) => consent.user === user),

    /** `keys`: those that encrypt tokens, newest first. What is shown for somebody who agreed before stays theirs. */
    async connect(
      person: StatusPerson,
      { token, timezone, keys }: { token: string; timezone: string | null; keys: readonly Uint8Array[] },
    ): Promise<void> {
      const [before] = await store.get('statuses', [idOf(person)])
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
      await store.commit([{ put: 'statuses', document }, wakeStatuses(person.org, now())])
    },

    /** Ends the consent; as it was, for Slack to be told at once. */
    async stop(person: OnePerson): Promise<StatusConsent | null> {
      const before = await find(person)
      if (before) await store.commit(endConsents([before], now()))
      return before
    },

    /** Forgets the tokens that Slack revoked, or all of a workspace (`users` null); resolves with whose they were. */
    async forget(workspace: string, users: readonly string[] | null): Promise<readonly string[]> {
      const all = await inWorkspace(workspace)
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
