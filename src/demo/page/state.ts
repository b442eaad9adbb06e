import { controlIds, factsOfBlock } from '../../slack/ask/controls.js'
import { shortcutNames, shortcuts } from '../../slack/manifest.js'
import { everybody } from '../../slack/team-menu.js'
import { elementsOf } from '../fake-slack/blocks.js'
import { isFolded } from './folding.js'
import type { FakeSlack } from '../fake-slack/fake-slack.js'
import { statusNow } from '../fake-slack/api/profiles.js'
import type { FakeEphemeral, FakeMessage, JsonObject, SlackState } from '../fake-slack/state.js'
import type { Control } from '../controls.js'
import { botUser, type Role } from '../workspace.js'

/** The same question for the API: its dates, and a team or everyone. */
interface RestQuestion {
  readonly from: string
  readonly to: string
  readonly team_id: string | null
}

/** At the end of a question, which may begin with words: `who is in 2026-11-22..2026-11-29`. */
const datesAsked = /(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})$/

const restOf = (blocks: readonly JsonObject[]): RestQuestion | null => {
  const block = blocks.find(({ type, block_id }) => type === 'actions' && factsOfBlock(String(block_id)))
  const [, from, to] = datesAsked.exec(factsOfBlock(String(block?.block_id))?.days ?? '') ?? []
  if (!block || !from || !to) return null
  const select = elementsOf(block).find(({ action_id }) => action_id === controlIds.team)
  const { value } = (select?.initial_option ?? {}) as { readonly value?: string }
  return { from, to, team_id: value === undefined || value === everybody ? null : value }
}

/** As Slack would show it: collapsed, unless the app asked for all of it. */
const folded = (block: JsonObject): JsonObject => (isFolded(block) ? { ...block, folded: true } : block)

/** What Slack shows beside a name; null: nothing. */
const statusOf = (state: SlackState, id: string, now: Date) => {
  const person = state.people.get(id)
  const { emoji, text } = person ? statusNow(person, now) : { emoji: '', text: '' }
  return emoji === '' ? null : { emoji, text }
}

/** A message as the page shows it, to the person who asks for it. */
const messageOf = (
  shown: FakeMessage | FakeEphemeral,
  names: Readonly<Record<string, string>>,
  status: ReturnType<typeof statusOf>,
) => {
  const isPrivate = 'replaced' in shown
  const isApp = isPrivate || shown.team_id !== null
  const name = isApp ? 'whosout' : (names[shown.user] ?? 'Somebody')
  return {
    /** Slack's id of it. */
    ts: shown.ts,
    at: new Date(Number(shown.ts) * 1_000).toISOString(),
    author: { name, isApp, status: isApp ? null : status },
    text: shown.text,
    blocks: shown.blocks.map(folded),
    /** Only the person viewing sees it. */
    isPrivate,
    isEdited: !isPrivate && shown.edits.length > 0,
    /** Null: it does not answer a question about days, or not one that can be identified. */
    rest: restOf(shown.blocks),
  }
}

export type PageMessage = ReturnType<typeof messageOf>

export interface PageFacts {
  readonly slack: Pick<FakeSlack, 'state' | 'visible'>
  readonly roles: readonly Role[]
  readonly controls: readonly Control[]
  readonly now: () => Date
  readonly key: string
  readonly command: string
}

/** The open modal as the app sent it, and the app's response to the last submission. */
const modalOf = ({ slack }: PageFacts, you: string) => {
  const view = slack.state.views.findLast(({ user, type, open }) => user === you && type === 'modal' && open)
  return view ? { id: view.id, view: view.content, errors: view.errors } : null
}

/** What a person reads when Slack refuses a form or a Home tab of the app, which Slack itself does not say. */
const refusedView = ({ slack }: PageFacts): { readonly at: string; readonly said: string } | null => {
  const last = slack.state.calls.findLast(({ method }) => method.startsWith('views.'))
  if (last?.reply?.ok !== false) return null
  return {
    at: last.at,
    said: `The form did not open: Slack refused it (${String(last.reply.error)}). Try again.`,
  }
}

/** The place of the Home tab on the page: Slack has no channel with that id. */
export const homeRoom = 'HOME'

/** The Home tab as one message that always has the latest state; nothing until it has been drawn once. */
const homeOf = ({ slack }: PageFacts, you: string): readonly PageMessage[] => {
  const view = slack.state.views.find(({ user, type }) => user === you && type === 'home')
  if (!view) return []
  const blocks = (view.content.blocks as readonly JsonObject[]).map(folded)
  const author = { name: 'whosout', isApp: true, status: null }
  const { calls } = slack.state
  const drawn = calls.findLast(({ method, args }) => method === 'views.publish' && args.user_id === you)
  const at = drawn?.at ?? ''
  return [{ ts: view.id, at, author, text: '', blocks, isPrivate: true, isEdited: false, rest: null }]
}

/** What the page shows to one person in one channel; null: there is no such person, or they are not in it. */
export const pageStateOf = (facts: PageFacts, you: string, channel: string) => {
  const { state, visible } = facts.slack
  const person = facts.roles.some(({ id }) => id === you) && state.people.get(you)
  const channels = [...state.channels.values()].filter(({ members }) => members.includes(you))
  const isHome = channel === homeRoom
  if (!person || !(isHome || channels.some(({ id }) => id === channel))) return null
  const names: Readonly<Record<string, string>> = Object.fromEntries(
    [...state.people.values()].map(({ id, display_name, name }) => [id, display_name || name]),
  )
  return {
    now: facts.now().toISOString(),
    you: {
      id: you,
      timezone: person.tz,
      locale: person.locale,
      status: statusOf(state, you, facts.now()),
    },
    roles: facts.roles,
    channels: [
      { id: homeRoom, name: 'Home', isDirect: false, isHome: true, hasApp: true },
      ...channels.map(({ id, name, kind, members }) => ({
        id,
        name: kind === 'im' ? 'whosout' : name,
        isDirect: kind === 'im',
        isHome: false,
        hasApp: members.includes(botUser),
      })),
    ],
    channel,
    isHome,
    messages: isHome
      ? homeOf(facts, you)
      : visible(you, channel).map((shown) =>
          messageOf(shown, names, statusOf(state, shown.user, facts.now())),
        ),
    modal: modalOf(facts, you),
    refused: refusedView(facts),
    shortcuts: Object.values(shortcuts).map((one) => ({
      id: one,
      name: shortcutNames[one],
      isOnMessages: one === shortcuts.here,
    })),
    /** What the app suggests to ask in direct messages. */
    prompts: state.prompts.get(channel) ?? [],
    controls: facts.controls.map(({ id, label }) => ({ id, label: label() })),
    /** Names by Slack's ids, for mentions. */
    names,
    /** An API key of the sample organization. */
    key: facts.key,
    command: facts.command,
  }
}

export type PageState = NonNullable<ReturnType<typeof pageStateOf>>
