import { z } from 'zod'
import { id } from './elements.js'

const leaf = z.strictObject({
  type: z.literal('text'),
  text: z.string().min(1),
  style: z
    .strictObject({ bold: z.boolean(), italic: z.boolean(), strike: z.boolean(), code: z.boolean() })
    .partial()
    .optional(),
})

/** Styled text, and preformatted text for copying, from docs.slack.dev/reference/block-kit/blocks/rich-text-block. */
export const richText = z.strictObject({
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
