import type { EncodedText } from '../domain/roster/sheet.js'

const marks = [
  ['utf-16le', Buffer.from([0xff, 0xfe])],
  ['utf-16be', Buffer.from([0xfe, 0xff])],
] as const

const decode = (bytes: Buffer, label: string): string | null => {
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/** What Windows-1252 has from 0x80 to 0x9F; not every Node.js decodes them. */
const windows = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

const decodeWindows = (bytes: Buffer): string =>
  bytes.toString('latin1').replaceAll(/[\u0080-\u009f]/g, (letter) => windows[letter.charCodeAt(0) - 0x80]!)

/** A text as spreadsheet programs save it; null where the bytes are no text at all. */
export const decodeText = (bytes: Buffer): EncodedText | null => {
  const [label] = marks.find(([, mark]) => bytes.subarray(0, mark.length).equals(mark)) ?? []
  if (label !== undefined) {
    const text = decode(bytes.subarray(2), label)
    return text === null ? null : { text, encoding: 'UTF-16' }
  }
  if (bytes.includes(0)) return null
  const text = decode(bytes, 'utf-8')
  return text === null
    ? { text: decodeWindows(bytes), encoding: 'Windows-1252' }
    : { text, encoding: 'UTF-8' }
}
