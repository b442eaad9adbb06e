import type { Authorize, AuthorizeResult, Context } from '@slack/bolt'
import type { Organization } from '../../domain/organization/organization.js'
import { within } from '../../services/within.js'
import { describeError, type Log } from '../log.js'

/**
 * Why a workspace gets no answer. `unbound`: it is not linked to an organization. `not_installed`: it is not among
 * those that installed the app. `foreign`: the process answers only another workspace. `enterprise`: the app was
 * installed for a whole Enterprise organization. `suspended`: the organization is suspended. `token`: its token is no
 * longer valid. `unavailable`: the store or Slack did not answer in time.
 */
export type AccessRefusal =
  | 'unbound'
  | 'not_installed'
  | 'foreign'
  | 'enterprise'
  | 'suspended'
  | 'token'
  | 'unavailable'

/** The workspace, as listeners see it; the organization was read after the request arrived. */
export type WorkspaceAccess = { readonly organization: Organization } | { readonly refused: AccessRefusal }

export interface Opened {
  readonly access: WorkspaceAccess
  /** Known even where access is refused, so that an answer can say why. */
  readonly bot?: { readonly token: string; readonly id: string | null; readonly userId: string }
}

/** Finds the organization of a workspace. */
export type OpenWorkspace = (id: string) => Promise<Opened>

/** Milliseconds. Slack waits three seconds for an acknowledgement, and no listener runs before this is over. */
const lookUpWithin = 1_000

const unavailable: Opened = { access: { refused: 'unavailable' } }

const resultOf = ({ access, bot }: Opened): AuthorizeResult => ({
  access,
  ...(bot && { botToken: bot.token, botUserId: bot.userId, ...(bot.id !== null && { botId: bot.id }) }),
})

/** The same within a second, and without ever failing, whatever is wrong with the store or with Slack. */
export const openInTime =
  (open: OpenWorkspace, log: Log): OpenWorkspace =>
  (id) =>
    within(
      lookUpWithin,
      open(id).catch((error: unknown): Opened => {
        log.error({ err: describeError(error), workspace: id }, 'a workspace could not be looked up')
        return unavailable
      }),
      () => unavailable,
    )

/** Bolt calls this before every listener; the listener explains any problem. `open` never fails (`openInTime`). */
export const createAuthorize =
  (open: OpenWorkspace): Authorize<boolean> =>
  async ({ teamId, isEnterpriseInstall }) =>
    resultOf(
      isEnterpriseInstall || teamId === undefined
        ? { access: { refused: 'enterprise' } }
        : await open(teamId),
    )

/** The context of an event for which Bolt does not ask `createAuthorize`: that tokens were revoked. */
export const contextOf = (opened: Opened, teamId: string): Context => ({
  ...resultOf(opened),
  teamId,
  isEnterpriseInstall: false,
})

/** The result that `createAuthorize` left in Bolt's context. */
export const accessOf = (context: Context): WorkspaceAccess => {
  // Bolt's context is an open record; only `resultOf` writes this field.
  const access = context['access'] as WorkspaceAccess | undefined
  return access ?? { refused: 'unavailable' }
}
