import type { Member } from '../organization/organization.js'
import { foldEmail } from '../organization/email.js'
import type { Context } from './outcome.js'
import { nameKey } from './person-name.js'
import { foldNumber, foldPerson, personOption, skip } from './persons.js'
import type { Row } from './rows.js'
import type { MemberValues } from './shapes.js'

type MemberRow = Row<MemberValues>

const firstName = (name = ''): string => nameKey(name).split(' ')[0]!

const isSamePerson = 'is new for the member with this employee number, who is taken to be the same person: {}'
const isTaken = 'is also the employee number of {}'
const isPassedOn = 'was the employee number of {}, who no longer has one'
const isNobodys =
  'is also the employee number of {}, so that it belongs to neither: leaves need an address or a name'

/**
 * One number, one person. A row with a new address is about the member with its number where the first name is the same,
 * or somebody said so; otherwise it is asked whether two people have the number.
 */
export const createNumberReader = (
  { names, findings, warnings }: Context,
  rows: readonly MemberRow[],
  existing: readonly Member[],
) => {
  const byId = new Map(existing.map((member) => [member.id, member]))
  const idOf = new Map(existing.map(({ id, email }) => [foldEmail(email), id]))
  /** What was said of addresses: the id of a member, or the address itself for a person of their own. */
  const said = new Map(Object.entries(names.kept).filter(([, id]) => id !== skip))
  for (const [text, target] of Object.entries(names.given)) {
    const [key, email] = [foldPerson(text), foldEmail(target)]
    if (target !== skip) said.set(key, key === email ? email : (idOf.get(email) ?? email))
  }
  const inFiles = new Set(
    rows.flatMap(({ values: { id, email } }) => [foldEmail(email), ...(id ? [id] : [])]),
  )
  const free = new Map<string, Member[]>()
  for (const member of existing) {
    const number = foldNumber(member.external_id ?? '')
    if (number === '' || inFiles.has(member.id) || inFiles.has(foldEmail(member.email))) continue
    free.set(number, [...(free.get(number) ?? []), member])
  }

  /** The member whom a row with an unknown address is about; by number it is none of whom a row was placed already. */
  const memberOf = (
    { place, values }: MemberRow,
    placed: ReadonlyMap<string, MemberRow>,
  ): Member | undefined => {
    const told = said.get(foldEmail(values.email))
    if (told !== undefined) return byId.get(told)
    const [member, ...others] = free.get(foldNumber(values.external_id ?? '')) ?? []
    if (!member || others.length > 0 || placed.has(member.id)) return undefined
    if (firstName(values.name) !== firstName(member.name)) return undefined
    warnings.add(place, 'email', isSamePerson, `${member.name} is now ${values.name}`)
    return member
  }

  /** The members who will have each number that the rows have. */
  const holdersOf = (placed: ReadonlyMap<string, MemberRow>) => {
    const holders = new Map<string, string[]>()
    for (const [id, { values }] of placed) {
      const number = foldNumber(values.external_id ?? '')
      if (number !== '') holders.set(number, [...(holders.get(number) ?? []), id])
    }
    for (const { id, external_id } of existing)
      if (placed.get(id)?.values.external_id === undefined)
        holders.get(foldNumber(external_id ?? ''))?.push(id)
    return holders
  }

  /** Reports numbers of two people; where they were said to be two, returns who loses theirs. */
  const settle = (placed: ReadonlyMap<string, MemberRow>): ReadonlySet<string> => {
    const losing = new Set<string>()
    const emailOf = (id: string): string => placed.get(id)?.values.email ?? byId.get(id)!.email
    const isOwn = (id: string): boolean =>
      [id, foldEmail(emailOf(id))].includes(said.get(foldEmail(emailOf(id))) ?? '')
    const nameOf = (id: string): string => placed.get(id)?.values.name ?? byId.get(id)?.name ?? ''
    const isActive = (id: string): boolean => placed.get(id)?.values.active ?? byId.get(id)?.active ?? true

    const ask = (id: string, other: string): void => {
      const row = placed.get(id)!
      const [mine, theirs] = [row.values.email, emailOf(other)]
      const at = placed.get(other)
      const same = at || byId.has(id) ? '' : `, ${personOption(mine, theirs)} if they are one person`
      const whose = `${nameOf(other)}${at ? ` (${findings.describe(at.place)})` : ''}`
      findings.add(
        row.place,
        'external_id',
        isTaken,
        `${whose}: ${personOption(mine, mine)} if they are two people${same}`,
      )
    }

    /** Whoever is not in the files, or was there before, is not asked about. */
    const isNewer = (id: string): number => Number(placed.has(id)) + Number(!byId.has(id))

    /** Of people who have one number, it belongs to the only one who is active and has it in the files. */
    const share = (ids: readonly string[]): void => {
      const owners = ids.filter((id) => placed.get(id)?.values.external_id && isActive(id))
      const owner = owners.length === 1 ? owners[0] : undefined
      for (const id of ids) if (id !== owner) losing.add(id)
      for (const id of owners) {
        const others = ids.filter(
          (other) => other !== id && (owner === undefined || byId.get(other)?.external_id),
        )
        if (others.length > 0)
          warnings.add(
            placed.get(id)!.place,
            'external_id',
            owner === undefined ? isNobodys : isPassedOn,
            others.map(nameOf).join(', '),
          )
      }
    }

    for (const ids of holdersOf(placed).values()) {
      if (ids.length === 1) continue
      const [first, ...others] = ids.filter((id) => !isOwn(id)).toSorted((a, b) => isNewer(a) - isNewer(b))
      if (first === undefined || others.length === 0) share(ids)
      else for (const id of others) ask(id, first)
    }
    return losing
  }

  return { memberOf, settle }
}
