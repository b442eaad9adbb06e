import { existsSync } from 'node:fs'
import { Problem } from '../../domain/problem.js'
import type { Store } from '../port.js'
import { createCommitter, linkThread, type WriterLink } from './commit.js'
import { openConnection, type SqliteConnection } from './connection.js'
import { openFolder } from './database.js'
import { checkFile } from './examine.js'
import { fileIn, folderWarnings, identityOf, oldFileIn, replacedProblem } from './folder.js'
import { createReader, retryWhileBusy } from './read.js'
import { createViews } from './views.js'

/**
 * Any number of processes of one machine may share the folder, even if killed at any step. Throws `unavailable`,
 * naming a remedy. Commits are written by a thread, which takes 50 ms to start, unless `link` hands in another writer.
 */
export const openEmbeddedStore = async (
  folder: string,
  { link = linkThread }: { readonly link?: (file: string) => WriterLink } = {},
): Promise<Store> => {
  const latest = await openFolder(folder)
  const file = fileIn(folder)
  const identity = identityOf(file)
  /** A new connection would open a file that replaced this one, while the others go on reading the old one. */
  const isSame = (): void => {
    if (identityOf(file) !== identity) throw replacedProblem(folder)
  }
  let closing: Promise<void> | undefined
  const use = (): void => {
    if (closing) throw new Problem('unavailable', 'The store is closed')
    isSame()
  }
  const current = (): SqliteConnection => {
    use()
    return latest
  }
  let checks: Promise<unknown> | undefined
  const committer = createCommitter(link(file))
  const views = createViews(() => openConnection(file), use)
  const close = async (): Promise<void> => {
    await Promise.all([committer.settled(), views.close(), checks])
    latest.close()
    // The last process to close moves the log into the database, off this thread.
    await committer.close()
  }
  const reader = createReader({ current, keep: views.keep })
  return {
    ...reader,
    view: views.view,
    readAll: views.readAll,
    commit: async (changes, options) => {
      use()
      return committer.commit(changes, options)
    },
    purge: async () => {
      use()
      if (!(await committer.purge())) return 'another process is still reading what was there before'
      return existsSync(oldFileIn(folder))
        ? `${oldFileIn(folder)} of an earlier version is still there`
        : null
    },
    check: (depth) => {
      use()
      const found = checkFile(file, depth)
      checks = Promise.allSettled([checks, found])
      return found
    },
    ping: async () => void (await reader.get('organizations', ['ping'])),
    // `data_version` counts commits of other connections, and all commits are made on others.
    version: () => retryWhileBusy(() => Number(current().pragma('data_version'))),
    warnings: folderWarnings(folder),
    kind: 'embedded',
    close: () => (closing ??= close()),
  }
}
