import type { App } from '@slack/bolt'
import type { KnownBlock, ModalView } from '@slack/web-api'
import { z } from 'zod'
import { dayAt } from '../../calendar/day.js'
import { accept } from '../../domain/input.js'
import { daysOf, partSchema, typeOfReason } from '../../domain/own-entries/entry.js'
import type { Source } from '../../domain/organization/organization.js'
import { maskedFor, reasonShown, reasonsFor } from '../../domain/presence/reasons.js'
import { reasonName } from '../../domain/words/absence.js'
import { bold, code, type Line } from '../../domain/words/message.js'
import { ownDaysWords } from '../../domain/words/own-entries.js'
import { listTeams } from '../../services/organizations/teams.js'
import { everybody, optionOf, teamMenu, type MenuTeam } from '../team-menu.js'
import type { Admin } from '../admission.js'
import type { SlackServices } from '../listeners.js'
import { choice, choicesOf } from '../modal/fields.js'
import { adminForm, askFirst, drawForm, outdated, prefixed, registerForm } from '../modal/form.js'
import { sentenceModal } from '../modal/modal.js'
import { context, plainText, pressButton, section } from '../message/elements.js'
import { drawLine } from '../message/mrkdwn.js'
import { entryFields, ownFields, ownIdsOf, readOwnEntry } from '../own-entries/form.js'
import { registerOpens } from '../modal/for-admins.js'
import { memberMenu, memberShown } from './member-menu.js'
import { peopleIds } from './people-room.js'
import { rowBlock } from './rooms.js'

const title = 'Member'
const daysButton = 'home_member:days'
const takeBackButton = 'home_member:take_back'

/** `everybody` stands for no team. */
const teamLabel = ({ id, name }: MenuTeam): string => (id === everybody ? 'No team' : name)

/** Calendar codes are in capitals. */
const inherited = 'inherited'
const maxCalendars = 99

const holidayChoices = (codes: readonly string[], chosen: string | null) => ({
  [inherited]: 'As for the team or the organization',
  ...choicesOf(
    [...new Set([...(chosen === null ? [] : [chosen]), ...codes])].slice(0, maxCalendars),
    (listed) => listed,
  ),
})

const activeOption = (isActive: boolean) => ({
  ...optionOf('Active', 'active'),
  description: plainText(
    `${isActive ? 'Untick to deactivate: no longer' : 'Tick to be'} listed in answers and digests`,
  ),
})

const memberForm = adminForm({
  callback: 'home_people_member',
  title,
  fields: ['team', 'holidays', 'active'],
  idsOf: (field) => ({ block: `home_member:${field}`, action: `home_member:${field}` }),
  memory: z.object({
    member: z.string(),
    seen: z.object({
      team_id: z.string().nullable(),
      active: z.boolean(),
      holidays: z.string().nullable(),
    }),
  }),
  async run({ entered, memory: { member, seen }, who: { organization, actor } }, { members }) {
    const team = entered.chosen('team') ?? seen.team_id
    const holidays = entered.chosen('holidays') ?? seen.holidays
    const wanted = {
      team: team === everybody ? null : team,
      active: entered.ticked('active').length > 0,
      holidays: holidays === inherited ? null : holidays,
    }
    await memberShown(members, organization._id, member)
    const { row, changed } = await members.edit(organization._id, member, wanted, seen, actor)
    return drawLine([bold(row.name), changed ? ' was changed.' : ' already has these settings.'])
  },
})

/** Where a record comes from, and so who can change it. */
const originWords = (source: Source): string => {
  if (source === 'slack') return 'from Slack'
  if (source === 'manual') return 'entered by an admin'
  if (source === 'own') return 'entered by themselves'
  return source.startsWith('calendar:') ? 'from a calendar' : 'from a file'
}

const maxLeaves = 20

/** The leaves that are not over, each with its reason as admins may read it. */
const leaveBlocks = async (
  { organization, clock }: Admin,
  member: string,
  { leaves }: SlackServices,
): Promise<readonly KnownBlock[]> => {
  const today = dayAt(clock.now, clock.timezone)
  const found = (await leaves.list(organization._id, { member, from: today })).filter(({ counts }) => counts)
  const masked = maskedFor(reasonsFor(organization, { isAdmin: true }))
  if (found.length === 0) return [context('No days off from today on.')]
  return [
    ...found.slice(0, maxLeaves).map((leave) => {
      const reason = reasonShown(leave.type, masked)
      const what = reason === 'away' ? '' : ` · ${reasonName(reason)}`
      const said = [bold(ownDaysWords(leave, today)), `${what}\n${originWords(leave.source)}`]
      return rowBlock(
        `home_leave:${leave.id}`,
        drawLine(said),
        leave.source === 'manual' ? pressButton(takeBackButton, 'Take back…', leave.id) : undefined,
      )
    }),
    ...(found.length > maxLeaves ? [context(`and ${found.length - maxLeaves} more`)] : []),
  ]
}

