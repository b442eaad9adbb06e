import type { App } from '@slack/bolt'
import type { KnownBlock, ModalView } from '@slack/web-api'
import { z } from 'zod'
import { wholeParts } from '../../domain/words/by-team.js'
import { replyMessage } from '../../domain/words/reply.js'
import type { Requester } from '../admission.js'
import type { PressArgs, SlackServices } from '../listeners.js'
import { drawList } from '../message/blocks.js'
import { context, section } from '../message/elements.js'
import { escape } from '../message/mrkdwn.js'
import { chosenValue } from '../modal/for-admins.js'
import { readMemory } from '../modal/form.js'
import { viewOf } from '../modal/frames.js'
import { sentenceModal, shownModal, updateModal } from '../modal/modal.js'
import { staleText } from '../refusals.js'
import { everybody, teamMenu } from '../team-menu.js'
import { answerFor, voiceOf } from './asking.js'
import { controlIds } from './controls.js'

const title = 'Who is out'

/** The question, kept in the modal; not trusted. */
const memory = z.object({ text: z.string().max(2_000) })

/** Slack's limit for a modal is 100 blocks. */
const maxListed = 95

/** Everybody who is out by team, with a menu that shows one of the teams alone. */
const drawWhole = async (
  services: SlackServices,
  asker: Requester,
  text: string,
  team: string | null,
): Promise<ModalView> => {
  const profile = await asker.admit()
  if ('refused' in profile) return sentenceModal(title, profile.refused)
  const question = { text, ...(team !== null && { team }) }
  const { reply, teams } = await answerFor(services, profile, asker, question, 'asker')
  if (reply.kind !== 'presence') return sentenceModal(title, staleText)
  const listed = reply.first?.today ?? reply
  const voice = { ...voiceOf(asker), whole: true }
  const body = wholeParts(listed, voice).flatMap((part): readonly KnownBlock[] =>
    part.kind === 'list' ? drawList(part) : [],
  )
  const menu = teamMenu({
    action_id: controlIds.wholeTeam,
    teams: teams.map(({ id, name }) => ({ id: id ?? name, name })),
    chosen: team,
  })
  const rest = body.length - maxListed
  return {
    ...shownModal(title, [
      section(`*${escape(replyMessage({ ...listed, first: null }, voice).title)}*`),
      // A different block for each choice, because Slack keeps the selection of a menu as long as its block stays.
      ...(teams.length === 0
        ? []
        : [{ type: 'actions' as const, block_id: `ask_whole:${team ?? everybody}`, elements: [menu] }]),
      ...(body.length === 0 ? [section('Nobody is out.')] : body.slice(0, maxListed)),
      ...(rest > 0 ? [context('There are more than fit here: choose a team.')] : []),
    ]),
    private_metadata: JSON.stringify({ text }),
  }
}

/** "Show all" below an answer that is cut to a dozen lines. */
export const registerWhole = (app: App, services: SlackServices): void => {
  app.action(
    controlIds.whole,
    services.open(async (args: PressArgs, asker) =>
      drawWhole(services, asker, args.action.type === 'button' ? (args.action.value ?? '') : '', null),
    ),
  )
  app.action(
    controlIds.wholeTeam,
    services.press(async (args: PressArgs, asker) => {
      const view = viewOf(args)
      const kept = readMemory(memory, view.private_metadata)
      const chosen = chosenValue(args) || everybody
      const next = kept
        ? await drawWhole(services, asker, kept.text, chosen === everybody ? null : chosen)
        : sentenceModal(title, staleText)
      await updateModal(args.client, { id: view.id }, next)
    }),
  )
}
