import type { GroupedPerson, OutGroup, PresenceReply, PresentGroup, Returner, ReturnsReply } from './reply.js'

/** With at least this many people, a list begins with the asker's own team. */
const longList = 100

/** The budget for one page: people, and the length of their names, so that all of them fit in a message. */
const maxPeople = 80
const maxCost = 2_600

/** A part of a list, and the counts of the rest. */
export interface ListPage<T> {
  readonly items: readonly T[]
  /** From 1. */
  readonly page: number
  readonly pages: number
}

/** About the bytes of a name in a message: non-ASCII characters take several each, and some are escaped. */
const costOf = (name: string): number => (/^[\w ,.'()-]*$/.test(name) ? name.length : 5 * name.length) + 8

const pick = <T>(items: readonly T[], nameOf: (item: T) => string, wanted: number | null): ListPage<T> => {
  const pages: T[][] = [[]]
  let cost = 0
  for (const item of items) {
    cost += costOf(nameOf(item))
    if (pages.at(-1)!.length >= maxPeople || cost > maxCost) {
      pages.push([])
      cost = costOf(nameOf(item))
    }
    pages.at(-1)!.push(item)
  }
  const page = Math.min(Math.max(wanted ?? 1, 1), pages.length)
  return { items: pages[page - 1]!, page, pages: pages.length }
}

/** A page of grouped people; groups without anyone on the page are left out. */
const pickGrouped = <G, P>(
  groups: readonly G[],
  peopleOf: (group: G) => readonly P[],
  nameOf: (person: P) => string,
  withPeople: (group: G, people: readonly P[]) => G,
  wanted: number | null,
): ListPage<G> => {
  const everyone = groups.flatMap((group) => peopleOf(group).map((person) => ({ group, person })))
  const { items, page, pages } = pick(everyone, ({ person }) => nameOf(person), wanted)
  const found = new Map<G, P[]>()
  for (const { group, person } of items) found.set(group, [...(found.get(group) ?? []), person])
  return { items: [...found].map(([group, people]) => withPeople(group, people)), page, pages }
}

const outPage = (groups: readonly OutGroup[], wanted: number | null): ListPage<OutGroup> =>
  pickGrouped(
    groups,
    ({ people }): readonly GroupedPerson[] => people,
    ({ name }) => name,
    (group, people) => ({ ...group, people }),
    wanted,
  )

/** The first page of groups, for surfaces without buttons. */
export const firstPage = (groups: readonly OutGroup[]): ListPage<OutGroup> => outPage(groups, null)

/** The listed part of an answer about who is out. */
export interface OutView extends ListPage<OutGroup> {
  /** The asker's team, when it is listed alone, and how many other people are out; null: everyone is listed. */
  readonly near: { readonly team: string; readonly elsewhere: number } | null
}

/** A long list begins with the asker's own team. */
export const outView = ({ groups, out, own_team, asked }: PresenceReply): OutView => {
  if (asked.page !== null || out.length <= longList || own_team === null)
    return { ...outPage(groups, asked.page), near: null }
  const isNear = ({ team_id }: { readonly team_id: string | null }): boolean => team_id === own_team.id
  const near = groups.flatMap((group): OutGroup[] => {
    const people = group.people.filter(isNear)
    return people.length === 0 ? [] : [{ ...group, people }]
  })
  const elsewhere = out.filter((person) => !isNear(person)).length
  return { ...outPage(near, null), near: { team: own_team.name, elsewhere } }
}

export const presentView = ({ present, asked }: PresenceReply): ListPage<PresentGroup> =>
  pickGrouped(
    present,
    ({ people }) => people,
    (name) => name,
    (group, people) => ({ ...group, people }),
    asked.page,
  )

export const returnsView = ({ returns, asked }: ReturnsReply): ListPage<Returner> =>
  pick(returns, ({ name }) => name, asked.page)
