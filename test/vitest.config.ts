import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { parseCLI } from 'vitest/node'
import { filesWithoutChromium, findChromium, withoutChromiumLine } from './chromium.js'
import { leftOutLine, planRun } from './mongod.js'

const { filter } = parseCLI(['vitest', ...process.argv.slice(2)])
const folder = fileURLToPath(new URL('.', import.meta.url))
const plan = await planRun(folder, filter, process.env)
const withoutBrowser = filesWithoutChromium(folder, findChromium(process.env))
// At the very end, where it is seen, and also when nothing is left to run.
const lines = [
  ...(plan.leftOut.length > 0 ? [leftOutLine(plan.leftOut)] : []),
  ...(withoutBrowser.length > 0 ? [withoutChromiumLine(withoutBrowser)] : []),
]
process.on('exit', () => lines.forEach((line) => process.stderr.write(`${line}\n`)))

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [...plan.leftOut, ...withoutBrowser],
    root: new URL('..', import.meta.url).pathname,
    globalSetup: ['test/mongod.setup.ts'],
    provide: { mongoPlan: plan },
    // Half of the suite waits for other processes; one worker a core would leave cores idle.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
})
