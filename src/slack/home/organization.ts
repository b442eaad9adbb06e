import type { App } from '@slack/bolt'
import type { KnownBlock, ModalView } from '@slack/web-api'
import { weekdays } from '../../calendar/day.js'
import { weekdayWords } from '../../domain/digests/settings.js'
import type { Organization } from '../../domain/organization/organization.js'
import { reasonPolicy } from '../../domain/presence/privacy.js'
import { Problem } from '../../domain/problem.js'
import { bold, code } from '../../domain/words/message.js'
import { createOrganizations } from '../../services/organizations/organizations.js'
import type { FormState } from '../digest/form-input.js'
import type { ListenerContext } from '../listeners.js'
import { plainText, sayIn, updateModal } from '../modal/modal.js'
import { viewOf, type PressArgs, type Submitted, type SubmitArgs } from '../modal/frames.js'
import { otherZone, zonesOffered } from '../modal/zone-field.js'
import { drawLine, mrkdwn } from '../message/mrkdwn.js'
import {
  fieldErrorsOf,
  chosenValue,
  createAdminFrames,
  enterAsAdmin,
  outdated,
  type AdminDesk,
} from './admin.js'
import {
  blockOf,
  organizationCallback,
  organizationFields,
  organizationForm,
  organizationIds,
  organizationTitle,
  ownEntryWords,
  policyWords,
  readMemory,
  readOrganizationForm,
} from './organization-form.js'
import type { ShowHome } from './show-home.js'

/** The organization's settings, for admins, and a button to change them. */
export const organizationBlocks = (organization: Organization): readonly KnownBlock[] => {
  const { name, timezone, week_start, working_days } = organization
  const said = [
    [bold(name), ' · ', code(timezone)],
    [`The week starts on ${weekdayWords(weekdays.find((day) => day === week_start)!)}`],
    [`Working days: ${working_days.map(weekdayWords).join(', ')}`],
    [`Reasons can be read by ${policyWords[reasonPolicy(organization)]}`],
    [`Days off: ${ownEntryWords[organization.own_entries ?? 'on']}`],
  ].map(drawLine)
  return [
    { type: 'header', text: plainText(organizationTitle) },
    {
      type: 'section',
      text: mrkdwn(said.join('\n')),
      expand: true,
      accessory: { type: 'button', action_id: organizationIds.edit, text: plainText('Edit') },
    },
  ]
}

type OrganizationDeps = ListenerContext & { readonly showHome: ShowHome }

const zonesFor = async (
  { store, recent }: Pick<OrganizationDeps, 'store' | 'recent'>,
  { organization, reading }: AdminDesk,
): Promise<readonly string[]> => {
  const { members } = await store.view(organization._id, (view) => recent.people(view, organization))
  return zonesOffered([organization.timezone, reading.timezone], members)
}

/** The organization's settings in the Home tab. The person's rights are checked on every press. */
export const registerOrganization = (app: App, deps: OrganizationDeps): void => {
  const { opens, submits, said } = createAdminFrames(deps, organizationTitle)

  const edit = async (desk: AdminDesk): Promise<ModalView> =>
    organizationForm(desk.organization, await zonesFor(deps, desk))

  /** Shows or removes the text field for another time zone; whatever was typed elsewhere stays. */
  const turnZone = async (args: PressArgs, organization: Organization): Promise<void> => {
    const view = viewOf(args)
    const show = (shown: ModalView) => updateModal(args.client, { id: view.id }, shown)
    const desk = await enterAsAdmin(deps, args, organization)
    if ('refused' in desk) return show(sayIn(view, desk.refused))
    const memory = readMemory(view.private_metadata ?? '')
    if (memory === null) return show(sayIn(view, outdated))
    const typesZone = chosenValue(args) === otherZone
    if (typesZone === memory.typesZone) return
    const zones = await zonesFor(deps, desk)
    await show(organizationForm(organization, zones, { ...memory, typesZone }))
  }

  const save = async ({ organization, actor }: AdminDesk, { view }: SubmitArgs): Promise<Submitted> => {
    const memory = readMemory(view.private_metadata)
    if (memory === null) return said(outdated)
    try {
      const { values } = view.state as { values: FormState }
      const wanted = { ...readOrganizationForm(values, memory), seen: memory.seen }
      await createOrganizations(deps).set(organization._id, wanted, actor)
      return { kind: 'closed', said: 'Saved.' }
    } catch (fault) {
      // What was shown is out of date, so the form would be refused again.
      if (fault instanceof Problem && fault.code === 'conflict') throw fault
      return fieldErrorsOf(fault, {
        fields: organizationFields,
        blockOf: (field) => blockOf(field === 'timezone' && memory.typesZone ? 'typed_zone' : field),
        otherwise: () => 'name',
      })
    }
  }

  app.action(organizationIds.edit, opens(edit))
  app.action(
    organizationIds.zone,
    deps.press((args, { organization }) => turnZone(args, organization)),
  )
  app.view(organizationCallback, submits(save))
}
