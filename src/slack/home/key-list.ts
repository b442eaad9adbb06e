import type { KnownBlock, PlainTextOption } from '@slack/web-api'
import type { KeyState } from '../../domain/keys/key.js'
import { planLimits } from '../../domain/keys/plan-limits.js'
import { keyHints, type KeyView } from '../../domain/keys/view.js'
import type { Organization } from '../../domain/organization/organization.js'
import { bold, code, type Line } from '../../domain/words/message.js'
import { listTeams } from '../../services/organizations/teams.js'
import { plainText, pressButton, section } from '../message/elements.js'
import { drawLine } from '../message/mrkdwn.js'
import { instantWords, type ViewerClock } from '../viewer-clock.js'
import { counted, pageOf, rowBlock, turnBlocks, type Room } from './rooms.js'

/** Every button and menu about keys in the Home tab. */
export const keyIds = {
  create: 'home_keys:new',
  events: 'home_keys:events',
  menu: 'home_keys:menu',
} as const

export const keyVerbs = ['rotate', 'disable', 'enable', 'revoke', 'events'] as const
export type KeyVerb = (typeof keyVerbs)[number]

/** The chosen action and key, and the version of the key that was shown. */
export interface KeyChoice {
  readonly verb: KeyVerb
  readonly seen: number
  readonly key: string
}

const choiceValue = ({ verb, seen, key }: KeyChoice): string => `${verb}:${seen}:${key}`

/** Parses what `choiceValue` wrote; null when it is from another version. */
export const parseKeyChoice = (value: string): KeyChoice | null => {
  const [, typed, seen, key] = /^([a-z]+):(\d{1,9}):([\w-]{1,100})$/.exec(value) ?? []
  const verb = keyVerbs.find((one) => one === typed)
  return verb === undefined || key === undefined ? null : { verb, seen: Number(seen), key }
}

const labels = {
  rotate: 'Rotate…',
  disable: 'Disable…',
  enable: 'Enable…',
  revoke: 'Revoke…',
  events: 'Events',
} as const satisfies Record<KeyVerb, string>

const offered = (state: KeyState, plan: Organization['plan']): readonly KeyVerb[] => {
  if (state === 'active')
    return [...(planLimits[plan].rotation ? (['rotate'] as const) : []), 'disable', 'revoke', 'events']
  if (state === 'disabled' || state === 'locked') return ['enable', 'revoke', 'events']
  return state === 'expired' ? ['revoke', 'events'] : ['events']
}

const addresses = (allow: readonly string[]): string =>
  allow.length === 1 ? `from ${allow[0]}` : `from ${allow.length} addresses and ranges`

const restOf = (key: KeyView, clock: ViewerClock): readonly string[] => [
  ...(key.last_used_at === null ? [] : [`last used ${instantWords(key.last_used_at, clock)}`]),
  ...key.hints.map((hint) => keyHints[hint]),
  ...(key.previous_valid_until === null
    ? []
    : [`old secret works until ${instantWords(key.previous_valid_until, clock)}`]),
  ...(key.expires_at === null
    ? []
    : [`${key.state === 'expired' ? 'expired' : 'expires'} ${instantWords(key.expires_at, clock)}`]),
  ...(key.allow === null ? [] : [addresses(key.allow)]),
  ...(key.reasons === 'hidden' ? ['reasons hidden'] : []),
]

interface KeyListFacts extends ViewerClock {
  readonly organization: Organization
  /** Names by id. */
  readonly teams: ReadonlyMap<string, string>
}

const keyLine = (key: KeyView, facts: KeyListFacts): Line => {
  const team = key.team_id === null ? 'everybody' : (facts.teams.get(key.team_id) ?? 'a deleted team')
  const said = [team, ...restOf(key, facts)].join(' · ')
  return [bold(key.name), ` · ${key.state} · `, code(`${key.start}…`), `\n${said}`]
}

const keyBlock = (key: KeyView, facts: KeyListFacts): KnownBlock => {
  const { organization } = facts
  const seen = organization.keys[key.id]?.version ?? 0
  const options = offered(key.state, organization.plan).map((verb): PlainTextOption => ({
    text: plainText(labels[verb]),
    value: choiceValue({ verb, seen, key: key.id }),
  }))
  return rowBlock(`home_key:${key.id}`, drawLine(keyLine(key, facts)), {
    type: 'overflow',
    action_id: keyIds.menu,
    options,
  })
}

const { create, events } = keyIds

/** The keys of the organization, for admins: never a secret, only the beginning of it. */
export const keysRoom: Room = {
  name: 'keys',
  title: 'API keys',
  async state({ organization }, { keyLists }) {
    const keys = await keyLists.list(organization._id, { live: true })
    const idle = keys.filter(({ state }) => state !== 'active').length
    const said = keys.length === 0 ? 'No API keys.' : counted(keys.length, 'API key')
    return {
      said: idle === 0 ? said : `${said} · ${idle} not in use`,
      main: pressButton(create, 'New key'),
    }
  },
  async blocks({ organization, clock }, { keyLists, store }, wanted) {
    const keys = await keyLists.list(organization._id, { live: true })
    const teams = new Map((await listTeams(store, organization._id)).map(({ id, name }) => [id, name]))
    const { shown, ...page } = pageOf(keys, wanted)
    return [
      ...(keys.length === 0
        ? [section('There are no keys yet. A program that asks who is out needs one.')]
        : []),
      {
        type: 'actions',
        block_id: 'home_keys',
        elements: [pressButton(create, 'New key'), pressButton(events, 'Events')],
      },
      ...shown.map((key) => keyBlock(key, { organization, teams, ...clock })),
      ...turnBlocks(page),
    ]
  },
}
