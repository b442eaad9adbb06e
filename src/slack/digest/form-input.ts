import { z } from 'zod'
import { lookAheads, silences } from '../../domain/digests/digest.js'
import type { DigestField, DigestSettingsInput } from '../../domain/digests/settings.js'
import type { Issue } from '../../domain/problem.js'
import { blockOf, fieldOf, type FormField, type FormMemory } from './form.js'
import { otherZone } from '../modal/zone-field.js'

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

/** The input of the fields; an empty field is an empty text. */
export const readForm = (values: FormState, { team }: Pick<FormMemory, 'team'>): DigestSettingsInput => {
  const field = (name: FormField): FieldState => values[blockOf(name, team)]?.[fieldOf(name)] ?? {}
  const chosen = (name: DigestField): string | undefined => field(name).selected_option?.value
  const zone = chosen('timezone') ?? ''
  return {
    time: field('time').selected_time ?? '',
    timezone: zone === otherZone ? (field('typed_zone').value ?? '') : zone,
    days: (field('days').selected_options ?? []).map(({ value }) => value ?? ''),
    look_ahead: chosen('look_ahead'),
    on_bank_holidays: chosen('on_bank_holidays'),
    when_empty: chosen('when_empty'),
  }
}

/** Error messages, by the field they belong to. */
export const formErrors = (
  issues: readonly Issue[],
  { team, typesZone }: Pick<FormMemory, 'team' | 'typesZone'>,
): Readonly<Record<string, string>> => {
  const fieldAt = (name: DigestField): FormField => (name === 'timezone' && typesZone ? 'typed_zone' : name)
  return Object.fromEntries(
    issues.map(({ path, message }) => [blockOf(fieldAt(path[0] as DigestField), team), message]),
  )
}

const memory = z.strictObject({
  channel: z.string(),
  channel_name: z.string(),
  response_url: z.string(),
  team: z.string().nullable(),
  seen: z.string().nullable(),
  typesZone: z.boolean(),
})

const chosen = z.object({
  look_ahead: z.enum(lookAheads),
  on_bank_holidays: z.enum(silences),
  when_empty: z.enum(silences),
})

/**
 * The private metadata of a confirmation on top of the form: the pending action and, for a post, the values of the
 * fields.
 */
const question = z.discriminatedUnion('verb', [
  z.object({ verb: z.literal('post'), memory, chosen: chosen.nullable() }),
  z.object({ verb: z.literal('remove'), memory }),
])
export type FormQuestion = z.infer<typeof question>

const readJson = <T>(schema: z.ZodType<T>, text: string): T | null => {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** Parses the private metadata of the form; null when it is missing or from another version. */
export const readMemory = (text: string): FormMemory | null => readJson(memory, text)
export const readQuestion = (text: string): FormQuestion | null => readJson(question, text)
