import { documentCheck } from '../../domain/documents.js'
import type { Damage } from '../../domain/problem.js'
import type { Store } from '../../store/port.js'

/**
 * What is damaged in a store. `deep`: every document is read and checked, and so are the indexes. Throws `unavailable`.
 */
export const findDamage = async (
  store: Pick<Store, 'check' | 'readAll'>,
  deep: boolean,
): Promise<readonly Damage[]> => {
  const inFile = (await store.check?.(deep ? 'deep' : 'quick')) ?? []
  if (!deep) return inFile
  let inDocuments: Damage[] = []
  await store.readAll(
    async (pages) => {
      inDocuments = []
      for await (const { collection, documents } of pages) {
        const check = documentCheck(collection)
        for (const document of documents) {
          const what = check?.(document) ?? null
          if (what !== null) inDocuments.push({ collection, key: document._id, what })
        }
      }
    },
    { leaveOut: (damage) => inDocuments.push(damage) },
  )
  return [...inFile.filter(({ key }) => key === null), ...inDocuments]
}
