import type { App } from '@slack/bolt'
import type { ModalView } from '@slack/web-api'
import { rotationPause } from '../../domain/keys/lifecycle.js'
import { parseMoment } from '../../domain/keys/moments.js'
import { parseGrace } from '../../domain/keys/grace.js'
import type { Organization } from '../../domain/organization/organization.js'
import { Problem } from '../../domain/problem.js'
import { createKeys } from '../../services/keys/keys.js'
import { createKeyLists } from '../../services/keys/lists.js'
import { recordSecretClosed } from '../../services/keys/writes.js'
import { listTeams } from '../../services/organizations/teams.js'
import { everybody } from '../ask/controls.js'
import type { FieldState, FormState } from '../digest/form-input.js'
import type { ListenerContext } from '../listeners.js'
import { describeFault } from '../log.js'
import { sentenceModal } from '../modal/modal.js'
import type { Submitted } from '../modal/frames.js'
import { escape } from '../message/mrkdwn.js'
import { sentenceFor } from '../refusals.js'
import {
  changedText,
  changeKeyCallback,
  changeKeyForm,
  eventsModal,
  fieldBlock,
  keyFields,
  maxEvents,
  newKeyCallback,
  newKeyForm,
  rotatedJustNow,
  secretCallback,
  secretModal,
  type KeyField,
} from './key-forms.js'
import { keyIds, parseKeyChoice, type KeyChoice } from './key-list.js'
import {
  fieldErrorsOf,
  createAdminFrames,
  outdated,
  readJson,
  recordClosed,
  type AdminDesk,
} from './admin.js'
import type { ShowHome } from './show-home.js'

const title = 'API keys'
const changedMeanwhile =
  'Nothing was changed: someone else changed this key in the meantime. Close this and open the Home tab again.'

const sentence = (text: string): ModalView => sentenceModal(title, text)
const said = (text: string): Submitted => ({ kind: 'view', view: sentence(text) })
const wrong = (field: KeyField, text: string): Submitted => ({
  kind: 'errors',
  errors: { [fieldBlock(field)]: text },
})

const fieldIn = (values: FormState, field: KeyField): FieldState => values[fieldBlock(field)]?.[field] ?? {}

type KeyListenerDeps = ListenerContext & { readonly showHome: ShowHome }

const eventsOf = async (
  deps: KeyListenerDeps,
  { organization, reading }: AdminDesk,
  key?: string,
): Promise<ModalView> => {
  const lists = createKeyLists(deps)
  const [events, keys] = await Promise.all([
    lists.events(organization._id, key, maxEvents + 1),
    lists.list(organization._id, { live: false }),
  ])
  return eventsModal(events, new Map(keys.map(({ id, name }) => [id, name])), reading)
}

/** It differs from what was shown, or no longer exists. */
const isGone = (fault: unknown): boolean =>
  fault instanceof Problem && ['conflict', 'not_found'].includes(fault.code)

const isRotatedJustNow = (rotated_at: string | null, now: Date): boolean =>
  rotated_at !== null && now.getTime() - Date.parse(rotated_at) < rotationPause

/** The form for a choice in the menu of a key. */
const chosen = async (deps: KeyListenerDeps, desk: AdminDesk, value: string): Promise<ModalView> => {
  const choice = parseKeyChoice(value)
  if (choice === null) return sentence(outdated)
  const { verb, key: id, seen } = choice
  if (verb === 'events')
    return eventsOf(deps, desk, id).catch((fault: unknown) => {
      if (isGone(fault)) return sentence(changedMeanwhile)
      throw fault
    })
  const key = desk.organization.keys[id]
  if (!key || key.version !== seen) return sentence(changedMeanwhile)
  if (verb === 'rotate' && isRotatedJustNow(key.rotated_at, deps.now()))
    return sentence(escape(rotatedJustNow(key.name)))
  return changeKeyForm({ verb, key: id, seen }, key)
}

