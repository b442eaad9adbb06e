import type { App } from '@slack/bolt'
import type { InputBlock, KnownBlock, ModalView, PlainTextOption } from '@slack/web-api'
import { bold } from '../../domain/words/message.js'
import { listTeams } from '../../services/organizations/teams.js'
import { createPeople } from '../../services/people/people.js'
import { createMembers, type MemberStanding } from '../../services/records/members.js'
import { everybody } from '../ask/controls.js'
import type { FormState } from '../digest/form-input.js'
import type { ListenerContext } from '../listeners.js'
import { formModal, plainText, section } from '../modal/modal.js'
import type { Submitted, SubmitArgs } from '../modal/frames.js'
import { drawLine } from '../message/mrkdwn.js'
import { askProfile } from '../people/profiles.js'
import { optionOf, teamMenu, type MenuTeam } from '../team-menu.js'
import { chosenValue, createAdminFrames, outdated, readJson, type AdminDesk } from './admin.js'
import { memberMenu } from './member-menu.js'
import { peopleIds } from './people-room.js'
import type { ShowHome } from './show-home.js'

const matchCallback = 'home_people_match'
const memberCallback = 'home_people_member'
const title = 'People'

/** Menus that become a search when there are many options. */
const fieldIds = {
  member: 'home_match:member',
  team: 'home_member:team',
  active: 'home_member:active',
} as const

const input = (
  action_id: string,
  label: string,
  element: InputBlock['element'],
  optional = false,
): KnownBlock => ({
  type: 'input',
  block_id: action_id,
  label: plainText(label),
  element,
  optional,
})

const activeOption: PlainTextOption = {
  ...optionOf('Active', 'active'),
  description: plainText('Listed in answers and digests'),
}

/** `everybody` stands for no team. */
const teamLabel = ({ id, name }: MenuTeam): string => (id === everybody ? 'No team' : name)

const userId = /^[UW][A-Z0-9]{2,20}$/

type PeopleListenerDeps = ListenerContext & { readonly showHome: ShowHome }

const chosenIn = (values: FormState, action_id: string): string | undefined =>
  values[action_id]?.[action_id]?.selected_option?.value

/** Admin actions on people: recorded as made by hand, and in the audit log. */
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
      input(fieldIds.member, 'Member', memberMenu(fieldIds.member, listed, 'Choose a member')),
    ])
  }

  const match = async (
    { organization, workspace, actor }: AdminDesk,
    { view }: SubmitArgs,
  ): Promise<Submitted> => {
    const { user } = readJson(view.private_metadata)
    const member = chosenIn(view.state.values, fieldIds.member)
    if (typeof user !== 'string' || member === undefined) return said(outdated)
    const account = { workspace, user }
    const made = await people.match(organization._id, account, member, actor)
    return said(`<@${made.match.user}> is ${drawLine([bold(made.member.name)])} from now on.`)
  }

  const unmatch = async ({ organization, workspace, actor }: AdminDesk, user: string): Promise<ModalView> => {
    if (!userId.test(user)) return sentence(outdated)
    await people.unmatch(organization._id, { workspace, user }, actor)
    return sentence(`<@${user}> is matched by e-mail address again.`)
  }

  const memberForm = async ({ organization }: AdminDesk, id: string): Promise<ModalView> => {
    const { row } = await members.show(organization._id, id)
    const teams = await listTeams(deps.store, organization._id)
    const team = teams.find(({ name }) => name === row.team)?.id ?? null
    const seen: MemberStanding = { team_id: team, active: row.active }
    const zone = row.timezone === null ? [] : [row.timezone]
    return formModal(
      { callback_id: memberCallback, title: 'Member', submit: 'Save', memory: { member: row.id, seen } },
      [
        section(drawLine([bold(row.name), `\n${[row.email, ...zone, `from ${row.source}`].join(' · ')}`])),
        ...(teams.length === 0
          ? []
          : [
              input(
                fieldIds.team,
                'Team',
                teamMenu({ action_id: fieldIds.team, teams, chosen: team, label: teamLabel }),
              ),
            ]),
        input(
          fieldIds.active,
          'State',
          {
            type: 'checkboxes',
            action_id: fieldIds.active,
            options: [activeOption],
            ...(row.active ? { initial_options: [activeOption] } : {}),
          },
          true,
        ),
      ],
    )
  }

  const save = async ({ organization, actor }: AdminDesk, { view }: SubmitArgs): Promise<Submitted> => {
    const { member, seen } = readJson(view.private_metadata)
    const { team_id, active } = (seen ?? {}) as Partial<MemberStanding>
    if (typeof member !== 'string' || team_id === undefined || typeof active !== 'boolean')
      return said(outdated)
    const { values } = view.state as { values: FormState }
    const chosen = chosenIn(values, fieldIds.team)
    const wanted = {
      team: chosen === undefined ? team_id : chosen === everybody ? null : chosen,
      active: (values[fieldIds.active]?.[fieldIds.active]?.selected_options ?? []).length > 0,
    }
    const { row, changed } = await members.edit(organization._id, member, wanted, { team_id, active }, actor)
    return said(drawLine([bold(row.name), changed ? ' was changed.' : ' already has these settings.']))
  }

  app.action(
    peopleIds.match,
    opens((desk, args) => askMatch(desk, chosenValue(args), args.client)),
  )
  app.action(
    peopleIds.unmatch,
    opens((desk, args) => unmatch(desk, chosenValue(args)), { redraws: true }),
  )
  for (const action_id of [peopleIds.open, peopleIds.find])
    app.action(
      action_id,
      opens((desk, args) => memberForm(desk, chosenValue(args))),
    )
  app.view(matchCallback, submits(match))
  app.view(memberCallback, submits(save))
}
