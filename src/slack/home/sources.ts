import type { App } from '@slack/bolt'
import type { ModalView } from '@slack/web-api'
import { z } from 'zod'
import { maxNameLength } from '../../domain/organization/name.js'
import { leaveTypes } from '../../domain/presence/leave-types.js'
import {
  unreadableWords,
  type DataSource,
  type HeldFetch,
  type UnreadableEvents,
} from '../../domain/sources/source.js'
import { bold, capital } from '../../domain/words/message.js'
import type { Admin } from '../admission.js'
import type { SlackServices } from '../listeners.js'
import { choice, choicesOf, text } from '../modal/fields.js'
import { adminForm, askFirst, drawForm, outdated, prefixed, registerForm } from '../modal/form.js'
import { shownModal } from '../modal/modal.js'
import { section } from '../message/elements.js'
import { drawLine, escape } from '../message/mrkdwn.js'
import { registerOpens } from '../modal/for-admins.js'
import { dataIds, sourceVerbs } from './data-room.js'
import { counted } from './rooms.js'
import { unmatchedModal } from './unmatched.js'

const title = 'Data'
const idsOf = prefixed('home_calendar_field')

/** The address is a secret: it is never shown again, here or anywhere. */
const newCalendar = adminForm({
  callback: 'home_calendar_new',
  title,
  fields: ['name', 'url', 'type'],
  idsOf,
  memory: z.object({}),
  placeOf: () => 'url',
  async run({ entered, who: { organization, actor } }, { openSources }) {
    const wish = { name: entered.text('name'), url: entered.text('url'), type: entered.chosen('type') }
    const { name } = await (await openSources(true)).add(organization._id, wish, actor)
    return drawLine([bold(name), ' was added. It will be read within a minute.'])
  },
})

const drawNewCalendar = (): ModalView =>
  drawForm(newCalendar, {
    title: 'New calendar',
    submit: 'Add',
    memory: {},
    fields: {
      name: {
        label: 'Name',
        element: text({ max: maxNameLength }),
        hint: 'Where it comes from, such as BambooHR',
      },
      url: {
        label: 'Address',
        element: text({ max: 2_000 }),
        hint: 'The address of a feed (https://… or webcal://…) whose events each name a person. It is stored encrypted.',
      },
      type: {
        label: 'Usual type',
        element: choice(
          choicesOf(leaveTypes, (type) => capital(type.replaceAll('_', ' '))),
          null,
        ),
        hint: 'For events that do not state a type.',
      },
    },
  })

const maxUnmatched = 40

/** What is said of a source, by its kind. */
interface SourceWords {
  /** At most 24 characters, as titles of modals are. */
  readonly removeTitle: string
  /** What goes with it. */
  removes(source: DataSource): string
  removed(leaves: number): string
  holds(held: HeldFetch): string
  /** What becomes of those who are no longer there. */
  readonly gone: string
}

const wordsOf: Readonly<Record<DataSource['kind'], SourceWords>> = {
  calendar: {
    removeTitle: 'Remove this calendar?',
    removes: ({ leaves }) => ` is removed, with ${counted(leaves, 'leave')} that came from it.`,
    removed: (leaves) => ` was removed, with ${counted(leaves, 'leave')}.`,
    holds: ({ gone, coming }) =>
      `: ${gone} of ${coming} upcoming leaves are missing from this calendar. If you accept, they are removed.`,
    gone: 'removed',
  },
  slack: {
    removeTitle: 'Remove this source?',
    removes: () => ' is removed: whosout no longer follows the people of this workspace. Its members stay.',
    removed: () => ' is removed. Its members stay.',
    holds: ({ gone, coming }) =>
      `: ${gone} of ${coming} members would be deactivated. If you accept, they are.`,
    gone: 'deactivated',
  },
}

const maxUnreadable = 5

/** The events that cannot be read, a line each. */
const unreadLines = (unreadable: UnreadableEvents | null = null): readonly string[] =>
  unreadable
    ? [
        `${unreadableWords(unreadable)}.`,
        ...unreadable.events.slice(0, maxUnreadable).map(({ summary, reason }) => `• ${summary}: ${reason}`),
      ].map((line) => escape(line))
    : []

