import type { GroupedPerson, OutGroup, PresenceReply, PresentGroup, Returner, ReturnsReply } from './reply.js'

/** People who are listed at once: more would not be read. */
export const perPage = 100

/** A part of a list, and what there is besides. */
export interface Page<T> {
  readonly items: readonly T[]
  /** From 1 on. */
  readonly page: number
  readonly pages: number
}

const pagesOf = (count: number): number => Math.max(1, Math.ceil(count / perPage))

const pick = <T>(items: readonly T[], wanted: number | null): Page<T> => {
  const pages = pagesOf(items.length)
  const page = Math.min(Math.max(wanted ?? 1, 1), pages)
  return { items: items.slice((page - 1) * perPage, page * perPage), page, pages }
}

/** A page of people who are in groups; groups of which nobody is on it are left out. */
const pickGrouped = <G, P>(
  groups: readonly G[],
  peopleOf: (group: G) => readonly P[],
  withPeople: (group: G, people: readonly P[]) => G,
  wanted: number | null,
): Page<G> => {
  const everyone = groups.flatMap((group) => peopleOf(group).map((person) => ({ group, person })))
  const { items, page, pages } = pick(everyone, wanted)
  const found = new Map<G, P[]>()
  for (const { group, person } of items) found.set(group, [...(found.get(group) ?? []), person])
  return { items: [...found].map(([group, people]) => withPeople(group, people)), page, pages }
}

const outPage = (groups: readonly OutGroup[], wanted: number | null): Page<OutGroup> =>
  pickGrouped(
    groups,
    ({ people }): readonly GroupedPerson[] => people,
    (group, people) => ({ ...group, people }),
    wanted,
  )

/** The first page of groups, where there is nothing to press. */
export const firstPage = (groups: readonly OutGroup[]): Page<OutGroup> => outPage(groups, null)

/** What is listed of an answer about who is out. */
export interface OutView extends Page<OutGroup> {
  /** The asker's team, where it is listed alone, and how many people are out besides; null: everybody is listed. */
  readonly near: { readonly team: string; readonly elsewhere: number } | null
}

/** A long list begins with the asker's own team. */
export const outView = ({ groups, out, own_team, asked }: PresenceReply): OutView => {
  if (asked.page !== null || out.length <= perPage || own_team === null)
    return { ...outPage(groups, asked.page), near: null }
  const isNear = ({ team_id }: { readonly team_id: string | null }): boolean => team_id === own_team.id
  const near = groups.flatMap((group): OutGroup[] => {
    const people = group.people.filter(isNear)
    return people.length === 0 ? [] : [{ ...group, people }]
  })
  const elsewhere = out.filter((person) => !isNear(person)).length
  return { ...outPage(near, null), near: { team: own_team.name, elsewhere } }
}

export const presentView = ({ present, asked }: PresenceReply): Page<PresentGroup> =>
  pickGrouped(
    present,
    ({ people }) => people,
    (group, people) => ({ ...group, people }),
    asked.page,
  )

export const returnsView = ({ returns, asked }: ReturnsReply): Page<Returner> => pick(returns, asked.page)
