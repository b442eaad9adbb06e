import fc from 'fast-check'
import { describe, expect, inject, test } from 'vitest'
import { checkKey, type ApiKey, type KeyRing } from '../../../src/domain/keys/key.js'
import type { KeyDecision } from '../../../src/domain/keys/change.js'
import * as life from '../../../src/domain/keys/lifecycle.js'
import * as planning from '../../../src/domain/keys/plan.js'
import { lifeCycles, type Operation, type Subject } from './model.js'
import { now } from './ring.js'

const rules = {
  createKey: life.createKey,
  rotateKey: life.rotateKey,
  disableKey: life.disableKey,
  enableKey: life.enableKey,
  revokeKey: life.revokeKey,
  changePlan: planning.changePlan,
}
type Rules = typeof rules

interface World {
  ring: KeyRing
  readonly retired: Map<string, ApiKey>
  readonly uses: Map<string, string>
  readonly secrets: { readonly secret: number; readonly id: string }[]
}

const hashName = (secret: number): string => `hash-${secret}`
const idOf = (key: number): string => `key-${String(key).padStart(4, '0')}`

const decide = (rules: Rules, world: World, operation: Operation, secret: number, at: Date) => {
  const minted = { hash: hashName(secret), start: 'who_live_test' }
  if (operation.do === 'create') {
    const id = idOf(Object.keys(world.ring.keys).length + world.retired.size)
    const expires_at = operation.life === null ? null : new Date(at.getTime() + operation.life).toISOString()
    const chosen = { id, name: id, expires_at, allow: null, team_id: null, reasons: 'shown' } as const
    return rules.createKey(world.ring, { ...chosen, secret: minted }, at)
  }
  if (operation.do === 'plan') {
    const keepKey = operation.keep === null ? undefined : idOf(operation.keep)
    return rules.changePlan(world.ring, { to: operation.to, keepKey }, world.uses, at)
  }
  if (operation.do === 'wait') return undefined
  const id = idOf(operation.key)
  const gone = world.retired.get(id)
  const ring = gone ? { ...world.ring, keys: { ...world.ring.keys, [id]: gone } } : world.ring
  if (operation.do === 'disable') return rules.disableKey(ring, id, at)
  if (operation.do === 'enable') return rules.enableKey(ring, id, at)
  if (operation.do === 'revoke') return rules.revokeKey(ring, id, at)
  if (operation.do !== 'rotate') return undefined
  const { grace, again } = operation
  return rules.rotateKey(ring, { id, secret: minted, grace, again, seen: ring.keys[id]!.version }, at)
}

const write = (world: World, decision: KeyDecision | planning.PlanDecision): void => {
  if ('refused' in decision) return
  const keys = { ...world.ring.keys }
  for (const key of decision.changed) keys[key.id] = key
  for (const key of decision.retired) {
    delete keys[key.id]
    world.retired.set(key.id, key)
  }
  world.ring = { plan: 'plan' in decision ? decision.plan : world.ring.plan, keys }
}

/** The decisions with nothing round them: an object in memory is the store. */
const createSubject = (rules: Rules): Subject => {
  const world: World = { ring: { plan: 'paid', keys: {} }, retired: new Map(), uses: new Map(), secrets: [] }
  const keyNamed = (id: string): ApiKey => (world.ring.keys[id] ?? world.retired.get(id))!
  const working = (at: number) =>
    world.secrets
      .filter(({ secret, id }) => checkKey(keyNamed(id), hashName(secret), new Date(at)) === 'good')
      .map(({ secret, id }) => ({ secret, key: Number(id.slice(4)) }))
  return {
    apply: async (operation, secret, at) => {
      if (operation.do === 'use' && working(at).some(({ key }) => key === operation.key))
        world.uses.set(idOf(operation.key), new Date(at).toISOString())
      const decision = decide(rules, world, operation, secret, new Date(at))
      if (!decision) return true
      if ('refused' in decision) return false
      if ('key' in decision && decision.key.secrets[0]?.hash === hashName(secret))
        world.secrets.push({ secret, id: decision.key.id })
      write(world, decision)
      return true
    },
    working: async (at) => working(at),
  }
}

/** A decision with one thing done wrongly to the keys that it changes. */
const spoilt = <D extends KeyDecision | planning.PlanDecision>(
  decision: D,
  spoil: (key: ApiKey) => ApiKey,
): D => {
  if ('refused' in decision) return decision
  const changed = decision.changed.map(spoil)
  return { ...decision, changed, ...('key' in decision ? { key: spoil(decision.key as ApiKey) } : {}) }
}

/** One of each command that needs a life of several steps to show. */
const plantedBugs: Readonly<Record<string, Partial<Rules>>> = {
  'a downgrade leaves old secrets of locked keys in their grace': {
    changePlan: (ring, command, uses, at) =>
      spoilt(rules.changePlan(ring, command, uses, at), (key) =>
        key.locked ? { ...key, secrets: ring.keys[key.id]!.secrets } : key,
      ),
  },
  'a downgrade keeps the least used key': {
    changePlan: (ring, command, _, at) => rules.changePlan(ring, command, new Map(), at),
  },
  'a rotation keeps the secret before the last': {
    rotateKey: (ring, command, at) =>
      spoilt(rules.rotateKey(ring, command, at), (key) => ({
        ...key,
        secrets: [...key.secrets, ...(ring.keys[key.id]?.secrets.slice(1) ?? [])],
      })),
  },
  'a lock is lifted although another key counts': {
    enableKey: (ring, id, at) => rules.enableKey({ ...ring, plan: 'paid' }, id, at),
  },
}

describe('random life cycles', () => {
  test('are as the model has them', async () => {
    await fc.assert(
      lifeCycles(async () => createSubject(rules), now.getTime()),
      // Each of them is a whole life.
      { numRuns: Math.min(inject('cases'), 2_000) },
    )
  })

  test.each(Object.entries(plantedBugs))('find a planted bug: %s', async (_, bug) => {
    const details = await fc.check(
      lifeCycles(async () => createSubject({ ...rules, ...bug }), now.getTime()),
      { numRuns: 2_000, seed: 4, endOnFailure: true },
    )
    expect(details.failed).toBe(true)
  })
})
