import { describe, expect, it } from 'vitest'
import { hashSecret, isKeyShaped } from '../../../src/domain/secrets/mint.js'
import { documentId } from '../../../src/domain/organization/organization.js'
import { at, day, hour, minute } from '../../domain/keys/ring.js'
import { openBench, type Subject } from '../../stores/subject.js'
import { actor, openWorld, refusalOf } from './world.js'

const noGrace = { grace: 0, again: false }

/** What the verbs about keys leave in a store. */
export const describeKeyVerbs = (subject: Subject): void => {
  const bench = openBench(subject)
  const world = (plan: 'free' | 'paid') => openWorld(bench().store, plan)

  it('creates a key that works at once, and stores nothing that would open a door', async () => {
    const { org, keys, lists, store, read, standing } = await world('free')
    const before = await read()
    const { key, secret, confirmed } = await keys.create(org, { name: 'dashboard' }, actor)
    const after = await read()
    expect(confirmed).toBe(true)
    expect(isKeyShaped(secret)).toBe(true)
    expect(await standing(secret)).toBe('good')
    expect(after).toEqual({
      ...before,
      keys_revision: before.keys_revision + 1,
      keys: { [key.id]: key },
    })
    expect(await store.get('key_hashes', [hashSecret(secret)])).toEqual([
      { _id: hashSecret(secret), org, key: key.id },
    ])
    const log = await lists.events(org, undefined, 10)
    expect(log).toMatchObject([{ key: key.id, what: 'created', at: at(0), ...actor }])
    const rest = secret.slice(key.secrets[0]!.start.length)
    expect(JSON.stringify([after, log])).not.toContain(rest)
    expect(JSON.stringify(log)).not.toContain(hashSecret(secret))
  })

  it('gives a key all that was asked for', async () => {
    const { org, keys, store } = await world('paid')
    const team = { _id: documentId(org, 't1'), org, id: 't1', name: 'Design', source: 'manual' as const }
    await store.commit([{ put: 'teams', document: team }])
    const wish = {
      name: 'wall',
      expires: at(day),
      allow: ['10.0.0.0/8', '::1'],
      reasons: 'hidden',
      team: ' design',
    }
    const { key } = await keys.create(org, wish, actor)
    expect(key).toMatchObject({
      name: 'wall',
      expires_at: at(day),
      allow: ['10.0.0.0/8', '::1'],
      reasons: 'hidden',
      team_id: 't1',
    })
    expect((await keys.create(org, { ...wish, team: 't1' }, actor)).key.team_id).toBe('t1')
  })

  it('refuses a team that is not there, and one whose name two teams have', async () => {
    const { org, keys, store } = await world('paid')
    for (const id of ['t1', 't2'])
      await store.commit([
        {
          put: 'teams',
          document: { _id: documentId(org, id), org, id, name: 'Design', source: 'manual' },
        },
      ])
    const create = (team: string) => refusalOf(keys.create(org, { name: 'wall', team }, actor))
    expect((await create('Sales')).code).toBe('not_found')
    expect((await create('Design')).code).toBe('conflict')
  })

  it('says everything that is wrong with a wish, and writes nothing', async () => {
    const { org, keys, read } = await world('paid')
    const before = await read()
    const problem = await refusalOf(keys.create(org, { name: '', allow: ['x'], expires: 'x' }, actor))
    expect(problem.code).toBe('invalid')
    expect(problem.issues?.map((issue) => issue.path)).toEqual([['name'], ['expires'], ['allow', 0]])
    expect(await read()).toEqual(before)
  })

  it('knows a secret that was replaced twice as one of this key', async () => {
    const { org, keys, clock, standing } = await world('paid')
    const first = await keys.create(org, { name: 'dashboard' }, actor)
    await keys.rotate(org, first.key.id, { grace: day, again: false }, actor)
    clock.move(minute)
    await keys.rotate(org, first.key.id, { grace: day, again: false }, actor)
    expect(await standing(first.secret)).toBe('expired')
  })

  it('takes back what nobody has seen: a new key is revoked, a rotated one is as it was', async () => {
    const { org, keys, lists, read, standing } = await world('paid')
    const first = await keys.create(org, { name: 'dashboard' }, actor)
    const { id } = first.key
    const second = await keys.rotate(org, id, { grace: hour, again: false }, actor)
    const before = (await read()).keys[id]!
    const third = await keys.rotate(org, id, { grace: 0, again: true }, actor)
    await keys.takeBack(org, third, actor)
    expect((await read()).keys[id]).toEqual({ ...before, version: third.key.version + 1 })
    const stand = await Promise.all([first, second, third].map(({ secret }) => standing(secret)))
    expect(stand).toEqual(['good', 'good', 'expired'])
    expect((await lists.events(org, id, 10)).map(({ what }) => what)).toContain('rotation_undone')

    const fourth = await keys.rotate(org, id, { grace: 0, again: true }, actor)
    await keys.edit(org, id, { name: 'wall' }, actor)
    expect((await refusalOf(keys.takeBack(org, fourth, actor))).code).toBe('conflict')
    await keys.takeBack(org, first, actor)
    expect(await standing(fourth.secret)).toBe('revoked')
  })

  it('disables, enables and revokes; each twice is as good as once', async () => {
    const { org, keys, lists, standing } = await world('free')
    const { key, secret } = await keys.create(org, { name: 'dashboard' }, actor)
    for (const [verb, expected] of [
      ['disable', 'disabled'],
      ['enable', 'good'],
      ['revoke', 'revoked'],
    ] as const) {
      expect((await keys[verb](org, key.id, actor)).changed).toBe(true)
      expect(await standing(secret)).toBe(expected)
      expect((await keys[verb](org, key.id, actor)).changed).toBe(false)
      expect(await standing(secret)).toBe(expected)
    }
    const log = await lists.events(org, key.id, 10)
    expect(log.map(({ what }) => what).sort()).toEqual(['created', 'disabled', 'enabled', 'revoked'])
  })

  it('keeps a revoked key in a document of its own, and it stays revoked', async () => {
    const { org, keys, lists, read, store } = await world('free')
    const { key } = await keys.create(org, { name: 'dashboard' }, actor)
    const { key: revoked } = await keys.revoke(org, key.id, actor)
    expect((await read()).keys).toEqual({})
    expect(await store.get('retired_keys', [documentId(org, key.id)])).toEqual([
      { _id: documentId(org, key.id), org, key: revoked },
    ])
    expect((await refusalOf(keys.enable(org, key.id, actor))).message).toContain('permanently')
    expect(await lists.list(org, { live: false })).toMatchObject([
      { id: key.id, state: 'revoked', hints: [] },
    ])
    expect(await lists.list(org, { live: true })).toEqual([])
  })

  it('moves a key that expired 30 days ago out with the next change, and can still revoke it', async () => {
    const { org, keys, clock, read, standing } = await world('paid')
    const old = await keys.create(org, { name: 'old', expires: at(hour) }, actor)
    clock.move(hour + 30 * day)
    const other = await keys.create(org, { name: 'new' }, actor)
    expect(Object.keys((await read()).keys)).toEqual([other.key.id])
    expect(await standing(old.secret)).toBe('expired')
    expect((await refusalOf(keys.rotate(org, old.key.id, noGrace, actor))).message).toContain('expired')
    expect((await keys.revoke(org, old.key.id, actor)).changed).toBe(true)
    expect(await standing(old.secret)).toBe('revoked')
    expect(Object.keys((await read()).keys)).toEqual([other.key.id])
  })

  it('writes a refused creation to the log, once a day', async () => {
    const { org, keys, lists, clock } = await world('free')
    await keys.create(org, { name: 'one' }, actor)
    const refused = () => refusalOf(keys.create(org, { name: 'two' }, actor))
    const log = async () =>
      (await lists.events(org, undefined, 10)).filter(({ what }) => what === 'create_refused')
    for (let times = 0; times < 3; times++) expect((await refused()).code).toBe('plan_limit')
    expect(await log()).toMatchObject([{ key: '', detail: { name: 'two' }, ...actor }])
    clock.move(day)
    await refused()
    expect(await log()).toHaveLength(2)
  })

  it('never touches the keys of another organization', async () => {
    const [ours, theirs] = [await world('paid'), await world('paid')]
    const { key, secret } = await theirs.keys.create(theirs.org, { name: 'dashboard' }, actor)
    expect((await refusalOf(ours.keys.revoke(ours.org, key.id, actor))).code).toBe('not_found')
    expect((await refusalOf(ours.keys.rotate(ours.org, key.id, noGrace, actor))).code).toBe('not_found')
    expect(await theirs.standing(secret)).toBe('good')
  })

  describe('lists', () => {
    it('show states, last uses and what to look at, the oldest first', async () => {
      const { org, keys, lists, clock, store } = await world('paid')
      const used = await keys.create(org, { name: 'used' }, actor)
      clock.move(1)
      const ends = await keys.create(org, { name: 'ends', expires: at(200 * day) }, actor)
      const first_used = { [hashSecret(used.secret)]: at(0) }
      const use = { org, at: at(0), from: '10.0.0.1', addresses: [], first_used, noted_on: null, version: 1 }
      await store.commit([
        { put: 'key_uses', document: { ...use, _id: documentId(org, used.key.id), key: used.key.id } },
      ])
      const rotated = await keys.rotate(org, used.key.id, { grace: day, again: false }, actor)
      const seen = await lists.list(org, { live: false })
      expect(seen).toMatchObject([
        {
          id: used.key.id,
          name: 'used',
          state: 'active',
          start: rotated.key.secrets[0]!.start,
          last_used_at: at(0),
          last_used_from: '10.0.0.1',
          previous_valid_until: at(day + 1),
          hints: ['new_secret_unused', 'never_expires'],
        },
        { id: ends.key.id, state: 'active', last_used_at: null, hints: ['never_used'] },
      ])
      clock.move(90 * day)
      const later = await lists.list(org, { live: false })
      expect(later[0]).toMatchObject({
        previous_valid_until: null,
        hints: ['idle', 'new_secret_unused', 'never_expires'],
      })
      expect(JSON.stringify(seen)).not.toContain(hashSecret(used.secret))
    })

    it('show the log of one key or of all, the newest line first, and no more than asked for', async () => {
      const { org, keys, lists, clock } = await world('paid')
      const made: string[] = []
      for (const name of ['a', 'b']) {
        made.push((await keys.create(org, { name }, actor)).key.id)
        clock.move(1)
      }
      await keys.disable(org, made[0]!, actor)
      const seen = (events: readonly { readonly what: string; readonly key: string }[]) =>
        events.map(({ what, key }) => [what, made.indexOf(key)])
      expect(seen(await lists.events(org, undefined, 10))).toEqual([
        ['disabled', 0],
        ['created', 1],
        ['created', 0],
      ])
      expect(seen(await lists.events(org, undefined, 1))).toEqual([['disabled', 0]])
      expect(seen(await lists.events(org, made[1], 10))).toEqual([['created', 1]])
    })
  })
}
