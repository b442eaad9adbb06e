import type { App } from '@slack/bolt'
import type { ModalView } from '@slack/web-api'
import { z } from 'zod'
import { bold } from '../../domain/words/message.js'
import type { Admin, Requester } from '../admission.js'
import type { SlackServices } from '../listeners.js'
import { adminForm, drawForm, outdated, registerForm } from '../modal/form.js'
import { section } from '../message/elements.js'
import { drawLine } from '../message/mrkdwn.js'
import { askProfile } from '../people/profiles.js'
import { registerOpens } from '../modal/for-admins.js'
import { memberMenu, memberShown } from './member-menu.js'
import { peopleIds } from './people-room.js'

const title = 'People'

const userId = /^[UW][A-Z0-9]{2,20}$/

/** The menu becomes a search when there are many members. */
const memberIds = { block: 'home_match:member', action: 'home_match:member' }

const match = adminForm({
  callback: 'home_people_match',
  title,
  fields: ['member'],
  idsOf: () => memberIds,
  memory: z.object({ user: z.string() }),
  async run({ entered, memory, who: { organization, workspace, actor } }, { matches, members }) {
    const member = entered.chosen('member')
    if (member === undefined) return outdated
    await memberShown(members, organization._id, member)
    const made = await matches.match(organization._id, { workspace, user: memory.user }, member, actor)
    return `<@${made.match.user}> is ${drawLine([bold(made.member.name)])} from now on.`
  },
})

const askMatch = async (
  { organization, workspace }: Admin,
  user: string,
  { members }: SlackServices,
  { client }: Requester,
): Promise<ModalView | string> => {
  if (!userId.test(user)) return outdated
  const { name } = await askProfile(client, workspace, user)
  const listed = await members.list(organization._id, { active: true })
  if (listed.length === 0) return 'There is no member to choose from.'
  return drawForm(match, {
    title: 'Match',
    submit: 'Match',
    memory: { user },
    above: [
      section(drawLine(['Who is ', bold(name), '? Your choice takes precedence over the e-mail address.'])),
    ],
    fields: {
      member: { label: 'Member', element: (id) => memberMenu(id, listed, 'Choose a member') },
    },
  })
}

const unmatch = async (
  { organization, workspace, actor }: Admin,
  user: string,
  { matches }: SlackServices,
): Promise<string> => {
  if (!userId.test(user)) return outdated
  await matches.unmatch(organization._id, { workspace, user }, actor)
  return `<@${user}> is matched by e-mail address again.`
}

/** Admin actions on people in Slack: recorded as made by hand, and in the audit log. */
export const registerPeopleRoom = (app: App, services: SlackServices): void => {
  registerOpens(app, services, title, { [peopleIds.match]: askMatch })
  registerOpens(app, services, title, { [peopleIds.unmatch]: unmatch }, { redraws: true })
  registerForm(app, services, match)
}
