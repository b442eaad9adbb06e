import type { App } from '@slack/bolt'
import type { ExternalSelect, PlainTextOption, StaticSelect } from '@slack/web-api'
import { Problem } from '../../domain/problem.js'
import type { createMembers, ListedMember } from '../../services/records/members.js'
import type { SlackServices } from '../listeners.js'
import { plainText } from '../message/elements.js'
import { namedLike, optionOf, registerSearch } from '../team-menu.js'

const maxOptions = 100

/** People with the same name are told apart by their team; e-mail addresses never appear in lists. */
const labelOf = ({ name, team, active }: ListedMember): string =>
  [name, ...(team === null ? [] : [team]), ...(active ? [] : ['deactivated'])].join(' · ')

const memberOption = (member: ListedMember): PlainTextOption => optionOf(labelOf(member), member.id)

/**
 * All members: a plain list up to Slack's limit, otherwise a search (`registerMemberSearch`). `chosen`: the id of the
 * member that is chosen at first.
 */
export const memberMenu = (
  action_id: string,
  members: readonly ListedMember[],
  placeholder: string,
  chosen?: string,
): StaticSelect | ExternalSelect => {
  const first = members.find(({ id }) => id === chosen)
  const menu = {
    action_id,
    placeholder: plainText(placeholder),
    ...(first && { initial_option: memberOption(first) }),
  }
  return members.length > maxOptions
    ? { type: 'external_select', ...menu, min_query_length: 1 }
    : { type: 'static_select', ...menu, options: members.map(memberOption) }
}

/** A member that a menu offered. Throws `not_found` in words for Slack: the service's are for the command line. */
export const memberShown = async (
  { show }: Pick<ReturnType<typeof createMembers>, 'show'>,
  org: string,
  id: string,
): ReturnType<typeof show> => {
  try {
    return await show(org, id)
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'not_found') throw error
    throw new Problem('not_found', 'This member no longer exists. Open the Home tab again.', { cause: error })
  }
}

export const membersLike = (members: readonly ListedMember[], typed: string): readonly PlainTextOption[] =>
  namedLike(members, typed).map(memberOption)

/** Answers an admin's search in the menus with these ids; nobody else gets a name. */
export const registerMemberSearch = (app: App, services: SlackServices, ids: RegExp): void =>
  registerSearch(app, services, { ids, what: 'members' }, async (asker, typed) => {
    const admin = await asker.admitAdmin()
    return 'refused' in admin
      ? []
      : membersLike(await services.members.list(admin.organization._id, {}), typed)
  })
