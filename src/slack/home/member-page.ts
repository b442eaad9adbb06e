import type { App } from '@slack/bolt'
import type { KnownBlock, ModalView } from '@slack/web-api'
import { z } from 'zod'
import { dayAt } from '../../calendar/day.js'
import { accept } from '../../domain/input.js'
import { daysOf, partSchema, typeOfReason } from '../../domain/own-entries/entry.js'
import { bold, code, type Line } from '../../domain/words/message.js'
import { ownDaysWords } from '../../domain/words/own-entries.js'
import { listTeams } from '../../services/organizations/teams.js'
import { everybody, optionOf, teamMenu, type MenuTeam } from '../team-menu.js'
import type { Admin } from '../admission.js'
import type { SlackServices } from '../listeners.js'
import { choice, choicesOf } from '../modal/fields.js'
import { adminForm, drawForm, outdated, registerForm } from '../modal/form.js'
import { plainText, pressButton, section } from '../message/elements.js'
import { drawLine } from '../message/mrkdwn.js'
import { entryFields, ownFields, ownIdsOf, readOwnEntry } from '../own-entries/form.js'
import { registerOpens } from '../modal/for-admins.js'
import { memberShown } from './member-menu.js'
import { peopleIds } from './people-room.js'

const title = 'Member'
const daysButton = 'home_member:days'

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

const activeOption = {
  ...optionOf('Active', 'active'),
  description: plainText('Listed in answers and digests'),
}

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

const drawMember = async (
  { organization: { _id: org } }: Admin,
  id: string,
  { members, holidays: calendars, store }: SlackServices,
): Promise<ModalView> => {
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
      section(drawLine([bold(row.name), '\n', { code: row.email }, ...zone, ` · from ${row.source}`])),
      ...(row.active ? [days] : []),
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
          options: [activeOption],
          ...(row.active && { initial_options: [activeOption] }),
        }),
        optional: true,
        hint: row.active
          ? 'Untick to deactivate: the member no longer appears in answers and digests.'
          : undefined,
      },
    },
  })
}

/** Days off for somebody else. */
const daysForm = adminForm({
  callback: 'home_people_days',
  title,
  fields: ownFields,
  idsOf: ownIdsOf,
  memory: z.object({ member: z.string() }),
  placeOf: () => 'from',
  async run({ entered, memory: { member }, who }, { members, leaves }) {
    const { organization, actor, clock } = who
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
    return drawLine([bold(row.name), ` is off ${ownDaysWords(days, today)}.`])
  },
})

const drawDays = async (
  { organization, clock }: Admin,
  id: string,
  { members }: SlackServices,
): Promise<ModalView | string> => {
  const { row } = await memberShown(members, organization._id, id)
  if (!row.active) return outdated
  const today = dayAt(clock.now, clock.timezone)
  return drawForm(daysForm, {
    title: 'Days off',
    submit: 'Enter',
    memory: { member: row.id },
    above: [
      section(
        drawLine(['For ', bold(row.name), '. What they entered themselves on these days is replaced.']),
      ),
    ],
    fields: entryFields({ from: today, to: today, part: 'whole', reason: 'away' }),
  })
}

/** A member's page for admins, and the form to enter days off for somebody else. */
export const registerMemberPage = (app: App, services: SlackServices): void => {
  registerOpens(app, services, title, {
    [peopleIds.open]: drawMember,
    [peopleIds.find]: drawMember,
    [daysButton]: drawDays,
  })
  registerForm(app, services, memberForm)
  registerForm(app, services, daysForm)
}
