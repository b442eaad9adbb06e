import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** `npm test`, `npm run test:long` for what takes minutes, and both as one run, `npm run test:all`. */
export type Suite = 'short' | 'long' | 'all'

export const suiteOf = (mode: string | undefined): Suite =>
  mode === 'long' || mode === 'all' ? mode : 'short'

/** Fleets of processes, servers that fail over, huge imports, browsers, whole suites run again, long tables: only in the long suite. */
export const onlyLong: readonly RegExp[] = [
  /^test\/chaos\//,
  /\.long\.test\.ts$/,
  /\/(import|backup)-size\.\w+\.test\.ts$|\/import\.(mongo|embedded)\.test\.ts$/,
  /\/(failover|rollback|standalone|start)\.mongod\.test\.ts$/,
  // The short suite holds MongoDB to the contract of the store, and every service to its rules on the embedded store.
  /^test\/(services\/.*|process\/freshness|stores\/mongo\/(kills|load))\.mongo\.test\.ts$/,
  /\.(browser|prometheus|nginx)\.test\.ts$/,
  // The short suite has of the processes what every change could break: serving, and what is said of a secret.
  /^test\/process\/(?!serve\.|secret-output\.)/,
  /^test\/slack\/(process|ask\/payloads)\.test\.ts$/,
  // Waits of ten seconds, and huge inputs.
  /^test\/http\/node\/stalls\.test\.ts$/,
  /^test\/(calendar\/slices|domain\/(sources|roster)\/hostile|stores\/embedded\/race)\.test\.ts$/,
]

/** What takes longest in the long suite, from 200 seconds to 30: begun last, it would run alone at the end. */
const longest: readonly RegExp[] = [
  /\/sources-killed\.long\.test\.ts$/,
  /\/failover\.mongod\.test\.ts$/,
  /\/bench\.long\.test\.ts$/,
  /\/embedded\/race\.test\.ts$/,
  /\/node\/stalls\.test\.ts$/,
  /\/webhooks-killed\.long\.test\.ts$/,
  /\/demo\/page\.browser\.test\.ts$/,
  /\/chaos\/run\.\w+\.test\.ts$/,
  /\/deploy\/package\.long\.test\.ts$/,
  /\/(import|backup)-size\.\w+\.test\.ts$/,
  /\/language\/properties\.test\.ts$/,
  /\/roster\/suite\.mongo\.test\.ts$/,
  /\/digests\/simulation\/simulation\.test\.ts$/,
  /\/domain\/roster\/properties\.test\.ts$/,
  /\/slack\/ask\/payloads\.test\.ts$/,
  /\/services\/ask\/truth\.test\.ts$/,
]

/** What asks for the suite, or for the number of its cases: in both, and with more of them wherever the long one runs. */
const growing = /\binject\('(suite|cases)'\)/

const isOf = (suite: Suite, file: string, text: () => string): boolean => {
  if (suite === 'all') return true
  const isLong = onlyLong.some((pattern) => pattern.test(file))
  return suite === 'short' ? !isLong : isLong || growing.test(text())
}

/** The test files of a suite, as they are named from the root; `folder` is that of the tests. */
export const filesOf = (suite: Suite, folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .filter((name) => isOf(suite, `test/${name}`, () => readFileSync(join(folder, name), 'utf8')))
    .map((name) => `test/${name}`)
    .toSorted()

/** The zones of hosts under which the long suite runs what is about days once more. */
export const zonesOf = (suite: Suite): readonly string[] =>
  suite === 'short' ? [] : ['America/Los_Angeles', 'Pacific/Kiritimati']

/**
 * Where a day could be read in the host's zone by mistake; `http/presence/days.test.ts` changes the zone by itself, and
 * slices are compared with the same work at once, which reads days in the same zone.
 */
const aboutDays = /^test\/(calendar\/(?!slices)|domain\/presence\/presence|language\/(cases|phrases))/

export const daysOf = (folder: string): readonly string[] =>
  filesOf('all', folder).filter((file) => aboutDays.test(file))

/** What starts servers, processes or a browser: half of it waits for them. */
const startsPrograms = (file: string): boolean =>
  /\.(mongo|mongod|browser)\.test\.ts$|\/test\/(chaos|deploy|process)\/|\/process\.test\.ts$/.test(file)

/**
 * Whether a file looks through all memory of its process, and would find there what others left: it has a process of its
 * own. All others share the few that vitest keeps, which load the program once, not 280 times: a third of the whole run.
 */
export const isApart = (text: string): boolean => text.includes("'node:v8'")

/** Where a file begins among those of a suite: what takes longest, what waits for programs, and all others. */
export const placeOf = (suite: Suite, file: string): number => {
  const place = suite !== 'short' ? longest.findIndex((pattern) => pattern.test(file)) : -1
  return place === -1 ? longest.length + Number(!startsPrograms(file)) : place
}

/** How many cases a property is tried on that says nothing else: each run draws others, and prints their seed when one fails. */
export const casesOf = (suite: Suite, env: Readonly<Record<string, string | undefined>>): number =>
  Number(env['PROPERTY_CASES'] || { short: 200, all: 500, long: 4_000 }[suite])
