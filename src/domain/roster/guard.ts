import type { Day } from '../../calendar/day.js'

/** What an import would remove, beside what is stored now. */
export interface Removals {
  /** Members deactivated for whatever reason, and the number active now. */
  readonly members: number
  readonly activeMembers: number
  readonly leaves: number
  readonly storedLeaves: number
  /** The people concerned, limited to the first ten. */
  readonly names: readonly string[]
  /** Files without a single row, although something is to be replaced. */
  readonly emptyFiles: readonly string[]
}

/** From one day to another, both included; null: open. */
export interface FileSpan {
  readonly from: Day | null
  readonly to: Day | null
}

/** How many of the records in the files that were there before change a value in bulk. */
export interface BulkChange {
  /** Of members their team, whether they are active, and so on; of leaves their status. */
  readonly field: string
  readonly changed: number
  /** Those of them that are also removals: members deactivated. */
  readonly removed: number
  readonly present: number
  /** Limited to the first ten. */
  readonly examples: readonly string[]
}

/** Counts changes of values that were there; filling an empty one is no change in this sense. */
export const createBulk = () => {
  const fields = new Map<string, { changed: number; removed: number; examples: string[] }>()
  return {
    /** `describe` is called only while there is room. */
    note: (field: string, describe: () => string, isRemoval = false): void => {
      const known = fields.get(field) ?? { changed: 0, removed: 0, examples: [] }
      fields.set(field, known)
      known.changed += 1
      if (isRemoval) known.removed += 1
      if (known.examples.length < namesShown) known.examples.push(describe())
    },
    of: (present: number): readonly BulkChange[] =>
      [...fields].map(([field, change]) => ({ field, present, ...change })),
  }
}

/** What a person has permitted beforehand. */
export interface Permissions {
  /** `--yes` */
  readonly yes: boolean
  /** `--max-removals`, in place of the usual limits. */
  readonly maxRemovals: number | null
  /** `--max-changes`, in place of the usual limits. */
  readonly maxChanges: number | null
  /** `--keep-both` */
  readonly keepBoth: boolean
}

const fewest = 5
const share = 0.2
/** The maximum number of names shown in a removal. */
export const namesShown = 10

/** The changes that must be confirmed; whoever limits removals has permitted to deactivate that many. */
export const changesToConfirm = (
  bulk: readonly BulkChange[],
  { yes, maxRemovals, maxChanges }: Permissions,
): readonly BulkChange[] => {
  if (yes) return []
  const asked = bulk.flatMap((change) => {
    const changed = change.changed - (maxRemovals === null ? 0 : change.removed)
    return changed === 0 ? [] : [{ ...change, changed }]
  })
  const total = asked.reduce((sum, { changed }) => sum + changed, 0)
  if (maxChanges !== null) return total > maxChanges ? asked : []
  return asked.some(({ changed, present }) => isMany(changed, present)) ? asked : []
}

const isMany = (removed: number, present: number): boolean => removed > fewest && removed > present * share

/** More than 5 and 20 % of what is stored (decisions, "Sources"), or anything that an empty file would remove. */
export const needsConfirmation = (removals: Removals, { yes, maxRemovals }: Permissions): boolean => {
  if (yes) return false
  if (removals.emptyFiles.length > 0) return true
  const { members, leaves, activeMembers, storedLeaves } = removals
  if (maxRemovals !== null) return members + leaves > maxRemovals
  return isMany(members, activeMembers) || isMany(leaves, storedLeaves)
}
