import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'
import type { CollectionName } from '../../../src/store/schema.js'

const pageSize = 8_192

/** Bytes that are no page, the same in every run. */
const garbage = (length: number): Buffer => {
  const bytes = Buffer.alloc(length)
  for (let at = 0, state = 7; at < length; at += 1) bytes[at] = (state = (state * 75 + 74) % 65_537) & 0xff
  return bytes
}

const write = (file: string, at: number, bytes: Buffer): void => {
  const handle = openSync(file, 'r+')
  writeSync(handle, bytes, 0, bytes.length, at)
  closeSync(handle)
}

const withDatabase = <T>(file: string, use: (database: InstanceType<typeof DatabaseSync>) => T): T => {
  const database = new DatabaseSync(file)
  try {
    return use(database)
  } finally {
    database.close()
  }
}

/** The numbers of a table's or index's pages of one kind, in the order of the file. */
const pagesOf = (file: string, name: string, kind: 'leaf' | 'internal' | 'overflow'): number[] =>
  withDatabase(file, (database) =>
    database
      .prepare('SELECT pageno FROM dbstat WHERE name = ? AND pagetype = ? ORDER BY pageno')
      .all(name, kind)
      .map((row) => Number((row as { pageno: number }).pageno)),
  )

/** All take the closed file of a store. */
export const damageHeader = (file: string): void => write(file, 0, garbage(100))

export const damageSchema = (file: string): void => write(file, 100, garbage(pageSize - 100))

/** The pages of that kind at these places, the second one by default. */
export const damagePage =
  (name: string, kind: Parameters<typeof pagesOf>[2], ...places: readonly number[]) =>
  (file: string): void => {
    const pages = pagesOf(file, name, kind)
    for (const place of places.length > 0 ? places : [1]) {
      const page = pages.at(place)
      if (page === undefined) throw new Error(`${name} has too few pages`)
      write(file, (page - 1) * pageSize, garbage(pageSize))
    }
  }

/** 64 KiB from the second leaf of a table on, whatever the pages after it belong to. */
export const damageWhole =
  (name: CollectionName) =>
  (file: string): void =>
    write(file, (pagesOf(file, name, 'leaf').at(1)! - 1) * pageSize, garbage(65_536))

/** Changes a text in an index, such as of the entry through which a document is found; of the same length. */
export const damageEntry =
  (name: string, from: string, to: string) =>
  (file: string): void => {
    for (const page of pagesOf(file, name, 'leaf')) {
      const start = (page - 1) * pageSize
      const at = readFileSync(file)
        .subarray(start, start + pageSize)
        .indexOf(from)
      if (at >= 0) return write(file, start + at, Buffer.from(to))
    }
    throw new Error(`${name} has no ${from}`)
  }

export const damageLog = (file: string): void => writeFileSync(`${file}-wal`, garbage(100_000))

export const changeDocument =
  (collection: CollectionName, id: string, expression: string) =>
  (file: string): void =>
    withDatabase(file, (database) => {
      database.prepare(`UPDATE "${collection}" SET document = ${expression} WHERE id = ?`).run(id)
    })
