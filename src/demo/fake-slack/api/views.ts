import { namedBlocks } from '../blocks.js'
import { accept, refuse, refuseArguments, stringArg, type CallContext, type FakeCore } from './calls.js'
import type { FakeView, FakeWorkspace, JsonObject } from '../state.js'

export const viewJson = (view: FakeView, workspace: FakeWorkspace): JsonObject => ({
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

export const setContent = (
  { newSecret, newId, changed }: FakeCore,
  view: FakeView,
  content: JsonObject,
): void => {
  view.content = { ...content, blocks: namedBlocks(content.blocks as readonly JsonObject[], newId) }
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

/** Uses up the trigger, or says why it cannot be used. It is valid for three seconds and one use. */
const redeem = ({ state, workspace, args, now }: CallContext): { user: string } | { refusal: JsonObject } => {
  const trigger = state.triggers.get(stringArg(args, 'trigger_id') ?? '')
  if (trigger === undefined || trigger.team_id !== workspace.id)
    return { refusal: refuse('invalid_trigger_id') }
  if (trigger.used) return { refusal: refuse('exchanged_trigger_id') }
  if (now().getTime() > trigger.expires) return { refusal: refuse('expired_trigger_id') }
  trigger.used = true
  return { user: trigger.user }
}

const refusalOf = ({ rules, args }: CallContext, type: 'modal' | 'home'): JsonObject | undefined => {
  const refused = rules.view(args.view, type)
  return refused && refuseArguments(refused.error, refused.messages)
}

export const openView = (context: CallContext): JsonObject => {
  const { args, workspace } = context
  const refusal = refusalOf(context, 'modal')
  if (refusal !== undefined) return refusal
  const redeemed = redeem(context)
  if ('refusal' in redeemed) return redeemed.refusal
  const view = addView(context, workspace.id, {
    ...redeemed,
    type: 'modal',
    content: args.view as JsonObject,
  })
  return accept({ view: viewJson(view, workspace) })
}

/** Slack allows a stack of at most three. */
const maxModals = 3

const heightOf = (views: readonly FakeView[], view: FakeView): number => {
  const below = views.find(({ id }) => id === view.previous)
  return below === undefined ? 1 : 1 + heightOf(views, below)
}

/** The modal that a person sees: the open one that came last. */
const topModal = (views: readonly FakeView[], user: string): FakeView | undefined =>
  views.findLast((view) => view.type === 'modal' && view.user === user && view.open)

/** Pushes a modal onto another one. */
export const pushOnto = (core: FakeCore, below: FakeView, content: JsonObject): FakeView =>
  addView(core, below.team_id, { user: below.user, type: 'modal', content, below })

export const pushView = (context: CallContext): JsonObject => {
  const { args, state, workspace } = context
  const refusal = refusalOf(context, 'modal')
  if (refusal !== undefined) return refusal
  const redeemed = redeem(context)
  if ('refusal' in redeemed) return redeemed.refusal
  const below = topModal(state.views, redeemed.user)
  if (below === undefined) return refuse('not_found')
  if (heightOf(state.views, below) >= maxModals) return refuse('push_limit_reached')
  return accept({ view: viewJson(pushOnto(context, below, args.view as JsonObject), workspace) })
}

export const updateView = (context: CallContext): JsonObject => {
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
  const refusal = refusalOf(context, view.type)
  if (refusal !== undefined) return refusal
  setContent(context, view, args.view as JsonObject)
  return accept({ view: viewJson(view, workspace) })
}

export const publishView = (context: CallContext): JsonObject => {
  const { state, workspace, args } = context
  const user = stringArg(args, 'user_id') ?? ''
  if (state.people.get(user)?.team_id !== workspace.id) return refuse('user_not_found')
  const refusal = refusalOf(context, 'home')
  if (refusal !== undefined) return refusal
  const known = state.views.find((view) => view.type === 'home' && view.user === user)
  const hash = stringArg(args, 'hash')
  if (known !== undefined && hash !== undefined && hash !== known.hash) return refuse('hash_conflict')
  const content = args.view as JsonObject
  const view = known ?? addView(context, workspace.id, { user, type: 'home', content })
  if (known !== undefined) setContent(context, known, content)
  return accept({ view: viewJson(view, workspace) })
}
