import type { AllMiddlewareArgs, App } from '@slack/bolt'
import type { KnownBlock, WebClient } from '@slack/web-api'
import type { Organization, Team } from '../../domain/organization/organization.js'
import { Problem } from '../../domain/problem.js'
import { createDigests } from '../../services/digests/digests.js'
import { createKeyLists } from '../../services/keys/lists.js'
import { readOrganization } from '../../services/organizations/change.js'
import { listTeams } from '../../services/organizations/teams.js'
import type { OwnEntries } from '../../services/own-entries/own-entries.js'
import type { SlackAnswers } from '../ask/asking.js'
import type { ListenerContext } from '../listeners.js'
import { describeFault } from '../log.js'
import { section } from '../modal/modal.js'
import { escape } from '../message/mrkdwn.js'
import type { PressArgs } from '../modal/frames.js'
import { apology, refusalText } from '../refusals.js'
import { accessOf } from '../workspace/access.js'
import { everybody } from '../ask/controls.js'
import {
  channelsOf,
  digestBlocks,
  digestsFor,
  homeQuestions,
  ownBlocks,
  showBlocks,
  showIds,
} from './everybody.js'
import { keyBlocks, keyIds } from './key-list.js'
import { organizationBlocks } from './organization.js'
import { ownEntryBlocks } from './own-entries.js'
import { admitAdmin } from './rights.js'
import { readingOf, type Reading } from './reading.js'
import { openRoom, roomBlocks, roomIds, type Room } from './rooms.js'
import { roomNames, type HomeState, type ShowHome } from './show-home.js'

const firstState: HomeState = { question: 'today', team: null, room: 'home', page: 0, keys: 0 }

/** Slack's limit (docs.slack.dev/reference/views). */
const maxBlocks = 100

interface Visit {
  readonly client: WebClient
  readonly workspace: string
  readonly user: string
  readonly organization: Organization
  readonly state: HomeState
}

type HomeDeps = ListenerContext & {
  readonly own: Pick<OwnEntries, 'list'>
  readonly answers: Pick<SlackAnswers, 'admit' | 'answer' | 'answerFor'>
  /** In display order. */
  readonly rooms: readonly Room[]
}

/** The part of the first page that only admins see. */
const adminBlocks = async (
  deps: HomeDeps,
  { state, ...visit }: Visit,
  teams: readonly Team[],
  reading: Reading,
): Promise<readonly KnownBlock[]> => {
  const { organization } = visit
  const keys = await createKeyLists(deps).list(organization._id, { live: true })
  const names = new Map(teams.map(({ id, name }) => [id, name]))
  return [
    { type: 'divider' },
    ...keyBlocks({ organization, keys, teams: names, page: state.keys, ...reading }),
    ...organizationBlocks(organization),
    ...(await roomBlocks(deps.rooms, { ...visit, reading })),
  ]
}

/** The digests of the person's channels; none when Slack does not list those channels. */
const digestsOf = async (
  deps: HomeDeps,
  { client, workspace, user, organization }: Visit,
): Promise<readonly KnownBlock[]> => {
  const digests = await createDigests(deps).list(organization)
  try {
    const channels = digests.length === 0 ? new Set<string>() : await channelsOf(client, user)
    return digestBlocks(digestsFor(digests, workspace, channels), { command: deps.command, now: deps.now() })
  } catch (fault) {
    deps.log.warn({ err: describeFault(fault), workspace }, 'the channels of a person cannot be listed')
    return []
  }
}

/** The number of blocks an answer may take, so that there is room for the rest. */
const maxAnswerBlocks = 40

/** Used once, to say why there is no answer. */
const isSaid = (blocks: readonly KnownBlock[], own: KnownBlock): boolean =>
  own.type === 'section' &&
  blocks.some((block) => block.type === 'section' && block.text?.text === own.text?.text)

const blocksFor = async (deps: HomeDeps, visit: Visit): Promise<readonly KnownBlock[]> => {
  const { command, answers } = deps
  const { client, workspace, user, organization, state } = visit
  const asking = { ...visit, channel: null, command }
  const admin = await admitAdmin(client, workspace, user)
  const room = deps.rooms.find(({ name }) => name === state.room)
  if (room && !('refused' in admin)) {
    const reading = readingOf(admin, organization, deps.now())
    return openRoom(room, { client, workspace, organization, reading }, state)
  }
  const question = { text: state.question, ...(state.team !== null && { team: state.team }) }
  const outcome = await answers.answer(asking, question)
  const teams = await listTeams(deps.store, organization._id)
  const ask = section(`Ask anywhere: \`${escape(command)} help\``)
  // An admin of the workspace need not be a member of the organization.
  const settings =
    'refused' in admin
      ? []
      : await adminBlocks(deps, visit, teams, readingOf(admin, organization, deps.now()))
  if ('refused' in outcome) return [section(outcome.refused), ...settings]
  const profile = await answers.admit(asking)
  const reading = readingOf('refused' in profile ? { timezone: null } : profile, organization, deps.now())
  return [
    ...outcome.blocks.slice(0, maxAnswerBlocks),
    ...showBlocks(state, teams, reading),
    { type: 'divider' },
    ...(await ownBlocks(answers, asking)).filter((own) => !isSaid(outcome.blocks, own)),
    ...(await ownEntryBlocks(deps.own, answers, asking)),
    ...(await digestsOf(deps, visit)),
    ask,
    ...settings,
  ]
}

