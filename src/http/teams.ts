import type { PresenceService } from '../services/presence/presence.js'
import { replyCoded } from './reply/coded.js'
import { createKeyedHandler, queryString, varies, type KeyedHandlerDeps } from './keys/admission.js'
import type { UnsentReplies } from './node/unsent.js'
import { issuesOfNoParameters } from './presence/query.js'
import { jsonType, replyError, signalOf, standardHeaders, type Handler } from './reply/reply.js'

export interface TeamsHandlerDeps extends KeyedHandlerDeps {
  readonly presence: Pick<PresenceService, 'teams'>
  readonly unsent: UnsentReplies
}

/** GET and HEAD of the teams: no parameters; a key that is limited to a team gets only that team. */
export const createTeamsHandler = (deps: TeamsHandlerDeps): Handler =>
  createKeyedHandler(deps, async (req, res, context, { access, now, headers }) => {
    const issues = issuesOfNoParameters(queryString(req.url ?? ''))
    if (issues.length > 0) return replyError(res, context, 'invalid_query', headers, { issues })
    const teams = await deps.presence.teams(access.organization, access.key, now, () => signalOf(context))
    const body = Buffer.from(JSON.stringify({ teams }))
    const isNegotiated = req.headers['accept-encoding'] !== undefined
    const vary = ['Vary', 'Authorization, Accept-Encoding', ...headers.slice(varies.length)]
    const content = {
      caller: access.key.id,
      type: jsonType,
      body,
      constant: standardHeaders,
      headers: isNegotiated ? vary : headers,
    }
    await replyCoded(deps.unsent, req, res, context, content)
  })
