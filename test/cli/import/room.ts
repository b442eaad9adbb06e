import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { embeddedSubject } from '../../stores/embedded/subject.js'
import { openBench } from '../../stores/subject.js'
import { openTerminal, type Said } from '../fake-io.js'

/** A file by its content, and by its name where that matters. */
type Content = string | Uint8Array | { readonly name: string; readonly content: string | Uint8Array }

/** Where imports are tried: one store, a folder for files, and an organization for each case. */
export const openImportRoom = () => {
  const bench = openBench(embeddedSubject)
  let folder = ''
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'whosout-import-'))))
  afterAll(() => rm(folder, { recursive: true }))

  const file = async (name: string, content: string | Uint8Array): Promise<string> => {
    await writeFile(join(folder, name), content)
    return join(folder, name)
  }
  /** An organization with nothing in it, and `import` for it: its options, and files by their content. */
  const open = async () => {
    const terminal = await openTerminal(() => bench().store)
    const { slug } = terminal
    let files = 0
    const write = (content: Content) => {
      const prefix = `${slug}-${(files += 1)}`
      return typeof content === 'object' && 'name' in content
        ? file(`${prefix}-${content.name}`, content.content)
        : file(`${prefix}${typeof content === 'string' ? '' : '.xlsx'}`, content)
    }
    const take = async (options: string, ...contents: readonly Content[]): Promise<Said> => {
      const said = await terminal.run(`import ${options}`, ...(await Promise.all(contents.map(write))))
      return { ...said, err: said.err.replaceAll(`${folder}/${slug}-`, '') }
    }
    const takeJson = async (
      options: string,
      ...contents: readonly Content[]
    ): Promise<Readonly<Record<string, unknown>>> => {
      const { code, out } = await take(`${options} --json`, ...contents)
      return { code, ...(JSON.parse(out) as Readonly<Record<string, unknown>>) }
    }
    return { ...terminal, write, take, takeJson, store: bench().store }
  }
  return { open }
}

/** So many people, one leave each, as CSV. */
export const peopleCsv = (count: number): string =>
  ['email,name', ...Array.from({ length: count }, (_, i) => `p${i}@acme.test,Person ${i}`)].join('\n')
export const leavesCsv = (count: number): string =>
  [
    'email,type,start_date,end_date',
    ...Array.from({ length: count }, (_, i) => `p${i}@acme.test,holiday,2026-11-20,2026-11-21`),
  ].join('\n')
