import { createHash } from 'node:crypto'
import type { Member } from '../organization/organization.js'

/** Somebody at an issuer: the two claims that never change and are never given to anyone else. */
interface IssuerSubject {
  readonly issuer: string
  readonly subject: string
}

/**
 * The account with which a member signed in first: from then on it is them, whatever address it has, and no other
 * account of that issuer is. `_id = organization:member`.
 */
export interface AgentAccount {
  readonly _id: string
  readonly org: string
  readonly member_id: string
  /** The hash of the issuer and its name for the person, which is of any length and may be an e-mail address. */
  readonly account: string
  readonly issuer: string
  /** An instant. */
  readonly bound_at: string
}

export const accountHash = ({ issuer, subject }: IssuerSubject): string =>
  createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex')

export type SignInRefusal = 'person_unknown' | 'person_inactive' | 'account_changed'

/** Whether somebody whose token is good is the member that was found for them; `known`: that member's account. */
export const judgePerson = (
  member: Member | undefined,
  known: AgentAccount | undefined,
  account: Pick<AgentAccount, 'account' | 'issuer'>,
): 'good' | SignInRefusal => {
  if (!member) return 'person_unknown'
  if (!member.active) return 'person_inactive'
  return known && known.issuer === account.issuer && known.account !== account.account
    ? 'account_changed'
    : 'good'
}
