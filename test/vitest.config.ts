import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, parseCLI, type TestSpecification } from 'vitest/node'
import { filesWithoutChromium, findChromium, withoutChromiumLine } from './demo/chromium.js'
import { leftOutLine, planRun } from './mongod/plan.js'
import { casesOf, filesOf, isSlow } from './suites.js'

const { filter, options } = parseCLI(['vitest', ...process.argv.slice(2)])
const suite = options.mode === 'long' ? 'long' : 'short'
const folder = fileURLToPath(new URL('.', import.meta.url))
const files = filesOf(suite, folder)
const isOfThisRun = (file: string): boolean => files.includes(file)
const plan = await planRun(folder, filter, process.env)
const withoutMongo = plan.leftOut.filter(isOfThisRun)
const withoutBrowser = filesWithoutChromium(folder, findChromium(process.env)).filter(isOfThisRun)
// At the very end, where it is seen, and also when nothing is left to run.
const lines = [
  ...(withoutMongo.length > 0 ? [leftOutLine(withoutMongo)] : []),
  ...(withoutBrowser.length > 0 ? [withoutChromiumLine(withoutBrowser)] : []),
]
process.on('exit', () => lines.forEach((line) => process.stderr.write(`${line}\n`)))

declare module 'vitest' {
  interface ProvidedContext {
    /** Which suite runs. */
    suite: 'short' | 'long'
    /** Cases of a property, unless it says otherwise; `PROPERTY_CASES` sets another number. */
    cases: number
  }
}

/** Vitest asks for a class here. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => Number(isSlow(b.moduleId)) - Number(isSlow(a.moduleId)))
  }
}

export default defineConfig({
  test: {
    include: [...files],
    exclude: [...withoutMongo, ...withoutBrowser],
    root: new URL('..', import.meta.url).pathname,
    globalSetup: ['test/mongod/setup.ts'],
    provide: { mongoPlan: plan, suite, cases: casesOf(suite, process.env) },
    // Half of the suite waits for other processes; one worker a core would leave cores idle.
    maxWorkers: 3,
    sequence: { sequencer: SlowFirst },
    testTimeout: suite === 'long' ? 300_000 : 30_000,
    hookTimeout: 120_000,
  },
})
