import { everybody, controlIds, factsOfBlock } from '../slack/controls.js'
import { elementsOf } from './fake-slack-blocks.js'
import type { FakeSlack } from './fake-slack.js'
import type { FakeEphemeral, FakeMessage, Json } from './fake-slack-state.js'
import type { StageControl } from './stage.js'
import { botUser, type Part } from './town.js'

/** The same question to the API: days included, a team or everybody. */
export interface RestQuestion {
  readonly from: string
  readonly to: string
  readonly team_id: string | null
}

export interface PageMessage {
  /** Slack's id of it. */
  readonly ts: string
  /** ISO 8601. */
  readonly at: string
  readonly author: { readonly name: string; readonly isApp: boolean }
  readonly text: string
  readonly blocks: readonly Json[]
  /** Only the person who looks sees it. */
  readonly isPrivate: boolean
  readonly isEdited: boolean
  /** Null: it answers no question about days, or cannot be told which. */
  readonly rest: RestQuestion | null
}

/** All that the page shows to one person in one channel. */
export interface PageState {
  readonly now: string
  readonly you: { readonly id: string; readonly timezone: string; readonly locale: string }
  readonly parts: readonly Part[]
  readonly channels: readonly {
    readonly id: string
    readonly name: string
    readonly isDirect: boolean
    readonly hasApp: boolean
  }[]
  readonly channel: string
  readonly messages: readonly PageMessage[]
  /** The modal that is open, as the app sent it, and what it said of the last submission. */
  readonly modal: { readonly id: string; readonly view: Json; readonly errors: Json } | null
  readonly stage: readonly { readonly id: string; readonly label: string }[]
  /** Names by Slack's ids, for mentions. */
  readonly names: Readonly<Record<string, string>>
  /** An API key of the sample organization. */
  readonly key: string
  readonly command: string
}

const restOf = (blocks: readonly Json[]): RestQuestion | null => {
  const block = blocks.find(({ type, block_id }) => type === 'actions' && factsOfBlock(String(block_id)))
  const [from, to] = factsOfBlock(String(block?.block_id))?.days.split('..') ?? []
  if (!block || !from || !to) return null
  const select = elementsOf(block).find(({ action_id }) => action_id === controlIds.team)
  const { value } = (select?.initial_option ?? {}) as { readonly value?: string }
  return { from, to, team_id: value === undefined || value === everybody ? null : value }
}

const messageOf = (shown: FakeMessage | FakeEphemeral, names: PageState['names']): PageMessage => {
  const isPrivate = 'replaced' in shown
  const isApp = isPrivate || shown.team_id !== null
  const name = isApp ? 'whosout' : (names[shown.user] ?? 'Somebody')
  return {
    ts: shown.ts,
    at: new Date(Number(shown.ts) * 1_000).toISOString(),
    author: { name, isApp },
    text: shown.text,
    blocks: shown.blocks,
    isPrivate,
    isEdited: !isPrivate && shown.edits.length > 0,
    rest: restOf(shown.blocks),
  }
}

export interface PageFacts {
  readonly slack: Pick<FakeSlack, 'state' | 'visible'>
  readonly parts: readonly Part[]
  readonly stage: readonly StageControl[]
  readonly now: () => Date
  readonly key: string
  readonly command: string
}

const modalOf = ({ slack }: PageFacts, you: string): PageState['modal'] => {
  const view = slack.state.views.findLast(({ user, type, open }) => user === you && type === 'modal' && open)
  return view ? { id: view.id, view: view.content, errors: view.errors } : null
}

/** What somebody sees; null: there is no such person on the page, or they are not in that channel. */
export const pageStateOf = (facts: PageFacts, you: string, channel: string): PageState | null => {
  const { state, visible } = facts.slack
  const person = facts.parts.some(({ id }) => id === you) && state.people.get(you)
  const channels = [...state.channels.values()].filter(({ members }) => members.includes(you))
  if (!person || !channels.some(({ id }) => id === channel)) return null
  const names = Object.fromEntries(
    [...state.people.values()].map(({ id, display_name, name }) => [id, display_name || name]),
  )
  return {
    now: facts.now().toISOString(),
    you: { id: you, timezone: person.tz, locale: person.locale },
    parts: facts.parts,
    channels: channels.map(({ id, name, kind, members }) => ({
      id,
      name: kind === 'im' ? 'whosout' : name,
      isDirect: kind === 'im',
      hasApp: members.includes(botUser),
    })),
    channel,
    messages: visible(you, channel).map((shown) => messageOf(shown, names)),
    modal: modalOf(facts, you),
    stage: facts.stage.map(({ id, label }) => ({ id, label: label() })),
    names,
    key: facts.key,
    command: facts.command,
  }
}
