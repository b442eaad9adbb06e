import type { Actor, Dependencies } from '../dependencies.js'
import { eventChanges } from './writes.js'

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
