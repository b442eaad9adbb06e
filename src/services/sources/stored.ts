import { Problem } from '../../domain/problem.js'
import type { DataSource } from '../../domain/sources/source.js'
import { keyOf } from '../../domain/sources/tokens.js'
import { collect, type Change, type Reader } from '../../store/port.js'
import type { Dependencies } from '../dependencies.js'
import { changedMeanwhile, retryWhileChanged, tooMuchContention } from '../retry.js'

const unknownSource = (): Problem =>
  new Problem('not_found', 'There is no such source in this organization.', {
    shell: 'To see its sources: whosout sources list',
  })

/** Finds a source by its id or its name. Throws `not_found`, and `conflict` when two have the name. */
export const findSource = async (reader: Reader, org: string, idOrName: string): Promise<DataSource> => {
  const sources = await listSources(reader, org)
  const byId = sources.find(({ _id }) => _id === idOrName.trim().toLowerCase())
  if (byId) return byId
  const named = sources.filter(({ name }) => keyOf(name) === keyOf(idOrName))
  if (named.length > 1)
    throw new Problem('conflict', 'Several sources have that name. Give the id of the one you mean.')
  if (!named[0]) throw unknownSource()
  return named[0]
}

/** The sources of an organization, by name. */
export const listSources = async (reader: Reader, org: string): Promise<readonly DataSource[]> => {
  const sources = await collect(reader.find('sources', { index: 'by_org', equal: { org } }))
  return sources.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a._id < b._id ? -1 : 1))
}

export type SourceUpdate = Partial<Omit<DataSource, '_id' | 'org' | 'kind'>>

const pause = 20

/**
 * Reads a source, calls `decide`, and writes the result together with what `also` adds. The fence increases and any claim
 * ends, because a running sync would write results based on the previous settings. Throws `not_found`, and `conflict` when
 * other writers were always faster.
 */
export const changeSource = async (
  { store, wait }: Pick<Dependencies, 'store' | 'wait'>,
  org: string,
  idOrName: string,
  decide: (source: DataSource) => SourceUpdate | Promise<SourceUpdate>,
  also: (changed: DataSource) => readonly Change[] = () => [],
): Promise<DataSource> => {
  const changed = await retryWhileChanged(
    async () => {
      const source = await findSource(store, org, idOrName)
      const set = { ...(await decide(source)), fence: source.fence + 1, claim: null }
      const when = { fence: source.fence }
      const { done } = await store.commit([
        { patch: 'sources', id: source._id, set, when },
        ...also({ ...source, ...set }),
      ])
      return done ? { ...source, ...set } : changedMeanwhile
    },
    { pause: (tries) => wait(pause * tries) },
  )
  if (changed !== changedMeanwhile) return changed
  throw tooMuchContention('organization', 'Nothing was changed; try again.')
}
