/** A text as one word of a shell. */
export const inQuotes = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** The same, without quotes where a shell needs none. */
export const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : inQuotes(word))

/** The words of a line as a shell reads them, with quotes and backslashes, as those of files dragged into a terminal. */
export const wordsIn = (line: string): readonly string[] =>
  Array.from(line.matchAll(/(?:'[^']*'|"[^"]*"|\\.|[^\s'"\\])+/g), ([word]) =>
    word.replace(
      /'([^']*)'|"([^"]*)"|\\(.)/g,
      (_, ...parts: readonly unknown[]) => parts.find((part) => typeof part === 'string') as string,
    ),
  )
