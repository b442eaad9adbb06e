// Checks format, types, promises and exports side by side. With `--build` the compiler also writes dist.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Runs a program of this package; resolves with whether it went well, when all it has to say is said. */
const run = (program, ...words) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [program, ...words], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const said = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => said.push(part))
    child.on('close', (status) => {
      // One after the other: lines of two programs are never mixed.
      if (status !== 0) process.stdout.write(Buffer.concat(said))
      resolve(status === 0)
    })
  })

const compile = process.argv.includes('--build')
  ? ['bin/build.js']
  : ['node_modules/typescript/bin/tsc', '--noEmit']

const wentWell = await Promise.all([
  run('node_modules/oxfmt/bin/oxfmt', '--check'),
  run(...compile),
  run('node_modules/oxlint/bin/oxlint', '--type-aware'),
  run('node_modules/knip/bin/knip.js', '--no-progress', '--no-config-hints'),
])
if (wentWell.includes(false)) process.exitCode = 1
