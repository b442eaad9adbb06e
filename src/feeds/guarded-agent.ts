import { lookup } from 'node:dns/promises'
import type { LookupAddress, LookupOptions } from 'node:dns'
import { buildConnector, type Dispatcher } from 'undici'
import { isPublicAddress, literalOf } from '../domain/ip-addresses.js'
import { createAgent } from '../fetching/agent.js'
import { within } from '../services/within.js'

/** The IP addresses of a name. */
export type Resolve = (name: string) => Promise<readonly LookupAddress[]>

/** Whether connections to an IP address are allowed. */
type IsPublic = (address: string) => boolean

const resolveName: Resolve = (name) => lookup(name, { all: true, verbatim: true })

/** The connection was not even tried. */
export const blockedCode = 'PRIVATE_ADDRESS'

const blocked = (): Error =>
  Object.assign(new Error('The address is in a private network.'), { code: blockedCode })

type Connected = Parameters<buildConnector.connector>[1]

/** The addresses that a name leads to, every one of them public. */
const publicAddresses = async (
  hostname: string,
  isPublic: IsPublic,
  resolve: Resolve,
): Promise<readonly LookupAddress[]> => {
  const literal = literalOf(hostname)
  const found = literal
    ? [{ address: literal, family: literal.includes(':') ? 6 : 4 }]
    : await resolve(hostname)
  if (found.length === 0 || !found.every(({ address }) => isPublic(address))) throw blocked()
  return found
}

/**
 * Allows connections to public addresses only. The check is part of connecting: a literal address is checked before it is
 * used, a name by all the addresses it resolves to, and the connection goes to exactly those addresses, so that a name
 * cannot give one answer to the check and another to the connection. Implemented as a connector, because undici never
 * calls its `lookup` for literals.
 */
const createGuardedAgent = (isPublic: IsPublic, resolve: Resolve, timeout: number): Dispatcher => {
  const connectTo = (addresses: readonly LookupAddress[]): buildConnector.connector =>
    buildConnector({
      timeout,
      lookup: (
        _: string,
        { all }: LookupOptions,
        done: (error: Error | null, address: string | LookupAddress[], family?: number) => void,
      ) => (all ? done(null, [...addresses]) : done(null, addresses[0]!.address, addresses[0]!.family)),
    } as buildConnector.BuildOptions)

  const connect = (options: buildConnector.Options, connected: Connected): void => {
    publicAddresses(options.hostname, isPublic, resolve).then(
      (addresses) => connectTo(addresses)(options, connected),
      (error: unknown) => connected(error instanceof Error ? error : blocked(), null),
    )
  }
  return createAgent({ connect, headersTimeout: timeout, bodyTimeout: timeout })
}

export interface GuardOptions {
  /** Also allow private addresses and plain http, for tools on the same network. */
  readonly allowPrivate: boolean
  readonly resolve?: Resolve
  readonly isPublic?: IsPublic
  /** Milliseconds for everything: name look-up, connections, and the last byte. */
  readonly timeout?: number
}

/** Milliseconds: Slack waits three seconds for the answer to a form. */
const typedTimeout = 1_000

/**
 * Whether a name leads to a private network, as far as a name server says so at once: somebody who enters the address is
 * told then, and a fetch looks again in any case.
 */
export const createLeadsInside =
  ({
    allowPrivate,
    resolve = resolveName,
    isPublic = isPublicAddress,
    timeout = typedTimeout,
  }: GuardOptions) =>
  async (hostname: string): Promise<boolean> =>
    !allowPrivate &&
    within(
      timeout,
      publicAddresses(hostname, isPublic, resolve).then(
        () => false,
        (error: { readonly code?: unknown }) => error.code === blockedCode,
      ),
      () => false,
    )

/** Requests through an agent of their own, all of them within `timeout`: else it rejects with a `TimeoutError`. */
export const withGuardedAgent = async <T>(
  {
    allowPrivate,
    resolve = resolveName,
    isPublic = isPublicAddress,
    timeout,
  }: Required<Pick<GuardOptions, 'timeout'>> & GuardOptions,
  work: (agent: Dispatcher, signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const agent = createGuardedAgent(allowPrivate ? () => true : isPublic, resolve, timeout)
  const signal = AbortSignal.timeout(timeout)
  // A name server that never answers must not hold up the work.
  const late = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error)),
  )
  late.catch(() => undefined)
  try {
    return await Promise.race([work(agent, signal), late])
  } finally {
    void agent.destroy()
  }
}

/** The address without the name and the password in it, which are sent as a header. */
export const withoutPassword = (url: URL): URL => {
  const plain = new URL(url)
  plain.username = ''
  plain.password = ''
  return plain
}

export const basicAuth = ({ username, password }: URL): { readonly authorization?: string } =>
  username === ''
    ? {}
    : {
        authorization: `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`,
      }
