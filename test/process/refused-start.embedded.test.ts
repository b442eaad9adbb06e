import { execFile } from 'node:child_process'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { environment, newFolder, type Outcome } from './whosout.js'

const program = fileURLToPath(new URL('../../bin/whosout', import.meta.url))

/** `serve` until it ends; one that hangs is killed after a minute, with the code -1. */
const serve = (data: string, before = ''): Promise<Outcome> =>
  new Promise((resolve) => {
    execFile(
      'sh',
      ['-c', `${before} exec "$0" "$1" serve`, process.execPath, program],
      { env: environment({ DATA_DIR: data }), timeout: 60_000, killSignal: 'SIGKILL' },
      (fault, out, err) => resolve({ code: fault ? Number(fault.code ?? -1) : 0, out, err }),
    )
  })

const dataFolder = async (): Promise<string> => {
  const folder = await newFolder()
  onTestFinished(() => folder.remove())
  return folder.path
}

it.runIf(process.platform === 'linux')('a data folder where nothing can be created is one line', async () => {
  const { code, out, err } = await serve('/proc/whosout/data')
  expect([code, out]).toEqual([1, ''])
  expect(err).toMatch(/^The data folder \/proc\/whosout\/data cannot be used: .*DATA_DIR.*\n$/)
})

it('a limit of 64 open files is one line', async () => {
  const { code, out, err } = await serve(await dataFolder(), 'ulimit -n 64;')
  expect([code, out]).toEqual([1, ''])
  expect(err).toMatch(/^This process may not open enough files: .*ulimit -n.*\n$/)
})

it('a folder of LMDB is one line, and is left as it is', async () => {
  const folder = await dataFolder()
  await writeFile(join(folder, 'data.mdb'), 'cut off')
  const { code, out, err } = await serve(folder)
  expect([code, out]).toEqual([1, ''])
  expect(err).toMatch(/^The data folder .* before 22 November 2026 \(data\.mdb\).*DATA_DIR.*\n$/)
  expect(await readdir(folder)).toEqual(['data.mdb'])
})
