/** Nothing in a real file is nested this deeply. */
const deepest = 20

interface JsonSpan {
  readonly from: number
  readonly to: number
}

/** A JSON text whose arrays on the first level are cut out, so that only their places are held. */
export interface CutJson {
  /** The text with `[n]` in place of the array that stands at `arrays[n]`. */
  readonly rest: string
  readonly arrays: readonly JsonSpan[]
  /** Where a position in `rest` is in the text. */
  readonly placeOf: (position: number) => number
}

/** Where the text cannot be JSON, or is nested too deeply. */
export interface BrokenJson {
  readonly brokenAt: number
  readonly deep: boolean
}

const codeOf = (letter: string): number => letter.charCodeAt(0)
const quote = codeOf('"')
const backslash = codeOf('\\')
const comma = codeOf(',')
const openArray = codeOf('[')
const openObject = codeOf('{')
const closeArray = codeOf(']')
const closeObject = codeOf('}')

/** The end of a string that begins at `at`; the length of the text when it has none. */
const endOfString = (text: string, at: number): number => {
  for (let end = at + 1; end < text.length; end += 1) {
    const code = text.charCodeAt(end)
    if (code === backslash) end += 1
    else if (code === quote) return end
  }
  return text.length
}

/** Finds the arrays within the outermost object, without parsing anything; ends once `rest` has more than `most` characters. */
export const cutJson = (text: string, most: number): CutJson | BrokenJson => {
  const arrays: JsonSpan[] = []
  const places: { readonly at: number; readonly place: number }[] = [{ at: 0, place: 0 }]
  let rest = ''
  let depth = 0
  let array = -1
  for (let at = 0; at < text.length && rest.length <= most; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      at = endOfString(text, at)
      if (at === text.length) return { brokenAt: at, deep: false }
    } else if (code === openArray || code === openObject) {
      depth += 1
      if (depth > deepest) return { brokenAt: at, deep: true }
      if (depth === 2 && code === openArray) array = at + 1
    } else if (code === closeArray || code === closeObject) {
      depth -= 1
      if (depth < 0) return { brokenAt: at, deep: false }
      if (depth !== 1 || array === -1) continue
      rest += `${text.slice(places.at(-1)!.place, array)}${arrays.length}`
      places.push({ at: rest.length, place: at })
      arrays.push({ from: array, to: at })
      array = -1
    }
  }
  if (rest.length <= most) {
    if (depth > 0) return { brokenAt: text.length, deep: false }
    rest += text.slice(places.at(-1)!.place)
  }
  const placeOf = (position: number): number => {
    const { at, place } = places.findLast(({ at }) => at <= position)!
    return place + position - at
  }
  return { rest, arrays, placeOf }
}

/** The elements of an array of that text, one by one. */
export const elementsOf = function* (text: string, { from, to }: JsonSpan): Generator<JsonSpan, void, void> {
  if (text.slice(from, to).trim() === '') return
  let depth = 0
  let begin = from
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === openArray || code === openObject) depth += 1
    else if (code === closeArray || code === closeObject) depth -= 1
    else if (code === comma && depth === 0) {
      yield { from: begin, to: at }
      begin = at + 1
    }
  }
  yield { from: begin, to }
}
