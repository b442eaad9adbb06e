import type { AllMiddlewareArgs, App } from '@slack/bolt'
import type { KnownBlock } from '@slack/web-api'
import { Problem } from '../../domain/problem.js'
import { teamWeek } from '../../domain/presence/team-week.js'
import { teamWeekParts } from '../../domain/words/team-week.js'
import { openContext } from '../../services/ask/context.js'
import { readOrganization } from '../../services/organizations/change.js'
import { listTeams } from '../../services/organizations/teams.js'
import { answerQuestion } from '../ask/asking.js'
import { askerOf, type Admin, type Requester } from '../admission.js'
import type { PressArgs, SlackServices } from '../listeners.js'
import { describeError } from '../log.js'
import { readMemory } from '../modal/form.js'
import type { Profile } from '../people/profiles.js'
import { drawMessage } from '../message/blocks.js'
import { pressButton, section } from '../message/elements.js'
import { escape } from '../message/mrkdwn.js'
import { apology } from '../refusals.js'
import { everybody } from '../team-menu.js'
import { chosenValue } from '../modal/for-admins.js'
import { channelsOf, digestBlocks, digestsFor, ownLines, showBlocks, showIds } from './everybody.js'
import { organizationBlocks } from './organization.js'
import { ownBlocks } from './own-entries.js'
import { viewerClockOf, type ViewerClock } from '../viewer-clock.js'
import { permissionBlocks, permissionHint } from './permissions.js'
import { openRoom, pageHead, roomBlocks, roomIds, type Room } from './rooms.js'
import { statusBlocks } from '../status/home.js'
import { homeQuestions, homeState, roomNames, type HomeState, type Homes } from './show-home.js'

const firstState: HomeState = homeState.parse({})

/** Slack's limit (docs.slack.dev/reference/views). */
const maxBlocks = 100

/** The page of settings: each part with its state in a line and its buttons. */
const settingsBlocks = async (
  services: SlackServices,
  rooms: readonly Room[],
  { client, workspace, organization }: Requester,
  admin: Admin,
): Promise<readonly KnownBlock[]> => [
  ...pageHead('Settings', 'home'),
  ...permissionBlocks(admin),
  ...(await roomBlocks(rooms, { client, workspace, organization, clock: admin.clock }, services)),
  ...organizationBlocks(organization),
]

/** The week of the person's own team. */
const teamBlocks = async (
  { rolls, now }: SlackServices,
  { organization }: Requester,
  asker: Profile,
): Promise<readonly KnownBlock[]> => {
  const { roll, me, today } = await openContext(rolls, organization._id, { asker, now: now() })
  const week = me && teamWeek(roll, me, today)
  if (!week) return []
  const { blocks } = drawMessage({ title: week.team, parts: teamWeekParts(week, today) })
  return blocks.slice(1)
}

/** The digests of the person's channels; none when Slack does not list those channels. */
const digestsOf = async (
  { digests, command, log }: SlackServices,
  { client, workspace, user, organization }: Requester,
  clock: ViewerClock,
): Promise<readonly KnownBlock[]> => {
  const listed = await digests.list(organization)
  try {
    const channels = listed.length === 0 ? new Set<string>() : await channelsOf(client, user)
    return digestBlocks(digestsFor(listed, workspace, channels), command, clock)
  } catch (error) {
    log.warn({ err: describeError(error), workspace }, 'the channels of a person cannot be listed')
    return []
  }
}

/** The number of blocks an answer may take, so that there is room for the rest. */
const maxAnswerBlocks = 40

/** Used once, to say why there is no answer. */
const isSaid = (blocks: readonly KnownBlock[], own: KnownBlock): boolean =>
  own.type === 'section' &&
  blocks.some((block) => block.type === 'section' && block.text?.text === own.text?.text)

/** Rows of buttons that belong to nothing above them, joined where they follow each other. */
const inOneRow = (blocks: readonly KnownBlock[]): readonly KnownBlock[] =>
  blocks.reduce<readonly KnownBlock[]>((rows, block) => {
    const last = rows.at(-1)
    const isRow = block.type === 'actions' && !block.block_id && last?.type === 'actions' && !last.block_id
    return isRow
      ? [...rows.slice(0, -1), { ...last, elements: [...last.elements, ...block.elements] }]
      : [...rows, block]
  }, [])

const blocksFor = async (
  services: SlackServices,
  rooms: readonly Room[],
  asker: Requester,
  state: HomeState,
): Promise<readonly KnownBlock[]> => {
  const { client, workspace, organization, command } = asker
  const admin = await asker.admitAdmin()
  const isAdmin = !('refused' in admin)
  const room = rooms.find(({ name }) => name === state.room)
  if (room && isAdmin)
    return openRoom(room, { client, workspace, organization, clock: admin.clock }, services, state)
  if (state.room === 'settings' && isAdmin) return settingsBlocks(services, rooms, asker, admin)
  const question = { text: state.question, ...(state.team !== null && { team: state.team }) }
  const outcome = await answerQuestion(services, asker, question)
  const settings: readonly KnownBlock[] = isAdmin
    ? [
        { type: 'divider' },
        ...permissionHint(admin),
        { type: 'actions', elements: [pressButton(`${roomIds.open}:settings`, 'Settings')] },
      ]
    : []
  // An admin of the workspace need not be a member of the organization.
  if ('refused' in outcome) return [section(outcome.refused), ...settings]
  const profile = await asker.admit()
  if ('refused' in profile) return [section(profile.refused), ...settings]
  const teams = await listTeams(services.store, organization._id)
  const clock = viewerClockOf(profile, organization, services.now())
  const own = await ownBlocks(services, asker, await ownLines(services, asker))
  return [
    ...inOneRow(own.filter((one) => !isSaid(outcome.blocks, one))),
    ...(await teamBlocks(services, asker, profile)),
    ...(await statusBlocks(services, asker, clock)),
    { type: 'divider' },
    ...outcome.blocks.slice(0, maxAnswerBlocks),
    ...showBlocks(state, teams, clock),
    { type: 'divider' },
    ...(await digestsOf(services, asker, clock)),
    section(`Ask anywhere: \`${escape(command)} help\``),
    ...settings,
  ]
}

