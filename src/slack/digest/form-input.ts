import type { DigestField, DigestSettingsInput } from '../../domain/digests/settings.js'
import type { Issue } from '../../domain/problem.js'
import { blockOf, fieldOf, type FormMemory } from './form.js'

/** The state of one field, as Slack sends it. */
export interface FieldState {
  readonly value?: string | null | undefined
  readonly selected_date?: string | null | undefined
  readonly selected_time?: string | null | undefined
  readonly selected_option?: { readonly value?: string | undefined } | null | undefined
  readonly selected_options?: readonly { readonly value?: string | undefined }[] | null | undefined
}

/** The state of a view's fields, by block id, then by action id. */
export type FormState = Readonly<Record<string, Readonly<Record<string, FieldState>>>>

/** What was filled in; an empty field is an empty text. */
export const readForm = (values: FormState, { team }: Pick<FormMemory, 'team'>): DigestSettingsInput => {
  const field = (name: DigestField): FieldState => values[blockOf(name, team)]?.[fieldOf(name)] ?? {}
  const chosen = (name: DigestField): string | undefined => field(name).selected_option?.value
  return {
    time: field('time').selected_time ?? '',
    timezone: field('timezone').value ?? '',
    days: (field('days').selected_options ?? []).map(({ value }) => value ?? ''),
    look_ahead: chosen('look_ahead'),
    on_bank_holidays: chosen('on_bank_holidays'),
    when_empty: chosen('when_empty'),
  }
}

/** What is wrong, beside the field that it is about. */
export const formErrors = (
  issues: readonly Issue[],
  { team }: Pick<FormMemory, 'team'>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(issues.map(({ path, message }) => [blockOf(path[0] as DigestField, team), message]))

const isText = (value: unknown): value is string => typeof value === 'string'

/** What the form kept in mind; null: another version did, or nobody. */
export const readMemory = (text: string): FormMemory | null => {
  try {
    const { channel, channel_name, response_url, team } = JSON.parse(text) as Partial<FormMemory>
    if (!isText(channel) || !isText(channel_name) || !isText(response_url)) return null
    return team === null || isText(team) ? { channel, channel_name, response_url, team } : null
  } catch {
    return null
  }
}
