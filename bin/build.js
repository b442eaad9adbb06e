// Compiles the program into dist: always when run directly, and through `ensureBuilt` only if dist is missing or outdated.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const inRoot = (...names) => join(root, ...names)
const main = inRoot('dist', 'src', 'main.js')
const compiler = inRoot('node_modules', 'typescript', 'bin', 'tsc')

const modified = (path) => statSync(path).mtimeMs

const isCurrent = () => {
  if (!existsSync(main)) return false
  // A copy deployed without its source or compiler runs the build it has.
  if (!existsSync(inRoot('src')) || !existsSync(compiler)) return true
  const built = modified(main)
  return readdirSync(inRoot('src'), { recursive: true })
    .filter((name) => name.endsWith('.ts'))
    .every((name) => modified(inRoot('src', name)) <= built)
}

/** Builds into a temporary folder first, so that a running process never sees half of dist. */
const build = () => {
  const fresh = inRoot(`dist.${process.pid}`)
  const old = `${fresh}.old`
  try {
    // Standard output is reserved for the command that is about to run.
    const options = { cwd: root, stdio: ['ignore', 2, 2] }
    for (const words of [
      [compiler, '--outDir', fresh],
      [inRoot('bin', 'bundle.js'), join(fresh, 'packages')],
    ])
      if (spawnSync(process.execPath, words, options).status !== 0) return false
    chmodSync(join(fresh, 'src', 'main.js'), 0o755)
    if (existsSync(inRoot('dist'))) renameSync(inRoot('dist'), old)
    renameSync(fresh, inRoot('dist'))
    return true
  } catch (error) {
    // Another process built at the same time, and its result is in place.
    if (isCurrent()) return true
    throw error
  } finally {
    for (const left of [fresh, old]) rmSync(left, { recursive: true, force: true })
  }
}

/** Makes sure that dist is up to date. Returns false when it is not, with the reason on standard error. */
export const ensureBuilt = () => {
  if (isCurrent()) return true
  if (!existsSync(compiler)) {
    console.error(
      `whosout is not built, and its packages are not installed. Run this first: cd "${root}" && npm ci`,
    )
    return false
  }
  console.error('Building whosout …')
  if (build()) return true
  console.error('whosout could not be built. If the packages are not those of package-lock.json, run: npm ci')
  return false
}

if (process.argv[1] === fileURLToPath(import.meta.url) && !build()) process.exitCode = 1
