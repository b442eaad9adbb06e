import type { App } from '@slack/bolt'
import type { KnownBlock, ModalView } from '@slack/web-api'
import { z } from 'zod'
import { Problem } from '../../domain/problem.js'
import type { Admin, Requester, Denial } from '../admission.js'
import type { SlackServices, SubmitArgs, Submitted } from '../listeners.js'
import { escape } from '../message/mrkdwn.js'
import { sentenceFor } from '../refusals.js'
import {
  enteredIn,
  inputBlock,
  overlongIn,
  type EnteredFields,
  type Field,
  type FormState,
  type SentView,
} from './fields.js'
import { sentenceModal } from './modal.js'
import { plainText, section } from '../message/elements.js'

/** A form that was submitted, by somebody who may do so. */
interface Submission<F extends string, M, Who> {
  readonly entered: EnteredFields<F>
  readonly memory: M
  readonly who: Who
  readonly asker: Requester
  readonly args: SubmitArgs
}

/** What is shown in place of the form: a sentence, escaped where it must be, or a view. */
type FormOutcome = string | ModalView | Submitted

interface FieldIds {
  readonly block: string
  readonly action: string
}

/** A form or a confirmation: its fields, who may submit it, and what then happens. */
export interface Form<F extends string, M, Who> {
  readonly callback: string
  /** Above every sentence about this form; at most 24 characters. */
  readonly title: string
  readonly fields: readonly F[]
  /** Slack keeps what was typed as long as these stay the same. */
  idsOf(field: F, memory: M): FieldIds
  /** The private metadata, kept until submission and not trusted; never a secret. */
  readonly memory: z.ZodType<M>
  /** The sentence for a form of another version. */
  readonly outdated: string
  /** `memory`: null when it is from another version, which is said only to those who may know. */
  admit(asker: Requester, services: SlackServices, memory: M | null): Promise<Who | Denial>
  run(submission: Submission<F, M, Who>, services: SlackServices): Promise<FormOutcome>
  /** The field of a refusal that names none of them; null: a sentence replaces the form. */
  placeOf?(problem: Problem, memory: M): F | null
  /** Where an error of a field is shown, if not at the field itself. */
  errorAt?(field: F, memory: M): F
  /** The Home tab is redrawn afterwards. */
  readonly redrawsHome?: boolean
}

export const outdated = 'This is out of date. Close it and open the Home tab again.'

/** Only for admins, whose rights are checked again whatever was drawn for them. */
export const adminForm = <F extends string, M>(
  form: Omit<Form<F, M, Admin>, 'admit' | 'outdated' | 'redrawsHome'>,
): Form<F, M, Admin> => ({
  ...form,
  outdated,
  redrawsHome: true,
  admit: (asker) => asker.admitAdmin(),
})

/** Ids that begin with a prefix of the form's own. */
export const prefixed =
  (prefix: string) =>
  (field: string): FieldIds => ({ block: `${prefix}:${field}`, action: field })

interface Drawn<F extends string, M> {
  /** At most 24 characters; the form's own unless given. */
  readonly title?: string
  readonly submit: string
  readonly close?: string
  readonly memory: M
  /** In their order; false: there is no such field in this case. */
  readonly fields?: Readonly<Partial<Record<F, Field | false>>>
  readonly above?: readonly KnownBlock[]
  readonly below?: readonly KnownBlock[]
}

export const drawForm = <F extends string, M>(
  form: Pick<Form<F, M, never>, 'callback' | 'title' | 'idsOf'>,
  { title = form.title, submit, close = 'Cancel', memory, fields, above = [], below = [] }: Drawn<F, M>,
): ModalView => {
  const drawn = (Object.entries(fields ?? {}) as [F, Field | false][]).flatMap(([name, field]) =>
    field ? [inputBlock(form.idsOf(name, memory), field)] : [],
  )
  return {
    type: 'modal',
    callback_id: form.callback,
    private_metadata: JSON.stringify(memory),
    title: plainText(title),
    submit: plainText(submit),
    close: plainText(close),
    blocks: [...above, ...drawn, ...below],
  }
}

