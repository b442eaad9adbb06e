// Takes out of node_modules what a server never reads: native code for other machines, its sources, types and source
// maps. Run it after `npm ci --omit=dev`, in an image or on a server; `npm ci` brings everything back.
import { existsSync, readdirSync, rmSync, rmdirSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const modules = join(fileURLToPath(new URL('..', import.meta.url)), 'node_modules')

const neverRead = /\.(?:map|[cm]?ts|c|cc|cpp|h|hpp|gyp)$/

/** As node-gyp-build names the folders and files of ready-made code. Only Linux has a choice of C libraries. */
const machine = `${process.platform}-${process.arch}`
const isMusl = process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime
const otherLibrary = isMusl ? '.glibc.node' : '.musl.node'

const isForOthers = (path) => {
  const [, folder] = path.split(`${sep}prebuilds${sep}`)
  return folder !== undefined && (folder.split(sep)[0] !== machine || path.endsWith(otherLibrary))
}

if (existsSync(join(modules, 'typescript'))) {
  console.error('This is a folder to develop in: nothing was removed. Run npm ci --omit=dev first.')
  process.exitCode = 1
} else {
  for (const entry of readdirSync(modules, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile() || !(neverRead.test(entry.name) || isForOthers(relative(modules, path)))) continue
    rmSync(path)
    // Folders that held nothing else go as well: a thousand of them are four megabytes.
    try {
      for (let at = dirname(path); ; at = dirname(at)) rmdirSync(at)
    } catch (error) {
      if (error.code !== 'ENOTEMPTY') throw error
    }
  }
}