const drawMember = async (admin: Admin, id: string, services: SlackServices): Promise<ModalView> => {
  const { members, holidays: calendars, store } = services
  const org = admin.organization._id
  const { row, holidays } = await memberShown(members, org, id)
  const [teams, listed] = await Promise.all([listTeams(store, org), calendars.list(org)])
  const team = teams.find(({ name }) => name === row.team)?.id ?? null
  const zone: Line = row.timezone === null ? [] : [' · ', code(row.timezone)]
  const days: KnownBlock = {
    type: 'actions',
    block_id: 'home_member:actions',
    elements: [pressButton(daysButton, 'Enter days off…', row.id)],
  }
  return drawForm(memberForm, {
    submit: 'Save',
    memory: { member: row.id, seen: { team_id: team, active: row.active, holidays } },
    above: [
      section(drawLine([bold(row.name), '\n', { code: row.email }, ...zone])),
      ...(row.active ? [...(await leaveBlocks(admin, row.id, services)), days] : []),
    ],
    fields: {
      team: teams.length > 0 && {
        label: 'Team',
        element: (action_id) => teamMenu({ action_id, teams, chosen: team, label: teamLabel }),
      },
      holidays: (listed.length > 0 || holidays !== null) && {
        label: 'Bank holidays',
        element: choice(
          holidayChoices(
            listed.map((calendar) => calendar.code),
            holidays,
          ),
          holidays,
        ),
      },
      active: {
        label: 'State',
        element: (action_id) => ({
          type: 'checkboxes',
          action_id,
          options: [activeOption(row.active)],
          ...(row.active && { initial_options: [activeOption(row.active)] }),
        }),
        optional: true,
      },
    },
  })
}

/** Closes what is below as well, which shows the leaves as they were. */
const done = (said: string): ModalView => ({ ...sentenceModal(title, said), clear_on_close: true })

/** Days off for somebody else. */
const daysForm = adminForm({
  callback: 'home_people_days',
  title,
  fields: ['member', ...ownFields],
  /** The menu of members is a search when there are many. */
  idsOf: (field) =>
    field === 'member' ? { block: 'home_days:member', action: 'home_days:member' } : ownIdsOf(field),
  /** Empty: the person is chosen in the form. */
  memory: z.object({ member: z.string() }),
  placeOf: () => 'from',
  async run({ entered, memory, who }, { members, leaves }) {
    const { organization, actor, clock } = who
    const member = memory.member || (entered.chosen('member') ?? '')
    const entry = readOwnEntry(entered)
    if (entry === null) return outdated
    accept(partSchema, entry, 'These days cannot be entered.')
    const { row } = await memberShown(members, organization._id, member)
    if (!row.active) return outdated
    const days = daysOf(entry)
    const { start_date: from, end_date: to, starts_at_noon, ends_at_noon } = days
    const leave = { type: typeOfReason(entry.reason), from, to, starts_at_noon, ends_at_noon }
    await leaves.add(organization._id, row.id, leave, actor)
    const today = dayAt(clock.now, clock.timezone)
    return done(drawLine([bold(row.name), ` is off ${ownDaysWords(days, today)}.`]))
  },
})

const drawDays = async (
  { organization, clock }: Admin,
  id: string,
  { members }: SlackServices,
): Promise<ModalView | string> => {
  const row = id === '' ? null : (await memberShown(members, organization._id, id)).row
  if (row && !row.active) return outdated
  const listed = row ? [] : await members.list(organization._id, { active: true })
  if (!row && listed.length === 0) return 'There is no member to choose from.'
  const today = dayAt(clock.now, clock.timezone)
  const replaces = 'This replaces what the person entered on these days.'
  return drawForm(daysForm, {
    title: 'Days off',
    submit: 'Enter',
    memory: { member: row?.id ?? '' },
    above: [section(row ? drawLine(['For ', bold(row.name), `. ${replaces}`]) : replaces)],
    fields: {
      member: !row && {
        label: 'Who is off',
        element: (action_id) => memberMenu(action_id, listed, 'Choose a member'),
      },
      ...entryFields({ from: today, to: today, part: 'whole', reason: 'away' }),
    },
  })
}

/** A leave that an admin entered; null when there is none any more. */
const enteredLeave = async ({ leaves }: SlackServices, org: string, id: string) =>
  (await leaves.list(org, { source: 'manual' })).find((leave) => leave.id === id) ?? null

const takeBack = adminForm({
  callback: 'home_member_take_back',
  title,
  fields: [],
  idsOf: prefixed('home_member_field'),
  memory: z.object({ leave: z.string() }),
  async run({ memory, who: { organization, actor, clock } }, services) {
    const leave = await enteredLeave(services, organization._id, memory.leave)
    if (!leave) return outdated
    await services.leaves.remove(organization._id, leave.id, actor)
    return done(`Taken back: ${ownDaysWords(leave, dayAt(clock.now, clock.timezone))}.`)
  },
})

const askTakeBack = async ({ organization, clock }: Admin, id: string, services: SlackServices) => {
  const leave = await enteredLeave(services, organization._id, id)
  if (!leave) return outdated
  const days = ownDaysWords(leave, dayAt(clock.now, clock.timezone))
  return askFirst(takeBack, {
    title: 'Take it back?',
    submit: 'Take back',
    memory: { leave: leave.id },
    says: `${days}: these days off were entered by an admin. Answers stop saying that this person is out.`,
  })
}

/** A member's page for admins with their leaves, and the form to enter days off for somebody else. */
export const registerMemberPage = (app: App, services: SlackServices): void => {
  registerOpens(app, services, title, {
    [peopleIds.open]: drawMember,
    [peopleIds.find]: drawMember,
    [daysButton]: drawDays,
    [peopleIds.enter]: drawDays,
    [takeBackButton]: askTakeBack,
  })
  registerForm(app, services, memberForm)
  registerForm(app, services, daysForm)
  registerForm(app, services, takeBack)
}
