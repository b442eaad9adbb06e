import { createHash } from 'node:crypto'

export type Random = (size: number) => Uint8Array

/** Bytes that look random and are the same in every run. */
export const createRandom = (seed: string): Random => {
  let drawn = 0
  return (size) => {
    const bytes: Buffer[] = []
    for (let length = 0; length < size; length += 32)
      bytes.push(createHash('sha256').update(`${seed} ${drawn++}`).digest())
    return Buffer.concat(bytes).subarray(0, size)
  }
}

export const uuidFrom = (random: Random): string => {
  const hex = Buffer.from(random(16)).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
