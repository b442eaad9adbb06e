import { namedBlocks, refusedView } from './fake-slack-blocks.js'
import {
  accept,
  refuse,
  refuseArguments,
  stringArg,
  type CallContext,
  type FakeCore,
} from './fake-slack-calls.js'
import type { FakeWorkspace, Json } from './fake-slack-state.js'

/** A modal or a Home tab as one person sees it. */
export interface FakeView {
  readonly id: string
  readonly team_id: string
  readonly user: string
  readonly type: 'modal' | 'home'
  /** The modal that this one was pushed upon; null: it is the lowest. */
  readonly previous: string | null
  readonly root: string
  /** What the app sent, blocks named. */
  content: Json
  /** Changes with every update; an update that names an older one is refused. */
  hash: string
  /** A modal that was submitted or closed is not open. */
  open: boolean
  /** Errors that the app answered a submission with, by block_id. */
  errors: Json
}

export const viewJson = (view: FakeView, workspace: FakeWorkspace): Json => ({
  private_metadata: '',
  callback_id: '',
  external_id: '',
  ...(view.type === 'modal'
    ? { submit: null, close: null, clear_on_close: false, notify_on_close: false }
    : {}),
  ...view.content,
  id: view.id,
  team_id: view.team_id,
  hash: view.hash,
  state: { values: {} },
  previous_view_id: view.previous,
  root_view_id: view.root,
  app_id: 'A0WHOSOUT',
  app_installed_team_id: view.team_id,
  bot_id: workspace.bot_id,
})

export const setContent = ({ newSecret, newId, changed }: FakeCore, view: FakeView, content: Json): void => {
  view.content = { ...content, blocks: namedBlocks(content.blocks as readonly Json[], newId) }
  view.hash = newSecret()
  view.errors = {}
  changed()
}

const addView = (
  core: FakeCore,
  team_id: string,
  { user, type, content, below }: Pick<FakeView, 'user' | 'type' | 'content'> & { readonly below?: FakeView },
): FakeView => {
  const id = core.newId('V')
  const view: FakeView = {
    id,
    team_id,
    user,
    type,
    previous: below?.id ?? null,
    root: below?.root ?? id,
    content,
    hash: '',
    open: true,
    errors: {},
  }
  core.state.views.push(view)
  setContent(core, view, content)
  return view
}

/** Uses the trigger up; says why it cannot be used. It lives three seconds and serves once. */
const redeem = ({ state, workspace, args, now }: CallContext): { user: string } | { refusal: Json } => {
  const trigger = state.triggers.get(stringArg(args, 'trigger_id') ?? '')
  if (trigger === undefined || trigger.team_id !== workspace.id)
    return { refusal: refuse('invalid_trigger_id') }
  if (trigger.used) return { refusal: refuse('exchanged_trigger_id') }
  if (now().getTime() > trigger.expires) return { refusal: refuse('expired_trigger_id') }
  trigger.used = true
  return { user: trigger.user }
}

const refusalOf = (content: unknown, type: 'modal' | 'home'): Json | undefined => {
  const refused = refusedView(content, type)
  return refused && refuseArguments(refused.error, refused.messages)
}

export const openView = (context: CallContext): Json => {
  const { args, workspace } = context
  const refusal = refusalOf(args.view, 'modal')
  if (refusal !== undefined) return refusal
  const redeemed = redeem(context)
  if ('refusal' in redeemed) return redeemed.refusal
  const view = addView(context, workspace.id, { ...redeemed, type: 'modal', content: args.view as Json })
  return accept({ view: viewJson(view, workspace) })
}

/** Slack holds three at most, one upon the other. */
const mostModals = 3

const heightOf = (views: readonly FakeView[], view: FakeView): number => {
  const below = views.find(({ id }) => id === view.previous)
  return below === undefined ? 1 : 1 + heightOf(views, below)
}

/** The modal that a person has before them: of the open ones, the one that came last. */
const topModal = (views: readonly FakeView[], user: string): FakeView | undefined =>
  views.findLast((view) => view.type === 'modal' && view.user === user && view.open)

/** Puts a modal upon another one. */
export const putUpon = (core: FakeCore, below: FakeView, content: Json): FakeView =>
  addView(core, below.team_id, { user: below.user, type: 'modal', content, below })

export const pushView = (context: CallContext): Json => {
  const { args, state, workspace } = context
  const refusal = refusalOf(args.view, 'modal')
  if (refusal !== undefined) return refusal
  const redeemed = redeem(context)
  if ('refusal' in redeemed) return redeemed.refusal
  const below = topModal(state.views, redeemed.user)
  if (below === undefined) return refuse('not_found')
  if (heightOf(state.views, below) >= mostModals) return refuse('push_limit_reached')
  return accept({ view: viewJson(putUpon(context, below, args.view as Json), workspace) })
}

export const updateView = (context: CallContext): Json => {
  const { state, workspace, args } = context
  const wanted = stringArg(args, 'view_id')
  const external = stringArg(args, 'external_id')
  const view = state.views.find(
    ({ id, team_id, content, open }) =>
      team_id === workspace.id &&
      open &&
      (id === wanted || (external !== undefined && content.external_id === external)),
  )
  if (view === undefined) return refuse('not_found')
  const hash = stringArg(args, 'hash')
  if (hash !== undefined && hash !== view.hash) return refuse('hash_conflict')
  const refusal = refusalOf(args.view, view.type)
  if (refusal !== undefined) return refusal
  setContent(context, view, args.view as Json)
  return accept({ view: viewJson(view, workspace) })
}

export const publishView = (context: CallContext): Json => {
  const { state, workspace, args } = context
  const user = stringArg(args, 'user_id') ?? ''
  if (state.people.get(user)?.team_id !== workspace.id) return refuse('user_not_found')
  const refusal = refusalOf(args.view, 'home')
  if (refusal !== undefined) return refusal
  const known = state.views.find((view) => view.type === 'home' && view.user === user)
  const hash = stringArg(args, 'hash')
  if (known !== undefined && hash !== undefined && hash !== known.hash) return refuse('hash_conflict')
  const content = args.view as Json
  const view = known ?? addView(context, workspace.id, { user, type: 'home', content })
  if (known !== undefined) setContent(context, known, content)
  return accept({ view: viewJson(view, workspace) })
}
