import { z } from 'zod'

/** Limits of interactive elements and the objects in them, from docs.slack.dev/reference/block-kit. */

/** Counts characters as JavaScript does, which is never fewer than Slack counts. */
export const plainText = (max: number) =>
  z.strictObject({
    type: z.literal('plain_text'),
    text: z.string().min(1).max(max),
    emoji: z.boolean().optional(),
  })

const mrkdwn = (max: number) =>
  z.strictObject({
    type: z.literal('mrkdwn'),
    text: z.string().min(1).max(max),
    verbatim: z.boolean().optional(),
  })

export const anyText = (max: number) => z.discriminatedUnion('type', [plainText(max), mrkdwn(max)])

export const id = z.string().min(1).max(255)

export const image = z.strictObject({
  type: z.literal('image'),
  image_url: z.url().max(3_000),
  alt_text: z.string().min(1).max(2_000),
})

const style = z.enum(['primary', 'danger'])

const confirm = z.strictObject({
  title: plainText(100),
  text: anyText(300),
  confirm: plainText(30),
  deny: plainText(30),
  style: style.optional(),
})

const option = z.strictObject({
  text: anyText(75),
  value: z.string().min(1).max(150),
  description: anyText(75).optional(),
})

const choices = (max: number) => z.array(option).min(1).max(max)

const action = {
  action_id: id.optional(),
  confirm: confirm.optional(),
  focus_on_load: z.boolean().optional(),
}
const picker = { ...action, placeholder: plainText(150).optional() }

const button = z.strictObject({
  type: z.literal('button'),
  text: plainText(75),
  action_id: id.optional(),
  url: z.url().max(3_000).optional(),
  value: z.string().max(2_000).optional(),
  style: style.optional(),
  confirm: confirm.optional(),
  accessibility_label: z.string().max(75).optional(),
})

const staticFields = {
  ...picker,
  options: choices(100).optional(),
  option_groups: z
    .array(z.strictObject({ label: plainText(75), options: choices(100) }))
    .min(1)
    .max(100)
    .optional(),
}

interface OptionLists {
  readonly options?: readonly unknown[] | undefined
  readonly option_groups?: readonly { readonly options: readonly unknown[] }[] | undefined
}

const offered = ({ options, option_groups }: OptionLists): readonly unknown[] =>
  options ?? option_groups?.flatMap((group) => group.options) ?? []

const has = (list: readonly unknown[], wanted: unknown): boolean =>
  list.some((one) => JSON.stringify(one) === JSON.stringify(wanted))

const hasOneSource = ({ options, option_groups }: OptionLists): boolean =>
  (options === undefined) !== (option_groups === undefined)

const oneSource = 'must have either options or option_groups'
const amongOptions = 'initial option must be one of the options'

const staticSelect = z
  .strictObject({ type: z.literal('static_select'), ...staticFields, initial_option: option.optional() })
  .refine(hasOneSource, oneSource)
  .refine((one) => one.initial_option === undefined || has(offered(one), one.initial_option), amongOptions)

/** The app supplies its options when a person opens it or types (`block_suggestion`). */
const externalSelect = z.strictObject({
  type: z.literal('external_select'),
  ...picker,
  initial_option: option.optional(),
  min_query_length: z.int().min(0).optional(),
})

/** The app's answer to that. */
export const offeredOptions = z.strictObject({ options: z.array(option).max(100) })

const multiStaticSelect = z
  .strictObject({
    type: z.literal('multi_static_select'),
    ...staticFields,
    initial_options: choices(100).optional(),
    max_selected_items: z.int().min(1).optional(),
  })
  .refine(hasOneSource, oneSource)
  .refine((one) => (one.initial_options ?? []).every((given) => has(offered(one), given)), amongOptions)

const usersSelect = z.strictObject({
  type: z.literal('users_select'),
  ...picker,
  initial_user: z.string().optional(),
})

const conversationFields = {
  ...picker,
  default_to_current_conversation: z.boolean().optional(),
  filter: z
    .strictObject({
      include: z
        .array(z.enum(['im', 'mpim', 'private', 'public']))
        .min(1)
        .optional(),
      exclude_external_shared_channels: z.boolean().optional(),
      exclude_bot_users: z.boolean().optional(),
    })
    .optional(),
}

const conversationsSelect = z.strictObject({
  type: z.literal('conversations_select'),
  ...conversationFields,
  initial_conversation: z.string().optional(),
  response_url_enabled: z.boolean().optional(),
})

const channelsSelect = z.strictObject({
  type: z.literal('channels_select'),
  ...picker,
  initial_channel: z.string().optional(),
  response_url_enabled: z.boolean().optional(),
})

const overflow = z.strictObject({
  type: z.literal('overflow'),
  action_id: id.optional(),
  confirm: confirm.optional(),
  options: choices(5),
})

const radioButtons = z
  .strictObject({
    type: z.literal('radio_buttons'),
    ...action,
    options: choices(10),
    initial_option: option.optional(),
  })
  .refine((one) => one.initial_option === undefined || has(one.options, one.initial_option), amongOptions)

const checkboxes = z
  .strictObject({
    type: z.literal('checkboxes'),
    ...action,
    options: choices(10),
    initial_options: choices(10).optional(),
  })
  .refine((one) => (one.initial_options ?? []).every((given) => has(one.options, given)), amongOptions)

const datepicker = z.strictObject({
  type: z.literal('datepicker'),
  ...picker,
  initial_date: z.iso.date().optional(),
})

const timepicker = z.strictObject({
  type: z.literal('timepicker'),
  ...picker,
  initial_time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .optional(),
  timezone: z.string().optional(),
})

const plainTextInput = z.strictObject({
  type: z.literal('plain_text_input'),
  ...picker,
  initial_value: z.string().max(3_000).optional(),
  multiline: z.boolean().optional(),
  min_length: z.int().min(0).max(3_000).optional(),
  max_length: z.int().min(1).max(3_000).optional(),
})

const selects = [staticSelect, externalSelect, usersSelect, conversationsSelect, channelsSelect] as const
const everywhere = [...selects, radioButtons, checkboxes, datepicker, timepicker] as const

export const actionsElement = z.discriminatedUnion('type', [...everywhere, button, overflow])
export const accessory = z.discriminatedUnion('type', [
  ...everywhere,
  button,
  overflow,
  multiStaticSelect,
  image,
])
export const inputElement = z.discriminatedUnion('type', [...everywhere, multiStaticSelect, plainTextInput])
