import type { ActionsBlockElement, KnownBlock, UsersConversationsResponse, WebClient } from '@slack/web-api'
import { dayAt } from '../../calendar/day.js'
import type { Digest } from '../../domain/digests/digest.js'
import type { Team } from '../../domain/organization/organization.js'
import { dayWords } from '../../domain/words/dates.js'
import { nextWords } from '../../domain/words/digest-status.js'
import { bold, type Line } from '../../domain/words/message.js'
import { replyMessage } from '../../domain/words/reply.js'
import type { ListedDigest } from '../../services/digests/digests.js'
import { everybody, teamMenu } from '../team-menu.js'
import { answerFor, voiceOf } from '../ask/asking.js'
import type { Requester } from '../admission.js'
import { pagesOf } from '../client.js'
import type { SlackServices } from '../listeners.js'
import { context, pressButton, section } from '../message/elements.js'
import { drawLine, escape } from '../message/mrkdwn.js'
import { instantWords, type ViewerClock } from '../viewer-clock.js'
import { homeQuestions, type HomeQuestion, type HomeState } from './show-home.js'

/** Every button and menu of the Home tab that is not only for admins. */
export const showIds = {
  ...({ today: 'home_show:today', 'this week': 'home_show:week', 'next week': 'home_show:next' } as const),
  team: 'home_show:team',
  refresh: 'home_show:refresh',
} as const

const labels = {
  today: 'Today',
  'this week': 'This week',
  'next week': 'Next week',
} as const satisfies Record<HomeQuestion, string>

const teamElements = (all: readonly Team[], chosen: string | null): readonly ActionsBlockElement[] =>
  all.length === 0 ? [] : [teamMenu({ action_id: showIds.team, teams: all, chosen })]

/** Below the answer: other days, a team, and the time of the last update. */
export const showBlocks = (
  { question, team }: Pick<HomeState, 'question' | 'team'>,
  teams: readonly Team[],
  clock: ViewerClock,
): readonly KnownBlock[] => [
  {
    type: 'actions',
    // A different block for each choice, because Slack keeps the selection of a menu as long as its block stays.
    block_id: `home_show:${team ?? everybody}`,
    elements: [
      ...homeQuestions.filter((one) => one !== question).map((one) => pressButton(showIds[one], labels[one])),
      ...teamElements(teams, team),
      pressButton(showIds.refresh, 'Refresh'),
    ],
  },
  context(escape(`Updated ${instantWords(clock.now.toISOString(), clock)}`)),
]

/** In or out, the leave, and what comes next. */
const maxOwnLines = 4

/** In or out today, and the next leave; or why whosout does not know. */
export const ownLines = async (services: SlackServices, asker: Requester): Promise<readonly Line[]> => {
  const profile = await asker.admit()
  if ('refused' in profile) return []
  const { reply } = await answerFor(services, profile, asker, { text: 'me today' }, 'asker')
  const { title, parts } = replyMessage(reply, voiceOf(asker))
  const lines = parts.flatMap((part) => {
    if (part.kind === 'line') return [part.line]
    return part.kind === 'list' ? part.lines : []
  })
  // The answer about everybody, above, has said that nobody works today.
  const isRest = reply.kind === 'person' && !reply.has_working_day && reply.absences.length === 0
  const said = isRest && lines.length > 0 ? lines : [[bold(title)], ...lines]
  return said.slice(0, maxOwnLines)
}

const channelsPerPage = 200
const maxPages = 5

/**
 * The channels a person is in, as far as the app may know: public ones, and private ones that the app is in as well.
 */
export const channelsOf = async (client: WebClient, user: string): Promise<ReadonlySet<string>> => {
  const found = new Set<string>()
  const asked = {
    user,
    types: 'public_channel,private_channel',
    exclude_archived: true,
    limit: channelsPerPage,
  }
  for await (const { channels = [] } of pagesOf<UsersConversationsResponse>(
    client,
    'users.conversations',
    asked,
    maxPages,
  ))
    for (const { id } of channels) if (id !== undefined) found.add(id)
  return found
}

/** The number of digests that are listed. */
const maxDigests = 10

/** "paused by @Greta on Tue 17 Nov", or what `nextWords` says, by the clock of whoever reads it. */
const stateWords = (digest: Digest, { timezone, now }: ViewerClock): string => {
  const { paused } = digest
  const isInSlack = paused?.who && /^[UW][A-Z0-9]+$/.test(paused.who)
  if (!paused || paused.reason !== 'person' || !isInSlack)
    return escape(nextWords({ ...digest, timezone }, now))
  const day = dayWords(dayAt(new Date(paused.at), timezone), dayAt(now, timezone))
  return `paused by <@${paused.who}> on ${day}`
}

/** The channel of a digest, its team, and its next post. */
export const digestWords = ({ digest, team }: ListedDigest, clock: ViewerClock): string => {
  const whom = digest.team_id === null ? 'everybody' : (team ?? 'a deleted team')
  return `<#${digest.channel}> · ${drawLine([whom])} · ${stateWords(digest, clock)}`
}

export const digestBlocks = (
  digests: readonly ListedDigest[],
  command: string,
  clock: ViewerClock,
): readonly KnownBlock[] => {
  if (digests.length === 0)
    return [
      context(
        `None of your channels has a morning digest. Type \`${escape(command)} digest\` in a channel to set one.`,
      ),
    ]
  const more = digests.length - maxDigests
  return [
    section(
      ['*Morning digests*', ...digests.slice(0, maxDigests).map((one) => digestWords(one, clock))].join('\n'),
    ),
    ...(more > 0 ? [context(`and ${more} more`)] : []),
  ]
}

/** Digests of the workspace in the channels that the person is in. */
export const digestsFor = (
  digests: readonly ListedDigest[],
  workspace: string,
  channels: ReadonlySet<string>,
): readonly ListedDigest[] =>
  digests.filter(({ digest }) => digest.workspace === workspace && channels.has(digest.channel))
