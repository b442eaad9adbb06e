import type { Organization, RunningImport } from '../../domain/organization/organization.js'
import { Problem } from '../../domain/problem.js'
import type { PersonNote } from '../../domain/records/batch.js'
import type { Write } from '../../domain/roster/outcome.js'
import type { Writes } from '../../domain/roster/changes.js'
import { importDeadline, type Change, type Store } from '../../store/port.js'
import type { Dependencies } from '../dependencies.js'
import { tooMuchContention, stoppedAt, type Stop } from '../retry.js'
import { readOrganization } from '../organizations/change.js'
import { newRecord } from './lease.js'

/** In documents: up to the first one commit, otherwise several of the second (decisions, "Data in"). */
const atomicLimit = 20_000
const sequenceStep = 5_000

/** The organization as it was read, which a commit is based on. */
type Seen = Pick<Organization, '_id' | 'revision' | 'import'>

/** Settings that an import stores with the organization. */
type Kept = Pick<
  Organization,
  'import_types' | 'import_statuses' | 'import_halves' | 'import_people' | 'last_import'
>

/** The organization comes first, so that colliding writers find out at once. */
const claim = (seen: Seen, revision: number, running: RunningImport | null, kept: Kept): Change => ({
  patch: 'organizations',
  id: seen._id,
  set: { revision, import: running, ...kept },
  when: { revision: seen.revision, 'import.id': seen.import?.id },
})

export interface CommitOptions {
  /** The record that this import already holds. */
  readonly held: RunningImport | null
  readonly kept: Kept
  /** Lines of the audit log, for the last commit. */
  readonly audit: readonly Change[]
  /** The entry of the audit log about the people of a batch. */
  auditOf(notes: readonly PersonNote[]): readonly Change[]
  /** Called with the number of documents that the store has taken. */
  written(documents: number): void
}

/**
 * False when somebody changed the organization since the comparison and nothing was written; with `held`, settings do
 * not cause this. Throws `conflict` when another import took over, and the store's errors after an import's patience.
 */
export const commitRoster = async (
  dependencies: Dependencies,
  seen: Seen,
  writes: Writes,
  how: CommitOptions,
): Promise<boolean> => {
  const { store } = dependencies
  const { held, kept, audit, written, auditOf } = how
  const isLarge = store.kind === 'mongodb' && writes.count > atomicLimit
  if (writes.count > 0 && (isLarge || held))
    return commitSequence(dependencies, seen, writes, isLarge ? groupsOf(writes) : [writes], how)
  // An import that changes nothing moves no revision, but may still end an import record: its own, or an interrupted
  // one's.
  if (writes.count === 0 && seen.import === null && Object.keys(kept).length === 0) return true
  const revision = writes.count === 0 ? seen.revision : seen.revision + 1
  const first = [claim(seen, revision, null, kept), ...(writes.count === 0 ? [] : audit)]
  return (await commitOnce(store, following(first, noting(writes, telling(writes, written), auditOf)))).done
}

/** Adds what the writes change about people to the audit log, one entry a batch. */
const noting = (
  { noteOf }: Pick<Writes, 'noteOf'>,
  writes: Iterable<Write>,
  auditOf: CommitOptions['auditOf'],
): Iterable<Change> => ({
  *[Symbol.iterator]() {
    let notes: PersonNote[] = []
    for (const write of writes) {
      yield write
      const note = noteOf(write)
      if (note) notes.push(note)
      if (notes.length < sequenceStep) continue
      yield* auditOf(notes)
      notes = []
    }
    if (notes.length > 0) yield* auditOf(notes)
  },
})

/** Changes are created while they are written, so that 250,000 documents are not held at once. */
const following = (first: readonly Change[], writes: Iterable<Change>): Iterable<Change> => ({
  *[Symbol.iterator]() {
    yield* first
    yield* writes
  },
})

const toldEvery = 1_000

/** Reports how many documents the store has taken, whether written already or about to be. */
const telling = (writes: Iterable<Write>, taken: (documents: number) => void): Iterable<Write> => ({
  *[Symbol.iterator]() {
    let count = 0
    for (const write of writes) {
      if (++count % toldEvery === 0) taken(count)
      yield write
    }
    taken(count)
  },
})

const commitOnce = async (store: Store, changes: Iterable<Change>) => {
  try {
    return await store.commit(changes, { deadline: importDeadline })
  } catch (cause) {
    if (!(cause instanceof Problem && cause.code === 'outcome_unknown')) throw cause
    const message = `${cause.message} The import is safe to run again: it writes what is missing.`
    throw new Problem('outcome_unknown', message, { cause })
  }
}

/** A sequence of commits in progress: its record, and the organization as this import left it. */
interface Sequence {
  readonly id: string
  readonly started_at: string
  readonly kept: Kept
  readonly audit: readonly Change[]
  seen: Seen
}

