/** What makes a pattern that goes back slow, `count` times. None of it means anything. */
export const nastyShapes: readonly (readonly [name: string, repeated: (count: number) => string])[] = [
  ['opening quotes', (count) => '“'.repeat(count)],
  ['straight quotes', (count) => '@"'.repeat(count)],
  ['angle brackets', (count) => '<'.repeat(count)],
  ['half mentions', (count) => '<@A|'.repeat(count)],
  ['blanks between two letters', (count) => `x${' '.repeat(count)}x`],
  ['open brackets', (count) => '(['.repeat(count)],
  ['nested brackets', (count) => '('.repeat(count) + ')'.repeat(count)],
  ['commas', (count) => `x${', '.repeat(count)}x`],
  ['colons', (count) => ':a'.repeat(count)],
  ['full stops', (count) => `${'...'.repeat(count)}x`],
  ['a word without an end', (count) => 'a'.repeat(count)],
]
