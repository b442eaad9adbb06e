import type { App } from '@slack/bolt'
import type { KnownBlock, ModalView } from '@slack/web-api'
import { dayAt } from '../../calendar/day.js'
import type { Digest } from '../../domain/digests/digest.js'
import { seenDigest } from '../../domain/digests/seen.js'
import { runWords, settingsWords } from '../../domain/words/digest-status.js'
import { dayWords } from '../../domain/words/dates.js'
import type { Dependencies } from '../../services/dependencies.js'
import { createDigests, type ListedDigest } from '../../services/digests/digests.js'
import type { Desk, DigestDesk } from '../digest/desk.js'
import type { FormMemory } from '../digest/form.js'
import { pauseNoticeBy, removeNoticeBy, resumeNoticeBy } from '../digest/texts.js'
import type { ListenerContext } from '../listeners.js'
import { context, formModal, section } from '../modal/modal.js'
import type { PressArgs, Submitted, SubmitArgs } from '../modal/frames.js'
import { drawLine, escape } from '../message/mrkdwn.js'
import { optionOf } from '../team-menu.js'
import { chosenValue, createAdminFrames, outdated, readJson, type AdminDesk } from './admin.js'
import { digestWords } from './everybody.js'
import { pageOf, rowBlock, turnBlocks, type Room, type RoomVisit } from './rooms.js'
import type { ShowHome } from './show-home.js'

const digestRoomIds = { menu: 'home_digests:menu' } as const
const callback = 'home_digest_change'
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
  action_id: digestRoomIds.menu,
  options: (['edit', digest.paused ? 'resume' : 'pause', 'remove'] as const).map((verb) =>
    optionOf(labels[verb], `${verb}:${seenDigest(digest)}:${digest._id}`),
  ),
})

const lastRun = async (digests: ReturnType<typeof createDigests>, digest: Digest, now: Date) => {
  const [run] = await digests.status(digest)
  if (!run) return 'it has not run yet'
  const today = dayAt(now, digest.timezone)
  return `last on ${dayWords(run.date, today)}: ${runWords(run, digest.timezone)}`
}

type RoomDeps = Pick<Dependencies, 'store' | 'now' | 'tzdata'>

const rowOf = async (
  deps: RoomDeps,
  listed: ListedDigest,
  { workspace, reading: { now } }: RoomVisit,
): Promise<KnownBlock> => {
  const { digest } = listed
  const isHere = digest.workspace === workspace
  const said = [
    digestWords(listed, now),
    `${settingsWords(digest)}; ${await lastRun(createDigests(deps), digest, now)}.`,
  ].map((text, place) => (place === 0 ? text : escape(text)))
  const note = isHere ? [] : ['It belongs to another workspace. Change it there.']
  return rowBlock(
    `home_digest:${digest._id}`,
    [...said, ...note].join('\n'),
    isHere ? menuOf(digest) : undefined,
  )
}

const count = (number: number, one: string, more: string): string => `${number} ${number === 1 ? one : more}`

/** The digests of all channels, for admins. */
export const createDigestsRoom = (deps: RoomDeps): Room => ({
  name: 'digests',
  title,
  async summary({ organization }) {
    const listed = await createDigests(deps).list(organization)
    const paused = listed.filter(({ digest }) => digest.paused !== null).length
    if (listed.length === 0) return 'No channel has a morning digest.'
    return `${count(listed.length, 'morning digest', 'morning digests')}${paused === 0 ? '' : ` · ${paused} paused`}`
  },
  async blocks(visit, wanted) {
    const listed = await createDigests(deps).list(visit.organization)
    const { shown, ...page } = pageOf(listed, wanted)
    if (listed.length === 0)
      return [context('No channel has a morning digest. Type `/whosout digest` in a channel to set one.')]
    return [...(await Promise.all(shown.map((one) => rowOf(deps, one, visit)))), ...turnBlocks(page)]
  },
})

const questions = {
  pause: { title: 'Pause this digest?', submit: 'Pause', says: 'Nothing is posted until it is resumed.' },
  resume: {
    title: 'Resume this digest?',
    submit: 'Resume',
    says: 'It will be posted again from its next day on.',
  },
  remove: { title: 'Remove this digest?', submit: 'Remove', says: 'Nothing will be posted anymore.' },
} as const

