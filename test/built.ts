import { existsSync, readdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = new URL('..', import.meta.url)
const newest = (folder: URL): number =>
  Math.max(
    ...readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
      .map((entry) => statSync(`${entry.parentPath}/${entry.name}`).mtimeMs),
  )

/** The path of a built program such as `test/stores/child.js`, for tests that start real processes. Refuses a stale one. */
export const builtProgram = (name: string): string => {
  const program = new URL(`dist/${name}`, root)
  if (!existsSync(program)) throw new Error(`dist/${name} is missing: run \`npm run build\` before this test`)
  const built = statSync(program).mtimeMs
  if (newest(new URL('src/store/', root)) > built)
    throw new Error(`dist/${name} is older than its source: run \`npm run build\` again`)
  return fileURLToPath(program)
}
