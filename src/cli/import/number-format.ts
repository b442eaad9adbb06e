import type { Workbook } from './workbook.js'

/** Formats that show dates or times in every locale, or in East Asian and Thai ones. */
const builtIn: readonly (readonly [from: number, to: number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
  [71, 81],
]

/** From this number on, a format may be the file's own. */
const firstOwn = 100
const maxFormatLength = 300
/** Excel allows 65,490. */
const maxStyles = 100_000

const datePart = /^(?:ss?|m{1,5}|hh?|am|pm|a|p|a{3,5}|d{1,4}|yy?|yyyy|ee?|eeee)$/

/** Whether a format such as `[$-409]d-mmm-yy;@` shows a date or a time: nothing else in it may show a number. */
const showsDate = (format: string): boolean =>
  format
    .slice(0, maxFormatLength)
    .toLowerCase()
    .replaceAll(/\\./g, ' ')
    .split(';')
    .some((section) => {
      const parts = section
        .replaceAll(/"[^"]*"/g, ' ')
        // Fractions of a second, and hours beyond a day.
        .replaceAll(/(\[?[smhd]{1,2}\]?)[.,]00?0?/g, '$1')
        .replaceAll(/\[([smhd]{1,2})\]/g, '$1')
        // Colours, locales and conditions.
        .replaceAll(/\[[^[\]]*\]/g, '')
        .split(/[^a-z0#?%]+/)
        .filter((part) => part !== '')
      return parts.length > 0 && parts.every((part) => datePart.test(part))
    })

/** Whether each style of cells, by its number, shows a date. */
export const readDateStyles = async ({ read, styles }: Workbook): Promise<readonly boolean[]> => {
  const own = new Map<number, boolean>()
  const isDate = (id: number): boolean => own.get(id) ?? builtIn.some(([from, to]) => id >= from && id <= to)
  /** Of a style, its own format, or its base's number. */
  const bases: number[] = []
  const found: boolean[] = []
  let list: 'cellStyleXfs' | 'cellXfs' | null = null
  await read(styles, {
    open: (name, attributes) => {
      if (name === 'numFmt') {
        const id = Number(attributes['numFmtId'])
        if (id >= firstOwn && own.size < maxStyles) own.set(id, showsDate(attributes['formatCode'] ?? ''))
      }
      if (name === 'cellStyleXfs' || name === 'cellXfs') list = name
      if (name !== 'xf' || list === null || found.length + bases.length > 2 * maxStyles) return false
      const base = bases[Number(attributes['xfId'])] ?? 0
      const id = Number(attributes['numFmtId'] ?? (list === 'cellXfs' ? base : 0))
      if (list === 'cellXfs') found.push(isDate(id))
      else bases.push(id)
      return true
    },
    close: (name) => {
      if (name === list) list = null
    },
  })
  return found
}
