import { getHeapSnapshot } from 'node:v8'
import { describe, expect, it } from 'vitest'
import { mintSecret } from '../../../src/domain/secrets/mint.js'
import { createAccess } from '../../../src/services/keys/authenticate.js'
import type { Store } from '../../../src/store/port.js'
import { apiKey, organization } from '../../stores/samples.js'

const now = new Date('2026-11-20T10:30:00.000Z')
const bytes = new Uint8Array(32).fill(0x5e)
const { hash } = mintSecret(bytes)

const secrets = [{ hash, start: 'who_live_xxxx', created_at: now.toISOString(), valid_until: null }]
const acme = organization('acme', { keys: { k1: apiKey('k1', { secrets }) } })

const open = () => {
  const asked: string[] = []
  const froms: (string | null)[] = []
  const get = async (collection: string, [id]: readonly string[]) => {
    asked.push(collection)
    return collection === 'key_hashes' && id === hash ? [{ _id: hash, org: 'acme', key: 'k1' }] : []
  }
  const note = { record: ({ from }: { readonly from: string | null }) => void froms.push(from) }
  const authenticate = createAccess({ get } as unknown as Store, async () => acme, {
    lastUse: note,
    refusedUses: note,
  })
  return { authenticate, asked, froms }
}

/** Whether the text stands anywhere on the heap: nobody who asks may hold it. */
const isOnHeap = async (text: () => string): Promise<boolean> => {
  // The engine itself remembers what a regular expression was last tried on.
  expect(/^nothing$/.test('nothing')).toBe(true)
  let before = ''
  let found = false
  for await (const chunk of getHeapSnapshot()) {
    const part = before + String(chunk)
    for (const [match] of part.matchAll(/who_live_[0-9A-Za-z]{49}/g)) if (match === text()) found = true
    before = part.slice(-100)
  }
  return found
}

describe('a key that was used', () => {
  it('is remembered by its hash: the store is asked once, and no plain key stays in memory', async () => {
    const { authenticate, asked } = open()
    for (let request = 0; request < 3; request++)
      expect(await authenticate(mintSecret(bytes).token, '10.0.0.1', now)).toMatchObject({
        key: { id: 'k1' },
      })
    expect(asked).toEqual(['key_hashes'])
    expect(await isOnHeap(() => mintSecret(bytes).token)).toBe(false)
    // It would have been found.
    const held = [mintSecret(bytes).token]
    expect(await isOnHeap(() => mintSecret(bytes).token)).toBe(true)
    expect(held).toHaveLength(1)
  })

  it.each([
    ['10.0.0.1', '10.0.0.1'],
    ['2001:db8::1', '2001:db8::1'],
    ['unknown', null],
    ['', null],
    ['<script>alert(1)</script>', null],
    ['10.0.0.1\u001b[31m', null],
    ['ana@example.com', null],
  ])('from %j is noted as used from %j', async (address, from) => {
    const { authenticate, froms } = open()
    await authenticate(mintSecret(bytes).token, address, now)
    expect(froms).toEqual([from])
  })
})
