import { v4, v7 } from 'uuid'

/** Random bytes needed for an id. */
export const idBytes = 16

/** A UUID that reveals nothing, from 16 random bytes. */
export const randomId = (random: Uint8Array): string => v4({ random })

/** A UUID that sorts by its time of creation. */
export const timeOrderedId = (at: Date, random: Uint8Array): string => v7({ msecs: at.getTime(), random })

const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a text is a UUID in the sense of `z.guid()`. */
export const isGuid = (text: string): boolean => guid.test(text)
