/** A name or word of an HR tool, and what stands in brackets beside it: a unit, a format, a place. */
export interface Peeled {
  readonly core: string
  readonly aside: string
}

/**
 * An address without signs that nobody sees, without what makes it a link (`mailto:`, and what follows a `?`), and of
 * `Ann Lee <ann@acme.example>`, as mail programs copy it, what is in the brackets.
 */
export const peelAddress = (text: string): string =>
  text
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
    .replace(/^mailto:([^?]*).*/is, '$1')
    .replace(/^[^<>]*<([^<>\s]+)>$/, '$1')

const brackets = /\(([^()]*)\)|\[([^[\]]*)\]/g

/** An aside with one of these makes a column another one: the private address is not the one at work. */
const other = /priv|personal|home|second|altern|manager|approv|vorgesetz/i

/** `Start Date (DD/MM/YYYY)` is `Start Date`, and `Vacation (Germany)` is `Vacation`; null where nothing is peeled. */
export const peel = (text: string): Peeled | null => {
  const asides = [...text.matchAll(brackets)].map(([, round, square]) => (round ?? square ?? '').trim())
  const core = text.replaceAll(brackets, ' ').replaceAll(/\s+/g, ' ').trim()
  return asides.length === 0 || core === '' ? null : { core, aside: asides.join(' ') }
}

/** The same for the name of a column, unless what is beside it makes it another one. */
export const peelColumn = (text: string): Peeled | null => {
  const peeled = peel(text)
  return peeled === null || other.test(peeled.aside) ? null : peeled
}
