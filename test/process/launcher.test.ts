import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtProgram } from '../built.js'
import { environment, newFolder, type Outcome } from './whosout.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Runs a program in a folder to its end. */
const run = (folder: string, program: string, words: readonly string[], path = ''): Promise<Outcome> =>
  new Promise((resolve) => {
    const env = environment({ PATH: `${path}${process.env['PATH']}` })
    execFile(program, words, { cwd: folder, env }, (fault, out, err) =>
      resolve({ code: fault ? Number(fault.code ?? -1) : 0, out, err }),
    )
  })

describe('bin/whosout', () => {
  let folder: Awaited<ReturnType<typeof newFolder>>
  let copy: string
  const main = () => join(copy, 'src', 'main.ts')

  /** A package of one file with the launcher of ours, and the compiler where it is wanted. */
  beforeAll(async () => {
    folder = await newFolder()
    copy = join(folder.path, 'a package')
    await mkdir(join(copy, 'src'), { recursive: true })
    for (const name of ['bin', 'package.json', 'tsconfig.json'])
      await cp(join(root, name), join(copy, name), { recursive: true })
    await writeFile(main(), "console.log('one', process.argv.slice(2).join(' '))\n")
  })
  afterAll(() => folder.remove())

  const launch = (...words: string[]) => run(folder.path, join(copy, 'bin', 'whosout'), words)

  it('says what is missing before the packages are installed', async () => {
    const { code, out, err } = await launch('serve')
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain(`cd "${copy}/" && npm ci`)
  })

  it('builds once, from any folder, and says so on standard error alone', async () => {
    await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
    expect(await launch('keys', 'list')).toEqual({
      code: 0,
      out: 'one keys list\n',
      err: 'Building whosout …\n',
    })
    expect(await launch()).toEqual({ code: 0, out: 'one \n', err: '' })
  })

  it('builds again when the source has changed since', async () => {
    await writeFile(main(), "console.log('two')\n")
    const later = new Date(Date.now() + 60_000)
    await utimes(main(), later, later)
    expect(await launch()).toMatchObject({ code: 0, out: 'two\n' })
  })

  it('keeps the last build when the source has a fault, and shows the fault', async () => {
    await writeFile(main(), "const one: number = 'two'\n")
    const later = new Date(Date.now() + 120_000)
    await utimes(main(), later, later)
    const { code, out, err } = await launch()
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(/main\.ts.*TS2322[\s\S]*could not be built/)
    expect(await readFile(join(copy, 'dist', 'src', 'main.js'), 'utf8')).toContain('two')
  })

  it('runs what was built where the compiler has been taken away', async () => {
    await rm(join(copy, 'node_modules'))
    expect(await launch()).toMatchObject({ code: 0, out: 'two\n', err: '' })
  })
})

describe('the hints of the built program', () => {
  const main = builtProgram('src/main.js')

  it('are written as it was started', async () => {
    const { out } = await run(root, process.execPath, [main, 'help', 'keys'])
    expect(out).toContain('Usage: node dist/src/main.js keys [options] [command]')
  })

  it('are never changed in JSON', async () => {
    const words = ['understand', 'next week', '--team', 'whosout keys', '--json']
    const { out } = await run(root, process.execPath, [main, ...words, 'whosout keys'])
    expect(out).toContain('whosout keys')
    expect(out).not.toContain('main.js')
  })

  it('say whosout where a link on the PATH leads to it', async () => {
    const folder = await newFolder()
    try {
      await symlink(join(root, 'bin', 'whosout'), join(folder.path, 'whosout'))
      const { out } = await run(folder.path, 'whosout', ['help', 'keys'], `${folder.path}:`)
      expect(out).toContain('Usage: whosout keys [options] [command]')
    } finally {
      await folder.remove()
    }
  })
})
