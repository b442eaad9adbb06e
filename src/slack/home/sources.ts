import type { App } from '@slack/bolt'
import type { InputBlock, KnownBlock, ModalView } from '@slack/web-api'
import { longestName } from '../../domain/organization/name.js'
import { leaveTypes } from '../../domain/presence/privacy.js'
import type { DataSource, HeldFetch } from '../../domain/sources/source.js'
import { bold, code } from '../../domain/words/message.js'
import type { FieldState, FormState } from '../digest/form-input.js'
import type { ListenerContext } from '../listeners.js'
import { formModal, plainText, section, shownModal } from '../modal/modal.js'
import type { Submitted, SubmitArgs } from '../modal/frames.js'
import { drawLine, escape } from '../message/mrkdwn.js'
import { optionOf } from '../team-menu.js'
import { besideFields, chosenValue, createAdminFrames, outdated, readJson, type AdminDesk } from './admin.js'
import { counted, dataIds, sourceVerbs, type SourceVerb } from './data-room.js'
import type { ShowHome } from './show-home.js'

const addCallback = 'home_calendar_new'
const changeCallback = 'home_calendar_change'
const title = 'Data'

type SourceListenerDeps = ListenerContext & { readonly showHome: ShowHome }

/** What reads calendars takes long to load: only those who need it do. `makeKey`: where none encrypts addresses yet. */
const openSources = async (deps: SourceListenerDeps, makeKey = false) => {
  const { createSources, showUnmatched } = await import('../../services/sources/sources.js')
  const tools = { ...deps, ...(await deps.feeds.open(makeKey)), allowPrivate: deps.feeds.allowPrivate }
  return { tools, sources: createSources(tools), showUnmatched }
}

const fields = ['name', 'url', 'type'] as const
type CalendarField = (typeof fields)[number]
const blockOf = (field: CalendarField): string => `home_calendar_field:${field}`

const input = (
  field: CalendarField,
  label: string,
  element: InputBlock['element'],
  hint?: string,
): KnownBlock => ({
  type: 'input',
  block_id: blockOf(field),
  label: plainText(label),
  element,
  ...(hint === undefined ? {} : { hint: plainText(hint) }),
})

const typeOptions = leaveTypes.map((type) => optionOf(type.replaceAll('_', ' '), type))

/** The address is a secret: it is never shown again, here or anywhere. */
const newCalendarForm = (): ModalView =>
  formModal({ callback_id: addCallback, title: 'New calendar', submit: 'Add' }, [
    input(
      'name',
      'Name',
      { type: 'plain_text_input', action_id: 'name', max_length: longestName },
      'Its origin, such as BambooHR',
    ),
    input(
      'url',
      'Address',
      { type: 'plain_text_input', action_id: 'url', max_length: 2_000 },
      'The address of a feed (https://… or webcal://…) whose events each name a person. It is stored encrypted.',
    ),
    input(
      'type',
      'Usual type',
      {
        type: 'static_select',
        action_id: 'type',
        options: typeOptions,
        initial_option: typeOptions[0]!,
      },
      'For events that do not state a type.',
    ),
  ])

const mostUnmatched = 40

/** In a shell nothing in it is read. */
const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The command about the first event, whose words are a stranger's. */
const matchLine = (slug: string, { _id: id, unmatched: [first] }: DataSource): string => {
  const text = shellQuoted(first?.summary ?? 'NAME')
  const command = `whosout sources match ${id} --org ${slug} --text ${text} --member EMAIL`
  return drawLine([code(command), ' says whose an event is.'])
}

/** What is said of a source, by its kind. */
interface SourceWords {
  /** At most 24 characters, as titles of modals are. */
  readonly removeTitle: string
  /** What goes with it. */
  removes(source: DataSource): string
  removed(leaves: number): string
  holds(held: HeldFetch): string
  /** What becomes of those who are not there any more. */
  readonly gone: string
}

const wordsOf: Readonly<Record<DataSource['kind'], SourceWords>> = {
  calendar: {
    removeTitle: 'Remove this calendar?',
    removes: ({ leaves }) => ` goes, and ${counted(leaves, 'leave')} that it brought.`,
    removed: (leaves) => ` was removed, with ${counted(leaves, 'leave')}.`,
    holds: ({ gone, coming }) =>
      `: ${gone} of ${coming} upcoming leaves are missing from this calendar. If you accept, they are removed.`,
    gone: 'removed',
  },
  slack: {
    removeTitle: 'Remove this source?',
    removes: () => ' goes: whosout does not follow the people of this workspace any more. Its members stay.',
    removed: () => ' is removed. Its members stay.',
    holds: ({ gone, coming }) =>
      `: ${gone} of ${coming} members would be deactivated. They are when you let it through.`,
    gone: 'deactivated',
  },
}

