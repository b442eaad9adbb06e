import type { PresenceService } from '../services/presence/presence.js'
import { replyContent, tagOfBody } from './reply/content.js'
import { createKeyedHandler, queryString, type KeyedHandlerDeps } from './keys/admission.js'
import type { UnreadReplies } from './reply/unread.js'
import { issuesOfNoParameters } from './presence/query.js'
import { jsonType, replyError, signalOf, standardHeaders, type Handler } from './reply/reply.js'

export interface TeamsHandlerDeps extends KeyedHandlerDeps {
  readonly presence: Pick<PresenceService, 'teams'>
  readonly unread: UnreadReplies
}

/** GET and HEAD of the teams: no parameters; a key that is limited to a team gets only that team. */
export const createTeamsHandler = (deps: TeamsHandlerDeps): Handler =>
  createKeyedHandler(deps, async (req, res, context, { access, now, headers }) => {
    const issues = issuesOfNoParameters(queryString(req.url ?? ''))
    if (issues.length > 0) return replyError(res, context, 'invalid_query', headers, { issues })
    const teams = await deps.presence.teams(access.organization, access.key, now, () => signalOf(context))
    const body = Buffer.from(JSON.stringify({ teams }))
    await replyContent(req, res, context, {
      type: jsonType,
      body,
      etag: await tagOfBody(body),
      constant: standardHeaders,
      headers,
      caller: { id: access.key.id, unread: deps.unread },
    })
  })
