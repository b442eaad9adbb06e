import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runHere, runWhosout, startServer } from './whosout.js'
import type { ServerProcess } from './whosout.js'

interface Issued {
  readonly id: string
  readonly secret: string
}

/** Twenty processes start one after the other, on a machine that may be busy. */
const processTimeout = 120_000

/** A server of the built product, and commands in other processes, on one folder. */
describe('keys from the command line, while the server runs', () => {
  let folder: string
  let server: ServerProcess
  const ask = async <T>(...words: string[]): Promise<T> => {
    const { code, out, err } = await runHere({ DATA_DIR: folder }, ...words, '--json')
    expect([code, err]).toEqual([0, ''])
    return JSON.parse(out) as T
  }
  const status = async (secret: string): Promise<number> => {
    const reply = await fetch(`${server.url}/api/v1/presence`, {
      headers: { authorization: `Bearer ${secret}` },
    })
    await reply.arrayBuffer()
    return reply.status
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'whosout-keys-'))
    server = await startServer({ DATA_DIR: folder })
  })
  afterAll(async () => {
    server.child.kill('SIGTERM')
    await server.exited
    await rm(folder, { recursive: true, force: true })
  })

  it(
    'each change holds from the very next request on',
    async () => {
      await ask('org', 'create', 'Acme', '--slug', 'acme', '--plan', 'paid')
      const { id, secret } = await ask<Issued>('keys', 'create', '--org', 'acme', '--name', 'dashboard')
      expect(await status(secret)).toBe(200)
      await ask('keys', 'disable', id, '--org', 'acme')
      expect(await status(secret)).toBe(401)
      await ask('keys', 'enable', id, '--org', 'acme')
      expect(await status(secret)).toBe(200)
      const rotated = await ask<Issued>('keys', 'rotate', id, '--org', 'acme', '--grace', '0')
      expect([await status(secret), await status(rotated.secret)]).toEqual([401, 200])
      await ask('org', 'set', 'acme', '--suspended')
      expect(await status(rotated.secret)).toBe(401)
      await ask('org', 'set', 'acme', '--no-suspended')
      expect(await status(rotated.secret)).toBe(200)
      await ask('keys', 'revoke', id, '--org', 'acme')
      expect(await status(rotated.secret)).toBe(401)
      const [listed] = await ask<{ last_used_at: string | null }[]>('keys', 'list', '--org', 'acme')
      expect(listed).toMatchObject({ id, state: 'revoked', last_used_at: expect.stringMatching(/^\d{4}-/) })
      await expect
        .poll(async () =>
          (await ask<{ what: string }[]>('keys', 'events', '--org', 'acme')).map(({ what }) => what),
        )
        .toContain('used_after_revoke')
    },
    processTimeout,
  )

  it(
    'five processes that create on the free plan leave one key',
    async () => {
      await ask('org', 'create', 'Beta', '--slug', 'beta')
      const outcomes = await Promise.all(
        Array.from({ length: 5 }, (_, n) =>
          runWhosout(
            { DATA_DIR: folder },
            ...['keys', 'create', '--org', 'beta', '--name', `key ${n}`, '--json'],
          ),
        ),
      )
      expect(outcomes.map(({ code }) => code).sort()).toEqual([0, 1, 1, 1, 1])
      const winner = JSON.parse(outcomes.find(({ code }) => code === 0)!.out) as Issued
      expect(await status(winner.secret)).toBe(200)
      expect(await ask<Issued[]>('keys', 'list', '--org', 'beta')).toMatchObject([
        { id: winner.id, state: 'active' },
      ])
    },
    processTimeout,
  )
})