/** The input in the services' terms; a date is the last day, in the organization's time zone. */
const readNewKey = (values: FormState, { timezone }: Organization, now: Date) => {
  const of = (field: KeyField): FieldState => fieldIn(values, field)
  const team = of('team').selected_option?.value ?? of('team').value?.trim()
  const allow = (of('allow').value ?? '').split(/[\s,;]+/).filter((rule) => rule !== '')
  const day = of('expires').selected_date ?? undefined
  return {
    name: of('name').value ?? '',
    reasons: of('reasons').selected_option?.value,
    team: team === undefined || team === '' || team === everybody ? undefined : team,
    allow: allow.length === 0 ? undefined : allow,
    expires: day === undefined ? undefined : (parseMoment(day, now, timezone)?.toISOString() ?? day),
  }
}

const create = async (deps: KeyListenerDeps, desk: AdminDesk, values: FormState): Promise<Submitted> => {
  const { organization, actor, reading } = desk
  try {
    const wish = readNewKey(values, organization, deps.now())
    const issued = await createKeys(deps).create(organization._id, wish, actor)
    return { kind: 'view', view: secretModal(issued, reading) }
  } catch (fault) {
    return fieldErrorsOf(fault, {
      fields: keyFields,
      blockOf: fieldBlock,
      otherwise: ({ code }) => (code === 'not_found' ? 'team' : 'name'),
    })
  }
}

const rotate = async (
  deps: KeyListenerDeps,
  { organization, actor, reading }: AdminDesk,
  { key: id, seen }: KeyChoice,
  values: FormState,
): Promise<Submitted> => {
  const grace = parseGrace(fieldIn(values, 'grace').selected_option?.value ?? '')
  if (grace === null) return wrong('grace', 'Choose how long the old secret keeps working.')
  const key = organization.keys[id]
  if (key && isRotatedJustNow(key.rotated_at, deps.now())) return wrong('grace', rotatedJustNow(key.name))
  const issued = await createKeys(deps).rotate(organization._id, id, { grace, again: false, seen }, actor)
  return { kind: 'view', view: secretModal(issued, reading) }
}

const change = async (
  deps: KeyListenerDeps,
  desk: AdminDesk,
  values: FormState,
  metadata: string,
): Promise<Submitted> => {
  const choice = readChoice(metadata)
  if (choice === null || choice.verb === 'events') return said(outdated)
  const { verb, key: id, seen } = choice
  try {
    if (verb === 'rotate') return await rotate(deps, desk, choice, values)
    const { key, changed } = await createKeys(deps)[verb](desk.organization._id, id, desk.actor, seen)
    return said(changedText(verb, key, changed))
  } catch (fault) {
    if (!(fault instanceof Problem)) throw fault
    return said(isGone(fault) ? changedMeanwhile : escape(sentenceFor(fault)))
  }
}

/** Parses the private metadata of `changeKeyForm`; null when it is from another version. */
const readChoice = (metadata: string): KeyChoice | null => {
  const { verb, seen, key } = readJson(metadata)
  return parseKeyChoice(`${String(verb)}:${String(seen)}:${String(key)}`)
}

/** API keys in the Home tab: the verbs of `whosout keys`. The person's rights are checked on every press. */
export const registerKeys = (app: App, deps: KeyListenerDeps): void => {
  const { opens, submits } = createAdminFrames(deps, title)
  app.action(
    keyIds.create,
    opens(async ({ organization }) =>
      newKeyForm(organization, await listTeams(deps.store, organization._id)),
    ),
  )
  app.action(
    keyIds.events,
    opens((desk) => eventsOf(deps, desk)),
  )
  app.action(
    keyIds.menu,
    opens((desk, { action }) =>
      chosen(deps, desk, action.type === 'overflow' ? action.selected_option.value : ''),
    ),
  )
  app.view(
    newKeyCallback,
    submits((desk, { view }) => create(deps, desk, view.state.values)),
  )
  app.view(
    changeKeyCallback,
    submits((desk, { view }) => change(deps, desk, view.state.values, view.private_metadata)),
  )
  app.view({ type: 'view_closed', callback_id: secretCallback }, (args) =>
    recordClosed(args, 'key', (...seen) => recordSecretClosed(deps, ...seen)).catch((fault: unknown) =>
      deps.log.error({ err: describeFault(fault) }, 'the closing of a new secret could not be recorded'),
    ),
  )
}
