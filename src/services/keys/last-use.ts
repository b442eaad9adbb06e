import { mergeUses } from '../../domain/keys/uses.js'
import type { NewUses } from '../../domain/keys/uses.js'
import { documentId } from '../../domain/organization/organization.js'
import type { Change, Store } from '../../store/port.js'
import type { KeyUse } from '../../store/schema.js'
import type { Warn } from '../dependencies.js'
import { changedMeanwhile, retryWhileChanged } from '../retry.js'
import { createLine } from '../turns.js'
import { dailyEvent } from './writes.js'

/** A request that was authenticated by a key. */
export interface Use {
  readonly org: string
  readonly key: string
  /** The hash of the secret that was used. */
  readonly hash: string
  readonly from: string | null
  readonly at: Date
}

/** One key's last use, and what has not been written yet. */
interface Tracked {
  readonly org: string
  readonly key: string
  /** The secrets seen by this process. */
  readonly secrets: Set<string>
  readonly addresses: Set<string>
  readonly firstUses: Map<string, Date>
  at: Date
  from: string | null
  dirty: boolean
}

/** Keys per commit, small so that one conflict costs little. */
const groupSize = 100
/** Enough to notice new addresses without storing a crowd of them. */
const maxAddresses = 10

const note = (tracked: Tracked, { hash, from, at }: Use): void => {
  if (at >= tracked.at) {
    tracked.at = at
    tracked.from = from
  }
  if (from !== null && tracked.addresses.size < maxAddresses) tracked.addresses.add(from)
  if (!tracked.secrets.has(hash)) {
    tracked.firstUses.set(hash, at)
    tracked.secrets.add(hash)
  }
  tracked.dirty = true
}

/** Takes what has not been written yet; `giveBack` returns it when the write failed. */
const take = (tracked: Tracked): { readonly tracked: Tracked; readonly fresh: NewUses; giveBack(): void } => {
  const { at, from, addresses, firstUses } = tracked
  const used = [...firstUses]
  const fresh = {
    at: at.toISOString(),
    from,
    addresses: [...addresses],
    first_used: Object.fromEntries(used.map(([hash, first]) => [hash, first.toISOString()])),
  }
  const giveBack = (): void => {
    for (const address of fresh.addresses) addresses.add(address)
    for (const [hash, first] of used) firstUses.set(hash, first)
    tracked.dirty = true
  }
  addresses.clear()
  firstUses.clear()
  tracked.dirty = false
  return { tracked, fresh, giveBack }
}
type Taken = ReturnType<typeof take>

const changesFor = ({ tracked: { org, key }, fresh }: Taken, known: KeyUse | undefined): Change[] => {
  const { uses, unseen } = mergeUses(known, fresh)
  const version = (known?.version ?? 0) + 1
  const use: Change = {
    put: 'key_uses',
    document: { _id: documentId(org, key), org, key, ...uses, version },
    when: known ? { version: known.version } : 'absent',
  }
  const [first] = unseen
  if (first === undefined) return [use]
  const event = { key, what: 'used_from_new_address', detail: { addresses: unseen.join(' ') } } as const
  return [use, dailyEvent(org, event, { who: 'api', from: first }, new Date(uses.at))]
}

const idOf = ({ org, key }: Tracked): string => documentId(org, key)

/** Writes a group of keys in one commit; false when other processes were faster every time. */
const write = async (store: Store, group: readonly Taken[]): Promise<boolean> => {
  const ids = group.map(({ tracked }) => idOf(tracked))
  const result = await retryWhileChanged(async () => {
    const byId = new Map((await store.get('key_uses', ids)).map((use) => [use._id, use]))
    const changes = group.flatMap((taken) => changesFor(taken, byId.get(idOf(taken.tracked))))
    return (await store.commit(changes)).done || changedMeanwhile
  })
  return result !== changedMeanwhile
}

const writeOrGiveBack = async (store: Store, warn: Warn, group: readonly Taken[]): Promise<boolean> => {
  const done = await write(store, group).catch((error: unknown) => {
    warn(error, 'last uses could not be written; they are kept for the next minute')
    return false
  })
  if (!done) for (const taken of group) taken.giveBack()
  return done
}

/** For a secret new to this process: writes its use now if it is the first ever, otherwise with the others. */
const writeFirstUse = async (store: Store, warn: Warn, tracked: Tracked): Promise<void> => {
  const [known] = await store.get('key_uses', [idOf(tracked)])
  const isFirst = [...tracked.firstUses.keys()].some(
    (hash) => !known || !Object.hasOwn(known.first_used, hash),
  )
  if (isFirst) await writeOrGiveBack(store, warn, [take(tracked)])
}

const trackedIn = (keys: Map<string, Tracked>, { org, key, from, at }: Use): Tracked => {
  const id = documentId(org, key)
  const known = keys.get(id)
  if (known) return known
  const sets = {
    secrets: new Set<string>(),
    addresses: new Set<string>(),
    firstUses: new Map<string, Date>(),
  }
  const tracked: Tracked = { org, key, ...sets, at, from, dirty: false }
  keys.set(id, tracked)
  return tracked
}

/** Keeps the last uses of keys in memory and writes them on `flush`: once a minute, and at shutdown. */
export const createLastUse = (store: Store, warn: Warn = () => undefined) => {
  const keys = new Map<string, Tracked>()
  /** The same entries by the hash of the secret, which every request has at hand. */
  const bySecret = new Map<string, Tracked>()
  /** Serializes writes, so that this process does not compete with itself. */
  const inLine = createLine()

  return {
    /**
     * Remembers a use. A secret's first use in this process is looked up, and written at once if it is its first ever.
     */
    record(use: Use): void {
      const known = bySecret.get(use.hash)
      const tracked = known ?? trackedIn(keys, use)
      if (!known) bySecret.set(use.hash, tracked)
      const isNew = !tracked.secrets.has(use.hash)
      note(tracked, use)
      // If the store is away, the next flush writes it: nothing was taken yet.
      if (isNew) inLine(() => writeFirstUse(store, warn, tracked)).catch(() => undefined)
    },

    /** Writes what is new. Never throws; what could not be written is kept for the next flush. */
    flush: (): Promise<{ readonly written: number; readonly failed: number }> =>
      inLine(async () => {
        const dirty = [...keys.values()].filter((tracked) => tracked.dirty)
        let written = 0
        for (let start = 0; start < dirty.length; start += groupSize) {
          const group = dirty.slice(start, start + groupSize).map(take)
          if (await writeOrGiveBack(store, warn, group)) written += group.length
        }
        return { written, failed: dirty.length - written }
      }),
  }
}
export type LastUse = ReturnType<typeof createLastUse>
