import type { App } from '@slack/bolt'
import type { ModalView } from '@slack/web-api'
import { z } from 'zod'
import { rotationPause } from '../../domain/keys/lifecycle.js'
import { parseMoment } from '../../domain/keys/moments.js'
import { planLimits } from '../../domain/keys/plan-limits.js'
import { parseGrace } from '../../domain/keys/grace.js'
import type { ApiKey } from '../../domain/keys/key.js'
import { maxNameLength } from '../../domain/organization/name.js'
import { Problem } from '../../domain/problem.js'
import { bold, code } from '../../domain/words/message.js'
import { recordSecretClosed } from '../../services/keys/writes.js'
import { listTeams } from '../../services/organizations/teams.js'
import { everybody, teamMenu } from '../team-menu.js'
import type { Admin } from '../admission.js'
import type { SlackServices, Submitted } from '../listeners.js'
import { choice, date, text } from '../modal/fields.js'
import { adminForm, drawForm, outdated, prefixed, readMemory, registerForm } from '../modal/form.js'
import { section } from '../message/elements.js'
import { drawLine, escape } from '../message/mrkdwn.js'
import { registerClosed, registerOpens } from '../modal/for-admins.js'
import { keyIds, keyVerbs, parseKeyChoice, type KeyChoice, type KeyVerb } from './key-list.js'
import {
  changedText,
  eventsModal,
  maxEvents,
  rotatedJustNow,
  secretCallback,
  secretModal,
} from './key-views.js'

const title = 'API keys'
const idsOf = prefixed('home_key_field')
const changedMeanwhile =
  'Nothing was changed: someone else changed this key in the meantime. Close this and open the Home tab again.'

const newKey = adminForm({
  callback: 'home_key_new',
  title,
  fields: ['name', 'team', 'reasons', 'allow', 'expires'],
  idsOf,
  memory: z.object({}),
  placeOf: ({ code }) => (code === 'not_found' ? 'team' : 'name'),
  async run({ entered, who: { organization, actor, clock } }, { keys, now }) {
    const team = entered.chosen('team')
    const allow = entered
      .text('allow')
      .split(/[\s,;]+/)
      .filter((rule) => rule !== '')
    // A date is the last day, in the organization's time zone.
    const day = entered.chosen('expires')
    const wish = {
      name: entered.text('name'),
      reasons: entered.chosen('reasons'),
      team: team === everybody ? undefined : team,
      allow: allow.length === 0 ? undefined : allow,
      expires: day && (parseMoment(day, now(), organization.timezone)?.toISOString() ?? day),
    }
    return secretModal(await keys.create(organization._id, wish, actor), clock)
  },
})

const drawNewKey = async ({ organization }: Admin, { store }: SlackServices): Promise<ModalView> => {
  const { _id, plan, key_reasons, timezone } = organization
  const teams = await listTeams(store, _id)
  const reasons = { shown: 'Shown, as they are', hidden: 'Hidden: all leave reads "personal"' }
  return drawForm(newKey, {
    title: 'New API key',
    submit: 'Create',
    memory: {},
    fields: {
      name: {
        label: 'Name',
        element: text({ max: maxNameLength }),
        hint: 'What it is for, such as dashboard',
      },
      team: teams.length > 0 && {
        label: 'It can see',
        element: (action_id) => teamMenu({ action_id, teams, chosen: null }),
      },
      reasons: { label: 'Reasons', element: choice(reasons, key_reasons ?? 'shown') },
      allow: {
        label: 'Addresses',
        element: text({ max: 2_500, multiline: true }),
        hint: 'Addresses or ranges that may use it, such as 203.0.113.0/24. Leave it empty for any address.',
        optional: true,
      },
      expires: planLimits[plan].expiry && {
        label: 'Last day',
        element: date(),
        hint: `In the time zone ${timezone}. Leave it empty for a key that does not expire.`,
        optional: true,
      },
    },
  })
}

type ChangeVerb = Exclude<KeyVerb, 'events'>

const questions = {
  rotate: {
    title: 'Rotate this key?',
    submit: 'Rotate',
    says: 'gets a new secret, which is shown to you once.',
  },
  disable: {
    title: 'Disable this key?',
    submit: 'Disable',
    says: 'is refused until it is enabled again. Programs that use it will get no answers.',
  },
  enable: { title: 'Enable this key?', submit: 'Enable', says: 'will be accepted again.' },
  revoke: {
    title: 'Revoke this key?',
    submit: 'Revoke',
    says: 'and its secrets stop working now, permanently. Programs that use it will get no answers.',
  },
} as const satisfies Record<ChangeVerb, { title: string; submit: string; says: string }>

