/** With any number of `'` in front, so that a name that begins with one comes back as it was. */
const formula = /^'*[=+\-@\t\r]/
const masked = /^'+[=+\-@\t\r]/

/** A text for a file that people open in a spreadsheet program, which would run one that begins with `=` as a formula. */
export const maskFormula = (text: string): string => (formula.test(text) ? `'${text}` : text)

/** The text that was masked; any other that begins with `'` stays as it is. */
export const unmaskFormula = (text: string): string => (masked.test(text) ? text.slice(1) : text)
