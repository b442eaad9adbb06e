import { Problem, type Damage } from './problem.js'

/** Such as `members 7b1f…:0d2c…: it is not JSON`. */
export const describeDamage = ({ collection, key, what }: Damage): string =>
  collection === null ? what : `${[collection, key].filter((part) => part !== null).join(' ')}: ${what}`

/** `unavailable`: what was asked for depends on damaged data. */
export const damagedProblem = (damage: Damage): Problem =>
  new Problem(
    'unavailable',
    `The store is damaged (${describeDamage(damage)}). To see all of it: whosout doctor --deep`,
    { damage },
  )

/** The damage that an error is about, or null. */
export const damageIn = (error: unknown): Damage | null =>
  error instanceof Problem ? (error.damage ?? null) : null
