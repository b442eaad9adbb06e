import type { App } from '@slack/bolt'
import type { KnownBlock, ModalView, PlainTextOption, StaticSelect } from '@slack/web-api'
import { dayAt } from '../../calendar/day.js'
import { accept } from '../../domain/input.js'
import { daysOf, partSchema, typeOfReason } from '../../domain/own-entries/entry.js'
import { bold, code, type Line } from '../../domain/words/message.js'
import { ownDaysWords } from '../../domain/words/own-entries.js'
import { createHolidays } from '../../services/holidays/holidays.js'
import { listTeams } from '../../services/organizations/teams.js'
import { createLeaves } from '../../services/records/leaves.js'
import { createMembers, type MemberStanding } from '../../services/records/members.js'
import { everybody } from '../ask/controls.js'
import type { ListenerContext } from '../listeners.js'
import { formModal, plainText, section } from '../modal/modal.js'
import type { Submitted, SubmitArgs } from '../modal/frames.js'
import { drawLine } from '../message/mrkdwn.js'
import { entryFields, ownBlockOf, ownFields, readOwnForm } from '../own-entries/form.js'
import { optionOf, teamMenu, type MenuTeam } from '../team-menu.js'
import { fieldErrorsOf, chosenValue, createAdminFrames, outdated, readJson, type AdminDesk } from './admin.js'
import { chosenIn, fieldIn, idInput } from './fields.js'
import { memberShown } from './member-menu.js'
import { peopleIds } from './people-room.js'
import { pressButton } from './rooms.js'
import type { ShowHome } from './show-home.js'

const memberCallback = 'home_people_member'
const daysCallback = 'home_people_days'
const title = 'Member'

/** The fields and the button of the page; the menu of teams becomes a search when there are many. */
const memberIds = {
  team: 'home_member:team',
  active: 'home_member:active',
  holidays: 'home_member:holidays',
  days: 'home_member:days',
} as const

const activeOption: PlainTextOption = {
  ...optionOf('Active', 'active'),
  description: plainText('Listed in answers and digests'),
}

/** `everybody` stands for no team. */
const teamLabel = ({ id, name }: MenuTeam): string => (id === everybody ? 'No team' : name)

/** Calendar codes are in capitals. */
const inherited = 'inherited'
const maxCalendars = 99

const holidayMenu = (codes: readonly string[], chosen: string | null): StaticSelect => {
  const listed = [...new Set([...(chosen === null ? [] : [chosen]), ...codes])].slice(0, maxCalendars)
  const options = [
    optionOf('As for the team or the organization', inherited),
    ...listed.map((code) => optionOf(code, code)),
  ]
  const initial_option = options.find(({ value }) => value === chosen) ?? options[0]!
  return { type: 'static_select', action_id: memberIds.holidays, options, initial_option }
}

const readStanding = (seen: unknown): MemberStanding | null => {
  const { team_id, active, holidays } = (seen ?? {}) as Partial<MemberStanding>
  return team_id === undefined || typeof active !== 'boolean' || holidays === undefined
    ? null
    : { team_id, active, holidays }
}

type MemberPageDeps = ListenerContext & { readonly showHome: ShowHome }