/** Reads it now, and says what came of it. */
const sync = async (
  { openSources }: SlackServices,
  { _id, name, kind }: DataSource,
  confirmed: DataSource['held'],
  confirmedBy: Admin['actor'],
): Promise<ModalView> => {
  const outcome = await (await openSources()).sync(_id, { confirmed, confirmedBy })
  const show = (words: string, ...more: readonly string[]): ModalView =>
    shownModal(title, [drawLine([bold(name), ` ${words}`]), ...more].map(section))
  if (outcome.kind === 'busy') return show('is being read by another process. Check again in a minute.')
  if (outcome.kind !== 'done') return show('was changed or removed in the meantime.')
  const { ok, added, changed, removed, kept, unreadable, error } = outcome.report
  return ok
    ? show(
        `was read: ${added} added, ${changed} changed, ${removed} ${wordsOf[kind].gone}, ${kept} as before.`,
        ...unreadLines(unreadable),
      )
    : show('could not be read.', escape(error ?? ''))
}

/** What reading it now would bring. */
const check = async ({ openSources }: SlackServices, source: DataSource): Promise<ModalView> => {
  const { added, changed, removed, kept, unmatched, unreadable } = await (await openSources()).check(source)
  const counts = `${added} added, ${changed} changed, ${removed} removed, ${kept} as before`
  const said = [
    drawLine([bold(source.name), ` would bring: ${counts}.`]),
    ...(unmatched === 0 ? [] : [`${counted(unmatched, 'event')} would match nobody.`]),
    ...unreadLines(unreadable),
    'Nothing was written.',
  ]
  return shownModal(title, said.map(section))
}

const changeSource = adminForm({
  callback: 'home_calendar_change',
  title,
  fields: [],
  idsOf,
  /** What was shown when somebody was asked: a fetch that is held now may be another one. */
  memory: z.object({ id: z.string(), verb: z.enum(['confirm', 'remove']), held: z.string().nullish() }),
  async run({ memory: { id, verb, held }, who: { organization, actor } }, services) {
    const sources = await services.openSources()
    const source = await sources.find(organization._id, id)
    if (verb === 'remove') {
      const { leaves } = await sources.remove(organization._id, id, { confirmed: true }, actor)
      return drawLine([bold(source.name), wordsOf[source.kind].removed(leaves)])
    }
    if (source.held === null || source.held.at !== held) return outdated
    return sync(services, source, source.held, actor)
  },
})

const askRemove = (source: DataSource): ModalView => {
  const { _id: id, name, held, kind } = source
  const { removeTitle, removes } = wordsOf[kind]
  return askFirst(changeSource, {
    title: removeTitle,
    submit: 'Remove',
    memory: { id, verb: 'remove', held: held?.at ?? null },
    says: drawLine([bold(name), removes(source)]),
  })
}

const askConfirm = ({ _id: id, name, kind }: DataSource, held: HeldFetch): ModalView =>
  askFirst(changeSource, {
    title: 'Accept this change?',
    submit: 'Accept',
    memory: { id, verb: 'confirm', held: held.at },
    says: drawLine([bold(name), wordsOf[kind].holds(held)]),
  })

const choose = async (
  { organization: { _id: org }, actor, clock }: Admin,
  value: string,
  services: SlackServices,
): Promise<ModalView | string> => {
  const [, typed, id] = /^([a-z]+):([\w-]{1,60})$/.exec(value) ?? []
  const verb = sourceVerbs.find((one) => one === typed)
  if (verb === undefined || id === undefined) return outdated
  const sources = await services.openSources()
  const source = await sources.find(org, id)
  if (verb === 'remove') return askRemove(source)
  if (verb === 'confirm') return source.held ? askConfirm(source, source.held) : outdated
  if (verb === 'check') return check(services, source)
  if (verb === 'sync') return sync(services, source, null, actor)
  if (verb !== 'unmatched') {
    await sources[verb](org, id, actor)
    return drawLine([bold(source.name), verb === 'pause' ? ' is paused.' : ' is active again.'])
  }
  const shown = await sources.showUnmatched(org, source.unmatched.slice(0, maxUnmatched))
  return unmatchedModal(source, shown, clock)
}

/** What admins do about calendars and the people of Slack: the commands of `whosout sources`. */
export const registerSources = (app: App, services: SlackServices): void => {
  registerOpens(app, services, title, { [dataIds.add]: async () => drawNewCalendar() })
  registerOpens(app, services, title, { [dataIds.menu]: choose }, { redraws: true })
  registerForm(app, services, newCalendar)
  registerForm(app, services, changeSource)
}
