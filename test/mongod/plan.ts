import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * What the suite has of MongoDB. Files named `*.mongo.test.ts` need a replica set, and get one from either;
 * `*.mongod.test.ts` start, stop and kill servers of their own, and need a binary.
 */
interface Found {
  readonly uri?: string
  readonly binary?: string
}

const onPath = (path: string | undefined): string | undefined =>
  (path ?? '')
    .split(delimiter)
    .filter(Boolean)
    .flatMap((folder) => [join(folder, 'mongod'), join(folder, 'mongod.exe')])
    .find(existsSync)

/** One that was downloaded before, or is downloaded now; undefined where there is no internet. */
const downloaded = async (): Promise<string | undefined> => {
  const { MongoBinary } = await import('mongodb-memory-server-core')
  return MongoBinary.getPath().catch(() => undefined)
}

type Environment = Readonly<Record<string, string | undefined>>

/** Looks where the README says, in that order. A named binary that is not there is a mistake, not an absence. */
export const findMongod = async (
  env: Environment,
  download: typeof downloaded = downloaded,
): Promise<Found> => {
  const named = env['MONGOMS_SYSTEM_BINARY']
  if (named && !existsSync(named)) throw new Error(`MONGOMS_SYSTEM_BINARY names no file: ${named}`)
  const uri = env['MONGODB_TEST_URI']
  const binary = named || onPath(env['PATH']) || (await download())
  return { ...(uri && { uri }), ...(binary && { binary }) }
}

const suffixes = { uri: '.mongo.test.ts', binary: '.mongod.test.ts' }

const filesThatEnd = (folder: string, suffix: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(suffix))
    .map((name) => `test/${name}`)
    .toSorted()

/** The test files that need what was not found. */
const needing = (folder: string, { uri, binary }: Found): readonly string[] => [
  ...(uri || binary ? [] : filesThatEnd(folder, suffixes.uri)),
  ...(binary ? [] : filesThatEnd(folder, suffixes.binary)),
]

/** The line that a run without MongoDB ends with. */
export const leftOutLine = (files: readonly string[]): string =>
  `LEFT OUT for want of ${files.some((file) => file.endsWith(suffixes.uri)) ? 'MongoDB' : 'a mongod binary'}: ` +
  `${files.join(', ')}. To run them, put mongod on the PATH, set MONGOMS_SYSTEM_BINARY to one, ` +
  'or let this machine reach fastdl.mongodb.org.'

const wantsMongo = (filters: readonly string[], files: readonly string[]): boolean =>
  filters.length === 0 ||
  files.some((file) => filters.some((filter) => file.includes(filter) || filter.endsWith(file)))

export interface Plan {
  readonly found: Found
  readonly leftOut: readonly string[]
}

/**
 * Decides which files can run, before any of them does. A run of other files only (`filters`) looks for nothing.
 * Throws when files would be left out and `REQUIRE_MONGODB` is 1.
 */
export const planRun = async (
  folder: string,
  filters: readonly string[],
  env: Environment,
  download = downloaded,
): Promise<Plan> => {
  if (!wantsMongo(filters, needing(folder, {}))) return { found: {}, leftOut: [] }
  const found = await findMongod(env, download)
  const files = needing(folder, found)
  if (files.length > 0 && env['REQUIRE_MONGODB'] === '1')
    throw new Error(`REQUIRE_MONGODB=1, but ${leftOutLine(files)}`)
  return { found, leftOut: files }
}
