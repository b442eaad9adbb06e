import type { ActionsBlockElement, KnownBlock, WebClient } from '@slack/web-api'
import type { Organization } from '../../domain/organization/organization.js'
import type { SlackServices } from '../listeners.js'
import { context, plainText, pressButton } from '../message/elements.js'
import { mrkdwn } from '../message/mrkdwn.js'
import type { ViewerClock } from '../viewer-clock.js'
import type { HomeState, RoomName } from './show-home.js'

/** The navigation between pages of the Home tab. */
export const roomIds = { open: 'home_room:open', turn: 'home_room:turn' } as const

/** The context for drawing a room. */
export interface RoomVisit {
  readonly client: WebClient
  readonly workspace: string
  readonly organization: Organization
  readonly clock: ViewerClock
}

/** What rooms read. */
export type RoomServices = Pick<
  SlackServices,
  'store' | 'digests' | 'members' | 'matches' | 'directory' | 'holidays' | 'sharedLinks' | 'keyLists'
>

/** A part of the settings on their first page. */
interface RoomState {
  /** In one line, in Slack's markup. */
  readonly said: string
  /** What an admin most often comes for. */
  readonly main: ActionsBlockElement
}

/** A page of settings for admins. */
export interface Room {
  readonly name: Exclude<RoomName, 'home' | 'settings'>
  readonly title: string
  state(visit: RoomVisit, services: RoomServices): Promise<RoomState>
  /** Page numbers start at 0. */
  blocks(visit: RoomVisit, services: RoomServices, page: number): Promise<readonly KnownBlock[]>
}

/** "1 day", "2 days"; `more`: the plural, where it is not formed with an s. */
export const counted = (count: number, one: string, more = `${one}s`): string =>
  `${count} ${count === 1 ? one : more}`

/** Rows on one page: with everything around them, far fewer blocks than Slack's 100. */
const rowsPerPage = 25

export interface RowPage<T> {
  readonly shown: readonly T[]
  readonly page: number
  readonly pages: number
}

export const pageOf = <T>(rows: readonly T[], wanted: number, size = rowsPerPage): RowPage<T> => {
  const pages = Math.max(1, Math.ceil(rows.length / size))
  const page = Math.max(0, Math.min(wanted, pages - 1))
  return { shown: rows.slice(page * size, (page + 1) * size), page, pages }
}

const turnButton = (text: string, page: number) => pressButton(`${roomIds.turn}:${page}`, text)

/** Below the rows: the page number, and buttons to the other pages. Nothing when there is one page. */
export const turnBlocks = ({
  page,
  pages,
}: Pick<RowPage<unknown>, 'page' | 'pages'>): readonly KnownBlock[] =>
  pages === 1
    ? []
    : [
        context(`Page ${page + 1} of ${pages}`),
        {
          type: 'actions',
          block_id: 'home_turns',
          elements: [
            ...(page > 0 ? [turnButton('Back', page - 1)] : []),
            ...(page < pages - 1 ? [turnButton('More', page + 1)] : []),
          ],
        },
      ]

/** A row with a menu or a button at its end. */
export const rowBlock = (
  block_id: string,
  text: string,
  accessory?: Extract<KnownBlock, { type: 'section' }>['accessory'],
): KnownBlock => ({
  type: 'section',
  block_id,
  text: mrkdwn(text),
  expand: true,
  ...(accessory && { accessory }),
})

const heading = (text: string): KnownBlock => ({ type: 'header', text: plainText(text) })

/** A part of the settings: its state, and what can be done about it. */
export const stateBlocks = (
  name: string,
  title: string,
  said: string,
  elements: ActionsBlockElement[],
): readonly KnownBlock[] => [
  rowBlock(`home_room:${name}`, `*${title}*\n${said}`),
  { type: 'actions', block_id: `home_room_actions:${name}`, elements },
]

/** Each room with its state, its main action and a button to open it. */
export const roomBlocks = async (
  rooms: readonly Room[],
  visit: RoomVisit,
  services: RoomServices,
): Promise<readonly KnownBlock[]> => {
  const states = await Promise.all(rooms.map((room) => room.state(visit, services)))
  return states.flatMap(({ said, main }, place) => {
    const { name, title } = rooms[place]!
    return stateBlocks(name, title, said, [main, pressButton(`${roomIds.open}:${name}`, 'Open', name)])
  })
}

/** The way back, and the title of a page. */
export const pageHead = (
  title: string,
  back: Extract<RoomName, 'home' | 'settings'>,
): readonly KnownBlock[] => [
  {
    type: 'actions',
    block_id: 'home_room:back',
    elements: [
      pressButton(`${roomIds.open}:${back}`, back === 'home' ? '‹ Home' : '‹ Settings'),
      pressButton('home_show:refresh', 'Refresh'),
    ],
  },
  heading(title),
]

/** One room, with a button back. */
export const openRoom = async (
  room: Room,
  visit: RoomVisit,
  services: RoomServices,
  { page }: HomeState,
): Promise<readonly KnownBlock[]> => [
  ...pageHead(room.title, 'settings'),
  ...(await room.blocks(visit, services, page)),
]
