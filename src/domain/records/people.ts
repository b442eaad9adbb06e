import { foldEmail } from '../organization/email.js'
import { echo, foldName } from '../organization/name.js'
import type { Member } from '../organization/organization.js'
import { Problem } from '../problem.js'
import { tombstoneOf, type Tombstone, type Tombstones } from './tombstone.js'

const matching = (members: readonly Member[], wanted: string): readonly Member[] => {
  const byId = members.filter(({ id }) => id === wanted.toLowerCase())
  if (byId.length > 0) return byId
  const byEmail = members.filter(({ email }) => foldEmail(email) === foldEmail(wanted))
  if (byEmail.length > 0) return byEmail
  const byName = members.filter(({ name }) => foldName(name) === foldName(wanted))
  return byName.length > 0 ? byName : members.filter(({ external_id }) => external_id === wanted)
}

/** ` "Ana"`, or nothing when it must not be repeated. */
const called = (text: string): string => {
  const shown = echo(text)
  return shown === null ? '' : ` ${shown}`
}

/** What tells somebody from others of the same name. */
const toTellApart = ({ email, external_id, active, id }: Member): string =>
  [email, ...(external_id ? [`number ${external_id}`] : []), ...(active ? [] : ['deactivated']), id].join(
    ', ',
  )

const maxAlike = 3

/** The people who have that word in their name: one types the first name of somebody. */
const alike = (members: readonly Member[], wanted: string): string => {
  const word = foldName(wanted)
  const found = members.filter(({ name, active }) => active && foldName(name).split(' ').includes(word))
  const names = found.slice(0, maxAlike).flatMap(({ name }) => echo(name) ?? [])
  return names.length === 0 ? '' : ` Did you mean ${names.join(' or ')}?`
}

/** What remains of an erased person, by id or e-mail address; undefined when there was none, or they are back. */
export const erasedByText = (
  org: string,
  members: readonly Member[],
  text: string,
  tombstones: Tombstones,
): Tombstone | undefined => {
  const wanted = text.trim()
  if (matching(members, wanted).length > 0) return undefined
  const tombstone =
    tombstones.get(wanted.toLowerCase()) ?? tombstoneOf(tombstones, org, { email: foldEmail(wanted) })
  return tombstone?.kind === 'member' ? tombstone : undefined
}

const erasedBefore = (tombstone: Tombstone | undefined): Problem | undefined =>
  tombstone &&
  new Problem('not_found', `This person was erased on ${tombstone.erased_on} (number ${tombstone.number}).`)

/** By id, e-mail address, name or number. Throws `not_found`, and `conflict` for several; neither repeats an address. */
export const memberByText = (
  org: string,
  members: readonly Member[],
  text: string,
  tombstones: Tombstones = new Map(),
): Member => {
  const wanted = text.trim()
  const [person, ...others] = matching(members, wanted)
  if (!person)
    throw (
      erasedBefore(erasedByText(org, members, wanted, tombstones)) ??
      new Problem(
        'not_found',
        `There is no such member${called(wanted)}.${alike(members, wanted)} Give an e-mail address, a name, a number or an id.`,
        { shell: 'To see them: whosout members list' },
      )
    )
  if (others.length === 0) return person
  throw new Problem(
    'conflict',
    `Several members match${called(wanted)}. Give the e-mail address, the number or the id of the one you mean.`,
    { choices: [person, ...others].map(toTellApart) },
  )
}
