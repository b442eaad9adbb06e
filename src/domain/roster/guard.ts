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

/** What a person has permitted beforehand. */
export interface Permissions {
  /** `--yes` */
  readonly yes: boolean
  /** `--max-removals`, in place of the usual limits. */
  readonly maxRemovals: number | null
  /** `--keep-both` */
  readonly keepBoth: boolean
}

const fewest = 5
const share = 0.2
/** The maximum number of names shown in a removal. */
export const namesShown = 10

const isMany = (removed: number, present: number): boolean => removed > fewest && removed > present * share

/**
 * Whether a removal must be confirmed: more than 5 and more than 20 % of what is stored (decisions, "Sources"), or
 * anything that an empty file would remove.
 */
export const needsConfirmation = (removals: Removals, { yes, maxRemovals }: Permissions): boolean => {
  if (yes) return false
  if (removals.emptyFiles.length > 0) return true
  const { members, leaves, activeMembers, storedLeaves } = removals
  if (maxRemovals !== null) return members + leaves > maxRemovals
  return isMany(members, activeMembers) || isMany(leaves, storedLeaves)
}
