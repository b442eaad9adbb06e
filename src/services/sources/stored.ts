import { Problem } from '../../domain/problem.js'
import type { DataSource } from '../../domain/sources/source.js'
import { keyOf } from '../../domain/sources/tokens.js'
import { collect, type Change, type Reader } from '../../store/port.js'
import { changeClaimed } from '../claims.js'
import type { Dependencies } from '../dependencies.js'

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

/** Writes what `decide` makes of a source, with `also`. Throws `not_found`, and `conflict` as `changeClaimed`. */
export const changeSource = (
  dependencies: Pick<Dependencies, 'store' | 'now' | 'wait'>,
  org: string,
  idOrName: string,
  decide: (source: DataSource) => SourceUpdate | Promise<SourceUpdate>,
  also?: (changed: DataSource) => readonly Change[],
): Promise<DataSource> =>
  changeClaimed(dependencies, 'sources', () => findSource(dependencies.store, org, idOrName), decide, also)
