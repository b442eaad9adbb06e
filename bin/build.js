// Compiles the program into dist. Run as a program it always does, as `ensureBuilt` only where dist is missing or old.
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
  // A copy that was deployed without its source or its compiler runs what it has.
  if (!existsSync(inRoot('src')) || !existsSync(compiler)) return true
  const built = modified(main)
  return readdirSync(inRoot('src'), { recursive: true })
    .filter((name) => name.endsWith('.ts'))
    .every((name) => modified(inRoot('src', name)) <= built)
}

/** Into a folder of its own first: a process that runs meanwhile never sees half a dist. */
const build = () => {
  const fresh = inRoot(`dist.${process.pid}`)
  const old = `${fresh}.old`
  try {
    const { status } = spawnSync(process.execPath, [compiler, '--outDir', fresh], {
      cwd: root,
      // Standard output belongs to the command that is about to run.
      stdio: ['ignore', 2, 2],
    })
    if (status !== 0) return false
    chmodSync(join(fresh, 'src', 'main.js'), 0o755)
    if (existsSync(inRoot('dist'))) renameSync(inRoot('dist'), old)
    renameSync(fresh, inRoot('dist'))
    return true
  } catch (fault) {
    // Somebody else built at the same time, and theirs is in place.
    if (isCurrent()) return true
    throw fault
  } finally {
    for (const left of [fresh, old]) rmSync(left, { recursive: true, force: true })
  }
}

/** Whether dist can be run; what is in the way is said on standard error. */
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
