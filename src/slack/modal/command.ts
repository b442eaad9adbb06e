import type { KnownBlock, ModalView } from '@slack/web-api'
import { within } from '../../services/within.js'
import type { CommandArgs } from '../listeners.js'
import { describeError, slackErrorOf, type Log } from '../log.js'
import { sentenceModal, updateModal } from './modal.js'
import { sentenceFor } from '../refusals.js'

/** Only the person who typed the command sees it. */
export const sayTo = async (
  { respond }: CommandArgs,
  text: string,
  blocks: readonly KnownBlock[] = [],
): Promise<void> => {
  await respond({ text, blocks: [...blocks], response_type: 'ephemeral', replace_original: false })
}

/** Milliseconds: a form that takes longer is opened empty, because Slack allows three seconds to open one. */
const answerWithin = 800

const triggerErrors = ['expired_trigger_id', 'exchanged_trigger_id', 'invalid_trigger_id']

const lateTrigger = 'Slack did not open the form in time. Please type the command again.'
export const oneMoment = 'One moment, please…'

/** Opens a modal; undefined when Slack says that it is too late for that, in which case the person was told. */
const open = async (args: CommandArgs, view: ModalView) => {
  try {
    return (await args.client.views.open({ trigger_id: args.command.trigger_id, view })).view
  } catch (error) {
    if (!triggerErrors.includes(slackErrorOf(error) ?? '')) throw error
    await sayTo(args, lateTrigger)
    return undefined
  }
}

/** Opens the form for a command, or says why there is none; slow results and failures appear in the modal. */
export const openForm = async (
  args: CommandArgs,
  log: Log,
  title: string,
  preparing: Promise<ModalView | { readonly refused: string }>,
): Promise<void> => {
  const early = await within(answerWithin, preparing, () => null)
  if (early && 'refused' in early) return sayTo(args, early.refused)
  if (early) return void (await open(args, early))
  // It may fail before anything awaits it again.
  preparing.catch(() => undefined)
  const opened = await open(args, sentenceModal(title, oneMoment))
  if (!opened?.id) return
  const view = await preparing.then(
    (ready) => ('refused' in ready ? sentenceModal(title, ready.refused) : ready),
    (error: unknown) => {
      log.error({ err: describeError(error), workspace: args.command.team_id }, 'a form failed')
      return sentenceModal(title, sentenceFor(error))
    },
  )
  await updateModal(args.client, { id: opened.id, hash: opened.hash }, view)
}
