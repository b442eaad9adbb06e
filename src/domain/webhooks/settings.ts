import { z } from 'zod'
import { accept, oneOf, someOf } from '../input.js'
import { parseTypedAddress, type FeedAddress } from '../sources/feed-address.js'
import { eventKinds } from './events.js'

/** A new webhook as typed. */
export interface WebhookInput {
  readonly url: string
  /** An id or a name. */
  readonly team?: string | undefined
  /** All, unless given. */
  readonly events?: readonly string[] | undefined
  /** `hidden`, unless given. */
  readonly reasons?: string | undefined
  readonly names?: boolean | undefined
}

const schema = (allowPrivate: boolean) =>
  z.object({
    url: z.string().transform((typed, context): FeedAddress => {
      const address = parseTypedAddress(typed, allowPrivate, receiver)
      if (!('issue' in address)) return address
      context.addIssue(address.issue)
      return z.NEVER
    }),
    events: someOf(eventKinds).default(eventKinds),
    reasons: oneOf(['hidden', 'shown']).default('hidden'),
    names: z.boolean().default(false),
  })

const receiver = { of: 'a receiver', such: 'https://example.com/whosout', schemes: 'https://' }

/** Throws `invalid` with all issues. */
export const parseWebhook = ({ team: _, ...input }: WebhookInput, allowPrivate: boolean) =>
  accept(schema(allowPrivate), input, 'This webhook is invalid.')
