import { documentId, type Leave } from '../organization/organization.js'
import { daysOfStretch, stretchOf, type LeaveDays, type Stretch } from '../presence/absence.js'

/** The parts of a stretch of days that none of the others covers, first to last. */
export const without = (whole: Stretch, others: readonly Stretch[]): readonly Stretch[] => {
  const pieces: Stretch[] = []
  let start = whole.start
  for (const other of [...others].sort((a, b) => a.start - b.start)) {
    if (other.start > start) pieces.push({ start, end: Math.min(other.start, whole.end) })
    start = Math.max(start, other.end)
  }
  if (start < whole.end) pieces.push({ start, end: whole.end })
  return pieces.filter((piece) => piece.end > piece.start)
}

/** The changes to a member's own entries. */
export interface OwnChange {
  readonly puts: readonly Leave[]
  readonly removes: readonly Leave[]
}

export const isOwn = ({ source, status }: Leave): boolean => source === 'own' && status === 'approved'
export const isFromElsewhere = ({ source, status }: Leave): boolean =>
  source !== 'own' && status === 'approved'

/** Own entries without the days that something else covers. The first piece keeps the id of the entry. */
export const yieldEntries = (
  entries: readonly Leave[],
  taken: readonly LeaveDays[],
  newId: () => string,
): OwnChange => {
  const stretches = taken.map(stretchOf)
  const puts: Leave[] = []
  const removes: Leave[] = []
  for (const entry of entries) {
    const whole = stretchOf(entry)
    const pieces = without(whole, stretches)
    if (pieces.length === 0) removes.push(entry)
    else if (pieces.length > 1 || pieces[0]!.start !== whole.start || pieces[0]!.end !== whole.end)
      pieces.forEach((piece, place) => {
        const id = place === 0 ? entry.id : newId()
        puts.push({ ...entry, ...daysOfStretch(piece), id, _id: documentId(entry.org, id) })
      })
  }
  return { puts, removes }
}
