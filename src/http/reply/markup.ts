/** Markup that is ready to be sent, as opposed to plain text. */
export interface Markup {
  readonly text: string
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as content or in a quoted attribute. */
const escapeHtml = (text: string): string =>
  /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (one) => entities[one]!) : text

type Value = Markup | string | number | null | false | readonly Value[]

const textOf = (value: Value): string => {
  if (value === null || value === false) return ''
  if (typeof value === 'string') return escapeHtml(value)
  if (typeof value === 'number') return String(value)
  return 'text' in value ? value.text : value.map(textOf).join('')
}

/** A template whose values are escaped unless they are markup themselves; null and false are left out. */
export const markup = (parts: TemplateStringsArray, ...values: readonly Value[]): Markup => ({
  text: parts.reduce((text, part, index) => text + textOf(values[index - 1] ?? null) + part),
})
