import { accept, refuse, stringArg, type CallContext, type FakeCore } from './calls.js'
import type { FakePerson, FakeWorkspace, JsonObject } from '../state.js'

/** The credentials from Slack for the developer of the app: one set for all workspaces. */
export interface AppCredentials {
  readonly signingSecret: string
  readonly clientId: string
  readonly clientSecret: string
  /** The app-level token of Socket Mode. */
  readonly appToken: string
}

const workspaceOf = (workspaces: Iterable<FakeWorkspace>, token: string): FakeWorkspace | undefined =>
  [...workspaces].find(({ bot_token }) => bot_token === token)

const appErrors = { uninstalled: 'account_inactive', revoked: 'token_revoked' } as const

/** The workspace that a token belongs to, or Slack's error code for the token. */
export const workspaceByToken = (
  { state }: Pick<FakeCore, 'state'>,
  token: string | undefined,
  { appToken }: AppCredentials,
): FakeWorkspace | { readonly refusal: JsonObject } => {
  if (token === undefined) return { refusal: refuse('not_authed') }
  if (token === appToken) return { refusal: refuse('not_allowed_token_type') }
  const workspace = workspaceOf(state.workspaces.values(), token)
  if (workspace === undefined)
    return { refusal: refuse(state.userTokens.has(token) ? 'not_allowed_token_type' : 'invalid_auth') }
  return workspace.app === 'installed' ? workspace : { refusal: refuse(appErrors[workspace.app]) }
}

/** Socket Mode: an address for one connection, issued for the app-level token. */
export const openConnection = (
  { state }: Pick<FakeCore, 'state'>,
  token: string | undefined,
  { appToken }: AppCredentials,
): JsonObject => {
  if (token === undefined) return refuse('not_authed')
  if (token !== appToken)
    return refuse(
      workspaceOf(state.workspaces.values(), token) === undefined ? 'invalid_auth' : 'not_allowed_token_type',
    )
  return state.socketUrl === null ? refuse('internal_error') : accept({ url: state.socketUrl })
}

/** The result of pressing "Allow" or "Cancel" on Slack's consent page: where the browser is sent. */
export interface Consent {
  /** The workspace that the installer chose. */
  readonly team_id: string
  readonly user: string
  /** Optional scopes that were not granted. */
  readonly declined?: readonly string[]
}

/** The redirect of `GET /oauth/v2/authorize`; undefined without a usable redirect_uri or the app's own client id. */
export const authorize = (
  { state, newSecret }: FakeCore,
  query: URLSearchParams,
  { clientId }: AppCredentials,
  consent: Consent | null,
): string | undefined => {
  const back = query.get('redirect_uri')
  if (back === null || !URL.canParse(back) || query.get('client_id') !== clientId) return undefined
  const target = new URL(back)
  target.searchParams.set('state', query.get('state') ?? '')
  if (consent === null) {
    target.searchParams.set('error', 'access_denied')
    return target.href
  }
  const code = newSecret()
  const grantedOf = (name: string): readonly string[] =>
    (query.get(name) ?? '').split(',').filter((scope) => scope !== '' && !consent.declined?.includes(scope))
  const [scopes, user_scopes] = [grantedOf('scope'), grantedOf('user_scope')]
  state.codes.set(code, { code, ...consent, scopes, user_scopes, redirect_uri: back, used: false })
  target.searchParams.set('code', code)
  return target.href
}

/** The installation itself: the workspace gets a new token and the scopes that were granted. */
export const exchangeCode = (
  { state, newSecret, changed }: FakeCore,
  args: JsonObject,
  { clientId, clientSecret }: AppCredentials,
): JsonObject => {
  if (args.client_id !== clientId) return refuse('invalid_client_id')
  if (args.client_secret !== clientSecret) return refuse('bad_client_secret')
  const code = state.codes.get(stringArg(args, 'code') ?? '')
  if (code === undefined) return refuse('invalid_code')
  if (code.used) return refuse('code_already_used')
  if (code.redirect_uri !== (stringArg(args, 'redirect_uri') ?? null)) return refuse('bad_redirect_uri')
  const workspace = state.workspaces.get(code.team_id)!
  code.used = true
  const team = { id: workspace.id, name: workspace.name }
  if (code.scopes.length === 0) {
    const { user, team_id, user_scopes: scopes } = code
    const access_token = `xoxp-${newSecret()}`
    state.userTokens.set(access_token, { team_id, user, scopes, revoked: false })
    changed()
    const authed_user = { id: user, scope: scopes.join(','), access_token, token_type: 'user' }
    return accept({ app_id: 'A0WHOSOUT', authed_user, team, enterprise: null, is_enterprise_install: false })
  }
  workspace.bot_token = `xoxb-${newSecret()}`
  workspace.scopes = [...code.scopes]
  workspace.app = 'installed'
  changed()
  return accept({
    app_id: 'A0WHOSOUT',
    access_token: workspace.bot_token,
    token_type: 'bot',
    scope: workspace.scopes.join(','),
    bot_user_id: workspace.bot_user_id,
    team,
    enterprise: workspace.enterprise_id === null ? null : { id: workspace.enterprise_id, name: 'Enterprise' },
    authed_user: { id: code.user },
    is_enterprise_install: false,
  })
}

/** `auth.revoke`, for the token of a person. */
export const revokeToken = ({ state, changed }: FakeCore, token: string | undefined): JsonObject => {
  const known = state.userTokens.get(token ?? '')
  if (known === undefined || known.revoked) return refuse(known ? 'token_revoked' : 'invalid_auth')
  known.revoked = true
  changed()
  return accept({ revoked: true })
}

/** The person that a token belongs to, or Slack's error code for the token. */
export const personByToken = (
  core: FakeCore,
  token: string | undefined,
  credentials: AppCredentials,
  scope: string,
): { readonly person: FakePerson; readonly workspace: FakeWorkspace } | { readonly refusal: JsonObject } => {
  const { state } = core
  const known = state.userTokens.get(token ?? '')
  if (known === undefined) {
    const workspace = workspaceByToken(core, token, credentials)
    return 'refusal' in workspace ? workspace : { refusal: refuse('not_allowed_token_type') }
  }
  const workspace = state.workspaces.get(known.team_id)!
  const person = state.people.get(known.user)!
  if (known.revoked || workspace.app !== 'installed') return { refusal: refuse('token_revoked') }
  if (person.deleted) return { refusal: refuse('account_inactive') }
  return known.scopes.includes(scope)
    ? { person, workspace }
    : { refusal: refuse('missing_scope', { needed: scope, provided: known.scopes.join(',') }) }
}

/** A method that is called with a bot token. */
export interface BotMethod {
  /** Always required; methods whose scope depends on the channel check it themselves. */
  readonly scope?: string
  readonly run: (context: CallContext) => JsonObject
}

export const callAsBot = (
  { scope, run }: BotMethod,
  core: FakeCore,
  workspace: FakeWorkspace,
  args: JsonObject,
): JsonObject =>
  scope === undefined || workspace.scopes.includes(scope)
    ? run({ ...core, workspace, args })
    : refuse('missing_scope', { needed: scope, provided: workspace.scopes.join(',') })
