import type { KnownBlock } from '@slack/web-api'
import { dayAt } from '../../calendar/day.js'
import { bold } from '../../domain/words/message.js'
import { canBeProposed } from '../../services/holidays/by-region.js'
import type { ListedCalendar } from '../../services/holidays/holidays.js'
import { pressButton } from '../message/elements.js'
import { drawLine, escape } from '../message/mrkdwn.js'
import { optionOf } from '../team-menu.js'
import {
  counted,
  pageOf,
  rowBlock,
  turnBlocks,
  type Room,
  type RoomServices,
  type RoomVisit,
} from './rooms.js'

export const holidayIds = {
  propose: 'home_holidays:propose',
  review: 'home_data:propose',
  day: 'home_holidays:day',
  menu: 'home_holidays:menu',
} as const

export const holidayVerbs = ['look', 'assign', 'day'] as const
type HolidayVerb = (typeof holidayVerbs)[number]

const labels = {
  look: 'Show days…',
  assign: 'Assign…',
  day: 'Change a day…',
} as const satisfies Record<HolidayVerb, string>

/** `lacking`: the year for which a calendar of one's own has no days; a country's has a row for that. */
const calendarRow = (
  { code, days, organization, teams, members }: ListedCalendar,
  lacking: number | undefined,
): KnownBlock => {
  const whose = [
    ...(organization ? ['the organization'] : []),
    ...teams,
    ...(members === 0 ? [] : [counted(members, 'member')]),
  ]
  const none = lacking === undefined ? '' : `, none for ${lacking} yet`
  const facts = ` · ${counted(days.length, 'day')}${none} · ${whose.join(', ') || 'assigned to nobody'}`
  return rowBlock(`home_calendar:${code}`, drawLine([bold(code), facts]), {
    type: 'overflow',
    action_id: holidayIds.menu,
    options: holidayVerbs.map((verb) => optionOf(labels[verb], `${verb}:${code}`)),
  })
}

/** A year without days of a calendar that has days in this one. */
interface Missing {
  readonly code: string
  readonly year: number
}

/** In the organization's time zone, so that admins everywhere are told on the same day. */
const missingFor = (
  { holidays }: RoomServices,
  { organization: { _id, timezone }, clock: { now } }: RoomVisit,
): Promise<readonly Missing[]> => holidays.unaccepted(_id, dayAt(now, timezone))

const missingWords = (missing: readonly Missing[], isOnly: boolean): readonly string[] => {
  const [first] = missing
  if (!first) return []
  const whose = missing.length > 1 ? `${missing.length} calendars have ` : isOnly ? '' : `${first.code} has `
  return [`${whose}no days for ${first.year} yet`]
}

const reviewButton = ({ code, year }: Missing, text: string) =>
  pressButton(holidayIds.review, text, `${code}:${year}`)

const missingRow = (missing: Missing): KnownBlock => {
  const { code, year } = missing
  const said = drawLine([bold(code), ` has no days for ${year} yet.`])
  return rowBlock(`home_proposal:${code}:${year}`, said, reviewButton(missing, 'Review…'))
}

const proposeButton = pressButton(holidayIds.propose, 'Add a country…')

/** The calendars of bank holidays and who has them, for admins: the commands of `whosout holidays`. */
export const holidaysRoom: Room = {
  name: 'holidays',
  title: 'Bank holidays',
  async state(visit, services) {
    const [calendars, missing] = await Promise.all([
      services.holidays.list(visit.organization._id),
      missingFor(services, visit),
    ])
    const codes = calendars.map(({ code }) => code)
    const listed = codes.length > 5 ? counted(codes.length, 'calendar') : codes.join(', ')
    const first = missing.find(({ code }) => canBeProposed(code))
    return {
      said: escape([listed || 'No bank holidays.', ...missingWords(missing, codes.length === 1)].join(' · ')),
      main: first ? reviewButton(first, `Review ${first.code} ${first.year}…`) : proposeButton,
    }
  },
  async blocks(visit, services, wanted) {
    const [calendars, missing] = await Promise.all([
      services.holidays.list(visit.organization._id),
      missingFor(services, visit),
    ])
    // An organization's own calendar has nothing to review: its days are added by hand.
    const isOwn = ({ code }: Pick<Missing, 'code'>): boolean => !canBeProposed(code)
    const lacking = new Map(missing.filter(isOwn).map(({ code, year }) => [code, year]))
    const rows = [
      ...missing.filter((one) => !isOwn(one)).map(missingRow),
      ...calendars.map((calendar) => calendarRow(calendar, lacking.get(calendar.code))),
    ]
    const { shown, ...page } = pageOf(rows, wanted)
    return [
      {
        type: 'actions',
        block_id: 'home_holidays',
        elements: [proposeButton, pressButton(holidayIds.day, 'Add a day…', '')],
      },
      ...shown,
      ...turnBlocks(page),
    ]
  },
}
