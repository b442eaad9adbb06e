import { accept, refuse, type FakeCore } from './calls.js'
import type { FakePerson, FakeStatus, FakeWorkspace, JsonObject } from '../state.js'

const none: FakeStatus = { text: '', emoji: '', until: 0 }

/** A status is over when its time has come. */
export const statusNow = ({ status }: FakePerson, now: Date): FakeStatus =>
  status.until !== 0 && status.until * 1_000 <= now.getTime() ? none : status

/** The status in a profile as Slack shows it to an app. */
export const statusJson = (person: FakePerson, now: Date): JsonObject => {
  const { text, emoji, until } = statusNow(person, now)
  return { status_text: text, status_emoji: emoji, status_expiration: until }
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** `users.profile.set`, for a status: Slack answers with the profile as it stored it, its text escaped. */
export const setProfile = (
  { now, changed }: FakeCore,
  { person, workspace }: { readonly person: FakePerson; readonly workspace: FakeWorkspace },
  { profile, user }: JsonObject,
): JsonObject => {
  if (user !== undefined && user !== person.id) return refuse('not_admin')
  if (typeof profile !== 'object' || profile === null) return refuse('invalid_profile')
  if (workspace.locks_profiles) return refuse('profile_set_failed')
  const { status_text, status_emoji, status_expiration } = profile as JsonObject
  const text = typeof status_text === 'string' ? status_text : person.status.text
  const emoji = typeof status_emoji === 'string' ? status_emoji : person.status.emoji
  if (text.length > 100) return refuse('profile_status_set_failed_too_long')
  if (emoji !== '' && !/^:[^\s:]+:$/.test(emoji)) return refuse('profile_status_set_failed_not_emoji_syntax')
  person.status = {
    text: text.replace(/[&<>]/g, (character) => escapes[character]!),
    // A text without an emoji gets Slack's own.
    emoji: emoji === '' && text !== '' ? ':speech_balloon:' : emoji,
    until: Number(status_expiration ?? 0),
  }
  changed()
  return accept({ profile: statusJson(person, now()) })
}
