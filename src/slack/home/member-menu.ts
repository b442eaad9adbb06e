import type { App } from '@slack/bolt'
import type { ExternalSelect, PlainTextOption, StaticSelect } from '@slack/web-api'
import { createMembers, type ListedMember } from '../../services/records/members.js'
import type { ListenerContext } from '../listeners.js'
import { plainText } from '../modal/modal.js'
import { namedLike, optionOf, registerSearch } from '../team-menu.js'
import { admitAdmin } from './rights.js'

const mostOptions = 100

/** People with the same name are told apart by their team; e-mail addresses never appear in lists. */
const labelOf = ({ name, team, active }: ListedMember): string =>
  [name, ...(team === null ? [] : [team]), ...(active ? [] : ['deactivated'])].join(' · ')

const memberOption = (member: ListedMember): PlainTextOption => optionOf(labelOf(member), member.id)

/** All members: a plain list up to Slack's limit, otherwise a search (`registerMemberSearch`). */
export const memberMenu = (
  action_id: string,
  members: readonly ListedMember[],
  placeholder: string,
): StaticSelect | ExternalSelect =>
  members.length > mostOptions
    ? { type: 'external_select', action_id, placeholder: plainText(placeholder), min_query_length: 1 }
    : {
        type: 'static_select',
        action_id,
        placeholder: plainText(placeholder),
        options: members.map(memberOption),
      }

export const membersLike = (members: readonly ListedMember[], typed: string): readonly PlainTextOption[] =>
  namedLike(members, typed).map(memberOption)

/** Answers an admin's search in the menus with these ids; nobody else gets a name. */
export const registerMemberSearch = (app: App, deps: ListenerContext, ids: RegExp): void =>
  registerSearch(
    app,
    deps.log,
    { ids, what: 'members' },
    async ({ context, client, body, payload }, { _id }) => {
      const admin = await admitAdmin(client, context.teamId ?? '', body.user.id)
      return 'refused' in admin ? [] : membersLike(await createMembers(deps).list(_id, {}), payload.value)
    },
  )
