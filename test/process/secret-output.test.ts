import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { open, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtProgram } from '../built.js'
import { environment, newAcme, type Acme } from './whosout.js'

interface Listed {
  readonly id: string
  readonly name: string
  readonly state: string
  readonly previous_valid_until?: string | null
}

interface Ended {
  readonly code: number | null
  readonly err: string
}

const program = builtProgram('src/main.js')

/** A secret of which the command's output kept nothing, or a part: it must not stay behind, working and unknown. */
describe('a secret that cannot be written', () => {
  let acme: Acme
  beforeAll(async () => void (acme = await newAcme()))
  afterAll(() => acme.remove())

  const named = async (list: 'keys' | 'links', name: string): Promise<Listed | undefined> =>
    (await acme.ask<Listed[]>(list, 'list')).find((one) => one.name === name)

  /** With the output going to that descriptor, or to a pipe that nobody reads any more. */
  const run = async (output: number | 'closed', command: string, ...words: string[]): Promise<Ended> => {
    const child = spawn(command, words, {
      env: environment(acme.env),
      stdio: ['ignore', output === 'closed' ? 'pipe' : output, 'pipe'],
    })
    child.stdout?.destroy()
    const code = new Promise<number | null>((done) => child.once('close', done))
    return { err: await text(child.stderr!), code: await code }
  }
  const runTo = (output: number | 'closed', ...words: string[]) =>
    run(output, process.execPath, program, ...words)

  it('to a pipe that was closed is taken back: a key and a link are revoked, and the exit code is 1', async () => {
    for (const [list, noun] of [
      ['keys', 'secret'],
      ['links', 'link'],
    ] as const) {
      const { code, err } = await runTo('closed', list, 'create', '--name', 'unseen')
      expect([code, err]).toEqual([1, expect.stringContaining(`Nobody has seen the ${noun}`)])
      expect(err).toMatch(/^The output cannot be written: its reader has closed it\..*was revoked\.\n$/)
      expect(await named(list, 'unseen')).toMatchObject({ state: 'revoked' })
    }
  })

  it.runIf(existsSync('/dev/full'))(
    'to a full disk is taken back: a rotation is undone, with the old secret as before',
    async () => {
      const { id } = await acme.createKey('dashboard')
      const before = await named('keys', 'dashboard')
      const full = await open('/dev/full', 'w')
      try {
        const { code, err } = await runTo(full.fd, 'keys', 'rotate', id, '--grace', '0', '--json')
        expect([code, err]).toEqual([1, expect.stringContaining('the disk is full')])
        expect(err).toContain('the rotation was undone: the old secret works as before.')
      } finally {
        await full.close()
      }
      expect(await named('keys', 'dashboard')).toEqual(before)
    },
  )

  it('of which a file takes only the beginning is taken back too', async () => {
    const limit = 4 * 1024 * 1024
    const path = join(acme.path, 'out')
    await writeFile(path, Buffer.alloc(limit - 30))
    const file = await open(path, 'a')
    try {
      const limited = `ulimit -f ${limit / 512}; exec "$@"`
      const words = [process.execPath, program, 'keys', 'create', '--name', 'cut', '--json']
      const { code, err } = await run(file.fd, 'sh', '-c', limited, 'sh', ...words)
      expect([code, err]).toEqual([1, expect.stringContaining('was revoked.')])
    } finally {
      await file.close()
    }
    expect((await readFile(path)).subarray(-30).toString()).toContain('{"id":')
    expect(await named('keys', 'cut')).toMatchObject({ state: 'revoked' })
  })
})
