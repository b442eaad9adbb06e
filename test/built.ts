import { existsSync, readdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = new URL('..', import.meta.url)
const newest = (folder: URL): number =>
  Math.max(
    ...readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
      .map((entry) => statSync(`${entry.parentPath}/${entry.name}`).mtimeMs),
  )

/**
 * Refuses to run on a build that is missing or older than the store: most tests write through its thread, which is built
 * even where everything else runs from source.
 */
export const refuseOldBuild = (folder: URL = root): void => {
  const thread = new URL('dist/src/store/embedded/thread.js', folder)
  if (!existsSync(thread)) throw new Error('dist is missing: run `npm run build` before the tests')
  if (newest(new URL('src/store/', folder)) > statSync(thread).mtimeMs)
    throw new Error('dist is older than src/store: run `npm run build` again')
}

/** The path of a built program such as `test/stores/child.js`, for tests that start real processes. */
export const builtProgram = (name: string): string => fileURLToPath(new URL(`dist/${name}`, root))
