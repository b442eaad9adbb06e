/** Posts and edits under way at once, of one process. */
export const slotsOfWorkspace = 1
export const slotsOfProcess = 16

export type Release = () => void

export interface Slots {
  /** Resolves when the workspace's turn has come; what it gives must be called once, whatever happens. */
  take(workspace: string): Promise<Release>
}

interface Waiter {
  readonly workspace: string
  readonly go: (release: Release) => void
}

/** First come, first served, but that nobody waits for another workspace's turn. */
export const createSlots = (): Slots => {
  const busy = new Map<string, number>()
  const waiting: Waiter[] = []
  let taken = 0

  const isFree = (workspace: string): boolean =>
    taken < slotsOfProcess && (busy.get(workspace) ?? 0) < slotsOfWorkspace

  const grant = ({ workspace, go }: Waiter): void => {
    taken += 1
    busy.set(workspace, (busy.get(workspace) ?? 0) + 1)
    go(() => release(workspace))
  }

  const release = (workspace: string): void => {
    taken -= 1
    const left = (busy.get(workspace) ?? 1) - 1
    if (left > 0) busy.set(workspace, left)
    else busy.delete(workspace)
    const next = waiting.findIndex((waiter) => isFree(waiter.workspace))
    if (next >= 0) grant(waiting.splice(next, 1)[0]!)
  }

  return {
    take: (workspace) =>
      new Promise((go) => {
        const waiter = { workspace, go }
        if (isFree(workspace)) grant(waiter)
        else waiting.push(waiter)
      }),
  }
}
