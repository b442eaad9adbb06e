import type { App } from '@slack/bolt'
import type { KnownBlock, ModalView } from '@slack/web-api'
import { z } from 'zod'
import { dayAt } from '../../calendar/day.js'
import type { Digest } from '../../domain/digests/digest.js'
import { seenDigest } from '../../domain/digests/seen.js'
import { runWords, settingsWords } from '../../domain/words/digest-status.js'
import { dayWords } from '../../domain/words/dates.js'
import type { Line } from '../../domain/words/message.js'
import type { ListedDigest } from '../../services/digests/digests.js'
import type { Admin, Requester } from '../admission.js'
import {
  admitEditorOf,
  announce,
  findDigest,
  formOfChannel,
  prepareForm,
  teamName,
} from '../digest/editing.js'
import type { FormMemory } from '../digest/form.js'
import { pauseNoticeBy, removeNoticeBy, resumeNoticeBy } from '../digest/texts.js'
import type { SlackServices } from '../listeners.js'
import { channelMenu } from '../modal/fields.js'
import { adminForm, askFirst, drawForm, outdated, prefixed, registerForm } from '../modal/form.js'
import { context, pressButton } from '../message/elements.js'
import { drawLine, escape } from '../message/mrkdwn.js'
import { optionOf } from '../team-menu.js'
import { registerOpens } from '../modal/for-admins.js'
import { digestWords } from './everybody.js'
import {
  counted,
  pageOf,
  rowBlock,
  turnBlocks,
  type Room,
  type RoomServices,
  type RoomVisit,
} from './rooms.js'

const menuId = 'home_digests:menu'
const newButton = pressButton('home_digests:new', 'New digest')
const title = 'Digests'

const verbs = ['edit', 'pause', 'resume', 'remove'] as const
type DigestVerb = (typeof verbs)[number]

const labels = {
  edit: 'Edit…',
  pause: 'Pause…',
  resume: 'Resume…',
  remove: 'Remove…',
} as const satisfies Record<DigestVerb, string>

/** The chosen action and digest, and `seenDigest` of the digest that was shown. */
interface MenuChoice {
  readonly verb: DigestVerb
  readonly seen: string
  readonly id: string
}

const choiceOf = (text: string): MenuChoice | null => {
  const [, typed, seen, id] = /^([a-z]+):([0-9a-f]{12}):([\w:-]{1,120})$/.exec(text) ?? []
  const verb = verbs.find((one) => one === typed)
  return verb === undefined || seen === undefined || id === undefined ? null : { verb, seen, id }
}

const menuOf = (digest: Digest) => ({
  type: 'overflow' as const,
  action_id: menuId,
  options: (['edit', digest.paused ? 'resume' : 'pause', 'remove'] as const).map((verb) =>
    optionOf(labels[verb], `${verb}:${seenDigest(digest)}:${digest._id}`),
  ),
})

const lastRun = async ({ digests }: RoomServices, digest: Digest, now: Date) => {
  const [run] = await digests.status(digest)
  if (!run) return 'it has not run yet'
  const today = dayAt(now, digest.timezone)
  return `last on ${dayWords(run.date, today)}: ${runWords(run, digest.timezone)}`
}

const rowOf = async (
  services: RoomServices,
  listed: ListedDigest,
  { workspace, clock }: RoomVisit,
): Promise<KnownBlock> => {
  const { digest } = listed
  const isHere = digest.workspace === workspace
  const said = [
    digestWords(listed, clock),
    `${settingsWords(digest)}; ${await lastRun(services, digest, clock.now)}.`,
  ].map((text, place) => (place === 0 ? text : escape(text)))
  const note = isHere ? [] : ['It belongs to another workspace. Change it there.']
  return rowBlock(
    `home_digest:${digest._id}`,
    [...said, ...note].join('\n'),
    isHere ? menuOf(digest) : undefined,
  )
}

const noDigest = 'No channel has a morning digest.'

/** The digests of all channels, for admins. */
export const digestsRoom: Room = {
  name: 'digests',
  title,
  async state({ organization }, { digests }) {
    const listed = await digests.list(organization)
    const paused = listed.filter(({ digest }) => digest.paused !== null).length
    const count = `${counted(listed.length, 'morning digest')}${paused === 0 ? '' : ` · ${paused} paused`}`
    return { said: listed.length === 0 ? noDigest : count, main: newButton }
  },
  async blocks(visit, services, wanted) {
    const listed = await services.digests.list(visit.organization)
    const { shown, ...page } = pageOf(listed, wanted)
    return [
      { type: 'actions', block_id: 'home_digests', elements: [newButton] },
      ...(listed.length === 0 ? [context(noDigest)] : []),
      ...(await Promise.all(shown.map((one) => rowOf(services, one, visit)))),
      ...turnBlocks(page),
    ]
  },
}

