import type { KnownBlock } from '@slack/web-api'
import type { Organization } from '../../domain/organization/organization.js'
import { stateOf, unreadableWords, type DataSource, type SourceState } from '../../domain/sources/source.js'
import { bold, code as codeSpan, type Line } from '../../domain/words/message.js'
import { listSources } from '../../services/sources/stored.js'
import { pressButton, section } from '../message/elements.js'
import { drawLine, escape } from '../message/mrkdwn.js'
import { optionOf } from '../team-menu.js'
import { instantWords, type ViewerClock } from '../viewer-clock.js'
import { counted, pageOf, rowBlock, turnBlocks, type Room } from './rooms.js'

export const dataIds = {
  add: 'home_data:add',
  menu: 'home_data:menu',
} as const
const addButton = pressButton(dataIds.add, 'Add calendar')

export const sourceVerbs = ['sync', 'check', 'unmatched', 'confirm', 'pause', 'resume', 'remove'] as const
type SourceVerb = (typeof sourceVerbs)[number]

const labels = {
  sync: 'Sync now',
  check: 'Check…',
  unmatched: 'Unmatched events…',
  confirm: 'Accept change…',
  pause: 'Pause',
  resume: 'Resume',
  remove: 'Remove…',
} as const satisfies Record<SourceVerb, string>

const offered = (source: DataSource): readonly SourceVerb[] => [
  'sync',
  // A menu has room for five: a change that is held has been checked.
  ...(source.slack || source.held ? [] : (['check'] as const)),
  // Slack accounts without a member appear in the People room.
  ...(source.unmatched_count > 0 && !source.slack ? (['unmatched'] as const) : []),
  ...(source.held ? (['confirm'] as const) : []),
  source.paused ? 'resume' : 'pause',
  'remove',
]

const stateWords = {
  new: 'not read yet',
  ok: 'up to date',
  failing: 'failing',
  held: 'waiting for confirmation',
  paused: 'paused',
} as const satisfies Record<SourceState, string>

/**
 * What it is and holds. The address of a calendar is a secret: the host and the last four characters say which it is.
 */
const kindFacts = ({ slack, host, last_four, leaves }: DataSource): readonly string[] =>
  slack
    ? [
        slack.creates ? 'creates and deactivates members' : 'links members to people in Slack',
        counted(slack.members, 'member'),
      ]
    : [`${host} …${last_four}`, counted(leaves, 'leave')]

/** What went wrong, with the names of settings as code, so that they can be copied. */
const errorLine = (error: string): Line =>
  error.split(/\b([A-Z]+(?:_[A-Z]+)+)\b/).map((piece, place) => (place % 2 === 1 ? codeSpan(piece) : piece))

const sourceRow = (source: DataSource, clock: ViewerClock): KnownBlock => {
  const { _id, name, last_success_at, last_error, unmatched_count, unreadable, created_at } = source
  const facts = [
    ...kindFacts(source),
    ...(last_success_at !== null
      ? [`last read ${instantWords(last_success_at, clock)}`]
      : last_error !== null
        ? [`added ${instantWords(created_at, clock)}, never read`]
        : []),
    ...(unmatched_count === 0
      ? []
      : [
          `${counted(unmatched_count, source.slack ? 'account' : 'event')} ${source.member_id === null ? 'unmatched' : 'not sure'}`,
        ]),
  ]
  const said = [
    drawLine([bold(name), ` · ${stateWords[stateOf(source)]}`]),
    drawLine([facts.join(' · ')]),
    ...(last_error === null ? [] : [drawLine(errorLine(last_error))]),
    ...(unreadable ? [drawLine([unreadableWords(unreadable)])] : []),
  ]
  const options = offered(source).map((verb) => optionOf(labels[verb], `${verb}:${_id}`))
  return rowBlock(`home_source:${_id}`, said.join('\n'), {
    type: 'overflow',
    action_id: dataIds.menu,
    options,
  })
}

const importWords = ({ last_import, import: running }: Organization, clock: ViewerClock): string => {
  if (running) return `An import is running since ${instantWords(running.started_at, clock)}.`
  return last_import === undefined
    ? 'No import has changed anything yet.'
    : `Last import with changes: ${instantWords(last_import, clock)}.`
}

/** The sources of the organization's data, for admins. */
export const dataRoom: Room = {
  name: 'data',
  title: 'Data',
  async state({ organization, clock }, { store }) {
    const sources = await listSources(store, organization._id)
    const calendars = sources.filter(({ kind }) => kind === 'calendar').length
    const troubled = sources.filter((source) => ['failing', 'held'].includes(stateOf(source))).length
    const said = escape(
      [
        importWords(organization, clock).replace(/\.$/, ''),
        ...(calendars === 0 ? [] : [counted(calendars, 'calendar')]),
        ...(calendars < sources.length ? ['Slack'] : []),
        ...(troubled === 0 ? [] : [`${troubled} ${troubled === 1 ? 'needs' : 'need'} attention`]),
      ].join(' · '),
    )
    return { said, main: addButton }
  },
  async blocks({ organization, clock }, services, wanted) {
    const sources = await listSources(services.store, organization._id)
    const { shown, ...page } = pageOf(sources, wanted)
    return [
      section(escape(importWords(organization, clock))),
      {
        type: 'actions',
        block_id: 'home_data',
        elements: [addButton],
      },
      ...shown.map((source) => sourceRow(source, clock)),
      ...turnBlocks(page),
    ]
  },
}
