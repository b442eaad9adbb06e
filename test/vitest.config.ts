import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, parseCLI, type TestSpecification } from 'vitest/node'
import { filesWithoutChromium, findChromium, withoutChromiumLine } from './demo/chromium.js'
import { filesWithoutPrograms, pathWithServers, withoutProgramsLine } from './deploy/programs.js'
import { leftOutLine, planRun } from './mongod/plan.js'
import { patientStore } from './patient-store.js'
import { casesOf, daysOf, filesOf, isApart, placeOf, suiteOf, zonesOf, type Suite } from './suites.js'

/**
 * The folders of the tests, in memory where there is plenty: stores write each commit to the disk before they answer,
 * which is a third of the time of a test that makes many. Docker gives 64 MB unless told otherwise.
 */
const memory = '/dev/shm'
const roomOf = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
if (!process.env['TMPDIR'] && existsSync(memory) && roomOf(memory) > 4e9 && freemem() > 8e9) {
  const folder = mkdtempSync(`${memory}/whosout-`)
  process.env['TMPDIR'] = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
}

const { filter, options } = parseCLI(['vitest', ...process.argv.slice(2)])
const suite = suiteOf(options.mode)
const folder = fileURLToPath(new URL('.', import.meta.url))
const files = filesOf(suite, folder)
const isOfThisRun = (file: string): boolean => files.includes(file)
const plan = await planRun(folder, filter, process.env)
const withoutMongo = plan.leftOut.filter(isOfThisRun)
const withoutBrowser = filesWithoutChromium(folder, findChromium(process.env)).filter(isOfThisRun)
process.env['PATH'] = pathWithServers(process.env['PATH'])
const withoutPrograms = filesWithoutPrograms(folder, process.env['PATH']).filter(isOfThisRun)
// At the very end, where it is seen, and also when nothing is left to run.
const lines = [
  ...(withoutMongo.length > 0 ? [leftOutLine(withoutMongo)] : []),
  ...(withoutBrowser.length > 0 ? [withoutChromiumLine(withoutBrowser)] : []),
  ...(withoutPrograms.length > 0 ? [withoutProgramsLine(withoutPrograms)] : []),
]
process.on('exit', () => lines.forEach((line) => process.stderr.write(`${line}\n`)))

declare module 'vitest' {
  interface ProvidedContext {
    suite: Suite
    /** Cases of a property, unless it says otherwise; `PROPERTY_CASES` sets another number. */
    cases: number
  }
}

/** Begun last, what takes long or starts programs would leave cores idle at the end. Vitest asks for a class here. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const place = ({ project, moduleId }: TestSpecification): number =>
      project.name === 'shared' ? placeOf(suite, moduleId) : Number.MAX_VALUE
    // A worker ends, and with it what it has loaded, when the next file is of another project.
    const projects = (a: TestSpecification, b: TestSpecification): number =>
      a.project.name.localeCompare(b.project.name)
    return sorted.toSorted((a, b) => place(a) - place(b) || projects(a, b))
  }
}

const root = fileURLToPath(new URL('..', import.meta.url))
const leftOut = [...withoutMongo, ...withoutBrowser, ...withoutPrograms]
const running = files.filter((file) => !leftOut.includes(file))
const apart = running.filter((file) => isApart(readFileSync(root + file, 'utf8')))

/** One part of the files, and whether each of them has a process of its own; `zone`: that of their host. */
const projectOf = (name: string, include: readonly string[], isolate: boolean, zone?: string) => ({
  root,
  plugins: [patientStore],
  test: {
    name,
    include: [...include],
    isolate,
    ...(zone !== undefined && { env: { TZ: zone } }),
    // Far more than any test takes, even where ten others want the processor: what hangs is found, what is slow is not.
    testTimeout: suite === 'short' ? 300_000 : 900_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
})

export default defineConfig({
  root,
  test: {
    projects: [
      projectOf('apart', apart, true),
      projectOf(
        'shared',
        running.filter((file) => !apart.includes(file)),
        false,
      ),
      ...zonesOf(suite).map((zone) => projectOf(`in ${zone}`, daysOf(folder), false, zone)),
    ],
    globalSetup: ['test/mongod/setup.ts'],
    provide: {
      mongoPlan: plan,
      suite,
      cases: casesOf(suite, process.env),
    },
    // Half of the suite waits for other processes; one worker a core would leave cores idle.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
  },
})