/** A question to confirm: `says` is escaped where it must be. */
export const askFirst = <M>(
  form: Pick<Form<never, M, never>, 'callback' | 'title' | 'idsOf'>,
  { says, ...drawn }: Omit<Drawn<never, M>, 'above' | 'below' | 'fields'> & { readonly says: string },
): ModalView => drawForm(form, { ...drawn, above: [section(says)] })

/** Null when it is missing or from another version. */
export const readMemory = <M>(schema: z.ZodType<M>, metadata: string | undefined): M | null => {
  try {
    return schema.safeParse(JSON.parse(metadata || '{}')).data ?? null
  } catch {
    return null
  }
}

/** A service's refusal in its own words; any other error is rethrown. */
export const refusalOf = (error: unknown): string => {
  if (!(error instanceof Problem) || error.code === 'unavailable' || error.code === 'outcome_unknown')
    throw error
  return escape(sentenceFor(error))
}

/** A refusal, shown next to the fields it concerns. */
const errorsOf = <F extends string>(
  problem: Problem,
  fields: readonly F[],
  usual: F,
  blockOf: (field: F) => string,
): Submitted => {
  const errors = new Map<string, string>()
  for (const { path, message } of problem.issues ?? []) {
    const block = blockOf(fields.find((field) => field === path[0]) ?? usual)
    const sentence = message.replace(/^(?:must|is) [^]*/, 'It $&.')
    errors.set(block, [errors.get(block), sentence].filter(Boolean).join(' '))
  }
  if (errors.size === 0) errors.set(blockOf(usual), sentenceFor(problem))
  return { kind: 'errors', errors: Object.fromEntries(errors) }
}

const submittedOf = (title: string, outcome: FormOutcome): Submitted => {
  if (typeof outcome === 'string') return { kind: 'view', view: sentenceModal(title, outcome) }
  return 'kind' in outcome ? outcome : { kind: 'view', view: outcome }
}

/** Reads what was entered, does it, and says what came of it. */
export const registerForm = <F extends string, M, Who extends object>(
  app: App,
  { submit }: Pick<SlackServices, 'submit'>,
  form: Form<F, M, Who>,
): void =>
  app.view(
    { type: 'view_submission', callback_id: form.callback },
    submit(async (args, asker, services) => {
      const { view } = args
      const say = (outcome: FormOutcome): Submitted => submittedOf(form.title, outcome)
      const memory = readMemory(form.memory, view.private_metadata)
      const who = await form.admit(asker, services, memory)
      if ('refused' in who) return say(who.refused)
      if (memory === null) return say(form.outdated)
      const errors = overlongIn(view as SentView)
      if (Object.keys(errors).length > 0) return { kind: 'errors', errors }
      const idsOf = (field: F): FieldIds => form.idsOf(field, memory)
      const entered = enteredIn(view.state.values as FormState, idsOf)
      const submitted = await form
        .run({ entered, memory, who, asker, args }, services)
        .then(say, (error: unknown): Submitted => {
          const place = error instanceof Problem ? (form.placeOf?.(error, memory) ?? null) : null
          if (place !== null)
            return errorsOf(
              error as Problem,
              form.fields,
              place,
              (field) => idsOf(form.errorAt?.(field, memory) ?? field).block,
            )
          // Nothing was stored: what was entered stays, to be sent again.
          const isUnavailable = error instanceof Problem && error.code === 'unavailable'
          const input = isUnavailable ? view.blocks.find(({ type }) => type === 'input')?.block_id : undefined
          return input === undefined
            ? say(refusalOf(error))
            : { kind: 'errors', errors: { [input]: sentenceFor(error) } }
        })
      if (submitted.kind === 'errors' || !form.redrawsHome) return submitted
      return { ...submitted, after: () => services.showHome(asker) }
    }),
  )
