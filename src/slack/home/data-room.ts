import type { App } from '@slack/bolt'
import type { KnownBlock, ModalView } from '@slack/web-api'
import { z } from 'zod'
import { dayAt } from '../../calendar/day.js'
import type { Organization } from '../../domain/organization/organization.js'
import { stateOf, type DataSource, type SourceState } from '../../domain/sources/source.js'
import { dayWords } from '../../domain/words/dates.js'
import { bold, code as codeSpan, type Line } from '../../domain/words/message.js'
import type { ListedCalendar } from '../../services/holidays/holidays.js'
import { canBeProposed, proposeHolidays } from '../../services/holidays/by-region.js'
import { listSources } from '../../services/sources/stored.js'
import type { Admin } from '../admission.js'
import type { SlackServices } from '../listeners.js'
import { adminForm, drawForm, outdated, prefixed, registerForm } from '../modal/form.js'
import { context, pressButton, section } from '../message/elements.js'
import { drawLine, escape } from '../message/mrkdwn.js'
import { optionOf } from '../team-menu.js'
import { registerOpens } from '../modal/for-admins.js'
import { instantWords, type ViewerClock } from '../viewer-clock.js'
import { counted, pageOf, rowBlock, turnBlocks, type Room } from './rooms.js'

export const dataIds = {
  add: 'home_data:add',
  menu: 'home_data:menu',
  propose: 'home_data:propose',
} as const
const title = 'Data'

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
  const { _id, name, last_success_at, last_error, unmatched_count } = source
  const facts = [
    ...kindFacts(source),
    ...(last_success_at === null ? [] : [`last read ${instantWords(last_success_at, clock)}`]),
    ...(unmatched_count === 0
      ? []
      : [`${counted(unmatched_count, source.slack ? 'account' : 'event')} unmatched`]),
  ]
  const said = [
    drawLine([bold(name), ` · ${stateWords[stateOf(source)]}`]),
    drawLine([facts.join(' · ')]),
    ...(last_error === null ? [] : [drawLine(errorLine(last_error))]),
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

const calendarWords = ({ code, days, organization, teams, members }: ListedCalendar): string => {
  const whose = [
    ...(organization ? ['the organization'] : []),
    ...teams,
    ...(members === 0 ? [] : [counted(members, 'member')]),
  ]
  return drawLine([
    bold(code),
    ` · ${counted(days.length, 'day')} · ${whose.join(', ') || 'assigned to nobody'}`,
  ])
}

/** In the organization's time zone, so that admins everywhere are told on the same day. */
const proposalsFor = (
  { holidays }: Pick<SlackServices, 'holidays'>,
  { _id, timezone }: Organization,
  { now }: ViewerClock,
) => holidays.unaccepted(_id, dayAt(now, timezone))

const proposalWords = (
  proposals: readonly { readonly code: string; readonly year: number }[],
): readonly string[] => {
  const [first] = proposals
  if (!first) return []
  const whose = proposals.length === 1 ? first.code : `${proposals.length} calendars`
  const left = proposals.some(({ code }) => canBeProposed(code)) ? 'accept' : 'add'
  return [`bank holidays of ${whose} for ${first.year} to ${left}`]
}

/** An organization's own calendar has nothing to review: its days are added by hand. */
const proposalRow = (
  { code, year }: { readonly code: string; readonly year: number },
  slug: string,
): KnownBlock => {
  const id = `home_proposal:${code}:${year}`
  const missing: Line = ['There are no bank holidays for ', bold(code), ` for ${year} yet.`]
  if (canBeProposed(code))
    return rowBlock(id, drawLine(missing), pressButton(dataIds.propose, 'Review', `${code}:${year}`))
  const command = `whosout holidays add ${code} --org ${slug} --date ${year}-01-01 --name "New Year"`
  return rowBlock(id, drawLine([...missing, ' Add them: ', codeSpan(command)]))
}

/** The sources of the organization's data, for admins. */
export const dataRoom: Room = {
  name: 'data',
  title,
  async summary({ organization, clock }, services) {
    const [sources, proposals] = await Promise.all([
      listSources(services.store, organization._id),
      proposalsFor(services, organization, clock),
    ])
    const calendars = sources.filter(({ kind }) => kind === 'calendar').length
    const troubled = sources.filter((source) => ['failing', 'held'].includes(stateOf(source))).length
    return escape(
      [
        importWords(organization, clock).replace(/\.$/, ''),
        ...(calendars === 0 ? [] : [counted(calendars, 'calendar')]),
        ...(calendars < sources.length ? ['Slack'] : []),
        ...(troubled === 0 ? [] : [`${troubled} ${troubled === 1 ? 'needs' : 'need'} attention`]),
        ...proposalWords(proposals),
      ].join(' · '),
    )
  },
  async blocks({ organization, clock }, services, wanted) {
    const [sources, calendars, proposals] = await Promise.all([
      listSources(services.store, organization._id),
      services.holidays.list(organization._id),
      proposalsFor(services, organization, clock),
    ])
    const rows: KnownBlock[] = [
      ...proposals.map((proposal) => proposalRow(proposal, organization.slug)),
      ...sources.map((source) => sourceRow(source, clock)),
      ...calendars.map((calendar) => rowBlock(`home_calendar:${calendar.code}`, calendarWords(calendar))),
    ]
    const { shown, ...page } = pageOf(rows, wanted)
    return [
      section(escape(importWords(organization, clock))),
      {
        type: 'actions',
        block_id: 'home_data',
        elements: [pressButton(dataIds.add, 'New calendar')],
      },
      ...shown,
      ...turnBlocks(page),
    ]
  },
}

const acceptHolidays = adminForm({
  callback: 'home_data_accept',
  title,
  fields: [],
  idsOf: prefixed('home_data_field'),
  memory: z.object({ code: z.string().regex(/^[A-Z][A-Z0-9-]{1,30}$/), year: z.string().regex(/^\d{4}$/) }),
  async run({ memory, who: { organization, actor } }, { holidays }) {
    const { code, days } = await proposeHolidays(memory.code, memory.year)
    const { added } = await holidays.accept(organization._id, code, days, actor)
    return drawLine([bold(code), `: ${counted(added, 'day')} added.`])
  },
})

const drawProposal = async (
  _: Admin,
  chosen: string,
  { now }: SlackServices,
): Promise<ModalView | string> => {
  const [code, year] = chosen.split(':')
  const memory = acceptHolidays.memory.safeParse({ code, year }).data
  if (!memory) return outdated
  const { days, doubt } = await proposeHolidays(memory.code, memory.year)
  const today = dayAt(now(), 'UTC')
  const lines = days.map(({ date, name }) => `${dayWords(date, today)}: ${name}`)
  return drawForm(acceptHolidays, {
    title: 'Bank holidays',
    submit: 'Accept',
    memory,
    above: [
      section(drawLine([bold(`${memory.code} ${memory.year}`)])),
      ...(doubt === null ? [] : [section(escape(doubt))]),
      section(escape(lines.join('\n'))),
      context('Accepted days never change by themselves.'),
    ],
  })
}

/** Admin actions on bank holidays: the commands of `whosout holidays`. */
export const registerHolidays = (app: App, services: SlackServices): void => {
  registerOpens(app, services, title, { [dataIds.propose]: drawProposal })
  registerForm(app, services, acceptHolidays)
}
