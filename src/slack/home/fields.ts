import type { InputBlock, KnownBlock } from '@slack/web-api'
import type { FieldState, FormState } from '../digest/form-input.js'
import type { SubmitArgs } from '../modal/frames.js'
import { plainText } from '../modal/modal.js'

/** A field whose block has the id of its element. */
export const idInput = (
  action_id: string,
  label: string,
  element: InputBlock['element'],
  more: Pick<InputBlock, 'hint' | 'optional'> = {},
): KnownBlock => ({ type: 'input', block_id: action_id, label: plainText(label), element, ...more })

/** The state of such a field. */
export const fieldIn = (view: SubmitArgs['view'], action_id: string): FieldState =>
  (view.state.values as FormState)[action_id]?.[action_id] ?? {}

export const chosenIn = (view: SubmitArgs['view'], action_id: string): string | undefined =>
  fieldIn(view, action_id).selected_option?.value
