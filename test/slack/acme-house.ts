import { beforeEach, afterEach, vi } from 'vitest'
import type { FakeEphemeral, FakeMessage, FakeView, JsonObject } from '../../src/demo/fake-slack/state.js'
import type { Organization } from '../../src/domain/organization/organization.js'
import { noon } from '../world/acme.js'
import { acmeChanges } from '../world/acme-changes.js'
import { openReadyHouse, type House, type HouseOptions } from './house.js'
import { plainSpaces } from './spaces.js'

/** The clock of the whole process stands, Bolt's check of signatures included; timers go on. */
export const standAtNoon = (at: string = noon): void => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(at) }))
  afterEach(() => void vi.useRealTimers())
}

/** Acme's people in Slack, by what they are there and in whosout. */
export const people = {
  ada: { id: 'U0ADA', email: 'ada@acme.example', tz: 'Europe/London', locale: 'en-GB' },
  /** As typed by hand, in capitals. */
  ben: { id: 'U0BEN', email: 'Ben@ACME.example' },
  /** An admin. */
  zoe: { id: 'U0ZOE', email: 'zoe@acme.example', is_admin: true },
  /** A full member of the workspace whom nobody knows in whosout. */
  stray: { id: 'U0STRAY', email: 'stray@acme.example', real_name: 'Stray <!here> & Co' },
  /** Deactivated in whosout, not in Slack. */
  nils: { id: 'U0NILS', email: 'nils@acme.example' },
  guest: { id: 'U0GUEST', email: 'emil.roux@acme.example', is_restricted: true },
  singleGuest: { id: 'U0SINGLE', email: 'fay@acme.example', is_ultra_restricted: true },
  robot: { id: 'U0ROBOT', email: null, is_bot: true },
  left: { id: 'U0LEFT', email: 'gus@acme.example', deleted: true },
  /** Of another company, in a shared channel. */
  outsider: { id: 'U0OTTO', email: 'dan@acme.example' },
} as const
export type PersonName = keyof typeof people

const everyone = Object.values(people).map(({ id }) => id)
const app = 'U0ACMEBOT'

export const channels = {
  public: { id: 'C0TEAM', members: [...everyone, app] },
  private: { id: 'G0TEAM', kind: 'private', members: [...everyone, app] },
  publicWithoutApp: { id: 'C0AWAY', members: everyone },
  privateWithoutApp: { id: 'G0AWAY', kind: 'private', members: everyone },
  shared: { id: 'C0SHARED', shared_with: ['T0GLOBEX'], members: [...everyone, app] },
  archived: { id: 'C0OLD', is_archived: true, members: [...everyone, app] },
  direct: { id: 'D0ADA', kind: 'im', members: ['U0ADA', app] },
  group: { id: 'G0GROUP', kind: 'mpim', name: 'mpdm-ada--ben-1', members: ['U0ADA', 'U0BEN', app] },
} as const
export type ChannelName = keyof typeof channels

export interface AcmeHouse extends House {
  /** Types a command; resolves with what only that person sees then. */
  answer(who: PersonName, text: string, where?: ChannelName): Promise<FakeEphemeral>
  /** Presses something below a message, and resolves with what that person sees then: the message anew, or another one. */
  pressed(who: PersonName, on: Shown, action_id: string, more?: Press): Promise<FakeEphemeral>
  posted(where?: ChannelName): readonly FakeMessage[]
}

type Shown = Pick<FakeEphemeral, 'ts' | 'channel'>

interface Press {
  readonly choice?: string
  readonly element?: JsonObject
  readonly block_id?: string
}

const isEphemeral = (one: FakeMessage | FakeEphemeral): one is FakeEphemeral => 'replaced' in one

export const openAcme = async (
  options: HouseOptions = {},
  organization: Partial<Organization> = {},
): Promise<AcmeHouse> => {
  const house = await openReadyHouse(options)
  const { slack, store } = house
  await store.commit(acmeChanges(organization))
  for (const [name, person] of Object.entries(people))
    slack.addPerson({ name, team_id: person.id === 'U0OTTO' ? 'T0GLOBEX' : 'T0ACME', ...person })
  for (const channel of Object.values(channels))
    slack.addChannel({
      team_id: 'T0ACME',
      ...channel,
      members: [...channel.members],
      shared_with: 'shared_with' in channel ? [...channel.shared_with] : [],
    })
  const seen = (user: string, channel: string): readonly FakeEphemeral[] =>
    slack.visible(user, channel).filter(isEphemeral)
  /** What a person was told last, once there is more of it than before. */
  const next = async (
    user: string,
    channel: string,
    doing: () => Promise<unknown>,
  ): Promise<FakeEphemeral> => {
    const count = (): number => seen(user, channel).reduce((sum, { replaced }) => sum + 1 + replaced, 0)
    const before = seen(user, channel).map(({ ts, replaced }) => `${ts} ${replaced}`)
    const counted = count()
    await doing()
    return slack.until(() => {
      if (count() === counted) return undefined
      return seen(user, channel).find(({ ts, replaced }) => !before.includes(`${ts} ${replaced}`))
    })
  }
  return {
    ...house,
    answer: (who, text, where = 'public') => {
      const [user, channel] = [people[who].id, channels[where].id]
      return next(user, channel, () => slack.command({ user, channel, text, team_id: 'T0ACME' }))
    },
    pressed: (who, on, action_id, more = {}) => {
      const user = people[who].id
      return next(user, on.channel, () =>
        slack.press({ user, on: on.ts, action_id, team_id: 'T0ACME', ...more }),
      )
    },
    posted: (where = 'public') =>
      slack.state.messages.filter(({ channel, deleted }) => channel === channels[where].id && !deleted),
  }
}

/** All that is to be read in blocks, a line for each text. */
export const readable = (blocks: readonly JsonObject[]): string => {
  const texts: string[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (typeof value !== 'object' || value === null) return
    const { text, type } = value as { text?: unknown; type?: unknown }
    if (typeof text === 'string' && (type === 'mrkdwn' || type === 'plain_text')) texts.push(text)
    else Object.values(value).forEach(visit)
  }
  visit(blocks)
  return plainSpaces(texts.join('\n'))
}

type Shows = Pick<FakeView, 'content'>

export const blocksOf = ({ content }: Shows): readonly JsonObject[] =>
  content['blocks'] as readonly JsonObject[]

/** All that is to be read in a modal, or in the Home tab. */
export const textOf = ({ content }: Shows): string => readable([content])

/** What can be pressed below a message. */
export const controlsIn = (blocks: readonly JsonObject[]): readonly string[] =>
  blocks.flatMap(({ type, elements }) =>
    type === 'actions' ? (elements as { action_id: string }[]).map(({ action_id }) => action_id) : [],
  )
