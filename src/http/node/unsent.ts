/** Limits, in bytes, for replies that are not sent yet. */
export interface UnsentLimits {
  readonly ofKey: number
  readonly ofProcess: number
}

/** Allows 16 of the largest replies of a 50,000-member organization at a time. */
const defaultUnsentLimits: UnsentLimits = { ofKey: 32 * 2 ** 20, ofProcess: 256 * 2 ** 20 }

/** Concurrent replies that a key may always have, however large they are. */
const freeReplies = 16

export interface UnsentReplies {
  /** Counts a reply for a key; false: the key, or the process, has too much unsent already. */
  take(key: string, body: Buffer): boolean
  /** The reply was sent, or its connection is gone. */
  giveBack(body: Buffer): void
}

interface Unsent {
  readonly account: Account
  replies: number
}

interface Account {
  readonly key: string
  bodies: number
  bytes: number
}

/** Counts memory: a body that answers several requests at once is one buffer, and counts once. */
export const createUnsentReplies = (limits: UnsentLimits = defaultUnsentLimits): UnsentReplies => {
  const unsent = new Map<Buffer, Unsent>()
  const accounts = new Map<string, Account>()
  let total = 0

  const hasRoom = ({ bodies, bytes }: Account, length: number): boolean =>
    (bodies < freeReplies || bytes + length <= limits.ofKey) &&
    (total === 0 || total + length <= limits.ofProcess)

  return {
    take(key, body) {
      const known = unsent.get(body)
      if (known) {
        known.replies++
        return true
      }
      const account = accounts.get(key) ?? { key, bodies: 0, bytes: 0 }
      if (!hasRoom(account, body.length)) return false
      account.bodies++
      account.bytes += body.length
      total += body.length
      accounts.set(key, account)
      unsent.set(body, { account, replies: 1 })
      return true
    },

    giveBack(body) {
      const known = unsent.get(body)
      if (!known || --known.replies > 0) return
      unsent.delete(body)
      const { account } = known
      account.bodies--
      account.bytes -= body.length
      total -= body.length
      if (account.bodies === 0) accounts.delete(account.key)
    },
  }
}
