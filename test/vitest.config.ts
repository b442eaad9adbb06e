import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { parseCLI } from 'vitest/node'
import { leftOutLine, planRun } from './mongod.js'

const { filter } = parseCLI(['vitest', ...process.argv.slice(2)])
const plan = await planRun(fileURLToPath(new URL('.', import.meta.url)), filter, process.env)
// At the very end, where it is seen, and also when nothing is left to run.
if (plan.leftOut.length > 0) process.on('exit', () => process.stderr.write(`${leftOutLine(plan.leftOut)}\n`))

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [...plan.leftOut],
    root: new URL('..', import.meta.url).pathname,
    globalSetup: ['test/mongod.setup.ts'],
    provide: { mongoPlan: plan },
    // Half of the suite waits for other processes; one worker a core would leave cores idle.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
})
