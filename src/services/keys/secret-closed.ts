import type { Actor, Dependencies } from '../dependencies.js'
import { eventChanges } from './writes.js'

/** Notes that whoever was shown a new secret has closed what showed it. */
export const recordSecretClosed = async (
  dependencies: Dependencies,
  org: string,
  key: string,
  actor: Actor,
): Promise<void> => {
  const note = { key, what: 'secret_closed', detail: {} } as const
  await dependencies.store.commit(eventChanges(dependencies, org, [note], actor, dependencies.now()))
}
