import type { ModalView, WebClient } from '@slack/web-api'
import { dayAt } from '../domain/day.js'
import type { DigestSettings } from '../domain/digest.js'
import { nextOccurrence } from '../domain/digest-due.js'
import { defaultDigest } from '../domain/digest-settings.js'
import type { Organization } from '../domain/organization.js'
import { readZone } from '../domain/zones.js'
import { plainLine, type Line } from '../domain/words/message.js'
import { createDigestContent, type DigestContent } from '../services/digest-content.js'
import { createDigests, type Digests } from '../services/digests.js'
import { listTeams } from '../services/teams.js'
import type { Asker, Asking } from './asking.js'
import { channelRefusal, isDirect } from './channel.js'
import { digestForm, type FormMemory } from './digest-form.js'
import { createRestDigests, type RestDigests } from './digest-rest.js'
import { digestRefusals } from './digest-texts.js'
import type { ListenerContext } from './listeners.js'
import { describeFault } from './log.js'
import { context } from './modal.js'
import { drawLine, escape } from './mrkdwn.js'
import type { Profile } from './people.js'

export type Refused = { readonly refused: string }

/** Somebody who may set digests in a channel. */
export interface Desk {
  readonly profile: Profile
  readonly asking: Asking
}

/** What is done about the digests of a channel, by people who may; all of it is looked up anew each time. */
export interface DigestDesk {
  readonly digests: Digests
  /** Who asks, if they may, and the channel may have digests; else a sentence. */
  enter(asking: Asking): Promise<Desk | Refused>
  form(desk: Desk, memory: FormMemory, said: string | null): Promise<ModalView>
  /** What the digest would say on its next day. */
  content(organization: Organization, team: string | null, settings: DigestSettings): Promise<DigestContent>
  teamName(organization: Organization, team: string | null): Promise<string | null>
  /** Says it in the channel, tried once; false when Slack did not take it, or nobody knows. */
  announce(poster: WebClient, channel: string, said: Line): Promise<boolean>
}

const firstTime = '09:00'

/** What the form shows where nothing is set. */
const proposal = ({ timezone }: Profile, organization: Organization): DigestSettings => ({
  ...defaultDigest,
  time: firstTime,
  timezone: (timezone && readZone(timezone)) ?? organization.timezone,
  days: organization.working_days,
})

/** A channel that became shared while nobody listened is found here: its digests rest from now on. */
const enter = async (
  asker: Pick<Asker, 'admit'>,
  rest: RestDigests,
  asking: Asking,
): Promise<Desk | Refused> => {
  const { channel, client, workspace } = asking
  if (channel === null || isDirect(channel)) return { refused: digestRefusals.direct }
  const profile = await asker.admit(asking)
  if ('refused' in profile) return profile
  const refusal = await channelRefusal(client, channel.id)
  if (refusal === 'connect')
    await rest({ workspace, channel: channel.id, token: client.token ?? '' }, 'slack_connect')
  return refusal ? { refused: digestRefusals[refusal] } : { profile, asking }
}

type DeskDeps = Pick<ListenerContext, 'store' | 'now' | 'log' | 'recent' | 'once'>

const announce = async (
  { log }: Pick<DeskDeps, 'log'>,
  poster: WebClient,
  channel: string,
  said: Line,
): Promise<boolean> => {
  try {
    const text = escape(plainLine(said))
    const blocks = [context(drawLine(said))]
    await poster.chat.postMessage({ channel, text, blocks, unfurl_links: false, unfurl_media: false })
    return true
  } catch (fault) {
    log.warn({ err: describeFault(fault) }, 'a change of a digest is not said in its channel')
    return false
  }
}

export const createDigestDesk = (deps: DeskDeps, asker: Pick<Asker, 'admit'>): DigestDesk => {
  const { store, now, recent } = deps
  const digests = createDigests(deps)
  const rest = createRestDigests(deps)
  const build = createDigestContent(store, recent)
  return {
    digests,
    enter: (asking) => enter(asker, rest, asking),
    async form({ profile, asking }, memory, said) {
      const { organization, workspace } = asking
      const place = { workspace, channel: memory.channel }
      const [found, teams] = await Promise.all([
        digests.list(organization, place),
        listTeams(store, organization._id),
      ])
      const shown = found.find(({ digest }) => digest.team_id === memory.team)?.digest
      const settings = shown ?? proposal(profile, organization)
      return digestForm({ memory, teams, digests: found, settings, now: now(), said })
    },
    content: ({ _id: org }, team_id, settings) => {
      const date = nextOccurrence(settings, now())?.date ?? dayAt(now(), settings.timezone)
      return build({ org, team_id, ...settings }, date, { late: false, planned: settings.time })
    },
    async teamName({ _id: org }, team) {
      if (team === null) return null
      return (await listTeams(store, org)).find(({ id }) => id === team)?.name ?? null
    },
    announce: (poster, channel, said) => announce(deps, poster, channel, said),
  }
}
