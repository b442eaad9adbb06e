import type { Response } from 'undici'
import { blockedCode } from './guarded-agent.js'

/** What did not answer, for words about it. */
interface AskedHost {
  /** Null: it goes by its host. */
  readonly what: 'feed' | 'receiver' | null
  readonly host: string
  /** Milliseconds. */
  readonly timeout: number
}

/** Seconds, or a date: converted to seconds from now by the server's own clock. */
export const retryAfterOf = (response: Response): number | null => {
  const text = response.headers.get('retry-after')
  if (text === null) return null
  if (/^\d{1,7}$/.test(text)) return Number(text)
  const seconds = (Date.parse(text) - Date.parse(response.headers.get('date') ?? '')) / 1_000
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : null
}

const named = (the: 'The' | 'the', { what, host }: AskedHost): string =>
  what === null ? host : `${the} ${what}`

const codesOf = (error: unknown): readonly string[] => {
  const codes: string[] = []
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth += 1)
    codes.push(one.name, String((one as { code?: unknown }).code ?? ''))
  return codes
}

const sentences: readonly (readonly [code: RegExp, sentence: (asked: AskedHost) => string])[] = [
  [
    /^TimeoutError$|^AbortError$|TIMEOUT|^ETIMEDOUT$/,
    (asked) => `${named('The', asked)} did not answer within ${asked.timeout / 1_000} seconds.`,
  ],
  [
    new RegExp(`^${blockedCode}$`),
    () => 'The address is in a private network. If that is intended, set FEEDS_ALLOW_PRIVATE=on.',
  ],
  [/^ENOTFOUND$|^EAI_|^ENODATA$/, ({ host }) => `The host ${host} was not found.`],
  [/^ECONNREFUSED$/, ({ host }) => `The host ${host} refused the connection.`],
  [
    /CERT|^ERR_TLS|SELF_SIGNED|UNABLE_TO_VERIFY|^EPROTO$|ERR_SSL/,
    ({ host }) => `The host ${host} has no valid certificate.`,
  ],
]

/** The error, without the address, which is a secret. */
export const sentenceFor = (error: unknown, asked: AskedHost): string => {
  const codes = codesOf(error)
  const known = sentences.find(([pattern]) => codes.some((code) => pattern.test(code)))
  return known ? known[1](asked) : `The connection to ${named('the', asked)} was lost.`
}
