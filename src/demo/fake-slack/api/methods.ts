import {
  callAsBot,
  exchangeCode,
  openConnection,
  personByToken,
  revokeToken,
  workspaceByToken,
  type AppCredentials,
  type BotMethod,
} from './access.js'
import { refuse, type FakeCore } from './calls.js'
import { postEphemeral, postMessage, suggestPrompts, updateMessage } from './chat.js'
import {
  channelHistory,
  channelInfo,
  channelMembers,
  listUsergroups,
  listUsers,
  ownChannels,
  testAuth,
  userInfo,
} from './reads.js'
import { setProfile } from './profiles.js'
import type { JsonObject } from '../state.js'
import { openView, publishView, pushView, updateView } from './views.js'

const botMethods: Readonly<Record<string, BotMethod>> = {
  'auth.test': { run: testAuth },
  'users.info': { scope: 'users:read', run: userInfo },
  'users.list': { scope: 'users:read', run: listUsers },
  'usergroups.list': { scope: 'usergroups:read', run: listUsergroups },
  'users.conversations': { run: ownChannels },
  'conversations.info': { run: channelInfo },
  'conversations.members': { run: channelMembers },
  'conversations.history': { run: channelHistory },
  'chat.postMessage': { scope: 'chat:write', run: postMessage },
  'chat.update': { scope: 'chat:write', run: updateMessage },
  'chat.postEphemeral': { scope: 'chat:write', run: postEphemeral },
  'assistant.threads.setSuggestedPrompts': { scope: 'assistant:write', run: suggestPrompts },
  'views.open': { run: openView },
  'views.push': { run: pushView },
  'views.update': { run: updateView },
  'views.publish': { run: publishView },
}

/** Slack's order of checks: the method, the content type, the token, the scope, the arguments. */
export const callMethod = (
  core: FakeCore,
  credentials: AppCredentials,
  { method, token, args }: { method: string; token: string | undefined; args: JsonObject },
): JsonObject => {
  if (method === 'oauth.v2.access') return exchangeCode(core, args, credentials)
  if (method === 'apps.connections.open') return openConnection(core, token, credentials)
  if (method === 'users.profile.set') {
    const whose = personByToken(core, token, credentials, 'users.profile:write')
    return 'refusal' in whose ? whose.refusal : setProfile(core, whose, args)
  }
  if (method === 'auth.revoke') return revokeToken(core, token)
  const called = botMethods[method]
  if (called === undefined) return refuse('unknown_method', { req_method: method })
  const workspace = workspaceByToken(core, token, credentials)
  return 'refusal' in workspace ? workspace.refusal : callAsBot(called, core, workspace, args)
}
