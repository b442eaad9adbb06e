import { closeSync, openSync, readSync } from 'node:fs'
import type { Key, RootDatabaseOptions } from 'lmdb'
import { Problem } from '../../domain/problem.js'
import type { Stored } from '../changes.js'
import { pageSize, type Json } from '../port.js'
import type { CollectionName } from '../schema.js'
import type { Documents } from './create.js'
import { oldFileIn } from './folder.js'
import { collections } from './schema.js'

/*
 * How earlier versions stored documents: under `collection NUL id`, either as JSON or as the number of a shape
 * followed by the values of its fields, where the id stands for `org` and `id`.
 */
const shapes: readonly (readonly string[])[] = [
  ['name', 'source'],
  ['email', 'name', 'avatar', 'team_id', 'timezone', 'active', 'source'],
  ['member_id', 'type', 'start_date', 'end_date', 'status', 'starts_at_noon', 'ends_at_noon', 'source'],
]
type Packed = Stored | readonly [shape: number, ...values: Json[]]
const isShaped = (packed: Packed): packed is readonly [number, ...Json[]] => Array.isArray(packed)

const unpack = (_id: string, packed: Packed): Stored => {
  if (!isShaped(packed)) return packed
  const colon = _id.indexOf(':')
  const fields = shapes[packed[0]] ?? []
  const values = fields.map((field, n) => [field, packed[n + 1] ?? null])
  return { _id, org: _id.slice(0, colon), id: _id.slice(colon + 1), ...Object.fromEntries(values) }
}

/** Offset and value of LMDB's magic number: `lmdb` crashes the process on any other file. */
const magic = { offset: 24, value: 0xbeefc0de } as const
const isLmdbFile = (file: string): boolean => {
  const head = Buffer.alloc(magic.offset + 4)
  const descriptor = openSync(file, 'r')
  try {
    return (
      readSync(descriptor, head, 0, head.length, 0) === head.length &&
      head.readUInt32LE(magic.offset) === magic.value
    )
  } finally {
    closeSync(descriptor)
  }
}

const loadLmdb = async (folder: string) => {
  try {
    return await import('lmdb')
  } catch (cause) {
    const message = `The data folder ${folder} was written by an earlier version, and the package that reads it is not installed: run \`npm install --include=optional\` once, then start again`
    throw new Problem('unavailable', message, { cause })
  }
}

/**
 * Passes every document of an earlier version's folder to `take`, without writing. That version must not be running.
 */
export const readOldFolder = async (folder: string, take: (documents: Documents) => void): Promise<void> => {
  if (!isLmdbFile(oldFileIn(folder))) throw new Error('not an LMDB file')
  const { open } = await loadLmdb(folder)
  const root = open({ path: folder, noSubdir: false, readOnly: true })
  const utf8 = {
    writeKey: (key: Key, target: Buffer, start: number): number => start + target.write(String(key), start),
    readKey: (source: Buffer, start: number, end: number): string => source.toString('utf8', start, end),
  }
  const options: RootDatabaseOptions = { keyEncoder: utf8, encoding: 'json' }
  const stored = root.openDB<Packed, string>('documents', options)
  const pages = function* (): Documents {
    for (const collection of collections) yield* pagesOf(collection)
  }
  const pagesOf = function* (
    collection: CollectionName,
  ): Generator<readonly [CollectionName, readonly Stored[]]> {
    let page: Stored[] = []
    for (const { key, value } of stored.getRange({ start: `${collection}\0`, end: `${collection}\x01` })) {
      page.push(unpack(key.slice(key.indexOf('\0') + 1), value))
      if (page.length < pageSize) continue
      yield [collection, page]
      page = []
    }
    if (page.length > 0) yield [collection, page]
  }
  try {
    take(pages())
  } finally {
    await root.close()
  }
}
