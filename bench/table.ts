const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** A table as Markdown. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')

export const milliseconds = (value: number): string =>
  Number.isFinite(value) ? `${value.toFixed(value < 10 ? 1 : 0)} ms` : '–'

export const thousands = (value: number): string => Math.round(value).toLocaleString('en-US')
