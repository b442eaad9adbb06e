import { fetch } from 'undici'
import { provider } from '../domain/agents/settings.js'
import { parseTypedAddress } from '../domain/sources/feed-address.js'
import type { FetchJson } from '../services/agents/issuers.js'
import { sentenceFor } from './failures.js'
import { fetchTimeout, readBody } from './fetch.js'
import { withGuardedAgent, type GuardOptions } from './guarded-agent.js'

/** Bytes: keys and metadata take a few thousand. */
const maxLength = 262_144

const parse = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return undefined
  }
}

/** Fetches a page of an identity provider under the rules of feeds; a redirect is followed nowhere. */
export const createFetchJson =
  ({ timeout = fetchTimeout, ...options }: GuardOptions): FetchJson =>
  async (text, authorization) => {
    const address = parseTypedAddress(text, options.allowPrivate, provider)
    if ('issue' in address) return { failed: `The address ${address.issue}.` }
    const { url } = address
    const headers = { accept: 'application/json', 'user-agent': 'whosout' }
    const sent = authorization === undefined ? headers : { ...headers, authorization }
    try {
      return await withGuardedAgent({ ...options, timeout }, async (dispatcher, signal) => {
        const response = await fetch(url, { dispatcher, signal, redirect: 'manual', headers: sent })
        const { status } = response
        if (status !== 200)
          return {
            failed: `${url.host} answered with status ${status}.`,
            isAway: status >= 500 || status === 429,
          }
        const bytes = await readBody(response, maxLength)
        const json = bytes && parse(bytes)
        return json ? { json } : { failed: `${url.host} answered with something that is not JSON.` }
      })
    } catch (error) {
      return { failed: sentenceFor(error, { what: null, host: url.host, timeout }), isAway: true }
    }
  }
