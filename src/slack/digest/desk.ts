import type { ModalView, WebClient } from '@slack/web-api'
import { dayAt, type Day } from '../../calendar/day.js'
import type { Digest, DigestSettings } from '../../domain/digests/digest.js'
import { nextOccurrence } from '../../domain/digests/due.js'
import { defaultDigest } from '../../domain/digests/settings.js'
import type { Organization } from '../../domain/organization/organization.js'
import { readZone } from '../../calendar/zones.js'
import { plainLine, type Line } from '../../domain/words/message.js'
import { createDigestContent, type DigestContent } from '../../services/digests/content.js'
import { withNext } from '../../services/digests/next.js'
import { createDigests, type Digests } from '../../services/digests/digests.js'
import { listTeams } from '../../services/organizations/teams.js'
import type { SlackAnswers, Asking } from '../ask/asking.js'
import { channelRefusal, isDirect } from '../channel.js'
import { digestForm, type FormMemory } from './form.js'
import { zonesOffered } from '../modal/zone-field.js'
import { createPauseDigestsAt, type PauseDigestsAt } from './pauses.js'
import { digestRefusals, perhapsAnnounced, unannounced } from './texts.js'
import type { ListenerContext } from '../listeners.js'
import { describeFault } from '../log.js'
import { context } from '../modal/modal.js'
import { drawLine, escape } from '../message/mrkdwn.js'
import type { Profile } from '../people/profiles.js'
import { postOutcomeOf } from '../message/post-outcomes.js'

export type DeskRefusal = { readonly refused: string }

/** A person who may set digests in a channel. */
export interface Desk {
  readonly profile: Profile
  readonly asking: Asking
}

/** What permitted people can do with the digests of a channel; everything is looked up again each time. */
export interface DigestDesk {
  readonly digests: Digests
  /** The person, if they may set digests and the channel may have them; otherwise a sentence that says why not. */
  enter(asking: Asking): Promise<Desk | DeskRefusal>
  form(desk: Desk, memory: FormMemory, said: string | null): Promise<ModalView>
  /** The content of the digest on its next day, and that day. */
  content(
    organization: Organization,
    team: string | null,
    settings: DigestSettings,
  ): Promise<{ readonly date: Day; readonly content: DigestContent }>
  /** With its actual next day. Throws `not_found`. */
  standing(organization: Organization, id: string): Promise<Digest>
  teamName(organization: Organization, team: string | null): Promise<string | null>
  /** Posts it in the channel, with one try; null on success, otherwise a sentence for the person. */
  announce(poster: WebClient, channel: string, said: Line): Promise<string | null>
}

const firstTime = '09:00'

/** The form's defaults when nothing is set. */
const proposal = ({ timezone }: Profile, organization: Organization): DigestSettings => ({
  ...defaultDigest,
  time: firstTime,
  timezone: (timezone && readZone(timezone)) ?? organization.timezone,
  days: organization.working_days,
})

/** Detects a channel that was shared while the app was not listening; its digests are paused. */
const enter = async (
  asker: Pick<SlackAnswers, 'admit'>,
  pauseAt: PauseDigestsAt,
  asking: Asking,
): Promise<Desk | DeskRefusal> => {
  const { channel, client, workspace } = asking
  if (channel === null || isDirect(channel)) return { refused: digestRefusals.direct }
  const profile = await asker.admit(asking)
  if ('refused' in profile) return profile
  const refusal = await channelRefusal(client, channel.id)
  if (refusal === 'connect')
    await pauseAt({ workspace, channel: channel.id, token: client.token ?? '' }, 'slack_connect')
  return refusal ? { refused: digestRefusals[refusal] } : { profile, asking }
}

type DeskDeps = Pick<ListenerContext, 'store' | 'now' | 'tzdata' | 'log' | 'recent' | 'once' | 'findCalendar'>

const announce = async (
  { log }: Pick<DeskDeps, 'log'>,
  poster: WebClient,
  channel: string,
  said: Line,
): Promise<string | null> => {
  try {
    const text = escape(plainLine(said))
    const blocks = [context(drawLine(said))]
    await poster.chat.postMessage({ channel, text, blocks, unfurl_links: false, unfurl_media: false })
    return null
  } catch (fault) {
    log.warn({ err: describeFault(fault) }, 'a digest change could not be announced in its channel')
    return postOutcomeOf(fault).kind === 'unknown' ? perhapsAnnounced : unannounced
  }
}

export const createDigestDesk = (deps: DeskDeps, asker: Pick<SlackAnswers, 'admit'>): DigestDesk => {
  const { store, now, recent, findCalendar } = deps
  const digests = createDigests(deps)
  const pauseAt = createPauseDigestsAt(deps)
  const build = createDigestContent(store, recent, findCalendar)
  return {
    digests,
    enter: (asking) => enter(asker, pauseAt, asking),
    async form({ profile, asking }, memory, said) {
      const { organization, workspace } = asking
      const place = { workspace, channel: memory.channel }
      const [found, { teams, members }] = await Promise.all([
        digests.list(organization, place),
        store.view(organization._id, (view) => recent.people(view, organization)),
      ])
      const shown = found.find(({ digest }) => digest.team_id === memory.team)?.digest
      const proposed = proposal(profile, organization)
      const settings = shown ?? proposed
      const zones = zonesOffered([settings.timezone, proposed.timezone, organization.timezone], members)
      return digestForm({ memory, teams, digests: found, settings, zones, now: now(), said })
    },
    async content({ _id: org }, team_id, settings) {
      const date = nextOccurrence(settings, now())?.date ?? dayAt(now(), settings.timezone)
      const posting = { late: false, planned: settings.time }
      return { date, content: await build({ org, team_id, ...settings }, date, posting) }
    },
    async standing(organization, id) {
      const digest = await digests.find(organization, id)
      return (await withNext(store, [digest]))[0] ?? digest
    },
    async teamName({ _id: org }, team) {
      if (team === null) return null
      return (await listTeams(store, org)).find(({ id }) => id === team)?.name ?? null
    },
    announce: (poster, channel, said) => announce(deps, poster, channel, said),
  }
}