/** A member's page for admins, and the form to enter days off for somebody else. */
export const registerMemberPage = (app: App, deps: MemberPageDeps): void => {
  const { opens, submits, sentence, said } = createAdminFrames(deps, title)
  const members = createMembers(deps)

  const page = async ({ organization: { _id: org } }: AdminDesk, id: string): Promise<ModalView> => {
    const { row, holidays } = await memberShown(members, org, id)
    const [teams, calendars] = await Promise.all([listTeams(deps.store, org), createHolidays(deps).list(org)])
    const team = teams.find(({ name }) => name === row.team)?.id ?? null
    const seen: MemberStanding = { team_id: team, active: row.active, holidays }
    const zone: Line = row.timezone === null ? [] : [' · ', code(row.timezone)]
    const teamField = (): KnownBlock =>
      idInput(
        memberIds.team,
        'Team',
        teamMenu({ action_id: memberIds.team, teams, chosen: team, label: teamLabel }),
      )
    const holidayField = (): KnownBlock =>
      idInput(
        memberIds.holidays,
        'Bank holidays',
        holidayMenu(
          calendars.map(({ code }) => code),
          holidays,
        ),
      )
    const days = pressButton(memberIds.days, 'Enter days off…', row.id)
    return formModal(
      { callback_id: memberCallback, title, submit: 'Save', memory: { member: row.id, seen } },
      [
        section(drawLine([bold(row.name), '\n', { code: row.email }, ...zone, ` · from ${row.source}`])),
        ...(row.active
          ? [{ type: 'actions', block_id: 'home_member:actions', elements: [days] } satisfies KnownBlock]
          : []),
        ...(teams.length === 0 ? [] : [teamField()]),
        ...(calendars.length === 0 && holidays === null ? [] : [holidayField()]),
        idInput(
          memberIds.active,
          'State',
          {
            type: 'checkboxes',
            action_id: memberIds.active,
            options: [activeOption],
            ...(row.active ? { initial_options: [activeOption] } : {}),
          },
          {
            // Slack takes a form with nothing ticked only when that is optional.
            optional: true,
            ...(row.active && {
              hint: plainText('Untick to deactivate: the member no longer appears in answers and digests.'),
            }),
          },
        ),
      ],
    )
  }

  const save = async ({ organization, actor }: AdminDesk, { view }: SubmitArgs): Promise<Submitted> => {
    const { member, seen: shown } = readJson(view.private_metadata)
    const seen = readStanding(shown)
    if (typeof member !== 'string' || seen === null) return said(outdated)
    const team = chosenIn(view, memberIds.team) ?? seen.team_id
    const holidays = chosenIn(view, memberIds.holidays) ?? seen.holidays
    const wanted = {
      team: team === everybody ? null : team,
      active: (fieldIn(view, memberIds.active).selected_options ?? []).length > 0,
      holidays: holidays === inherited ? null : holidays,
    }
    await memberShown(members, organization._id, member)
    const { row, changed } = await members.edit(organization._id, member, wanted, seen, actor)
    return said(drawLine([bold(row.name), changed ? ' was changed.' : ' already has these settings.']))
  }

  const daysForm = async ({ organization, reading }: AdminDesk, id: string): Promise<ModalView> => {
    const { row } = await memberShown(members, organization._id, id)
    if (!row.active) return sentence(outdated)
    const today = dayAt(reading.now, reading.timezone)
    return formModal(
      { callback_id: daysCallback, title: 'Days off', submit: 'Enter', memory: { member: row.id } },
      [
        section(
          drawLine(['For ', bold(row.name), '. What they entered themselves on these days is replaced.']),
        ),
        ...entryFields({ from: today, to: today, part: 'whole', reason: 'away' }),
      ],
    )
  }

  const enter = async (
    { organization, actor, reading }: AdminDesk,
    { view }: SubmitArgs,
  ): Promise<Submitted> => {
    const { member } = readJson(view.private_metadata)
    const entry = readOwnForm(view.state.values)
    if (typeof member !== 'string' || entry === null) return said(outdated)
    const days = daysOf(entry)
    const { start_date: from, end_date: to, starts_at_noon, ends_at_noon } = days
    const leave = { type: typeOfReason(entry.reason), from, to, starts_at_noon, ends_at_noon }
    try {
      accept(partSchema, entry, 'These days cannot be entered.')
      const { row } = await memberShown(members, organization._id, member)
      if (!row.active) return said(outdated)
      await createLeaves(deps).add(organization._id, row.id, leave, actor)
      const today = dayAt(reading.now, reading.timezone)
      return said(drawLine([bold(row.name), ` is off ${ownDaysWords(days, today)}.`]))
    } catch (fault) {
      return fieldErrorsOf(fault, { fields: ownFields, blockOf: ownBlockOf, otherwise: () => 'from' })
    }
  }

  for (const action_id of [peopleIds.open, peopleIds.find])
    app.action(
      action_id,
      opens((desk, args) => page(desk, chosenValue(args))),
    )
  app.view(memberCallback, submits(save))
  app.action(
    memberIds.days,
    opens((desk, args) => daysForm(desk, chosenValue(args))),
  )
  app.view(daysCallback, submits(enter))
}
