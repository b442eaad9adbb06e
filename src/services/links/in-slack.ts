import { addressesOf } from '../../domain/links/address.js'
import { isOpenedBy, linkState, type Link } from '../../domain/links/link.js'
import { hashSecret } from '../../domain/secrets/mint.js'
import { collect, type Store } from '../../store/port.js'
import type { Warn } from '../dependencies.js'
import type { AddressCipher } from '../sources/address-cipher.js'

/** The purpose of this cipher: a key encrypts other things too. */
export const cipherOwner = ({ _id }: Pick<Link, '_id'>): string => `link:${_id}`

interface ShownLinkDependencies {
  readonly store: Pick<Store, 'find'>
  /** Asked only when there is a link. Null: no key is set. */
  readonly openCipher: () => Promise<AddressCipher | null>
}

type ShownLink = Link & { readonly slack_token: string }

const isShown = (link: Link): link is ShownLink => typeof link.slack_token === 'string'

const inSlack = async (
  { store }: Pick<ShownLinkDependencies, 'store'>,
  org: string,
): Promise<ShownLink[]> => {
  // An organization has thousands of personal links, which have no such token.
  const range = { slack_token: { gt: '' } }
  const links = await collect(store.find('links', { index: 'in_slack', equal: { org }, range }))
  return links.filter(isShown)
}

/**
 * The newest link of a team, otherwise of everyone, which shows a channel no more than anyone in it can ask for. Null:
 * there is none, or no key decrypts it.
 */
export const tokenForSlack = async (
  { store, openCipher }: ShownLinkDependencies,
  org: string,
  team_id: string | null,
  now: Date,
): Promise<string | null> => {
  const links = await inSlack({ store }, org)
  const cipher = links.length === 0 ? null : await openCipher()
  if (!cipher) return null
  const wanted = links
    .filter((link) => link.team_id === team_id || link.team_id === null)
    .sort(
      (a, b) =>
        Number(b.team_id === team_id) - Number(a.team_id === team_id) ||
        (a.created_at < b.created_at ? 1 : -1),
    )
  for (const link of wanted) {
    const token = cipher.decrypt(cipherOwner(link), link.slack_token)
    if (token !== null && isOpenedBy(link, hashSecret(token), now)) return token
  }
  return null
}

/** The calendar page of a team or everybody (null), read each time so that a revoked one is gone. Never rejects. */
export type FindCalendar = (org: string, team_id: string | null) => Promise<string | null>

interface FindCalendarDependencies extends ShownLinkDependencies {
  readonly now: () => Date
  /** The address that people reach this process at; null: it is not known. */
  readonly base: string | null
  readonly warn: Warn
}

export const createFindCalendar =
  ({ base, now, warn, ...dependencies }: FindCalendarDependencies): FindCalendar =>
  async (org, team_id) => {
    if (base === null) return null
    try {
      const token = await tokenForSlack(dependencies, org, team_id, now())
      return token === null ? null : addressesOf(base, token).url
    } catch (error) {
      warn(error, 'the link to the calendar could not be looked up')
      return null
    }
  }

/** Of all organizations, those whose tokens are kept, encrypted. */
export const linksInSlack = async (store: Pick<Store, 'find'>): Promise<readonly ShownLink[]> => {
  const links = await collect(
    store.find('links', { index: 'with_token', range: { slack_token: { gt: '' } } }),
  )
  return links.filter(isShown)
}

/** Nothing leads to an expired link any more, so its token is not kept either. Resolves with the number of links. */
export const forgetExpiredTokens = async ({
  store,
  now,
}: {
  readonly store: Pick<Store, 'find' | 'commit'>
  readonly now: () => Date
}): Promise<number> => {
  const expired = (await linksInSlack(store)).filter((link) => linkState(link, now()) === 'expired')
  for (const { _id: id, slack_token } of expired)
    await store.commit([{ patch: 'links', id, set: { slack_token: null }, when: { slack_token } }])
  return expired.length
}