const graces = {
  '0': 'Not at all: it stops working now',
  '1h': '1 hour',
  '8h': '8 hours',
  '24h': '24 hours',
  '3d': '3 days',
  '7d': '7 days',
}

/** It differs from what was shown, or no longer exists. */
const isGone = (error: unknown): boolean =>
  error instanceof Problem && ['conflict', 'not_found'].includes(error.code)

const goneText = (error: unknown): string => {
  if (!isGone(error)) throw error
  return changedMeanwhile
}

const isRotatedJustNow = (rotated_at: string | null, now: Date): boolean =>
  rotated_at !== null && now.getTime() - Date.parse(rotated_at) < rotationPause

const wrongGrace = (text: string): Submitted => ({
  kind: 'errors',
  errors: { [idsOf('grace').block]: text },
})

const changeKey = adminForm({
  callback: 'home_key_change',
  title,
  fields: ['grace'],
  idsOf,
  memory: z.object({ verb: z.enum(keyVerbs).exclude(['events']), seen: z.int().min(0), key: z.string() }),
  async run({ entered, memory, who: { organization, actor, clock } }, { keys, now }) {
    const { verb, key: id, seen } = memory
    const org = organization._id
    if (verb !== 'rotate') {
      const done = await keys[verb](org, id, actor, seen).catch(goneText)
      return typeof done === 'string' ? done : changedText(verb, done.key, done.changed)
    }
    const grace = parseGrace(entered.chosen('grace') ?? '')
    if (grace === null) return wrongGrace('Choose how long the old secret keeps working.')
    const key = organization.keys[id]
    if (key && isRotatedJustNow(key.rotated_at, now())) return wrongGrace(rotatedJustNow(key.name))
    const issued = await keys.rotate(org, id, { grace, again: false, seen }, actor).catch(goneText)
    return typeof issued === 'string' ? issued : secretModal(issued, clock)
  },
})

/** Identifies the key by its name and the beginning of its secret. */
const drawChangeKey = (
  chosen: KeyChoice & { readonly verb: ChangeVerb },
  { name, secrets }: Pick<ApiKey, 'name' | 'secrets'>,
): ModalView => {
  const { says, ...shown } = questions[chosen.verb]
  return drawForm(changeKey, {
    ...shown,
    memory: chosen,
    above: [section(drawLine([bold(name), ' (', code(`${secrets[0]?.start ?? ''}…`), `) ${says}`]))],
    fields: {
      grace: chosen.verb === 'rotate' && {
        label: 'The old secret keeps working for',
        element: choice(graces, '24h'),
      },
    },
  })
}

const drawEvents = async (
  { organization: { _id: org }, clock }: Admin,
  { keyLists }: SlackServices,
  key?: string,
): Promise<ModalView> => {
  const [events, keys] = await Promise.all([
    keyLists.events(org, key, maxEvents + 1),
    keyLists.list(org, { live: false }),
  ])
  return eventsModal(events, new Map(keys.map(({ id, name }) => [id, name])), clock)
}

/** What a choice in the menu of a key opens. */
const choose = async (admin: Admin, value: string, services: SlackServices): Promise<ModalView | string> => {
  const found = parseKeyChoice(value)
  if (found === null) return outdated
  const { verb, key: id, seen } = found
  if (verb === 'events') return drawEvents(admin, services, id).catch(goneText)
  const key = admin.organization.keys[id]
  if (!key || key.version !== seen) return changedMeanwhile
  if (verb === 'rotate' && isRotatedJustNow(key.rotated_at, services.now()))
    return escape(rotatedJustNow(key.name))
  return drawChangeKey({ verb, key: id, seen }, key)
}

const shownKey = z.object({ key: z.string() })

/** API keys in the Home tab: the commands of `whosout keys`. */
export const registerKeys = (app: App, services: SlackServices): void => {
  registerOpens(app, services, title, {
    [keyIds.create]: (admin, _, all) => drawNewKey(admin, all),
    [keyIds.events]: (admin, _, all) => drawEvents(admin, all),
    [keyIds.menu]: choose,
  })
  registerForm(app, services, newKey)
  registerForm(app, services, changeKey)
  registerClosed(app, services, {
    callback: secretCallback,
    what: 'secret',
    idIn: (metadata) => readMemory(shownKey, metadata)?.key,
    record: (...closed) => recordSecretClosed(services, ...closed),
  })
}
