import { decodeText } from './lines.js'

const isQuoted = /^[^:]*;ENCODING="?QUOTED-PRINTABLE"?[;:]/i

/** Physical lines that one value may continue on. */
const maxContinued = 100

/** A quoted-printable line (vCalendar 1.0) as a plain one. A value that ends with `=` goes on in the next line. */
export const plainLine = (line: string, nextLine: () => string | null): string => {
  if (!isQuoted.test(line)) return line
  let whole = line
  for (let count = 0; whole.endsWith('=') && count < maxContinued; count += 1)
    whole = whole.slice(0, -1) + (nextLine() ?? '')
  const colon = whole.indexOf(':')
  const name = /^[^;:]+/.exec(whole)?.[0] ?? ''
  const latin = whole
    .slice(colon + 1)
    .replaceAll(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  const text = [...latin].every((sign) => sign <= '\u00FF') ? decodeText(Buffer.from(latin, 'latin1')) : latin
  return `${name}:${text.replaceAll(/[\r\n]+/g, ' ')}`
}