const memoryOf = ({ channel, team_id }: Digest, seen: string): FormMemory => ({
  channel,
  channel_name: '',
  response_url: '',
  team: team_id,
  seen,
  typesZone: false,
})

type RoomListenerDeps = ListenerContext & { readonly desk: DigestDesk; readonly showHome: ShowHome }

const askingAs = (
  { client, body }: Pick<PressArgs | SubmitArgs, 'client' | 'body'>,
  { workspace, organization }: AdminDesk,
  { channel }: Pick<Digest, 'channel'>,
  command: string,
) => ({ client, workspace, user: body.user.id, organization, channel: { id: channel, name: '' }, command })

/** [Edit] [Pause] [Resume] [Remove], as in the form of the channel; a message in the channel says who did it. */
export const registerDigestsRoom = (app: App, deps: RoomListenerDeps): void => {
  const { opens, submits, sentence, said } = createAdminFrames(deps, title)

  const edit = async (args: PressArgs, desk: AdminDesk, digest: Digest, seen: string): Promise<ModalView> => {
    const entered = await deps.desk.enter(askingAs(args, desk, digest, deps.command))
    if ('refused' in entered) return sentence(entered.refused)
    return deps.desk.form(entered, memoryOf(digest, seen), null)
  }

  const choose = async (desk: AdminDesk, args: PressArgs): Promise<ModalView> => {
    const choice = choiceOf(chosenValue(args))
    if (choice === null) return sentence(outdated)
    const digest = await deps.desk.standing(desk.organization, choice.id)
    if (seenDigest(digest) !== choice.seen || digest.workspace !== desk.workspace) return sentence(outdated)
    if (choice.verb === 'edit') return edit(args, desk, digest, choice.seen)
    const { title: asked, submit, says } = questions[choice.verb]
    const team = await deps.desk.teamName(desk.organization, digest.team_id)
    const text = `${digestWords({ digest, team }, deps.now())}\n${says} A message in the channel says who did it.`
    return formModal({ callback_id: callback, title: asked, submit, memory: choice }, [section(text)])
  }

  /** Resolves with the message for the channel; null when nothing changed. */
  const change = async (desk: AdminDesk, { verb, id, seen }: MenuChoice, digest: Digest) => {
    const { organization, profile } = desk
    const team = await deps.desk.teamName(organization, digest.team_id)
    if (verb === 'remove') {
      await deps.desk.digests.remove(organization, id, seen)
      return removeNoticeBy(profile.name, team)
    }
    if (verb === 'pause') {
      const { changed } = await deps.desk.digests.pause(organization, id, profile.id, seen)
      return changed ? pauseNoticeBy(profile.name, team) : null
    }
    const after = await deps.desk.digests.resume(organization, id, seen)
    return after.changed ? resumeNoticeBy(profile.name, team, after.digest, deps.now()) : null
  }

  const answer = async (desk: AdminDesk, args: SubmitArgs): Promise<Submitted> => {
    const { verb, seen, id } = readJson(args.view.private_metadata)
    const choice = choiceOf(`${String(verb)}:${String(seen)}:${String(id)}`)
    if (choice === null || choice.verb === 'edit') return said(outdated)
    const digest = await deps.desk.standing(desk.organization, choice.id)
    if (digest.workspace !== desk.workspace) return said(outdated)
    const entered: Desk | { readonly refused: string } = await deps.desk.enter(
      askingAs(args, desk, digest, deps.command),
    )
    // A digest that is posted nowhere can still be removed.
    if ('refused' in entered && choice.verb === 'resume') return said(entered.refused)
    const notice = await change(desk, choice, digest)
    const poster = deps.once(args.context.botToken ?? '')
    const also =
      notice === null || 'refused' in entered
        ? null
        : await deps.desk.announce(poster, digest.channel, notice)
    const done = notice === null ? 'Nothing has changed.' : `${drawLine(notice)}`
    return said(also === null ? done : `${done}\n${also}`)
  }

  app.action(digestRoomIds.menu, opens(choose))
  app.view(callback, submits(answer))
}
