import type { App } from '@slack/bolt'
import type { InputBlock, KnownBlock, ModalView } from '@slack/web-api'
import { maxNameLength } from '../../domain/organization/name.js'
import { leaveTypes } from '../../domain/presence/privacy.js'
import type { DataSource, HeldFetch } from '../../domain/sources/source.js'
import { bold, capital } from '../../domain/words/message.js'
import type { FieldState, FormState } from '../digest/form-input.js'
import { formModal, plainText, section, shownModal } from '../modal/modal.js'
import type { Submitted, SubmitArgs } from '../modal/frames.js'
import { drawLine, escape } from '../message/mrkdwn.js'
import { optionOf } from '../team-menu.js'
import { fieldErrorsOf, chosenValue, createAdminFrames, outdated, readJson, type AdminDesk } from './admin.js'
import { counted, dataIds, sourceVerbs, type SourceVerb } from './data-room.js'
import { openSources, type SourceListenerDeps } from './source-tools.js'
import { unmatchedModal } from './unmatched.js'

const addCallback = 'home_calendar_new'
const changeCallback = 'home_calendar_change'
const title = 'Data'

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

const typeOptions = leaveTypes.map((type) => optionOf(capital(type.replaceAll('_', ' ')), type))

/** The address is a secret: it is never shown again, here or anywhere. */
const newCalendarForm = (): ModalView =>
  formModal({ callback_id: addCallback, title: 'New calendar', submit: 'Add' }, [
    input(
      'name',
      'Name',
      { type: 'plain_text_input', action_id: 'name', max_length: maxNameLength },
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

const maxUnmatched = 40

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

/** What reading it now would bring. */
const check = async (deps: SourceListenerDeps, source: DataSource): Promise<readonly string[]> => {
  const { tools } = await openSources(deps)
  const { checkSource } = await import('../../services/sources/check.js')
  const { added, changed, removed, kept, unmatched } = await checkSource(tools, source)
  const counts = `${added} added, ${changed} changed, ${removed} removed, ${kept} as before`
  return [
    drawLine([bold(source.name), ` would bring: ${counts}.`]),
    ...(unmatched === 0 ? [] : [`${counted(unmatched, 'event')} would match nobody.`]),
    'Nothing was written.',
  ]
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
      return fieldErrorsOf(fault, { fields, blockOf, otherwise: () => 'url' })
    }
  }

  const choose = async (
    verb: SourceVerb,
    { organization: { _id: org }, actor, reading }: AdminDesk,
    id: string,
  ): Promise<ModalView> => {
    const { sources, showUnmatched } = await openSources(deps)
    const source = await sources.find(org, id)
    if (verb === 'remove') return removeQuestion(source)
    if (verb === 'confirm') return source.held ? confirmQuestion(source, source.held) : sentence(outdated)
    if (verb === 'check') return shownModal(title, (await check(deps, source)).map(section))
    if (verb === 'sync') return shownModal(title, (await sync(deps, source, null, actor)).map(section))
    if (verb !== 'unmatched') {
      await sources[verb](org, id, actor)
      return sentence(drawLine([bold(source.name), verb === 'pause' ? ' is paused.' : ' is active again.']))
    }
    const shown = await showUnmatched(deps.store, org, source.unmatched.slice(0, maxUnmatched))
    return unmatchedModal(source, shown, reading)
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
