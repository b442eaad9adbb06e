import { actorOf } from '../admission.js'
import type { ModalView } from '@slack/web-api'
import { z } from 'zod'
import { digestId, lookAheads, silences } from '../../domain/digests/digest.js'
import { Problem } from '../../domain/problem.js'
import type { SlackServices } from '../listeners.js'
import { askFirst, prefixed, type Form } from '../modal/form.js'
import { sentenceModal, updateModal } from '../modal/modal.js'
import { staleText } from '../refusals.js'
import { admitEditorOf, announce, prepareForm, teamName, type Editor } from './editing.js'
import { formMemory, formTitle, isFromHome } from './form.js'
import { gone, removedText, removeNoticeBy, willPost } from './texts.js'

const chosen = z.object({
  look_ahead: z.enum(lookAheads),
  on_bank_holidays: z.enum(silences),
  when_empty: z.enum(silences),
})

/** The pending action and, for a post, the values of the fields. */
const question = z.discriminatedUnion('verb', [
  z.object({ verb: z.literal('post'), memory: formMemory, chosen: chosen.nullable() }),
  z.object({ verb: z.literal('remove'), memory: formMemory }),
])
type FormQuestion = z.infer<typeof question>

/** Performs it; resolves with the message for the form below, or with `removed` to replace the form. */
const perform = async (
  question: FormQuestion,
  { profile, asker }: Editor,
  services: SlackServices,
): Promise<{ readonly said: string } | { readonly removed: string }> => {
  const { organization, workspace, user } = asker
  const { memory, verb } = question
  const id = digestId(workspace, memory.channel, memory.team)
  try {
    if (verb === 'post') {
      await services.digests.postNow(organization, id, question.chosen)
      services.postSoon?.(id, user)
      return { said: willPost }
    }
    const team = await teamName(services, organization, memory.team)
    await services.digests.remove(organization, id, actorOf(asker), memory.seen ?? undefined)
    const also = await announce(services, asker, memory.channel, removeNoticeBy(profile.name, team))
    return { removed: also === null ? removedText : `${removedText} ${also}` }
  } catch (error) {
    if (!(error instanceof Problem) || !['not_found', 'conflict'].includes(error.code)) throw error
    return { said: error.code === 'not_found' ? gone : error.message }
  }
}

/** Asked on top of the form before an action that cannot be undone; the form below reports the result. */
export const questionForm: Form<never, FormQuestion, Editor> = {
  callback: 'digest_question',
  title: formTitle,
  fields: [],
  idsOf: prefixed('digest_question'),
  memory: question,
  outdated: staleText,
  admit: async (asker, services, asked) =>
    asked ? admitEditorOf(asker, services, asked.memory) : { refused: staleText },
  async run({ memory: asked, who: editor, asker, args }, services) {
    const { memory } = asked
    const done = await perform(asked, editor, services)
    const below = { id: args.view.previous_view_id ?? '' }
    const after = async (): Promise<void> => {
      // A post changes no setting, so another person's changes are still unseen.
      const view =
        'removed' in done
          ? sentenceModal(formTitle, done.removed)
          : await prepareForm(
              editor,
              services,
              { ...memory, seen: done.said === gone ? null : memory.seen },
              done.said,
            )
      await updateModal(args.client, below, view)
      if (isFromHome(memory)) await services.showHome(asker)
    }
    return { kind: 'closed', said: 'removed' in done ? done.removed : done.said, after }
  },
}

const labels = { post: 'Post now', remove: 'Remove' } as const

export const questionModal = (memory: FormQuestion, says: string): ModalView => {
  const label = labels[memory.verb]
  return askFirst(questionForm, { title: label, submit: label, memory, says })
}
