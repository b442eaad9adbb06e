/** What an import would take away, and what is there now. */
export interface Removals {
  /** Members deactivated, for whatever reason, and how many are active now. */
  readonly members: number
  readonly activeMembers: number
  readonly leaves: number
  readonly storedLeaves: number
  /** Whom they are about, the first ten. */
  readonly names: readonly string[]
  /** Files without a row, although something is to be replaced. */
  readonly emptyFiles: readonly string[]
}

/** What somebody has allowed beforehand. */
export interface Permissions {
  /** `--yes` */
  readonly yes: boolean
  /** `--max-removals`, instead of the usual bounds. */
  readonly maxRemovals: number | null
  /** `--keep-both` */
  readonly keepBoth: boolean
}

const fewest = 5
const share = 0.2
/** Names shown of those that would go. */
export const namesShown = 10

const isMany = (removed: number, present: number): boolean => removed > fewest && removed > present * share

/**
 * Whether a removal needs somebody's word: more than 5 and more than 20 % of what is there (decisions, "Sources"),
 * or anything that an empty file would remove.
 */
export const needsConfirmation = (removals: Removals, { yes, maxRemovals }: Permissions): boolean => {
  if (yes) return false
  if (removals.emptyFiles.length > 0) return true
  const { members, leaves, activeMembers, storedLeaves } = removals
  if (maxRemovals !== null) return members + leaves > maxRemovals
  return isMany(members, activeMembers) || isMany(leaves, storedLeaves)
}
