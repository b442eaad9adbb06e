import { showPlainly } from '../domain/organization/name.js'

/**
 * Rows under their headings, each column as wide as its widest cell, no blanks at the end of a line. Cells may hold
 * what others wrote (names, addresses of callers): none of it is obeyed by a terminal.
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

/** `2026-11-20 10:30Z`: an instant in UTC, to the minute; `-` for none. */
export const minuteOf = (instant: string | null): string =>
  instant === null ? '-' : `${instant.slice(0, 10)} ${instant.slice(11, 16)}Z`
