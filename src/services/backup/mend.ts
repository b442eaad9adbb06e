import { documentCheck } from '../../domain/documents.js'
import type { Organization } from '../../domain/organization/organization.js'
import { defaultSettings } from '../../domain/organization/settings.js'
import type { Damage } from '../../domain/problem.js'
import type { Store, StorePage } from '../../store/port.js'
import type { CollectionName } from '../../store/schema.js'

type StoredDocument = StorePage['documents'][number]

/** What takes the place of lost documents through which others are found. */
export interface Substitutes {
  readonly documents: ReadonlyMap<CollectionName, readonly StoredDocument[]>
  /** The organizations among them. */
  readonly damages: readonly Damage[]
  /** All organizations that the backup will hold. */
  readonly organizations: ReadonlySet<string>
}

const substitute = (_id: string, slug: string): Organization => ({
  ...defaultSettings,
  _id,
  slug,
  name: slug,
  plan: 'paid',
  suspended: false,
  // This is lost.
  created_at: '1970-01-01T00:00:00.000Z',
  revision: 1,
  keys_revision: 1,
  keys: {},
  import: null,
})

const isPersonal: ReadonlySet<string> = new Set<CollectionName>(['teams', 'members', 'leaves', 'sources'])

/** Substitutes for the organizations and slugs without which nothing of an organization could be found again. */
export const findSubstitutes = (store: Pick<Store, 'readAll'>): Promise<Substitutes> =>
  store.readAll(
    async (pages) => {
      const [organizations, slugs] = [new Map<string, string>(), new Map<string, string>()]
      const wanted = new Set<string>()
      const check = documentCheck('organizations')
      for await (const { collection, documents } of pages)
        for (const document of documents) {
          if (collection === 'organizations' && check?.(document) === null)
            // Fits its schema.
            organizations.set(document._id, (document as Organization).slug)
          if (!('org' in document) || typeof document.org !== 'string') continue
          if (collection === 'slugs') slugs.set(document.org, document._id)
          if (isPersonal.has(collection)) wanted.add(document.org)
        }
      const lost = [...wanted]
        .filter((org) => !organizations.has(org))
        .map((org) => substitute(org, slugs.get(org) ?? `lost-${org.slice(0, 8)}`))
      for (const { _id, slug } of lost) organizations.set(_id, slug)
      const unnamed = [...organizations].filter(([org]) => !slugs.has(org))
      return {
        documents: new Map<CollectionName, readonly StoredDocument[]>([
          ['organizations', lost],
          ['slugs', unnamed.map(([org, _id]) => ({ _id, org }))],
        ]),
        damages: lost.map(({ _id, slug }) => ({
          collection: 'organizations',
          key: _id,
          what: `its settings and keys are lost; it is kept as ${slug}, with default settings`,
        })),
        organizations: new Set(organizations.keys()),
      }
    },
    { leaveOut: () => undefined },
  )

/** The pages with further documents in their places. */
export const withSubstitutes = async function* (
  pages: AsyncIterable<StorePage>,
  { documents: added }: Pick<Substitutes, 'documents'>,
): AsyncGenerator<StorePage> {
  const held = new Map([...added].map(([collection, documents]) => [collection, [...documents]]))
  const flush = function* (before: string): Generator<StorePage> {
    for (const [collection, documents] of held) {
      if (collection >= before) continue
      held.delete(collection)
      const byId = documents.map((document) => ({ document, bytes: Buffer.from(document._id) }))
      byId.sort((a, b) => Buffer.compare(a.bytes, b.bytes))
      yield { collection, documents: byId.map(({ document }) => document) }
    }
  }
  for await (const page of pages) {
    yield* flush(page.collection)
    const waiting = held.get(page.collection)
    if (waiting) waiting.push(...page.documents)
    else yield page
  }
  yield* flush('\uffff')
}
