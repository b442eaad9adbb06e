import { z } from 'zod'
import { Problem, type Issue } from './problem.js'
import { instead } from './organization/name.js'

/**
 * The URL that a text is, relative to `base` where one is given, or null. Not by `URL.canParse`: on Node 20 and 22 it
 * refuses `https://ü.test` from about its six thousandth call on, when V8 calls its native form.
 */
export const parseUrl = (text: string, base?: URL): URL | null => {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}

/** A text that `parse` turns into a value; null is refused with a message that quotes the input. */
export const parsedText = <T>(parse: (typed: string) => T | null, message: (typed: string) => string) =>
  z.string().transform((typed, context): T => {
    const value = parse(typed)
    if (value !== null) return value
    context.addIssue(message(typed))
    return z.NEVER
  })

const among = (known: readonly string[]): string =>
  known.length < 2 ? known.join() : `${known.slice(0, -1).join(', ')} or ${known.at(-1)}`

/** One of the known values. `what` completes the refusal "… is not …": "a day of the week". */
export const oneOf = <const T extends readonly string[]>(known: T, what?: string) =>
  z.enum(known, { error: ({ input }) => instead(String(input), `Use ${among(known)}.`, what) })

/** The distinct chosen values, at least one, in the order of `known`. */
export const someOf = <T extends string>(known: readonly T[]) =>
  z.array(z.string()).transform((texts, context): readonly T[] => {
    const chosen = known.filter((value) => texts.includes(value))
    if (chosen.length > 0 && texts.every((text) => known.some((value) => value === text))) return chosen
    context.addIssue(instead(texts.join(','), `Use one or more of ${known.join(', ')}.`))
    return z.NEVER
  })

/** The parsed input, or all its issues. */
export const parseInput = <T>(
  schema: z.ZodType<T>,
  input: unknown,
): { readonly value: T } | { readonly issues: readonly Issue[] } => {
  const parsed = schema.safeParse(input)
  if (parsed.success) return { value: parsed.data }
  return {
    issues: parsed.error.issues.map(({ path, message }): Issue => ({
      path: path.map((step) => (typeof step === 'number' ? step : String(step))),
      message,
    })),
  }
}

/** The parsed input. Throws `invalid` with all its issues; `message` says what is wrong as a whole. */
export const accept = <T>(schema: z.ZodType<T>, input: unknown, message: string): T => {
  const parsed = parseInput(schema, input)
  if ('value' in parsed) return parsed.value
  throw new Problem('invalid', message, { issues: parsed.issues })
}
