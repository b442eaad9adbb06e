import { damageIn, describeDamage } from '../../domain/damage.js'
import { showPlainly } from '../../domain/organization/name.js'
import { Problem } from '../../domain/problem.js'
import { backUp, type BackupResult } from '../../services/backup/backup.js'
import { checkBackup, type BackupLines } from '../../services/backup/check.js'
import { restore } from '../../services/backup/restore.js'
import { declareStoreCommand } from '../command.js'
import { counted } from '../output.js'
import { showingProgress, type ShowProgress } from '../progress.js'
import { writePrivateFile } from '../records/private-file.js'
import { linesIn } from './lines.js'

const describe = (file: string, { documents, counts }: BackupResult): string => {
  const of = (collection: string, noun: string): string => counted(counts[collection] ?? 0, noun)
  const parts = [of('organizations', 'organization'), of('members', 'member'), of('leaves', 'leave')]
  return `Wrote ${file}: ${parts.join(', ')} (${counted(documents, 'document')}).`
}

/** Lines between two looks at the terminal. */
const slice = 1_000

/** Shows how far it is read. */
const watchLines = (lines: BackupLines, show: ShowProgress): BackupLines => ({
  *[Symbol.iterator]() {
    let done = 0
    for (const line of lines) {
      if (done % slice === 0) show({ step: 'reading documents', done, total: null })
      done += 1
      yield line
    }
  },
})

/** Collections that may hold something encrypted. */
const withEncrypted = ['workspaces', 'sources', 'webhooks', 'statuses', 'links'] as const

const backupNote =
  'Addresses of feeds and webhooks, and Slack tokens, in it are encrypted: also keep ENCRYPTION_KEY or the file encryption.key, but in another place.'
const restoreNote =
  'Addresses of feeds and webhooks, and Slack tokens, in it are encrypted: copy encryption.key from the old data folder, or set the same ENCRYPTION_KEY.'

/** The same refusal, with how to save the rest. */
const withWayOut = (error: unknown): unknown => {
  const damage = damageIn(error)
  return damage?.collection
    ? new Problem(
        'unavailable',
        `No backup was written: the store is damaged (${showPlainly(describeDamage(damage))}). To save everything else: whosout backup FILE --skip-damaged`,
        { damage },
      )
    : error
}

export const backupCommand = declareStoreCommand({
  usage: 'backup <file>',
  description: 'Write a consistent copy of the whole store to a file while servers run',
  options: (command) =>
    command.option('--skip-damaged', 'save what can be read of a damaged store, and list the rest'),
  json: '{"file", "documents", "collections": {}, "left_out": [{"collection", "key", "what"}]}',
  help:
    '\nThe file holds names, e-mail addresses, hashes of keys, and Slack tokens in\n' +
    'encrypted form. It is written under a temporary name first, so that an earlier\n' +
    'backup with the same name stays until the new one is complete. "restore" reads\n' +
    'it into a store of either kind.',
  run: async ({ io, dependencies: { store }, args: [file], options: { skipDamaged } }) => {
    let done = 0
    const result = await showingProgress(io, (show) =>
      writePrivateFile(file, (sink) => {
        const append = (text: string): void => {
          sink.append(text)
          show({ step: 'saving documents', done: (done += text.split('\n').length - 1), total: null })
        }
        return backUp(store, { ...sink, append }, { skipDamaged })
      }),
    ).catch((error: unknown) => Promise.reject(skipDamaged ? error : withWayOut(error)))
    const { documents, counts, leftOut } = result
    const isEncrypted = withEncrypted.some((collection) => (counts[collection] ?? 0) > 0)
    return {
      json: { file, documents, collections: counts, left_out: leftOut },
      text: [
        describe(file, result),
        ...leftOut.map((damage) => `Left out: ${showPlainly(describeDamage(damage))}`),
        ...(isEncrypted ? [backupNote] : []),
      ],
    }
  },
})

export const restoreCommand = declareStoreCommand({
  usage: 'restore <file>',
  description: 'Restore a backup into an empty store, embedded or MongoDB',
  json: '{"file", "documents", "organizations"}',
  help:
    '\nThe whole file is checked before anything is written. The store must be empty: set DATA_DIR or\n' +
    'MONGODB_URI to another one. All API keys work as before. People who were erased after the\n' +
    'backup was made are back: erase them again.',
  createsStore: true,
  // Before the store is opened, so that a wrong file creates no folder.
  check: ({ io, args: [file] }) =>
    showingProgress(io, (show) => checkBackup(watchLines(linesIn(file), show), async () => undefined)),
  run: async ({ io, dependencies, args: [file] }) => {
    const { documents, organizations, encrypted } = await showingProgress(io, (show) =>
      restore(dependencies, watchLines(linesIn(file), show)),
    )
    return {
      json: { file, documents, organizations },
      text: [
        `Restored ${counted(organizations, 'organization')} (${counted(documents, 'document')}).`,
        ...(encrypted ? [restoreNote] : []),
        'People who were erased after the backup was made are back: erase them again (whosout members erase).',
      ],
    }
  },
})
