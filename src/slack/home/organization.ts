import type { App } from '@slack/bolt'
import type { KnownBlock, ModalView } from '@slack/web-api'
import { z } from 'zod'
import { dayAt, weekdays } from '../../calendar/day.js'
import { weekdayWords } from '../../domain/digests/settings.js'
import { maxNameLength } from '../../domain/organization/name.js'
import {
  switches,
  type Organization,
  type Settings,
  type Switch,
} from '../../domain/organization/organization.js'
import { weekStarts } from '../../calendar/week.js'
import { reasonPolicies, reasonPolicy, type ReasonPolicy } from '../../domain/presence/reasons.js'
import { bold, capital, code } from '../../domain/words/message.js'
import type { Admin } from '../admission.js'
import type { Listener, PressArgs, SlackServices } from '../listeners.js'
import { choice, choicesOf, explained, text, ticks } from '../modal/fields.js'
import { adminForm, drawForm, outdated, readMemory, registerForm } from '../modal/form.js'
import { viewOf } from '../modal/frames.js'
import { sayIn, updateModal } from '../modal/modal.js'
import { pressButton } from '../message/elements.js'
import { otherZone, zoneFields, zoneIn, zonesOffered } from '../modal/zone-field.js'
import { drawLine } from '../message/mrkdwn.js'
import { chosenValue, registerOpens } from '../modal/for-admins.js'
import { stateBlocks } from './rooms.js'

const title = 'Organization'

const ids = { edit: 'home_organization:edit', zone: 'home_organization:zone' } as const

/** Who may read why somebody else is away. */
const policyWords: Readonly<Record<ReasonPolicy, string>> = {
  nobody: 'nobody else',
  admins: 'admins of the workspace',
  everyone: 'everyone, but not in channels',
}

/** What each means, for the form. */
const policySentences: Readonly<Record<ReasonPolicy, string>> = {
  nobody: 'Slack shows who is out and for how long, and nothing more.',
  admins: 'Admins and owners of this workspace also see why, in their own answers.',
  everyone: 'Everyone who may ask also sees why, but not in digests or shared answers.',
}

const ownEntryWords: Readonly<Record<Switch, string>> = {
  on: 'people can enter their own',
  off: 'people cannot enter their own',
}

/** The organization's settings in a line, for admins, and a button to see them all and change them. */
export const organizationBlocks = (organization: Organization): readonly KnownBlock[] => {
  const { name, timezone } = organization
  const reasons = `who can read reasons: ${policyWords[reasonPolicy(organization)]}`
  const said = drawLine([bold(name), ' · ', code(timezone), ` · ${reasons}`])
  return stateBlocks('organization', title, said, [pressButton(ids.edit, 'Edit…')])
}

/** The settings that can be changed here, as they were shown: another person's change is not undone by mistake. */
type ShownSettings = Pick<Settings, 'name' | 'timezone' | 'week_start' | 'working_days' | 'reasons'>

const settingsForm = adminForm({
  callback: 'home_organization',
  title,
  fields: ['name', 'timezone', 'typed_zone', 'week_start', 'working_days', 'reasons', 'own_entries'],
  idsOf: (field) => ({
    block: `home_organization_field:${field}`,
    action: field === 'timezone' ? ids.zone : field,
  }),
  memory: z.object({
    // Compared with the settings as they are, so any object will do.
    seen: z.custom<ShownSettings>((seen) => typeof seen === 'object' && seen !== null && 'reasons' in seen),
    own_entries: z.enum(switches),
    typesZone: z.boolean(),
  }),
  // With a conflict, what was shown is out of date, so the form would be refused again.
  placeOf: ({ code: why }) => (why === 'conflict' ? null : 'name'),
  errorAt: (field, { typesZone }) => (field === 'timezone' && typesZone ? 'typed_zone' : field),
  async run({ entered, memory, who: { organization, actor } }, { organizations }) {
    const [reasons, own_entries] = [entered.chosen('reasons') ?? '', entered.chosen('own_entries') ?? '']
    const wanted = {
      name: entered.text('name'),
      timezone: zoneIn(entered),
      week_start: entered.chosen('week_start') ?? '',
      working_days: entered.ticked('working_days'),
      // Only when it was changed, so that the settings of a version before stay until somebody chooses.
      ...(reasons === memory.seen.reasons ? {} : { reasons }),
      // Only when it was changed: it is not part of what was seen.
      ...(own_entries === memory.own_entries ? {} : { own_entries }),
      seen: memory.seen,
    }
    await organizations.set(organization._id, wanted, actor)
    return { kind: 'closed', said: 'Saved.' }
  },
})

type SettingsMemory = z.infer<typeof settingsForm.memory>

const memoryOf = (organization: Organization): SettingsMemory => {
  const { name, timezone, week_start, working_days } = organization
  return {
    seen: { name, timezone, week_start, working_days, reasons: reasonPolicy(organization) },
    own_entries: organization.own_entries ?? 'on',
    typesZone: false,
  }
}

const drawSettings = async (
  { organization, clock }: Admin,
  { rolls, now }: SlackServices,
  memory = memoryOf(organization),
): Promise<ModalView> => {
  const { name, timezone, week_start, working_days } = organization
  const { members } = await rolls.of(organization, { today: dayAt(now(), 'UTC') })
  const zones = zonesOffered([timezone, clock.timezone], members)
  const starts = weekdays.filter((day) => weekStarts.some((start) => start === day))
  return drawForm(settingsForm, {
    submit: 'Save',
    memory,
    fields: {
      name: { label: 'Name', element: text({ initial: name, max: maxNameLength }) },
      ...zoneFields(zones, timezone, memory.typesZone),
      week_start: {
        label: 'The week starts on',
        element: choice(choicesOf(starts, weekdayWords), week_start),
      },
      working_days: {
        label: 'Working days',
        element: ticks(choicesOf(weekdays, weekdayWords), working_days),
      },
      reasons: {
        label: 'Who can read reasons',
        element: explained(
          choicesOf(reasonPolicies, (policy) => capital(policyWords[policy])),
          policySentences,
          memory.seen.reasons,
        ),
        hint: 'Why somebody is out. People always see their own; bank holidays are public.',
      },
      own_entries: {
        label: 'Days off',
        element: choice(
          choicesOf(switches, (state) => capital(ownEntryWords[state])),
          memory.own_entries,
        ),
      },
    },
  })
}

/** Shows or removes the text field for another time zone; whatever was typed elsewhere stays. */
const turnZone: Listener<PressArgs> = async (args, asker, services) => {
  const view = viewOf(args)
  const show = (shown: ModalView) => updateModal(args.client, { id: view.id }, shown)
  const admin = await asker.admitAdmin()
  if ('refused' in admin) return show(sayIn(view, admin.refused))
  const memory = readMemory(settingsForm.memory, view.private_metadata)
  if (memory === null) return show(sayIn(view, outdated))
  const typesZone = chosenValue(args) === otherZone
  if (typesZone !== memory.typesZone)
    await show(await drawSettings(admin, services, { ...memory, typesZone }))
}

/** The organization's settings in the Home tab. */
export const registerOrganization = (app: App, services: SlackServices): void => {
  registerOpens(app, services, title, { [ids.edit]: (admin, _, all) => drawSettings(admin, all) })
  app.action(ids.zone, services.press(turnZone))
  registerForm(app, services, settingsForm)
}
