// Changes the rules in small ways, and counts how many of the changes the tests notice: `npm run mutation -- AREA …`.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { areas } from './areas.js'

const version = '9.6.1'
const packages = ['core', 'vitest-runner'].map((name) => `@stryker-mutator/${name}@${version}`)
const root = fileURLToPath(new URL('../..', import.meta.url))
const place = join(root, 'dist.mutation')
const baseline = fileURLToPath(new URL('baseline.json', import.meta.url))

/** Into a folder of its own that git ignores: nobody who runs the tests needs it. Its Vitest is the project's. */
const install = () => {
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, 'package.json'), '{"private":true}\n')
  const words = ['install', '--no-save', '--no-package-lock', '--legacy-peer-deps', '--no-audit', '--no-fund']
  const { status } = spawnSync('npm', [...words, ...packages], { cwd: place, stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}

const settingsOf = ({ mutate }) => ({
  mutate,
  testRunner: 'vitest',
  vitest: { configFile: 'test/mutation/vitest.config.ts' },
  plugins: [createRequire(join(place, 'x')).resolve('@stryker-mutator/vitest-runner')],
  // Stryker would call a function of the compiler that TypeScript 7 does not have.
  tsconfigFile: 'none.json',
  concurrency: Number(process.env['CONCURRENCY'] || 2),
  coverageAnalysis: 'perTest',
  // Without `dist`: the threads of the embedded store run from there.
  ignorePatterns: ['dist.*', '*.log', '!dist'],
  tempDirName: 'dist.mutation/temp',
  timeoutMS: 20_000,
  reporters: ['progress-append-only'],
  logLevel: 'error',
  allowConsoleColors: false,
})

/** A change that never ends is noticed; on a busy machine some only seem to, which is why those are counted apart too. */
const noticed = new Set(['Killed', 'Timeout'])
const counted = new Set([...noticed, 'Survived', 'NoCoverage'])

/** Runs one area: how many of the changes were noticed, and what was not. */
const judge = async (Stryker, area) => {
  process.env['MUTATION_TESTS'] = JSON.stringify(area.tests)
  const results = await new Stryker(settingsOf(area)).runMutationTest()
  const mutants = results.filter(({ status }) => counted.has(status))
  const killed = mutants.filter(({ status }) => noticed.has(status)).length
  const timed_out = mutants.filter(({ status }) => status === 'Timeout').length
  const missed = mutants.filter(({ status }) => !noticed.has(status))
  return { killed, timed_out, total: mutants.length, missed }
}

const shown = ({ killed, total }) => `${killed} of ${total} (${((100 * killed) / total).toFixed(1)} %)`

const isWriting = process.argv.includes('--write')
const named = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const unknown = named.filter((name) => !(name in areas))
if (unknown.length > 0) {
  process.stderr.write(`Unknown: ${unknown.join(', ')}. The areas are ${Object.keys(areas).join(', ')}.\n`)
  process.exit(2)
}
install()
process.chdir(root)
const { Stryker } = await import(
  pathToFileURL(createRequire(join(place, 'x')).resolve('@stryker-mutator/core')).href
)
const { version: vitest } = JSON.parse(readFileSync(join(root, 'node_modules/vitest/package.json'), 'utf8'))
for (const name of named.length > 0 ? named : Object.keys(areas)) {
  const { killed, timed_out, total, missed } = await judge(Stryker, areas[name])
  for (const { fileName, location, mutatorName, replacement = '', status } of missed) {
    const at = `${fileName.slice(root.length)}:${location.start.line}`
    process.stdout.write(
      `${at} ${status} ${mutatorName}: ${replacement.replace(/\s+/g, ' ').slice(0, 100)}\n`,
    )
  }
  const known = JSON.parse(readFileSync(baseline, 'utf8'))
  const before = known[name] ? `, in the baseline ${shown(known[name])}` : ''
  process.stdout.write(`${name}: ${shown({ killed, total })} of the changes were noticed${before}\n`)
  if (!isWriting) continue
  const date = new Date().toISOString().slice(0, 10)
  known[name] = { killed, timed_out, total, date, stryker: version, vitest }
  writeFileSync(baseline, `${JSON.stringify(known, null, 2)}\n`)
}
