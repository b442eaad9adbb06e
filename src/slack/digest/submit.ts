import { actorOf } from '../admission.js'
import { digestId } from '../../domain/digests/digest.js'
import { Problem } from '../../domain/problem.js'
import { settingsWords } from '../../domain/words/digest-status.js'
import type { SetDigest } from '../../services/digests/digests.js'
import { admitEditorOf, announce, prepareForm, teamName, type Editor } from './editing.js'
import { formShape, isFromHome, settingsIn, type FormField, type FormMemory } from './form.js'
import { changedSince, savedText, setNotice, teamGone } from './texts.js'
import type { SlackServices } from '../listeners.js'
import type { Form } from '../modal/form.js'
import { staleText } from '../refusals.js'

/** Someone else changed it while the form was open: the input stays, and the current settings are shown. */
const overtaken = async (editor: Editor, services: SlackServices, memory: FormMemory) => {
  const { organization, workspace } = editor.asker
  const id = digestId(workspace, memory.channel, memory.team)
  const standing = await services.digests.find(organization, id).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'not_found') return null
    throw error
  })
  const said = changedSince(standing && settingsWords(standing))
  return prepareForm(editor, services, { ...memory, seen: null }, said)
}

/** Saving unchanged settings is not announced in the channel. */
const isNews = ({ digest, replaced }: SetDigest): boolean =>
  replaced === null || replaced.paused !== null || settingsWords(replaced) !== settingsWords(digest)

/** Submitting the form saves it. */
export const settingsForm: Form<FormField, FormMemory, Editor> = {
  ...formShape,
  outdated: staleText,
  admit: async (asker, services, memory) =>
    memory ? admitEditorOf(asker, services, memory) : { refused: staleText },
  placeOf: ({ code, issues }) => (code === 'invalid' && issues ? 'time' : null),
  errorAt: (field, { typesZone }) => (field === 'timezone' && typesZone ? 'typed_zone' : field),
  async run({ entered, memory, who: editor, asker }, services) {
    const { profile } = editor
    const { organization, workspace } = asker
    const { channel, response_url } = memory
    const name = await teamName(services, organization, memory.team)
    if (memory.team !== null && name === null) return teamGone
    const team = memory.team === null ? null : { id: memory.team, name: name ?? '' }
    const wanted = { workspace, channel, team, settings: settingsIn(entered), creator: profile.id }
    const set = await services.digests
      .set(organization, { ...wanted, seen: memory.seen ?? undefined }, actorOf(asker))
      .catch((error: unknown) => {
        if (error instanceof Problem && error.code === 'conflict') return null
        throw error
      })
    if (set === null) return overtaken(editor, services, memory)
    const after = async (): Promise<void> => {
      if (isFromHome(memory)) await services.showHome(asker)
      if (!isNews(set)) return
      const notice = setNotice(profile.name, name, set, services.now())
      const also = await announce(services, asker, channel, notice)
      if (also !== null) await services.showThrough(response_url, { text: also, blocks: [] })
    }
    return { kind: 'closed', said: savedText, after }
  },
}
