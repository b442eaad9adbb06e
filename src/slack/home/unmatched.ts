import type { App } from '@slack/bolt'
import type { ModalView } from '@slack/web-api'
import { z } from 'zod'
import { nameIn } from '../../domain/sources/name-in.js'
import type { DataSource } from '../../domain/sources/source.js'
import { rangeWords } from '../../domain/words/dates.js'
import { bold } from '../../domain/words/message.js'
import { dayAt } from '../../calendar/day.js'
import type { ShownUnmatched } from '../../services/sources/sources.js'
import type { Admin } from '../admission.js'
import type { SlackServices } from '../listeners.js'
import { text } from '../modal/fields.js'
import { adminForm, drawForm, outdated, registerForm } from '../modal/form.js'
import { shownModal } from '../modal/modal.js'
import { context, pressButton, section } from '../message/elements.js'
import { drawLine } from '../message/mrkdwn.js'
import { registerOpens } from '../modal/for-admins.js'
import { memberMenu, memberShown } from './member-menu.js'
import type { ViewerClock } from '../viewer-clock.js'
import { rowBlock } from './rooms.js'

const title = 'Match'
const matchButton = 'home_unmatched:match'

/** Characters, as many as an event's summary is kept with. */
const maxTextLength = 200

/** Events that name nobody, or nobody who is known: each with a button to say whose it is. */
export const unmatchedModal = (
  { _id: id, unmatched_count: count, member_id }: DataSource,
  unmatched: readonly ShownUnmatched[],
  { now, timezone }: ViewerClock,
): ModalView => {
  const rows = unmatched.map(({ summary, start_date: from, end_date: to, nearest }, place) => {
    const near = nearest.map(({ name }) => name).join(', ')
    const days = rangeWords({ from, to }, dayAt(now, timezone))
    return rowBlock(
      `home_unmatched:${place}`,
      drawLine([
        bold(summary),
        `\n${days}${near === '' ? '' : ` · ${member_id === null ? 'like' : 'not sure, of'} ${near}`}`,
      ]),
      pressButton(matchButton, 'Match…', `${id}:${summary}`),
    )
  })
  const more = count - unmatched.length
  return shownModal('Unmatched events', [
    ...(rows.length === 0 ? [section('Every event is matched with a member.')] : rows),
    ...(more > 0 ? [context(`and ${more} more`)] : []),
  ])
}

const match = adminForm({
  callback: 'home_unmatched_match',
  title,
  fields: ['text', 'member'],
  /** The menu of members is a search when there are many. */
  idsOf: (field) => ({ block: `home_unmatched:${field}`, action: `home_unmatched:${field}` }),
  memory: z.object({ id: z.string() }),
  placeOf: ({ code }) => (code === 'not_found' ? 'member' : 'text'),
  async run({ entered, memory: { id }, who: { organization, actor } }, { members, openSources }) {
    const chosen = entered.chosen('member')
    const words = entered.text('text')
    if (chosen === undefined) return outdated
    const { row } = await memberShown(members, organization._id, chosen)
    const sources = await openSources()
    await sources.match(organization._id, id, { text: words, member: row.email }, actor)
    return drawLine([
      '"',
      words.trim(),
      '" is ',
      bold(row.name),
      ' from now on. The calendar is read again within a minute.',
    ])
  },
})

const askMatch = async (
  { organization: { _id: org } }: Admin,
  value: string,
  { members, openSources }: SlackServices,
): Promise<ModalView | string> => {
  const [, id, summary] = /^([\w-]{1,60}):(.*)$/su.exec(value) ?? []
  if (id === undefined || summary === undefined) return outdated
  const { name, unmatched } = await (await openSources()).find(org, id)
  const [nearest] = unmatched.find((event) => event.summary === summary)?.nearest ?? []
  const listed = await members.list(org, { active: true })
  if (listed.length === 0) return 'There is no member to choose from.'
  return drawForm(match, {
    submit: 'Match',
    memory: { id },
    above: [section(drawLine(['Whose are these events of ', bold(name), '?']))],
    fields: {
      text: {
        label: 'Words in the events',
        element: text({ initial: nameIn(summary), max: maxTextLength }),
        hint: 'Only the name, such as "J. Doe", so that later events match, too.',
      },
      member: {
        label: 'Member',
        element: (action_id) => memberMenu(action_id, listed, 'Choose a member', nearest),
      },
    },
  })
}

/** Says by hand whose the events of a calendar are: kept with the source, and in the audit log. */
export const registerUnmatched = (app: App, services: SlackServices): void => {
  registerOpens(app, services, title, { [matchButton]: askMatch })
  registerForm(app, services, match)
}
