import { existsSync } from 'node:fs'
import { wordsIn } from '../shell.js'
import { ask, askUntil, readAnyJson, run, skip, type Guide } from './guide.js'

/** One file whose name has spaces, or several. */
const filesIn = ({ env }: Guide, said: string): readonly string[] =>
  existsSync(said) ? [said] : wordsIn(said).map((word) => word.replace(/^~(?=\/)/, env['HOME'] ?? '~'))

interface Tried {
  readonly problems?: readonly { readonly message: string }[]
}

/** The columns that the problems of files propose, as options. */
const proposed = async (guide: Guide, words: readonly string[]): Promise<string> => {
  const { said } = await readAnyJson<Tried>(guide, ...words)
  const found = (said?.problems ?? []).flatMap(({ message }) => message.match(/--map "[^"]+=\w+"/g) ?? [])
  return [...new Set(found)].filter((option) => !option.includes('"COLUMN=')).join(' ') || again
}

/** The answer that tries the same files, which somebody may have corrected meanwhile. */
const again = 'again'

/** Shows what files would change, until that is imported or given up; the command that imported them. */
const importOnce = async (
  guide: Guide,
  files: readonly string[],
  slug: string,
): Promise<readonly string[] | null> => {
  let words: readonly string[] = ['import', ...files, '--org', slug]
  let before = words
  for (;;) {
    const code = await run(guide, ...words, '--dry-run')
    // Wrong usage: what was added last would be refused again.
    if (code === 2) words = before
    const said =
      code === 0
        ? await ask(guide, 'Import this? (y, n, or options to add, such as --map "Team lead=team")', 'y')
        : await ask(
            guide,
            'Options to add, "again" once the files are corrected, or - for other files',
            await proposed(guide, [...words, '--dry-run']),
          )
    if (said === null || /^no?$/i.test(said)) return null
    if (/^y(es)?$/i.test(said)) {
      if (code === 0 && (await run(guide, ...words)) === 0) return words
      continue
    }
    if (said === again) continue
    before = words
    words = [...words, ...wordsIn(said)]
  }
}

/** Imports files as long as some are named; the commands that did. */
export const importFiles = async (guide: Guide, slug: string): Promise<readonly (readonly string[])[]> => {
  const imported: (readonly string[])[] = []
  for (;;) {
    const question =
      imported.length === 0
        ? 'Files of people and their leave (CSV, Excel or JSON), separated by spaces'
        : 'More files'
    const said = await askUntil(guide, question, skip, (typed) => {
      const missing = filesIn(guide, typed).filter((file) => !existsSync(file))
      return missing.length === 0 ? null : `There is no file ${missing.join(', ')}.`
    })
    if (said === null) return imported
    const done = await importOnce(guide, filesIn(guide, said), slug)
    if (done) imported.push(done)
  }
}
