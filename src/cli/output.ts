import { showPlainly } from '../domain/organization/name.js'

/**
 * Rows under their headings, with columns as wide as their widest cell and no trailing blanks. Cells may contain text
 * from others (names, callers' addresses), so terminal control characters in them are replaced.
 */
export const inColumns = (headings: readonly string[], rows: readonly (readonly string[])[]): string => {
  const all = [headings, ...rows.map((row) => row.map(showPlainly))]
  const widths = headings.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** `2026-11-20 10:30Z`: an instant in UTC to the minute; `-` for none. */
export const minuteOf = (instant: string | null): string =>
  instant === null ? '-' : `${instant.slice(0, 10)} ${instant.slice(11, 16)}Z`

/** Who did something, with the name of the member they are, if that is known. */
export const actorText = ({ who }: { readonly who: string }, name: string | null): string =>
  name === null ? who : `${name} (${who})`

export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

/** "4 members added, 1 changed, 40 unchanged"; what did not happen is left out, and nothing at all is the empty text. */
export const changesText = (
  noun: string,
  { added, changed, removed, same }: Readonly<Record<'added' | 'changed' | 'removed' | 'same', number>>,
  removedWord = 'removed',
): string =>
  [
    [added, 'added'] as const,
    [changed, 'changed'] as const,
    [removed, removedWord] as const,
    [same, 'unchanged'] as const,
  ]
    .filter(([count]) => count > 0)
    .map(([count, verb], index) =>
      index === 0 ? `${counted(count, noun)} ${verb}` : `${count.toLocaleString('en')} ${verb}`,
    )
    .join(', ')
