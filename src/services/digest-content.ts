import type { Day } from '../domain/day.js'
import type { Digest, DigestSettings } from '../domain/digest.js'
import type { Message } from '../domain/words/message.js'
import type { Dependencies } from './dependencies.js'

/** What a digest says on a day, or why it says nothing. */
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
      /** What an edit or a preview shows. */
      readonly message: Message
      readonly hash: string
      readonly revision: number
    }
  | { readonly kind: 'team_deleted' }
  | { readonly kind: 'organization_gone' }
  | { readonly kind: 'suspended' }

export type BuildDigest = (
  digest: Pick<Digest, 'org' | 'team_id' | keyof DigestSettings>,
  date: Day,
  options: { readonly late: boolean; readonly planned: string },
) => Promise<DigestContent>

/** Stands in for the file of the same name on the branch that writes the message. */
export const createDigestContent =
  (store: Dependencies['store']): BuildDigest =>
  async ({ org }, date) => {
    const [organization] = await store.get('organizations', [org])
    if (!organization) return { kind: 'organization_gone' }
    if (organization.suspended) return { kind: 'suspended' }
    const message: Message = { title: `Out on ${date}`, parts: [] }
    return { kind: 'message', message, hash: date, revision: organization.revision, empty: true }
  }
