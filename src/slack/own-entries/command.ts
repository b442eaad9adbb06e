import type { Organization } from '../../domain/organization/organization.js'
import { saysBack } from '../../domain/own-entries/read.js'
import { Problem } from '../../domain/problem.js'
import { backMessage } from '../../domain/words/own-entries.js'
import type { EntryAuthor, OwnEntries } from '../../services/own-entries/own-entries.js'
import type { Asking, SlackAnswers } from '../ask/asking.js'
import { drawMessage } from '../message/blocks.js'
import { openForm, sayTo, type CommandArgs } from '../modal/command.js'
import { askingOf } from '../ask/who-asks.js'
import { actorOf } from '../home/rights.js'
import type { Log } from '../log.js'
import { ownForm, ownTitle } from './form.js'

/** Handles `/whosout off…` and `/whosout back` after they were acknowledged. */
export interface OwnCommand {
  /** False: the words are a question. */
  run(args: CommandArgs, organization: Organization): Promise<boolean>
}

export interface OwnDeps {
  readonly own: OwnEntries
  readonly asker: Pick<SlackAnswers, 'admit'>
}

/** The person, when they may do this; otherwise a sentence that says why not. */
export const entererOf = async (
  asker: OwnDeps['asker'],
  asking: Asking,
): Promise<EntryAuthor | { readonly refused: string }> => {
  const profile = await asker.admit(asking)
  if ('refused' in profile) return profile
  return { asker: profile, actor: actorOf(asking.workspace, asking.user) }
}

/** The sentence of a refusal; any other error is rethrown. */
export const refusalOf = (fault: unknown): { readonly refused: string } => {
  if (fault instanceof Problem && ['not_found', 'conflict'].includes(fault.code))
    return { refused: fault.message }
  throw fault
}

export const createOwnCommand = ({ own, asker, log }: OwnDeps & { readonly log: Log }): OwnCommand => {
  const endEntry = async (args: CommandArgs, asking: Asking): Promise<void> => {
    const by = await entererOf(asker, asking)
    if ('refused' in by) return sayTo(args, by.refused)
    const back = await own.back(asking.organization._id, by)
    const { text, blocks } = drawMessage(backMessage(back))
    return sayTo(args, text, blocks)
  }
  const off = async (args: CommandArgs, asking: Asking): Promise<boolean> => {
    const by = await entererOf(asker, asking)
    if ('refused' in by) {
      await sayTo(args, by.refused)
      return true
    }
    const entry = await own.read(asking.organization._id, by, args.command.text).catch(refusalOf)
    if (entry === null) return false
    const memory = { response_url: args.command.response_url, instead: null }
    const prepared = 'refused' in entry ? entry : ownForm(entry, memory)
    await openForm(args, log, ownTitle, Promise.resolve(prepared))
    return true
  }
  return {
    async run(args, organization) {
      const { text } = args.command
      const asking = askingOf(args, organization)
      if (/^off(\s|[.!]*$)/i.test(text.trim())) return off(args, asking)
      if (!saysBack(text)) return false
      await endEntry(args, asking).catch((fault: unknown) => sayTo(args, refusalOf(fault).refused))
      return true
    },
  }
}
