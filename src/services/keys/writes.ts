import { idBytes, timeOrderedId } from '../../domain/identity.js'
import type { KeyChanges, KeyNote } from '../../domain/keys/change.js'
import { documentId } from '../../domain/organization/organization.js'
import type { Change, Json } from '../../store/port.js'
import type { Actor, Dependencies } from '../dependencies.js'
import type { OrganizationWrite } from '../organizations/change.js'

const eventChanges = (
  { random }: Pick<Dependencies, 'random'>,
  org: string,
  notes: readonly KeyNote[],
  actor: Actor,
  at: Date,
): Change[] =>
  notes.map((note) => {
    const id = timeOrderedId(at, random(idBytes))
    return {
      put: 'key_events',
      document: { _id: documentId(org, id), org, ...note, ...actor, at: at.toISOString() },
    }
  })

/** An entry written once a day, however often it happens: the day is part of its id. */
export const dailyEvent = (org: string, note: KeyNote, actor: Actor, at: Date): Change => {
  const instant = at.toISOString()
  const id = [note.key, note.what, instant.slice(0, 10)].join(':')
  return {
    put: 'key_events',
    document: { _id: documentId(org, id), org, ...note, ...actor, at: instant },
    when: 'absent',
  }
}

/** The organization's fields and the documents that put a decision about keys into effect. */
export const keyWrite = (
  dependencies: Dependencies,
  org: string,
  { changed, retired, notes }: KeyChanges,
  actor: Actor,
): OrganizationWrite => {
  const set: Record<string, Json | undefined> = {}
  for (const key of changed) set[`keys.${key.id}`] = key
  for (const key of retired) set[`keys.${key.id}`] = undefined
  const gone = retired.map((key): Change => {
    return { put: 'retired_keys', document: { _id: documentId(org, key.id), org, key } }
  })
  const events = eventChanges(dependencies, org, notes, actor, dependencies.now())
  return { moves: ['keys_revision'], set, also: [...gone, ...events] }
}

/** Records that the person shown a new secret has closed the view that showed it. */
export const recordSecretClosed = async (
  dependencies: Dependencies,
  org: string,
  key: string,
  actor: Actor,
): Promise<void> => {
  const note = { key, what: 'secret_closed', detail: {} } as const
  await dependencies.store.commit(eventChanges(dependencies, org, [note], actor, dependencies.now()))
}
