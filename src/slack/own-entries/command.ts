import { saysBack, saysElsewhere } from '../../domain/own-entries/read.js'
import { Problem } from '../../domain/problem.js'
import { backMessage, dayOffWords } from '../../domain/words/own-entries.js'
import type { Denial } from '../admission.js'
import type { SlashCommand } from '../listeners.js'
import { drawMessage } from '../message/blocks.js'
import { openForm, sayTo } from '../modal/command.js'
import { admitAuthor, drawOwnForm, ownTitle } from './form.js'

/** The sentence of a refusal; any other error is rethrown. */
export const refusalOfEntry = (error: unknown): Denial => {
  if (error instanceof Problem && ['not_found', 'conflict'].includes(error.code))
    return { refused: error.message }
  throw error
}

const endEntry: SlashCommand['run'] = async (args, asker, services) => {
  const by = await admitAuthor(asker)
  if ('refused' in by) return sayTo(args, by.refused)
  const back = await services.ownEntries.back(asker.organization._id, by).catch(refusalOfEntry)
  if ('refused' in back) return sayTo(args, back.refused)
  const { text, blocks } = drawMessage(backMessage(back))
  return sayTo(args, text, blocks)
}

const openEntry: SlashCommand['run'] = async (args, asker, services) => {
  const { text, response_url } = args.command
  const by = await admitAuthor(asker)
  if ('refused' in by) return sayTo(args, by.refused)
  if (saysElsewhere(text)) return sayTo(args, 'Working from home counts as in, so there is nothing to enter.')
  const entry = await services.ownEntries.read(asker.organization._id, by, text).catch(refusalOfEntry)
  if (entry === null) return 'question'
  const prepared =
    'refused' in entry
      ? entry
      : drawOwnForm(entry, { response_url, instead: null }, dayOffWords(entry, entry.today))
  return openForm(args, services.log, ownTitle, Promise.resolve(prepared))
}

/** `/whosout off…`; days that cannot be read as one's own ("off design") are a question. */
export const offCommand: SlashCommand = { matches: (text) => /^off(\s|[.!]*$)/i.test(text), run: openEntry }

/** `/whosout back` */
export const backCommand: SlashCommand = { matches: saysBack, run: endEntry }
