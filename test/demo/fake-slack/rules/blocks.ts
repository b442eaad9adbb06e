import { z } from 'zod'
import { elementsOf, type RefusedContent, type SlackRules } from '../../../../src/demo/fake-slack/blocks.js'
import type { JsonObject } from '../../../../src/demo/fake-slack/state.js'
import {
  accessory,
  actionsElement,
  anyText,
  id,
  image,
  inputElement,
  offeredOptions,
  plainText,
} from './elements.js'

const leaf = z.strictObject({
  type: z.literal('text'),
  text: z.string().min(1),
  style: z
    .strictObject({ bold: z.boolean(), italic: z.boolean(), strike: z.boolean(), code: z.boolean() })
    .partial()
    .optional(),
})

/** Styled text, and preformatted text for copying, from docs.slack.dev/reference/block-kit/blocks/rich-text-block. */
const richText = z.strictObject({
  type: z.literal('rich_text'),
  block_id: id.optional(),
  elements: z
    .array(
      z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('rich_text_section'), elements: z.array(leaf).min(1) }),
        z.strictObject({
          type: z.literal('rich_text_preformatted'),
          elements: z.array(leaf).min(1),
          border: z.int().min(0).max(1).optional(),
        }),
      ]),
    )
    .min(1),
})

/**
 * The blocks that Slack accepts, from docs.slack.dev/reference/block-kit. A block that is not listed here is refused:
 * it is better to add one here than to accept a message that Slack would reject.
 */
const block = z.discriminatedUnion('type', [
  z
    .strictObject({
      type: z.literal('section'),
      block_id: id.optional(),
      text: anyText(3_000).optional(),
      fields: z.array(anyText(2_000)).min(1).max(10).optional(),
      accessory: accessory.optional(),
      expand: z.boolean().optional(),
    })
    .refine(({ text, fields }) => text !== undefined || fields !== undefined, 'must have text or fields'),
  z.strictObject({ type: z.literal('header'), block_id: id.optional(), text: plainText(150) }),
  z.strictObject({ type: z.literal('divider'), block_id: id.optional() }),
  z.strictObject({
    type: z.literal('context'),
    block_id: id.optional(),
    elements: z
      .array(z.union([anyText(3_000), image]))
      .min(1)
      .max(10),
  }),
  z.strictObject({
    type: z.literal('actions'),
    block_id: id.optional(),
    elements: z.array(actionsElement).min(1).max(25),
  }),
  z.strictObject({
    type: z.literal('input'),
    block_id: id.optional(),
    label: plainText(2_000),
    element: inputElement,
    hint: plainText(2_000).optional(),
    optional: z.boolean().optional(),
    dispatch_action: z.boolean().optional(),
  }),
  richText,
  image.extend({ block_id: id.optional(), title: plainText(2_000).optional() }),
])

const messageBlocks = z.array(block).max(50)
const viewBlocks = z.array(block).max(100)

const viewFields = {
  blocks: viewBlocks,
  private_metadata: z.string().max(3_000).optional(),
  callback_id: z.string().max(255).optional(),
  external_id: z.string().max(255).optional(),
}

const view = z.discriminatedUnion('type', [
  z
    .strictObject({
      type: z.literal('modal'),
      ...viewFields,
      title: plainText(24),
      submit: plainText(24).optional(),
      close: plainText(24).optional(),
      clear_on_close: z.boolean().optional(),
      notify_on_close: z.boolean().optional(),
      submit_disabled: z.boolean().optional(),
    })
    .refine(({ blocks, submit }) => submit !== undefined || !blocks.some(({ type }) => type === 'input'), {
      path: ['submit'],
      message: 'is required when there are input blocks',
    }),
  z.strictObject({ type: z.literal('home'), ...viewFields }),
])

/**
 * The number of JSON characters above which a message was seen to be refused as `msg_blocks_too_long`
 * (slackapi/bolt-js#2509).
 */
const messageLimit = 13_200

const viewLimit = 250_000

const problem = (path: readonly PropertyKey[], message: string): string =>
  `[ERROR] ${message} [json-pointer:/${path.map(String).join('/')}]`

const problemsOf = (schema: z.ZodType, value: unknown, root: string): string[] => {
  const parsed = schema.safeParse(value)
  return parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => problem([root, ...path], message))
}

const repeated = (ids: readonly unknown[]): string[] =>
  ids.filter((one, place): one is string => typeof one === 'string' && ids.indexOf(one) !== place)

/** A block_id is unique in its message or view, an action_id in its block. */
const duplicates = (blocks: readonly JsonObject[], root: readonly string[]): string[] => [
  ...repeated(blocks.map(({ block_id }) => block_id)).map((twice) =>
    problem(root, `block_id ${twice} already exists`),
  ),
  ...blocks.flatMap((one, place) =>
    repeated(elementsOf(one).map(({ action_id }) => action_id)).map((twice) =>
      problem([...root, place], `action_id ${twice} already exists for another element`),
    ),
  ),
]

/** Why Slack refuses these blocks in a message: its error code and the places; undefined when it accepts them. */
export const refusedBlocks = (blocks: unknown): RefusedContent | undefined => {
  if (!Array.isArray(blocks)) return { error: 'invalid_blocks_format', messages: [] }
  const shape = problemsOf(messageBlocks, blocks, 'blocks')
  const messages = shape.length > 0 ? shape : duplicates(blocks as JsonObject[], ['blocks'])
  return messages.length > 0 ? { error: 'invalid_blocks', messages } : undefined
}

export const isTooLong = (blocks: readonly JsonObject[]): boolean =>
  JSON.stringify(blocks).length > messageLimit

/** Why Slack refuses this view; undefined when it accepts it. */
export const refusedView = (value: unknown, type: 'modal' | 'home'): RefusedContent | undefined => {
  const shape = problemsOf(view, value, 'view')
  if (shape.length > 0) return { error: 'invalid_arguments', messages: shape }
  const given = value as { type: string; blocks: JsonObject[] }
  const messages =
    given.type === type
      ? duplicates(given.blocks, ['view', 'blocks'])
      : [problem(['view', 'type'], `must be ${type}`)]
  if (messages.length > 0) return { error: 'invalid_arguments', messages }
  return JSON.stringify(value).length > viewLimit ? { error: 'view_too_large', messages: [] } : undefined
}

/** Slack's own, for the stand-in of the tests. */
export const slackRules: SlackRules = {
  blocks: refusedBlocks,
  isTooLong,
  view: refusedView,
  options: (answer) => offeredOptions.parse(answer).options,
}
