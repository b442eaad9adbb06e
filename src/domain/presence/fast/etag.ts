import { digestInSlices, type Sliced } from '../../slices.js'
import type { Leaves } from './leaves.js'
import type { Section } from './snapshot.js'

/**
 * The strong validator of an answer, including quotes: a SHA-256 of the body's content, which is the leaves shown, the
 * members of the section and the question (decisions, "HTTP"). `head` is the start of the body, `touching` the leaves
 * in range.
 */
export function* etagOf(
  section: Section,
  head: string,
  leaves: Leaves,
  touching: Uint32Array,
): Sliced<string> {
  const text = section.digest + head
  const said = Buffer.allocUnsafeSlow(16 * touching.length + 3 * text.length)
  const shown = new Uint32Array(said.buffer, 0, 4 * touching.length)
  let at = 0
  for (const i of touching) {
    shown[at++] = leaves.member[i]!
    shown[at++] = leaves.start[i]!
    shown[at++] = leaves.end[i]!
    shown[at++] = leaves.type[i]!
  }
  const length = shown.byteLength + said.write(text, shown.byteLength)
  return `"${yield* digestInSlices(said.subarray(0, length))}"`
}
