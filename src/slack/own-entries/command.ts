import { saysBack } from '../../domain/own-entries/read.js'
import { Problem } from '../../domain/problem.js'
import { backMessage } from '../../domain/words/own-entries.js'
import type { Requester, Denial } from '../admission.js'
import type { CommandArgs, SlackServices } from '../listeners.js'
import { drawMessage } from '../message/blocks.js'
import { openForm, sayTo } from '../modal/command.js'
import { admitAuthor, drawOwnForm, ownTitle } from './form.js'

/** The sentence of a refusal; any other error is rethrown. */
export const refusalOfEntry = (error: unknown): Denial => {
  if (error instanceof Problem && ['not_found', 'conflict'].includes(error.code))
    return { refused: error.message }
  throw error
}

const endEntry = async (args: CommandArgs, asker: Requester, services: SlackServices): Promise<void> => {
  const by = await admitAuthor(asker)
  if ('refused' in by) return sayTo(args, by.refused)
  const back = await services.ownEntries.back(asker.organization._id, by).catch(refusalOfEntry)
  if ('refused' in back) return sayTo(args, back.refused)
  const { text, blocks } = drawMessage(backMessage(back))
  return sayTo(args, text, blocks)
}

const openEntry = async (args: CommandArgs, asker: Requester, services: SlackServices): Promise<boolean> => {
  const { text, response_url } = args.command
  const by = await admitAuthor(asker)
  if ('refused' in by) {
    await sayTo(args, by.refused)
    return true
  }
  const entry = await services.ownEntries.read(asker.organization._id, by, text).catch(refusalOfEntry)
  if (entry === null) return false
  const prepared = 'refused' in entry ? entry : drawOwnForm(entry, { response_url, instead: null })
  await openForm(args, services.log, ownTitle, Promise.resolve(prepared))
  return true
}

/** `/whosout off…` and `/whosout back`. False: the words are a question. */
export const runOwnCommand = async (
  args: CommandArgs,
  asker: Requester,
  services: SlackServices,
): Promise<boolean> => {
  const { text } = args.command
  if (/^off(\s|[.!]*$)/i.test(text.trim())) return openEntry(args, asker, services)
  if (!saysBack(text)) return false
  await endEntry(args, asker, services)
  return true
}
