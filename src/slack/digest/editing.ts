import type { ModalView } from '@slack/web-api'
import { dayAt, type Day } from '../../calendar/day.js'
import { digestId, type Digest, type DigestSettings } from '../../domain/digests/digest.js'
import { teamOfForm } from '../../domain/digests/channel-team.js'
import { nextOccurrence } from '../../domain/digests/due.js'
import { defaultDigest } from '../../domain/digests/settings.js'
import type { Organization } from '../../domain/organization/organization.js'
import { readZone } from '../../calendar/zones.js'
import { plainLine, type Line } from '../../domain/words/message.js'
import type { DigestContent } from '../../services/digests/content.js'
import { withNext } from '../../services/digests/next.js'
import { listTeams } from '../../services/organizations/teams.js'
import type { Requester, Denial } from '../admission.js'
import { channelRefusal, isDirect } from '../channel.js'
import { drawDigestForm, type FormMemory } from './form.js'
import { zonesOffered } from '../modal/zone-field.js'
import { digestRefusals, perhapsAnnounced, unannounced } from './texts.js'
import type { SlackServices } from '../listeners.js'
import { describeError } from '../log.js'
import { context } from '../message/elements.js'
import { drawLine, escape } from '../message/mrkdwn.js'
import type { Profile } from '../people/profiles.js'
import { postOutcomeOf } from '../message/post-outcomes.js'

/** A person who may set the digests of a channel. */
export interface Editor {
  readonly profile: Profile
  readonly asker: Requester
}

/** Detects a channel that was shared while the app was not listening; its digests are paused. */
const admitEditor = async (asker: Requester, { pauseDigestsAt }: SlackServices): Promise<Editor | Denial> => {
  const { channel, client, workspace } = asker
  if (channel === null || isDirect(channel)) return { refused: digestRefusals.direct }
  const profile = await asker.admit()
  if ('refused' in profile) return profile
  const refusal = await channelRefusal(client, channel.id)
  if (refusal === 'connect')
    await pauseDigestsAt({ workspace, channel: channel.id, token: client.token ?? '' }, 'slack_connect')
  return refusal ? { refused: digestRefusals[refusal] } : { profile, asker }
}

/** The same for the channel that a form was opened for. */
export const admitEditorOf = (
  asker: Requester,
  services: SlackServices,
  { channel: id, channel_name: name }: Pick<FormMemory, 'channel' | 'channel_name'>,
): Promise<Editor | Denial> => admitEditor({ ...asker, channel: { id, name } }, services)

const firstTime = '09:00'

/** The form's defaults when nothing is set. */
const proposal = ({ timezone }: Profile, organization: Organization): DigestSettings => ({
  ...defaultDigest,
  time: firstTime,
  timezone: (timezone && readZone(timezone)) ?? organization.timezone,
  days: organization.working_days,
})

/** The form of a channel, as its digests stand now. */
export const prepareForm = async (
  { profile, asker }: Editor,
  { digests, rolls, now }: SlackServices,
  memory: FormMemory,
  said: string | null = null,
): Promise<ModalView> => {
  const { organization, workspace } = asker
  const [found, { teams, members }] = await Promise.all([
    digests.list(organization, { workspace, channel: memory.channel }),
    rolls.of(organization, { today: dayAt(now(), 'UTC') }),
  ])
  const shown = found.find(({ digest }) => digest.team_id === memory.team)?.digest
  const proposed = proposal(profile, organization)
  const settings = shown ?? proposed
  const zones = zonesOffered([settings.timezone, proposed.timezone, organization.timezone], members)
  return drawDigestForm({ memory, teams, digests: found, settings, zones, now: now(), said })
}

/** The form of a channel where nothing was chosen yet, or why there is none. */
export const formOfChannel = async (
  asker: Requester,
  services: SlackServices,
  memory: FormMemory,
): Promise<ModalView | Denial> => {
  const editor = await admitEditorOf(asker, services, memory)
  if ('refused' in editor) return editor
  const { organization, workspace } = asker
  const [found, teams] = await Promise.all([
    services.digests.list(organization, { workspace, channel: memory.channel }),
    listTeams(services.store, organization._id),
  ])
  const existing = found.map(({ digest }) => digest)
  const team = teamOfForm(memory.channel_name, existing, teams)
  return prepareForm(editor, services, { ...memory, team })
}

/** The content of the digest on its next day, and that day. */
export const nextContent = async (
  { now, buildDigest }: SlackServices,
  { asker, memory }: { readonly asker: Requester; readonly memory: FormMemory },
  settings: DigestSettings,
): Promise<{ readonly date: Day; readonly content: DigestContent }> => {
  const date = nextOccurrence(settings, now())?.date ?? dayAt(now(), settings.timezone)
  const posting = { late: false, planned: settings.time }
  const { channel, team: team_id } = memory
  const _id = digestId(asker.workspace, channel, team_id)
  const digest = { _id, org: asker.organization._id, team_id, ...settings }
  return { date, content: await buildDigest(digest, date, posting) }
}

/** With its actual next day. Throws `not_found`. */
export const findDigest = async (
  { digests, store }: SlackServices,
  organization: Organization,
  id: string,
): Promise<Digest> => {
  const digest = await digests.find(organization, id)
  return (await withNext(store, [digest]))[0] ?? digest
}

/** Null for everyone's digest, and for a team that no longer exists. */
export const teamName = async (
  { store }: SlackServices,
  { _id: org }: Organization,
  team: string | null,
): Promise<string | null> =>
  team === null ? null : ((await listTeams(store, org)).find(({ id }) => id === team)?.name ?? null)

/** Posts a change in the channel, with one try; null on success, otherwise a sentence for the person. */
export const announce = async (
  { once, log }: SlackServices,
  { token }: Requester,
  channel: string,
  said: Line,
): Promise<string | null> => {
  try {
    const text = escape(plainLine(said))
    const blocks = [context(drawLine(said))]
    await once(token).chat.postMessage({ channel, text, blocks, unfurl_links: false, unfurl_media: false })
    return null
  } catch (error) {
    log.warn({ err: describeError(error) }, 'a digest change could not be announced in its channel')
    return postOutcomeOf(error).kind === 'unknown' ? perhapsAnnounced : unannounced
  }
}
