import fc from 'fast-check'
import { it } from 'vitest'
import { hashSecret } from '../../../src/domain/secrets/mint.js'
import { Problem } from '../../../src/domain/problem.js'
import { createKeys } from '../../../src/services/keys/keys.js'
import { createLastUse } from '../../../src/services/keys/last-use.js'
import { createOrganizations } from '../../../src/services/organizations/organizations.js'
import type { Store } from '../../../src/store/port.js'
import { now } from '../../domain/keys/ring.js'
import { lifeCycles, type Operation, type Subject as ModelSubject } from '../../domain/keys/model.js'
import { openBench, type Subject } from '../../stores/subject.js'
import { actor, createClock, dependenciesOn, newSlug, standingIn } from './world.js'

/** Bytes that count upwards: ids made from them sort by age, as the tie of a downgrade goes to the older id. */
const countingBytes = () => {
  let count = 0
  return (size: number): Uint8Array => {
    const bytes = new Uint8Array(size)
    new DataView(bytes.buffer).setUint32(0, ++count)
    return bytes.slice(0, size)
  }
}

const expected = new Set(['conflict', 'plan_limit', 'invalid', 'not_found'])

/** The services on a store, as the model sees them. */
const openSubject = async (store: Store): Promise<ModelSubject> => {
  const clock = createClock()
  // Secrets of two organizations must differ, so the organization is made from real randomness.
  const real = dependenciesOn(store, clock)
  const { _id: org } = await createOrganizations(real).create({ name: 'Acme', slug: newSlug(), plan: 'paid' })
  const counting = countingBytes()
  const random = (size: number) => (size === 16 ? counting(size) : real.random(size))
  const keys = createKeys({ ...real, random })
  const organizations = createOrganizations({ ...real, random })
  const lastUse = createLastUse(store)
  const ids: string[] = []
  const secrets: { readonly secret: number; readonly hash: string; readonly key: number }[] = []

  const working = async (at: number) => {
    const found = await Promise.all(secrets.map(({ hash }) => standingIn(store, hash, new Date(at))))
    return secrets.filter((_, index) => found[index] === 'good')
  }
  const use = async (key: number): Promise<void> => {
    const [secret] = (await working(clock.now().getTime())).filter((candidate) => candidate.key === key)
    if (!secret) return
    lastUse.record({ org, key: ids[key]!, hash: secret.hash, from: null, at: clock.now() })
    await lastUse.flush()
  }
  const perform = async (operation: Operation, secret: number): Promise<unknown> => {
    if (operation.do === 'wait') return undefined
    if (operation.do === 'use') return use(operation.key)
    if (operation.do === 'plan') {
      const keep_key = operation.keep === null ? undefined : ids[operation.keep]
      return organizations.set(org, { plan: operation.to, keep_key }, actor)
    }
    if (operation.do === 'create') {
      const { life } = operation
      const expires = life === null ? undefined : new Date(clock.now().getTime() + life).toISOString()
      const issued = await keys.create(org, { name: 'key', expires }, actor)
      ids.push(issued.key.id)
      return secrets.push({ secret, hash: hashSecret(issued.secret), key: ids.length - 1 })
    }
    if (operation.do !== 'rotate') return keys[operation.do](org, ids[operation.key]!, actor)
    const issued = await keys.rotate(org, ids[operation.key]!, operation, actor)
    return secrets.push({ secret, hash: hashSecret(issued.secret), key: operation.key })
  }

  return {
    apply: async (operation, secret, at) => {
      clock.move(at - clock.now().getTime())
      try {
        await perform(operation, secret)
        return true
      } catch (fault) {
        if (fault instanceof Problem && expected.has(fault.code)) return false
        throw fault
      }
    },
    working,
  }
}

/** Random life cycles through the services, held against the model. */
export const describeKeyModel = (subject: Subject, numRuns: number): void => {
  const bench = openBench(subject)

  it(`behaves like the model in ${numRuns} random life cycles`, async () => {
    await fc.assert(
      lifeCycles(() => openSubject(bench().store), now.getTime()),
      { numRuns },
    )
  })
}
