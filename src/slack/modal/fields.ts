import type { InputBlock, KnownBlock, PlainTextOption } from '@slack/web-api'
import { plainText } from '../message/elements.js'

type Element = InputBlock['element']

/** How a field of a form is drawn. */
export interface Field {
  readonly label: string
  readonly hint?: string | undefined
  /** Slack takes a form without a value, or with nothing ticked, only where that is optional. */
  readonly optional?: boolean
  /** Reports a choice at once, before the form is submitted. */
  readonly dispatches?: boolean
  readonly element: (action_id: string) => Element
}

export const inputBlock = (
  { block, action }: { readonly block: string; readonly action: string },
  { label, hint, optional, dispatches, element }: Field,
): KnownBlock => ({
  type: 'input',
  block_id: block,
  label: plainText(label),
  element: element(action),
  ...(hint !== undefined && { hint: plainText(hint) }),
  ...(optional !== undefined && { optional }),
  ...(dispatches !== undefined && { dispatch_action: dispatches }),
})

interface TextSettings {
  readonly max: number
  readonly initial?: string
  readonly multiline?: boolean
}

export const text =
  ({ max, initial, multiline }: TextSettings): Field['element'] =>
  (action_id) => ({
    type: 'plain_text_input',
    action_id,
    max_length: max,
    ...(initial !== undefined && { initial_value: initial }),
    ...(multiline !== undefined && { multiline }),
  })

/** The values that can be chosen, with their labels: whole sentences of ours, which are never cut. */
type Choices = Readonly<Record<string, string>>

const optionsOf = (choices: Choices): PlainTextOption[] =>
  Object.entries(choices).map(([value, label]) => ({ text: plainText(label), value }))

export const choice =
  (choices: Choices, chosen: string | null): Field['element'] =>
  (action_id) => {
    const options = optionsOf(choices)
    const initial_option = options.find(({ value }) => value === chosen) ?? options[0]!
    return { type: 'static_select', action_id, options, initial_option }
  }

/** A choice whose options each have a sentence. */
export const explained =
  (choices: Choices, sentences: Choices, chosen: string): Field['element'] =>
  (action_id) => {
    const options = optionsOf(choices).map((option) => ({
      ...option,
      description: plainText(sentences[option.value ?? ''] ?? ''),
    }))
    const initial_option = options.find(({ value }) => value === chosen) ?? options[0]!
    return { type: 'radio_buttons', action_id, options, initial_option }
  }

export const ticks =
  (choices: Choices, ticked: readonly string[]): Field['element'] =>
  (action_id) => {
    const options = optionsOf(choices)
    const initial_options = options.filter(({ value }) => ticked.includes(value ?? ''))
    return {
      type: 'checkboxes',
      action_id,
      options,
      ...(initial_options.length > 0 && { initial_options }),
    }
  }

export const date =
  (initial_date?: string): Field['element'] =>
  (action_id) => ({ type: 'datepicker', action_id, ...(initial_date !== undefined && { initial_date }) })

/** A channel where something can be posted. */
export const channelMenu: Field['element'] = (action_id) => ({
  type: 'conversations_select',
  action_id,
  filter: { include: ['public', 'private'], exclude_external_shared_channels: true, exclude_bot_users: true },
})

/** The choices of a list, each labelled by `label`. */
export const choicesOf = <T extends string>(values: readonly T[], label: (value: T) => string): Choices =>
  Object.fromEntries(values.map((value) => [value, label(value)]))

/** The state of one field, as Slack sends it. */
interface FieldState {
  readonly value?: string | null | undefined
  readonly selected_date?: string | null | undefined
  readonly selected_time?: string | null | undefined
  readonly selected_conversation?: string | null | undefined
  readonly selected_option?: { readonly value?: string | undefined } | null | undefined
  readonly selected_options?: readonly { readonly value?: string | undefined }[] | null | undefined
}

/** The state of a view's fields, by block id, then by action id. */
export type FormState = Readonly<Record<string, Readonly<Record<string, FieldState>>>>

/** Slack's own, for a field that does not say how long its text may be. */
const maxText = 3_000

/** A view as it comes back with what was entered. */
export interface SentView {
  readonly blocks?: readonly object[]
  readonly state?: { readonly values: FormState }
}

/** The fields, by block id, whose text is longer than they take: Slack's windows keep to that, other programs need not. */
export const overlongIn = ({ blocks = [], state }: SentView): Readonly<Record<string, string>> =>
  Object.fromEntries(
    // Of the blocks that Slack draws.
    (blocks as readonly KnownBlock[]).flatMap((block): (readonly [string, string])[] => {
      if (block.type !== 'input' || block.block_id === undefined) return []
      const { element } = block
      const most = ('max_length' in element ? element.max_length : undefined) ?? maxText
      const texts = Object.values(state?.values[block.block_id] ?? {}).map(({ value }) => value ?? '')
      const isOver = texts.some((typed) => typed.length > most)
      return isOver ? [[block.block_id, `Use at most ${most.toLocaleString('en')} characters.`]] : []
    }),
  )

/** What was entered in a form's fields. */
export interface EnteredFields<F extends string> {
  /** Empty where nothing was typed. */
  text(field: F): string
  /** A chosen option, day, time or channel. */
  chosen(field: F): string | undefined
  ticked(field: F): readonly string[]
}

export const enteredIn = <F extends string>(
  values: FormState,
  idsOf: (field: F) => { readonly block: string; readonly action: string },
): EnteredFields<F> => {
  const state = (field: F): FieldState => {
    const { block, action } = idsOf(field)
    return values[block]?.[action] ?? {}
  }
  return {
    text: (field) => state(field).value ?? '',
    chosen: (field) => {
      const { selected_option, selected_date, selected_time, selected_conversation } = state(field)
      return selected_option?.value ?? selected_date ?? selected_time ?? selected_conversation ?? undefined
    },
    ticked: (field) => (state(field).selected_options ?? []).map(({ value }) => value ?? ''),
  }
}
