import type { RunningImport } from '../../domain/organization/organization.js'
import { Problem } from '../../domain/problem.js'
import type { Dependencies } from '../dependencies.js'
import { readOrganization } from '../organizations/change.js'

/** Milliseconds. A running import updates its record with every commit, and no commit takes this long. */
export const leasePatience = 6_000
const pollEvery = 500

/**
 * Null when no import is recorded; the record when it has not changed for a while, so that it may be taken over. Throws
 * `conflict` while it changes. Clocks of different machines are never compared.
 */
export const watchImport = async (
  { store, wait }: Pick<Dependencies, 'store' | 'wait'>,
  org: string,
): Promise<RunningImport | null> => {
  const first = (await readOrganization({ store }, org)).import
  for (let waited = 0; first !== null && waited < leasePatience; waited += pollEvery) {
    await wait(pollEvery)
    const later = (await readOrganization({ store }, org)).import
    if (later === null) return null
    if (later.id !== first.id || later.moved_at !== first.moved_at) throw isRunning(later)
  }
  return first
}

const isRunning = ({ started_at }: RunningImport): Problem =>
  new Problem(
    'conflict',
    `Another import of this organization, started at ${started_at}, is still running. Nothing was changed; wait until it is done.`,
  )

/** The record of an import that starts now. */
export const newRecord = ({ now, random }: Pick<Dependencies, 'now' | 'random'>): RunningImport => {
  const at = now().toISOString()
  return { id: Buffer.from(random(16)).toString('hex'), started_at: at, moved_at: at }
}

/** From then on only this import changes people and leaves; null when the record is no longer `before`. */
export const claimImport = async (
  dependencies: Dependencies,
  org: string,
  before: RunningImport | null,
): Promise<RunningImport | null> => {
  const record = newRecord(dependencies)
  const { done } = await dependencies.store.commit([
    { patch: 'organizations', id: org, set: { import: record }, when: { 'import.id': before?.id } },
  ])
  return done ? record : null
}

/** Ends the record of an import that wrote nothing, if it is still the current one. */
export const releaseImport = async (
  { store }: Dependencies,
  org: string,
  { id }: RunningImport,
): Promise<void> => {
  await store.commit([{ patch: 'organizations', id: org, set: { import: null }, when: { 'import.id': id } }])
}
