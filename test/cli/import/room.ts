import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { newSlug } from '../../services/keys/world.js'
import { embeddedSubject } from '../../stores/embedded/subject.js'
import { openBench } from '../../stores/subject.js'
import { createTerminal, type Said } from '../fake-io.js'

/** Where imports are tried: one store, a folder for files, and an organization for each case. */
export const openImportRoom = () => {
  const bench = openBench(embeddedSubject)
  const { run, json } = createTerminal(() => bench().store)
  let folder = ''
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'whosout-import-'))))
  afterAll(() => rm(folder, { recursive: true }))

  const file = async (name: string, content: string | Uint8Array): Promise<string> => {
    await writeFile(join(folder, name), content)
    return join(folder, name)
  }
  /** An organization with nothing in it, and `import` for it: words first, files by their content. */
  const open = async () => {
    const slug = newSlug()
    const { id } = await json<{ id: string }>('org', 'create', 'Acme', '--slug', slug)
    let files = 0
    const paths = (contents: readonly (string | Uint8Array)[]) =>
      Promise.all(
        contents.map((content) =>
          file(`${slug}-${(files += 1)}${typeof content === 'string' ? '' : '.xlsx'}`, content),
        ),
      )
    const take = async (words: readonly string[], ...contents: (string | Uint8Array)[]): Promise<Said> => {
      const said = await run('import', ...(await paths(contents)), ...words, '--org', slug)
      return { ...said, err: said.err.replaceAll(new RegExp(`${folder}/${slug}-`, 'g'), '') }
    }
    const takeJson = async (
      words: readonly string[],
      ...contents: (string | Uint8Array)[]
    ): Promise<Readonly<Record<string, unknown>> & { readonly code: number }> => {
      const { code, out } = await take([...words, '--json'], ...contents)
      return { code, ...(JSON.parse(out) as Record<string, unknown>) }
    }
    return { slug, id, take, takeJson, store: bench().store }
  }
  return { open, run, json }
}

/** So many people, one leave each, as CSV. */
export const peopleCsv = (count: number): string =>
  ['email,name', ...Array.from({ length: count }, (_, i) => `p${i}@acme.test,Person ${i}`)].join('\n')
export const leavesCsv = (count: number): string =>
  [
    'email,type,start_date,end_date',
    ...Array.from({ length: count }, (_, i) => `p${i}@acme.test,holiday,2026-11-20,2026-11-21`),
  ].join('\n')
