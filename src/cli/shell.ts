/** A text as one word of a shell. */
export const inQuotes = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** The same, without quotes where a shell needs none. */
export const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : inQuotes(word))