const questions = {
  pause: { title: 'Pause this digest?', submit: 'Pause', says: 'Nothing is posted until it is resumed.' },
  resume: {
    title: 'Resume this digest?',
    submit: 'Resume',
    says: 'It will be posted again from its next day on.',
  },
  remove: { title: 'Remove this digest?', submit: 'Remove', says: 'Nothing more will be posted.' },
} as const

const memoryOf = (channel: string, team: string | null, seen: string | null): FormMemory => ({
  channel,
  channel_name: '',
  response_url: '',
  team,
  seen,
  typesZone: false,
})

/** Asks for the channel, and goes on with its form. */
const newDigest = adminForm({
  callback: 'home_digest_new',
  title: 'New digest',
  fields: ['channel'],
  idsOf: prefixed('home_digest_new_field'),
  memory: z.object({}),
  async run({ entered, asker }, services) {
    const form = await formOfChannel(asker, services, memoryOf(entered.chosen('channel') ?? '', null, null))
    return 'refused' in form ? form.refused : form
  },
})

const drawNewDigest = (): ModalView =>
  drawForm(newDigest, {
    submit: 'Next',
    memory: {},
    fields: {
      channel: {
        label: 'Channel',
        element: channelMenu,
        hint: 'whosout has to be in it: type /invite @whosout there first.',
      },
    },
  })

/** Resolves with the message for the channel; null when nothing changed. */
const change = async (
  { digests, now }: SlackServices,
  { organization, profile, actor }: Admin,
  { verb, id, seen }: MenuChoice,
  team: string | null,
): Promise<Line | null> => {
  if (verb === 'remove') {
    await digests.remove(organization, id, actor, seen)
    return removeNoticeBy(profile.name, team)
  }
  if (verb === 'pause') {
    const { changed } = await digests.pause(organization, id, actor, seen)
    return changed ? pauseNoticeBy(profile.name, team) : null
  }
  const { changed, digest } = await digests.resume(organization, id, actor, seen)
  return changed ? resumeNoticeBy(profile.name, team, digest, now()) : null
}

/** A message in the channel says who did it. */
const changeDigest = adminForm({
  callback: 'home_digest_change',
  title,
  fields: [],
  idsOf: prefixed('home_digest_field'),
  memory: z.object({ verb: z.enum(verbs).exclude(['edit']), seen: z.string(), id: z.string() }),
  async run({ memory, who: admin, asker }, services) {
    const { organization, workspace } = admin
    const digest = await findDigest(services, organization, memory.id)
    if (digest.workspace !== workspace) return outdated
    const editor = await admitEditorOf(asker, services, memoryOf(digest.channel, digest.team_id, memory.seen))
    // A digest that is posted nowhere can still be removed.
    if ('refused' in editor && memory.verb === 'resume') return editor.refused
    const team = await teamName(services, organization, digest.team_id)
    const notice = await change(services, admin, memory, team)
    if (notice === null) return 'Nothing has changed.'
    const also = 'refused' in editor ? null : await announce(services, asker, digest.channel, notice)
    return also === null ? drawLine(notice) : `${drawLine(notice)}\n${also}`
  },
})

const choose = async (
  { organization, workspace, clock }: Admin,
  value: string,
  services: SlackServices,
  asker: Requester,
): Promise<ModalView | string> => {
  const choice = choiceOf(value)
  if (choice === null) return outdated
  const { verb, id, seen } = choice
  const digest = await findDigest(services, organization, id)
  if (seenDigest(digest) !== seen || digest.workspace !== workspace) return outdated
  if (verb === 'edit') {
    const memory = memoryOf(digest.channel, digest.team_id, seen)
    const editor = await admitEditorOf(asker, services, memory)
    return 'refused' in editor ? editor.refused : prepareForm(editor, services, memory)
  }
  const { says, ...asked } = questions[verb]
  const team = await teamName(services, organization, digest.team_id)
  return askFirst(changeDigest, {
    ...asked,
    memory: { verb, seen, id },
    says: `${digestWords({ digest, team }, clock)}\n${says} A message in the channel says who did it.`,
  })
}

/** A new one, and [Edit] [Pause] [Resume] [Remove], as in the form of the channel. */
export const registerDigestsRoom = (app: App, services: SlackServices): void => {
  registerOpens(app, services, title, {
    [newButton.action_id]: async () => drawNewDigest(),
    [menuId]: choose,
  })
  registerForm(app, services, newDigest)
  registerForm(app, services, changeDigest)
}
