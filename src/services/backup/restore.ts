import { setImmediate as turn } from 'node:timers/promises'
import { parseDocument } from '../../domain/backup.js'
import { Problem } from '../../domain/problem.js'
import { pageSize, type Change, type Store } from '../../store/port.js'
import type { Collections } from '../../store/schema.js'
import type { Dependencies } from '../dependencies.js'
import { checkBackup, isCollection, type BackupLines } from './check.js'

export interface Restored {
  readonly documents: number
  readonly organizations: number
}

/** One commit, where that is one transaction whatever its size. */
const wholeDeadline = 15 * 60_000
const stepDeadline = 60_000
/** Documents of one commit where a large one is not to be had. */
const stepSize = 20 * pageSize

/** Whatever leads to the rest comes last: until then nobody meets half an organization. */
const doors: ReadonlySet<string> = new Set(['key_hashes', 'slugs', 'organizations'])

const changeOf = (line: string): Change | null => {
  const parsed = parseDocument(line)
  if (!parsed || !isCollection(parsed.collection)) return null
  // What a backup holds was a document of that collection.
  return {
    put: parsed.collection,
    document: parsed.document as Collections[typeof parsed.collection],
  } as Change
}

const changesIn = function* (lines: BackupLines, wanted: (collection: string) => boolean): Generator<Change> {
  for (const line of lines) {
    const change = changeOf(line)
    if (change && 'put' in change && wanted(change.put)) yield change
  }
}

const everything = (lines: BackupLines): Iterable<Change> => ({
  [Symbol.iterator]: () => changesIn(lines, () => true),
})

/** Nothing, the marks of restores that were cut off, or something. */
const contentsOf = (store: Store): Promise<'nothing' | 'something' | readonly string[]> =>
  store.readAll(async (pages) => {
    const marks: string[] = []
    let others = false
    for await (const { collection, documents } of pages) {
      if (collection === 'restores') marks.push(...documents.map(({ _id }) => _id))
      else others = true
      if (others && marks.length > 0) break
    }
    return marks.length > 0 ? marks : others ? 'something' : 'nothing'
  })

const notEmpty = (): Problem =>
  new Problem(
    'conflict',
    'A backup is restored only into an empty store, and this one holds something. Nothing was written; name another one in DATA_DIR or MONGODB_URI.',
  )

const otherRestore = (): Problem =>
  new Problem(
    'conflict',
    'A restore of another backup into this store was cut off. Restore that one again, or begin with an empty database. Nothing was written.',
  )

const inSteps = async ({ store, now }: Dependencies, lines: BackupLines, sha256: string): Promise<void> => {
  const deadline = { deadline: stepDeadline }
  const mark = { _id: sha256, started_at: now().toISOString() }
  await store.commit([{ put: 'restores', document: mark }])
  for (const isDoor of [false, true]) {
    let step: Change[] = []
    for (const change of changesIn(lines, (collection) => doors.has(collection) === isDoor)) {
      step.push(change)
      if (step.length < stepSize) continue
      await store.commit(step, deadline)
      step = []
    }
    await store.commit(step, deadline)
  }
  await store.commit([{ remove: 'restores', id: sha256 }])
}

/**
 * Restores a backup into an empty store of either kind. On the embedded store that is one commit; on MongoDB a sequence
 * of them, which another run with the same backup completes when it was cut off. `lines` are gone through several times.
 * Throws `conflict` when the backup cannot be used or the store holds anything, and what the store throws.
 */
export const restore = async (dependencies: Dependencies, lines: BackupLines): Promise<Restored> => {
  const { store } = dependencies
  const { documents, sha256 } = await checkBackup(lines, turn)
  const contents = await contentsOf(store)
  if (contents === 'something') throw notEmpty()
  if (Array.isArray(contents) && !contents.includes(sha256)) throw otherRestore()
  if (store.kind === 'embedded') await store.commit(everything(lines), { deadline: wholeDeadline })
  else await inSteps(dependencies, lines, sha256)
  let organizations = 0
  for await (const page of store.find('organizations', { index: 'by_slug' })) organizations += page.length
  return { documents, organizations }
}
