import { refuse, accept, type FakeCore } from './calls.js'
import { addMessage, contentOf, editMessage, type MessageContent } from './chat.js'
import type { FakeEphemeral, FakeMessage, FakeResponseUrl, JsonObject } from '../state.js'

const maxUses = 5
const lifetime = 30 * 60_000

export const openResponseUrl = (
  { state, now, newSecret }: FakeCore,
  { team_id, channel, user, original }: Pick<FakeResponseUrl, 'team_id' | 'channel' | 'user' | 'original'>,
): FakeResponseUrl => {
  const path = `/${original === null ? 'commands' : 'actions'}/${team_id}/${newSecret()}`
  const opened = { path, team_id, channel, user, original, expires: now().getTime() + lifetime, uses: 0 }
  state.responseUrls.set(path, opened)
  return opened
}

export interface ResponseReply {
  readonly status: number
  readonly body: JsonObject
}

const refused = (status: number, error: string): ResponseReply => ({ status, body: refuse(error) })

const original = (core: FakeCore, { original }: FakeResponseUrl): FakeEphemeral | FakeMessage | undefined =>
  [...core.state.ephemerals, ...core.state.messages].find(({ ts, deleted }) => ts === original && !deleted)

const replace = (core: FakeCore, shown: FakeEphemeral | FakeMessage, content: MessageContent): void => {
  if ('edits' in shown) return editMessage(core, shown, content)
  Object.assign(shown, content)
  shown.replaced += 1
}

/** Shows a reply of the app to the person who asked, or to the whole channel. */
export const showReply = (
  core: FakeCore,
  to: Pick<FakeResponseUrl, 'team_id' | 'channel' | 'user'>,
  content: MessageContent,
  inChannel: boolean,
): void => {
  const workspace = core.state.workspaces.get(to.team_id)!
  if (inChannel) addMessage(core, workspace, { ...content, channel: to.channel })
  else
    core.state.ephemerals.push({
      ...content,
      ts: core.newTs(),
      channel: to.channel,
      user: to.user,
      team_id: to.team_id,
      replaced: 0,
      deleted: false,
    })
  core.changed()
}

/** Handles a request to a `response_url`. A reply that Slack refuses still counts as a use. */
export const useResponseUrl = (core: FakeCore, path: string, args: JsonObject | null): ResponseReply => {
  const opened = core.state.responseUrls.get(path)
  if (opened === undefined) return refused(404, 'no_such_url')
  if (core.now().getTime() > opened.expires) return refused(404, 'expired_url')
  if (opened.uses >= maxUses) return refused(404, 'used_url')
  opened.uses += 1
  if (args === null) return refused(400, 'invalid_payload')
  const shown = original(core, opened)
  if (args.delete_original === true) {
    if (shown === undefined) return refused(404, 'message_not_found')
    shown.deleted = true
    core.changed()
    return { status: 200, body: accept() }
  }
  const content = contentOf(core, args, false)
  if ('refusal' in content) return { status: 400, body: content.refusal }
  if (args.replace_original === true && shown !== undefined) replace(core, shown, content)
  else showReply(core, opened, content, args.response_type === 'in_channel')
  core.changed()
  return { status: 200, body: accept() }
}
