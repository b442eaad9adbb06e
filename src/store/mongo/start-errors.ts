import { MongoServerError } from 'mongodb'
import { Problem } from '../../domain/problem.js'

/** The causes of an error, itself first; a Problem only stands for one. */
const causesOf = (error: unknown): readonly Error[] =>
  error instanceof Error ? [error, ...causesOf(error.cause)] : []

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '')
const isFrom = (error: Error, call: string): boolean => 'syscall' in error && error.syscall === call

const invalidAddress = (message: string): string =>
  /unescaped|URI malformed/.test(message)
    ? 'The user name or password in MONGODB_URI contains characters that must be percent-encoded: @ as %40, : as %3A, / as %2F, % as %25, # as %23.'
    : /^options? .+ (is|are) not supported$/.test(message)
      ? 'MONGODB_URI contains an option that the MongoDB driver does not know.'
      : 'MONGODB_URI is not a MongoDB connection string.'

/** `invalid`, for an address that the driver does not accept. */
export const addressProblem = (uri: string, cause: unknown): Problem => {
  const message = cause instanceof Error ? cause.message : ''
  // Nothing but an @ in a user name or password can follow another one.
  const isTwice = /^mongodb(\+srv)?:\/\/[^?]*@[^?]*@/.test(uri)
  return new Problem('invalid', invalidAddress(isTwice ? 'unescaped' : message), { cause })
}

const untrusted =
  'The certificate of the MongoDB server is not trusted: add tlsCAFile=/path/to/ca.pem to MONGODB_URI.'
const certificates: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  CERT_HAS_EXPIRED: 'The certificate of the MongoDB server has expired.',
  CERT_NOT_YET_VALID:
    'The certificate of the MongoDB server is not valid yet: check the clock of this machine.',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'The certificate of the MongoDB server is for another host name: use one that it contains in MONGODB_URI.',
}

const rejected = 'MongoDB rejected the user name or password in MONGODB_URI.'
const refusals: Readonly<Record<string, string>> = {
  13: 'The MongoDB user needs permission to read, write and create indexes in the database.',
  18: rejected,
  // Atlas.
  8000: rejected,
}

/** `invalid`, for what no later attempt changes; null: one might succeed. */
export const lastingProblem = (error: unknown): Problem | null => {
  for (const cause of causesOf(error)) {
    const message =
      cause instanceof MongoServerError
        ? refusals[codeOf(cause)]
        : isFrom(cause, 'open')
          ? 'A certificate or key file named in MONGODB_URI cannot be read.'
          : certificates[codeOf(cause)]
    if (message) return new Problem('invalid', message, { cause: error })
  }
  return null
}

/** What the last attempt failed by, where that tells more than that nobody answered. */
const hintOf = (error: unknown): string | null => {
  for (const cause of causesOf(error)) {
    const { message } = cause
    if (isFrom(cause, 'querySrv') || isFrom(cause, 'queryTxt'))
      return 'The name in MONGODB_URI has no SRV record in the DNS: check MONGODB_URI, or use mongodb:// with the names of the servers.'
    if (isFrom(cause, 'getaddrinfo'))
      return 'The name of the MongoDB server cannot be resolved: check MONGODB_URI, and the DNS of this machine.'
    if (/before secure TLS connection|wrong version number/i.test(message))
      return 'The MongoDB server does not answer in TLS: remove tls=true from MONGODB_URI if it has none (mongodb+srv:// implies it: add tls=false).'
    if (/^connection .+ closed$/.test(message))
      return 'The MongoDB server closes every connection: if it requires TLS, add tls=true to MONGODB_URI.'
  }
  return null
}

/** `unavailable`, after the time for a start; `last`: the error of the last attempt. */
export const notThere = (timeout: number, last: unknown): Problem =>
  new Problem(
    'unavailable',
    hintOf(last) ??
      `MongoDB did not answer within ${timeout / 1_000} s: check MONGODB_URI, and that the server is running and reachable.`,
  )

/** The error of a start as a Problem, with nothing of the address in its message. */
export const startProblem = (error: unknown, timeout: number): Problem => {
  if (error instanceof Problem && (error.code !== 'unavailable' || error.cause === undefined)) return error
  const lasting = lastingProblem(error)
  if (lasting) return lasting
  return causesOf(error).some((cause) => cause instanceof MongoServerError)
    ? new Problem('invalid', 'The MongoDB database could not be prepared.', { cause: error })
    : notThere(timeout, error)
}
