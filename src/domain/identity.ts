import { v4, v7 } from 'uuid'

/** How many random bytes an id is made from. */
export const idBytes = 16

/** A UUID that says nothing, from 16 random bytes. */
export const randomId = (random: Uint8Array): string => v4({ random })

/** A UUID that sorts by the instant at which it was made. */
export const timeOrderedId = (at: Date, random: Uint8Array): string => v7({ msecs: at.getTime(), random })

const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Any UUID-shaped value, as `z.guid()` has it. */
export const isGuid = (text: string): boolean => guid.test(text)