/** People whose place in the Home tab is remembered, so that an action in a modal leaves them where they are. */
const maxPlaces = 10_000

const createPlaces = () => {
  const places = new Map<string, HomeState>()
  return {
    has: (key: string): boolean => places.has(key),
    of: (key: string): HomeState => places.get(key) ?? firstState,
    keep: (key: string, state: HomeState): void => {
      places.delete(key)
      places.set(key, state)
      const [oldest] = places.keys()
      if (places.size > maxPlaces && oldest !== undefined) places.delete(oldest)
    },
  }
}

const publish = async (
  { log }: SlackServices,
  { client, workspace, user }: Pick<Requester, 'client' | 'workspace' | 'user'>,
  blocks: readonly KnownBlock[],
  state: HomeState,
): Promise<void> => {
  const view = {
    type: 'home',
    private_metadata: JSON.stringify(state),
    blocks: blocks.slice(0, maxBlocks),
  } as const
  // Without `hash`: overwrites whatever was shown before.
  await client.views
    .publish({ user_id: user, view })
    .catch((error: unknown) =>
      log.error({ err: describeError(error), workspace }, 'a Home tab cannot be shown'),
    )
}

/** `rooms`: in display order. */
export const createHomes = (services: () => SlackServices, rooms: readonly Room[]): Homes => {
  const places = createPlaces()
  const placeOf = ({ workspace, user }: Requester): string => `${workspace} ${user}`
  const showHome: Homes['showHome'] = async (asker, wanted) => {
    const { workspace, organization } = asker
    const place = placeOf(asker)
    const state = wanted ?? places.of(place)
    places.keep(place, state)
    const draw = async (shown: HomeState): Promise<readonly KnownBlock[]> => {
      // Read again, so that a change that was just made is visible.
      const current = await readOrganization(services(), organization._id)
      return blocksFor(services(), rooms, { ...asker, organization: current }, shown)
    }
    const blocks = await draw(state)
      .catch((error: unknown) => {
        // The chosen team may have been deleted.
        if (state.team !== null && error instanceof Problem && error.code === 'not_found')
          return draw({ ...state, team: null })
        throw error
      })
      .catch((error: unknown): readonly KnownBlock[] => {
        services().log.error({ err: describeError(error), workspace }, 'a Home tab failed')
        return [section(apology), { type: 'actions', elements: [pressButton(showIds.refresh, 'Refresh')] }]
      })
    await publish(services(), asker, blocks, state)
  }
  return {
    showHome,
    redrawHome: async (asker) => (places.has(placeOf(asker)) ? showHome(asker) : undefined),
  }
}

/** The Home tab: who is out today, with the visibility of the person who opens it, and the settings for admins. */
export const registerHome = (app: App, services: SlackServices): void => {
  const show = async (
    args: Pick<PressArgs, 'client' | 'context'>,
    user: string,
    state: HomeState,
  ): Promise<void> => {
    const { client, context } = args
    const asker = askerOf(services, { client, context, body: { user: { id: user } } })
    if (!('refused' in asker)) return services.showHome(asker, state)
    const whose = { client, workspace: context.teamId ?? '', user }
    return publish(services, whose, [section(asker.refused)], state)
  }
  app.event('app_home_opened', async (args) => {
    if (args.event.tab !== 'home') return
    const last = readMemory(homeState, args.event.view?.private_metadata) ?? firstState
    const isWaiting = last.waits_until > services.now().getTime()
    await show(args, args.event.user, isWaiting ? { ...last, waits_until: 0 } : firstState)
  })
  /** A button that only changes the view. */
  const turns = (
    action_id: string | RegExp,
    next: (args: PressArgs, state: HomeState) => Partial<HomeState>,
  ): void =>
    app.action<PressArgs['body']>(
      { type: 'block_actions', action_id },
      async (args: PressArgs & AllMiddlewareArgs) => {
        await args.ack()
        const state = readMemory(homeState, args.body.view?.private_metadata) ?? firstState
        await show(args, args.body.user.id, { ...state, waits_until: 0, ...next(args, state) })
      },
    )
  const numberIn = ({ action }: PressArgs): number => Number(action.action_id.split(':').at(-1))
  for (const question of homeQuestions) turns(showIds[question], () => ({ question }))
  turns(showIds.team, (args) => {
    const chosen = chosenValue(args) || everybody
    return { team: chosen === everybody ? null : chosen }
  })
  turns(new RegExp(`^${roomIds.open}:(?:${roomNames.join('|')})$`), ({ action }) => {
    const named = action.action_id.split(':').at(-1)
    return { room: roomNames.find((one) => one === named) ?? 'home', page: 0 }
  })
  turns(new RegExp(`^${roomIds.turn}:\\d{1,4}$`), (args) => ({ page: numberIn(args) }))
  turns(showIds.refresh, () => ({}))
}
