import type { App } from '@slack/bolt'
import type { ModalView } from '@slack/web-api'
import { bold } from '../../domain/words/message.js'
import { createPeople } from '../../services/people/people.js'
import { createMembers } from '../../services/records/members.js'
import type { ListenerContext } from '../listeners.js'
import { formModal, section } from '../modal/modal.js'
import type { Submitted, SubmitArgs } from '../modal/frames.js'
import { drawLine } from '../message/mrkdwn.js'
import { askProfile } from '../people/profiles.js'
import { chosenValue, createAdminFrames, outdated, readJson, type AdminDesk } from './admin.js'
import { chosenIn, idInput } from './fields.js'
import { memberMenu, memberShown } from './member-menu.js'
import { peopleIds } from './people-room.js'
import type { ShowHome } from './show-home.js'

const matchCallback = 'home_people_match'
/** The menu becomes a search when there are many members. */
const matchMember = 'home_match:member'
const title = 'People'

const userId = /^[UW][A-Z0-9]{2,20}$/

type PeopleListenerDeps = ListenerContext & { readonly showHome: ShowHome }

/** Admin actions on people in Slack: recorded as made by hand, and in the audit log. */
export const registerPeopleRoom = (app: App, deps: PeopleListenerDeps): void => {
  const { opens, submits, sentence, said } = createAdminFrames(deps, title)
  const people = createPeople(deps)
  const members = createMembers(deps)

  const askMatch = async (
    { organization, workspace }: AdminDesk,
    user: string,
    client: Parameters<typeof askProfile>[0],
  ) => {
    if (!userId.test(user)) return sentence(outdated)
    const { name } = await askProfile(client, workspace, user)
    const listed = await members.list(organization._id, { active: true })
    if (listed.length === 0) return sentence('There is no member to choose from.')
    return formModal({ callback_id: matchCallback, title: 'Match', submit: 'Match', memory: { user } }, [
      section(drawLine(['Who is ', bold(name), '? Your choice takes precedence over the e-mail address.'])),
      idInput(matchMember, 'Member', memberMenu(matchMember, listed, 'Choose a member')),
    ])
  }

  const match = async (
    { organization, workspace, actor }: AdminDesk,
    { view }: SubmitArgs,
  ): Promise<Submitted> => {
    const { user } = readJson(view.private_metadata)
    const member = chosenIn(view, matchMember)
    if (typeof user !== 'string' || member === undefined) return said(outdated)
    const account = { workspace, user }
    await memberShown(members, organization._id, member)
    const made = await people.match(organization._id, account, member, actor)
    return said(`<@${made.match.user}> is ${drawLine([bold(made.member.name)])} from now on.`)
  }

  const unmatch = async ({ organization, workspace, actor }: AdminDesk, user: string): Promise<ModalView> => {
    if (!userId.test(user)) return sentence(outdated)
    await people.unmatch(organization._id, { workspace, user }, actor)
    return sentence(`<@${user}> is matched by e-mail address again.`)
  }

  app.action(
    peopleIds.match,
    opens((desk, args) => askMatch(desk, chosenValue(args), args.client)),
  )
  app.action(
    peopleIds.unmatch,
    opens((desk, args) => unmatch(desk, chosenValue(args)), { redraws: true }),
  )
  app.view(matchCallback, submits(match))
}
