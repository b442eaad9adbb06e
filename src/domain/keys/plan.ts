import { countingKeys, type ApiKey, type KeyRing } from './key.js'
import { changesOf, endSecret, refusal, type KeyChanges, type KeyNote, type KeyRefusal } from './change.js'
import type { Plan } from '../organization/plan.js'

/** `keeps` is the one key that still counts after a downgrade; null when none did, or nothing was taken away. */
export type PlanDecision = (KeyChanges & { readonly plan: Plan; readonly keeps: ApiKey | null }) | KeyRefusal

/** When each key was last used, by key id, in the format of `toISOString`. Keys never used are absent. */
export type LastUses = ReadonlyMap<string, string>

const byLastUseThenAge =
  (uses: LastUses) =>
  (a: ApiKey, b: ApiKey): number => {
    const [usedA, usedB] = [uses.get(a.id) ?? '', uses.get(b.id) ?? '']
    if (usedA !== usedB) return usedA > usedB ? -1 : 1
    if (a.created_at !== b.created_at) return a.created_at < b.created_at ? -1 : 1
    return a.id < b.id ? -1 : 1
  }

/** The most recently used active key (tie: the oldest), else the most recently used disabled one. */
const mostNeeded = (candidates: readonly ApiKey[], uses: LastUses): ApiKey | undefined => {
  const active = candidates.filter((key) => key.state === 'active')
  return (active.length > 0 ? active : [...candidates]).sort(byLastUseThenAge(uses))[0]
}

const keptKey = (
  candidates: readonly ApiKey[],
  named: string | undefined,
  uses: LastUses,
): ApiKey | undefined | KeyRefusal => {
  if (named === undefined) return mostNeeded(candidates, uses)
  const key = candidates.find((candidate) => candidate.id === named)
  return (
    key ??
    refusal(
      'conflict',
      `The key ${named} cannot be kept: only a key that is not revoked, expired or locked can be.`,
      'To see the keys: whosout keys list',
    )
  )
}

/** On the free plan a key has one secret, so older ones end now. Returns the same object when there were none. */
const withOneSecret = (key: ApiKey, end: string): ApiKey => {
  const [newest, ...older] = key.secrets
  const ended = older.map((secret) => endSecret(secret, end))
  const same = ended.every((secret, index) => secret.valid_until === older[index]!.valid_until)
  return same || newest === undefined ? key : { ...key, secrets: [newest, ...ended] }
}

/** Old secrets of locked keys end too: lifting a lock must not bring back a second secret. */
const downgrade = (ring: KeyRing, kept: ApiKey | undefined, now: Date): KeyChanges => {
  const end = now.toISOString()
  const counting = new Set(countingKeys(ring, now).map((key) => key.id))
  const changed: ApiKey[] = []
  const notes: KeyNote[] = []
  for (const key of Object.values(ring.keys)) {
    const locks = counting.has(key.id) && key.id !== kept?.id
    const single = withOneSecret(key, end)
    if (locks) notes.push({ key: key.id, what: 'locked_by_plan', detail: {} })
    if (key.id === kept?.id) notes.push({ key: key.id, what: 'kept_by_plan', detail: {} })
    if (locks || single !== key)
      changed.push({ ...single, locked: key.locked || locks, version: key.version + 1 })
  }
  return changesOf(ring, changed, notes, now)
}

/** From paid to free, one key keeps working and the others are locked until enabled (decisions, "API keys"). */
export const changePlan = (
  ring: KeyRing,
  command: { readonly to: Plan; readonly keepKey?: string | undefined },
  uses: LastUses,
  now: Date,
): PlanDecision => {
  const nothing = { plan: command.to, keeps: null, changed: [], retired: [], notes: [] }
  if (!(ring.plan === 'paid' && command.to === 'free')) {
    if (command.keepKey === undefined) return nothing
    return refusal(
      'invalid',
      '--keep-key only applies when changing from the paid plan to the free plan. Leave it out.',
    )
  }
  const kept = keptKey(countingKeys(ring, now), command.keepKey, uses)
  if (kept && 'refused' in kept) return kept
  return { plan: 'free', keeps: kept ?? null, ...downgrade(ring, kept, now) }
}
