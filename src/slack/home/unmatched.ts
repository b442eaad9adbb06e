import type { App } from '@slack/bolt'
import type { ModalView } from '@slack/web-api'
import { nameIn } from '../../domain/sources/name-in.js'
import type { DataSource } from '../../domain/sources/source.js'
import { rangeWords } from '../../domain/words/dates.js'
import { bold } from '../../domain/words/message.js'
import { dayAt } from '../../calendar/day.js'
import { createMembers } from '../../services/records/members.js'
import type { ShownUnmatched } from '../../services/sources/sources.js'
import { context, formModal, section, shownModal } from '../modal/modal.js'
import type { Submitted, SubmitArgs } from '../modal/frames.js'
import { drawLine } from '../message/mrkdwn.js'
import { fieldErrorsOf, chosenValue, createAdminFrames, outdated, readJson, type AdminDesk } from './admin.js'
import { chosenIn, fieldIn, idInput } from './fields.js'
import { memberMenu, memberShown } from './member-menu.js'
import type { Reading } from './reading.js'
import { pressButton, rowBlock } from './rooms.js'
import { openSources, type SourceListenerDeps } from './source-tools.js'

const matchCallback = 'home_unmatched_match'
const title = 'Unmatched events'

const unmatchedIds = {
  match: 'home_unmatched:match',
  text: 'home_unmatched:text',
  /** The menu becomes a search when there are many members. */
  member: 'home_unmatched:member',
} as const

/** Characters, as many as an event's summary is kept with. */
const maxTextLength = 200

/** Events that name nobody, or nobody who is known: each with a button to say whose it is. */
export const unmatchedModal = (
  { _id: id, unmatched_count: count }: DataSource,
  unmatched: readonly ShownUnmatched[],
  { now, timezone }: Reading,
): ModalView => {
  const rows = unmatched.map(({ summary, start_date: from, end_date: to, nearest }, place) => {
    const near = nearest.map(({ name }) => name).join(', ')
    const days = rangeWords({ from, to }, dayAt(now, timezone))
    return rowBlock(
      `home_unmatched:${place}`,
      drawLine([bold(summary), `\n${days}${near === '' ? '' : ` · like ${near}`}`]),
      pressButton(unmatchedIds.match, 'Match…', `${id}:${summary}`),
    )
  })
  const more = count - unmatched.length
  return shownModal(title, [
    ...(rows.length === 0 ? [section('Every event is matched with a member.')] : rows),
    ...(more > 0 ? [context(`and ${more} more`)] : []),
  ])
}

/** Says by hand whose the events of a calendar are: kept with the source, and in the audit log. */
export const registerUnmatched = (app: App, deps: SourceListenerDeps): void => {
  const { opens, submits, sentence, said } = createAdminFrames(deps, 'Match')
  const members = createMembers(deps)

  const ask = async ({ organization: { _id: org } }: AdminDesk, value: string): Promise<ModalView> => {
    const [, id, text] = /^([\w-]{1,60}):(.*)$/su.exec(value) ?? []
    if (id === undefined || text === undefined) return sentence(outdated)
    const { sources } = await openSources(deps)
    const { name, unmatched } = await sources.find(org, id)
    const [nearest] = unmatched.find(({ summary }) => summary === text)?.nearest ?? []
    const listed = await members.list(org, { active: true })
    if (listed.length === 0) return sentence('There is no member to choose from.')
    return formModal({ callback_id: matchCallback, title: 'Match', submit: 'Match', memory: { id } }, [
      section(drawLine(['Whose are these events of ', bold(name), '?'])),
      idInput(
        unmatchedIds.text,
        'Words in the events',
        {
          type: 'plain_text_input',
          action_id: unmatchedIds.text,
          initial_value: nameIn(text),
          max_length: maxTextLength,
        },
        {
          hint: {
            type: 'plain_text',
            text: 'Only the name, such as "J. Doe", so that later events match, too.',
          },
        },
      ),
      idInput(
        unmatchedIds.member,
        'Member',
        memberMenu(unmatchedIds.member, listed, 'Choose a member', nearest),
      ),
    ])
  }

  const match = async ({ organization, actor }: AdminDesk, { view }: SubmitArgs): Promise<Submitted> => {
    const { id } = readJson(view.private_metadata)
    const chosen = chosenIn(view, unmatchedIds.member)
    const text = fieldIn(view, unmatchedIds.text).value ?? ''
    if (typeof id !== 'string' || chosen === undefined) return said(outdated)
    try {
      const { row } = await memberShown(members, organization._id, chosen)
      const { sources } = await openSources(deps)
      await sources.match(organization._id, id, { text, member: row.email }, actor)
      const words = [
        '"',
        text.trim(),
        '" is ',
        bold(row.name),
        ' from now on. The calendar is read again within a minute.',
      ]
      return said(drawLine(words))
    } catch (fault) {
      return fieldErrorsOf(fault, {
        fields: ['text', 'member'],
        blockOf: (field) => unmatchedIds[field],
        otherwise: ({ code }) => (code === 'not_found' ? 'member' : 'text'),
      })
    }
  }

  app.action(
    unmatchedIds.match,
    opens((desk, args) => ask(desk, chosenValue(args))),
  )
  app.view(matchCallback, submits(match))
}
