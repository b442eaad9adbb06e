import type { Actor, Dependencies } from '../dependencies.js'
import { auditLines } from '../records/change.js'

/** Records that a person has closed the view with the address of a new link. */
export const recordLinkClosed = async (
  dependencies: Dependencies,
  org: string,
  link: string,
  actor: Actor,
): Promise<void> => {
  const note = { what: 'link_address_closed', subject: link, member: null, detail: {} } as const
  await dependencies.store.commit(auditLines(dependencies, org, [note], actor))
}