/** Reads it now, and says what came of it. */
const sync = async (
  deps: SourceListenerDeps,
  { _id, name, kind }: DataSource,
  confirmed: DataSource['held'],
  actor: AdminDesk['actor'],
): Promise<readonly string[]> => {
  const { tools } = await openSources(deps)
  const { createSync } = await import('../../services/sources/sync.js')
  const outcome = await createSync({ ...tools, owner: deps.feeds.owner })(_id, {
    confirmed,
    confirmedBy: actor,
  })
  const named = (said: string): string => drawLine([bold(name), ` ${said}`])
  if (outcome.kind !== 'done')
    return [
      named(
        outcome.kind === 'busy'
          ? 'is being read by another process. Check again in a minute.'
          : 'was changed or removed in the meantime.',
      ),
    ]
  const { ok, added, changed, removed, kept, error } = outcome.report
  return ok
    ? [
        named(
          `was read: ${added} added, ${changed} changed, ${removed} ${wordsOf[kind].gone}, ${kept} as before.`,
        ),
      ]
    : [named('could not be read.'), escape(error ?? '')]
}

/** What was shown when somebody was asked: a fetch that is held now may be another one. */
interface SourceMemory {
  readonly id: string
  readonly verb: 'confirm' | 'remove'
  readonly held: string | null
}

const removeQuestion = (source: DataSource): ModalView => {
  const { _id: id, name, held, kind } = source
  const memory: SourceMemory = { id, verb: 'remove', held: held?.at ?? null }
  const { removeTitle, removes } = wordsOf[kind]
  return formModal({ callback_id: changeCallback, title: removeTitle, submit: 'Remove', memory }, [
    section(drawLine([bold(name), removes(source)])),
  ])
}

const confirmQuestion = ({ _id: id, name, kind }: DataSource, held: HeldFetch): ModalView => {
  const memory: SourceMemory = { id, verb: 'confirm', held: held.at }
  return formModal({ callback_id: changeCallback, title: 'Accept this change?', submit: 'Accept', memory }, [
    section(drawLine([bold(name), wordsOf[kind].holds(held)])),
  ])
}

/** What admins do about calendars and the people of Slack: the verbs of `whosout sources`. */
export const registerSources = (app: App, deps: SourceListenerDeps): void => {
  const { opens, submits, sentence, said } = createAdminFrames(deps, title)

  const add = async ({ organization, actor }: AdminDesk, { view }: SubmitArgs): Promise<Submitted> => {
    const { values } = view.state as { values: FormState }
    const of = (field: CalendarField): FieldState => values[blockOf(field)]?.[field] ?? {}
    try {
      const { sources } = await openSources(deps, true)
      const wish = {
        name: of('name').value ?? '',
        url: of('url').value ?? '',
        type: of('type').selected_option?.value,
      }
      const { name } = await sources.add(organization._id, wish, actor)
      return said(drawLine([bold(name), ' was added. It will be read within a minute.']))
    } catch (fault) {
      return besideFields(fault, { fields, blockOf, otherwise: () => 'url' })
    }
  }

  const choose = async (
    verb: SourceVerb,
    { organization: { _id: org, slug }, actor }: AdminDesk,
    id: string,
  ): Promise<ModalView> => {
    const { sources, showUnmatched } = await openSources(deps)
    const source = await sources.find(org, id)
    if (verb === 'remove') return removeQuestion(source)
    if (verb === 'confirm') return source.held ? confirmQuestion(source, source.held) : sentence(outdated)
    if (verb === 'sync') return shownModal(title, (await sync(deps, source, null, actor)).map(section))
    if (verb !== 'unmatched') {
      await sources[verb](org, id, actor)
      return sentence(drawLine([bold(source.name), verb === 'pause' ? ' is paused.' : ' is active again.']))
    }
    const unmatched = await showUnmatched(deps.store, org, source.unmatched.slice(0, mostUnmatched))
    const lines = unmatched.map(({ summary, start_date, end_date, nearest }) => {
      const days = start_date === end_date ? start_date : `${start_date} – ${end_date}`
      const near = nearest.map(({ name }) => name).join(', ')
      return drawLine([bold(summary), ` · ${days}${near === '' ? '' : ` · like ${near}`}`])
    })
    return shownModal(title, [...lines, matchLine(slug, source)].map(section))
  }

  const answer = async ({ organization, actor }: AdminDesk, { view }: SubmitArgs): Promise<Submitted> => {
    const { id, verb, held } = readJson(view.private_metadata)
    if (typeof id !== 'string') return said(outdated)
    const { sources } = await openSources(deps)
    const source = await sources.find(organization._id, id)
    if (verb === 'remove') {
      const { leaves } = await sources.remove(organization._id, id, { confirmed: true }, actor)
      return said(drawLine([bold(source.name), wordsOf[source.kind].removed(leaves)]))
    }
    if (verb !== 'confirm' || source.held === null || source.held.at !== held) return said(outdated)
    return {
      kind: 'view',
      view: shownModal(title, (await sync(deps, source, source.held, actor)).map(section)),
    }
  }

  app.action(
    dataIds.add,
    opens(async () => newCalendarForm()),
  )
  app.action(
    dataIds.menu,
    opens(
      async (desk, args) => {
        const [, typed, id] = /^([a-z]+):([\w-]{1,60})$/.exec(chosenValue(args)) ?? []
        const verb = sourceVerbs.find((one) => one === typed)
        return verb === undefined || id === undefined ? sentence(outdated) : choose(verb, desk, id)
      },
      { redraws: true },
    ),
  )
  app.view(addCallback, submits(add))
  app.view(changeCallback, submits(answer))
}
