import { setImmediate as turn } from 'node:timers/promises'
import { parseDocument } from '../../domain/backup.js'
import { Problem } from '../../domain/problem.js'
import { collect, pageSize, type Change, type Store } from '../../store/port.js'
import type { Collections } from '../../store/schema.js'
import type { Dependencies } from '../dependencies.js'
import { linksInSlack } from '../links/in-slack.js'
import { checkBackup, isCollection, type BackupLines } from './check.js'

export interface Restored {
  readonly documents: number
  readonly organizations: number
  /** Whether it holds what only the key of the old store opens: addresses of feeds and webhooks, Slack tokens, links in Slack. */
  readonly encrypted: boolean
}

/** For one commit of any size, where that is a single transaction. */
const wholeDeadline = 15 * 60_000
const stepDeadline = 60_000
/** Documents per commit where a single large commit is not possible. */
const stepSize = 20 * pageSize

/** Documents through which all others are found are written last, so that nobody finds half an organization. */
const writtenLast: ReadonlySet<string> = new Set(['key_hashes', 'slugs', 'organizations'])

const changeOf = (line: string): Change | null => {
  const parsed = parseDocument(line)
  if (!parsed || !isCollection(parsed.collection)) return null
  // A document in a backup came from that collection.
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

/** Whether the store holds nothing, something, or only the marks of interrupted restores (their ids). */
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
    'A backup can only be restored into an empty store, and this one holds data. Nothing was written; choose another store with DATA_DIR or MONGODB_URI.',
  )

const otherRestore = (): Problem =>
  new Problem(
    'conflict',
    'A restore of another backup into this store was interrupted. Run that restore again, or start with an empty database. Nothing was written.',
  )

const inSteps = async ({ store, now }: Dependencies, lines: BackupLines, sha256: string): Promise<void> => {
  const deadline = { deadline: stepDeadline }
  const mark = { _id: sha256, started_at: now().toISOString() }
  await store.commit([{ put: 'restores', document: mark }])
  for (const isDoor of [false, true]) {
    let step: Change[] = []
    for (const change of changesIn(lines, (collection) => writtenLast.has(collection) === isDoor)) {
      step.push(change)
      if (step.length < stepSize) continue
      await store.commit(step, deadline)
      step = []
    }
    await store.commit(step, deadline)
  }
  await store.commit([{ remove: 'restores', id: sha256 }])
}

const hasEncrypted = async (store: Store): Promise<boolean> => {
  const [workspace] = await collect(store.find('workspaces', { index: 'by_org', limit: 1 }))
  const [consent] = await collect(store.find('statuses', { index: 'by_org', limit: 1 }))
  const [webhook] = await collect(store.find('webhooks', { index: 'by_org', limit: 1 }))
  if (workspace || consent || webhook) return true
  const sources = await collect(store.find('sources', { index: 'by_org' }))
  return sources.some(({ kind }) => kind === 'calendar') || (await linksInSlack(store)).length > 0
}

/**
 * Into an empty store of either kind: one commit, on MongoDB several, which a second run completes after an
 * interruption. `lines` is iterated several times. Throws `conflict` for an unusable backup or a store with data.
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
  return { documents, organizations, encrypted: await hasEncrypted(store) }
}