const readState = (metadata: string | undefined): HomeState => {
  try {
    const { question, team, room, page, keys } = JSON.parse(metadata ?? '') as Partial<HomeState>
    const pageIn = (value: unknown): number => (typeof value === 'number' && value >= 0 ? value : 0)
    return {
      question: homeQuestions.find((one) => one === question) ?? firstState.question,
      team: typeof team === 'string' ? team : null,
      room: roomNames.find((one) => one === room) ?? firstState.room,
      page: pageIn(page),
      keys: pageIn(keys),
    }
  } catch {
    return firstState
  }
}

/** People whose place in the Home tab is remembered, so that an action in a modal leaves them where they are. */
const maxPlaces = 10_000

const createPlaces = () => {
  const places = new Map<string, HomeState>()
  return {
    of: (key: string): HomeState => places.get(key) ?? firstState,
    keep: (key: string, state: HomeState): void => {
      places.delete(key)
      places.set(key, state)
      const [oldest] = places.keys()
      if (places.size > maxPlaces && oldest !== undefined) places.delete(oldest)
    },
  }
}

const createShowHome = (deps: HomeDeps): ShowHome => {
  const places = createPlaces()
  return async ({ client, context }, user, wanted) => {
    const workspace = context.teamId ?? ''
    const place = `${workspace} ${user}`
    const state = wanted ?? places.of(place)
    places.keep(place, state)
    const fail = (fault: unknown): readonly KnownBlock[] => {
      deps.log.error({ err: describeFault(fault), workspace }, 'a Home tab failed')
      return [section(apology)]
    }
    const access = accessOf(context)
    const draw = async (org: string, shown: HomeState): Promise<readonly KnownBlock[]> => {
      // Redrawn, so that a change that was just made is visible.
      const organization = await readOrganization(deps, org)
      return blocksFor(deps, { client, workspace, user, organization, state: shown })
    }
    const drawn = async (org: string): Promise<readonly KnownBlock[]> => {
      try {
        return await draw(org, state)
      } catch (fault) {
        // The chosen team may have been deleted.
        return state.team !== null && fault instanceof Problem && fault.code === 'not_found'
          ? draw(org, { ...state, team: null })
          : Promise.reject(fault)
      }
    }
    const blocks =
      'refused' in access
        ? [section(refusalText(access.refused))]
        : await drawn(access.organization._id).catch(fail)
    const view = {
      type: 'home',
      private_metadata: JSON.stringify(state),
      blocks: blocks.slice(0, maxBlocks),
    } as const
    // Without `hash`: overwrites whatever was shown before.
    await client.views
      .publish({ user_id: user, view })
      .catch((fault: unknown) =>
        deps.log.error({ err: describeFault(fault), workspace }, 'a Home tab cannot be shown'),
      )
  }
}

/** The Home tab: who is out today, with the visibility of the person who opens it, and the settings for admins. */
export const registerHome = (app: App, deps: HomeDeps): ShowHome => {
  const showHome = createShowHome(deps)
  app.event('app_home_opened', async (args) => {
    if (args.event.tab === 'home') await showHome(args, args.event.user, firstState)
  })
  /** A button that only changes the view. */
  const turns =
    (next: (args: PressArgs, state: HomeState) => HomeState) =>
    async (args: PressArgs & AllMiddlewareArgs) => {
      await args.ack()
      await showHome(args, args.body.user.id, next(args, readState(args.body.view?.private_metadata)))
    }
  app.action<PressArgs['body']>(
    { type: 'block_actions', action_id: new RegExp(`^${keyIds.page}:\\d{1,4}$`) },
    turns(({ action }, state) => ({ ...state, keys: Number(action.action_id.split(':').at(-1)) })),
  )
  for (const question of homeQuestions)
    app.action<PressArgs['body']>(
      { type: 'block_actions', action_id: showIds[question] },
      turns((_, state) => ({ ...state, question })),
    )
  app.action<PressArgs['body']>(
    { type: 'block_actions', action_id: showIds.team },
    turns(({ action }, state) => {
      const chosen =
        action.type === 'static_select' || action.type === 'external_select'
          ? (action.selected_option?.value ?? everybody)
          : everybody
      return { ...state, team: chosen === everybody ? null : chosen }
    }),
  )
  app.action<PressArgs['body']>(
    { type: 'block_actions', action_id: new RegExp(`^${roomIds.open}:(?:${roomNames.join('|')})$`) },
    turns(({ action }, state) => {
      const named = action.action_id.split(':').at(-1)
      return { ...state, room: roomNames.find((one) => one === named) ?? 'home', page: 0 }
    }),
  )
  app.action<PressArgs['body']>(
    { type: 'block_actions', action_id: new RegExp(`^${roomIds.turn}:\\d{1,4}$`) },
    turns(({ action }, state) => ({ ...state, page: Number(action.action_id.split(':').at(-1)) })),
  )
  app.action<PressArgs['body']>(
    { type: 'block_actions', action_id: showIds.refresh },
    turns((_, state) => state),
  )
  return showHome
}
