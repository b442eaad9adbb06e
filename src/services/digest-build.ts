import type { Day } from '../domain/day.js'
import type { Digest, DigestSettings } from '../domain/digest.js'
import type { Message } from '../domain/words/message.js'

/** What a digest says on one day, or why it says nothing. */
export type DigestContent =
  | {
      readonly kind: 'message'
      readonly message: Message
      readonly hash: string
      readonly revision: number
      readonly empty: boolean
    }
  | {
      readonly kind: 'silent'
      readonly reason: 'bank_holiday' | 'nobody_out'
      readonly revision: number
      /** What an edit or a preview would show. */
      readonly message: Message
      readonly hash: string
    }
  | { readonly kind: 'team_deleted' }
  | { readonly kind: 'organization_gone' }
  | { readonly kind: 'suspended' }

/** What a digest is built from. */
export type DigestSubject = Pick<Digest, 'org' | 'team_id' | keyof DigestSettings>

export interface DigestMoment {
  /** Posted ten minutes or more after `planned`. */
  readonly late: boolean
  /** `HH:mm` in the digest's zone. */
  readonly planned: string
}

/** Has no effect; rejects when the facts cannot be read now. */
export type BuildDigest = (digest: DigestSubject, date: Day, moment: DigestMoment) => Promise<DigestContent>