const commitSequence = async (
  dependencies: Dependencies,
  seen: Seen,
  { count: total, noteOf }: Writes,
  groups: Iterable<Group>,
  { held, kept, audit, auditOf, written }: CommitOptions,
): Promise<boolean> => {
  const { id, started_at } = held ?? newRecord(dependencies)
  const sequence: Sequence = { id, started_at, kept, audit, seen }
  let done = 0
  for (const group of groups) {
    const place = { first: done === 0 && held === null, last: group.isLast ?? true }
    const before = done
    const isIn = await commitStep(dependencies, sequence, noting({ noteOf }, group, auditOf), place).catch(
      (error: unknown) => {
        throw stoppedAt(error, whereStopped(group, before, total))
      },
    )
    if (!isIn) return false
    done += group.count
    written(done)
  }
  return true
}

const nounOf = (write: Write): string => ('put' in write ? write.put : `removals of ${write.remove}`)

const thousands = (count: number): string => count.toLocaleString('en-US')

/** A group is the content of one commit; `before` documents of `total` came before it. */
const whereStopped = (group: Group, before: number, total: number): Stop => {
  const kinds = [...new Set(Array.from(group, nounOf))].join(', ')
  return {
    step: `documents ${thousands(before + 1)} to ${thousands(before + group.count)} of ${thousands(total)} (${kinds})`,
    done: before === 0 ? 'nothing was written before them' : 'the documents before them are written',
    next: 'The import is safe to run again: it writes what is missing.',
  }
}

/** The documents written in one commit. */
interface Group extends Iterable<Write> {
  readonly count: number
  readonly isLast?: boolean
}

const groupsOf = function* (writes: Writes): Generator<Group, void, void> {
  let group: Write[] = []
  let left = writes.count
  for (const write of writes) {
    group.push(write)
    left -= 1
    // The organization is one of the documents, an entry of the audit log about the people, and in the last commit
    // one about the import.
    if (group.length < sequenceStep - 3 && left > 0) continue
    yield Object.assign(group, { count: group.length, isLast: left === 0 })
    group = []
  }
}

interface StepPlace {
  readonly first: boolean
  readonly last: boolean
}

/** Repeats one commit of a sequence until it is known to be made; false when the first one can no longer be made. */
const commitStep = async (
  dependencies: Dependencies,
  sequence: Sequence,
  group: Iterable<Change>,
  place: StepPlace,
): Promise<boolean> => {
  const { now, wait } = dependencies
  const until = now().getTime() + importDeadline
  for (;;) {
    const { _id, revision } = sequence.seen
    const running = place.last ? null : recordOf(sequence, now())
    const first = claim(sequence.seen, revision + 1, running, sequence.kept)
    const changes = following([first, ...(place.last ? sequence.audit : [])], group)
    const outcome = await tryCommit(dependencies, changes, until)
    if (outcome === 'done') {
      sequence.seen = { _id, revision: revision + 1, import: running }
      return true
    }
    const organization = await readPatiently(dependencies, _id, until)
    const commitState = commitStateOf(organization, sequence, place, outcome)
    if (commitState === 'gone') return false
    sequence.seen = organization
    if (commitState === 'in') return true
    if (outcome === 'broken' && now().getTime() >= until) throw noQuietTime()
    if (outcome === 'broken') await wait(pause)
  }
}

const recordOf = ({ id, started_at }: Sequence, now: Date): RunningImport => ({
  id,
  started_at,
  moved_at: now.toISOString(),
})

/**
 * The state after a commit that may not have been made: `in` (it was), `again` (repeat it at the current revision) or,
 * for the first commit only, `gone` (the data changed before this import had taken hold of it).
 */
const commitStateOf = (
  organization: Organization,
  { id, seen }: Sequence,
  { first, last }: StepPlace,
  outcome: 'broken' | 'unknown',
): 'in' | 'again' | 'gone' => {
  const holder = organization.import?.id
  if (first && holder === id) return 'in'
  if (first) {
    const unmoved = organization.revision === seen.revision && holder === seen.import?.id
    return unmoved ? 'again' : 'gone'
  }
  if (holder === id) return 'again'
  // Nobody takes over that quickly: if no import holds the record, it was our last commit that released it.
  if (last && holder === undefined && outcome === 'unknown') return 'in'
  throw new Problem(
    'conflict',
    'Another import has taken over from this one. Run this import again if it is still needed.',
  )
}

const passing: ReadonlySet<string> = new Set(['unavailable', 'outcome_unknown'])
const pause = 100

/** Waits out store errors, until `until` (milliseconds). */
const tryCommit = async (
  { store, now, wait }: Dependencies,
  changes: Iterable<Change>,
  until: number,
): Promise<'done' | 'broken' | 'unknown'> => {
  try {
    return (await store.commit(changes, { deadline: importDeadline })).done ? 'done' : 'broken'
  } catch (error) {
    if (!(error instanceof Problem && passing.has(error.code)) || now().getTime() >= until) throw error
    await wait(pause)
    return 'unknown'
  }
}

const readPatiently = async (
  { store, now, wait }: Dependencies,
  org: string,
  until: number,
): Promise<Organization> => {
  for (;;) {
    try {
      return await readOrganization({ store }, org)
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'unavailable') || now().getTime() >= until) throw error
      await wait(pause)
    }
  }
}

export const noQuietTime = (): Problem => tooMuchContention('organization', 'Run the import again.')
