import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = new URL('..', import.meta.url).pathname

interface SourceFile {
  readonly path: string
  readonly text: string
  /** Files of ours, relative to the root, and names of packages. */
  readonly imports: readonly string[]
}

const importsOf = (path: string, text: string): string[] =>
  [...text.matchAll(/(?:^|\n)(?:import|export)[^'"]*?from '([^']+)'|\bimport\('([^']+)'\)/g)].map((match) => {
    const target = (match[1] ?? match[2])!
    return target.startsWith('.')
      ? relative(root, join(root, dirname(path), target.replace(/\.js$/, '.ts')))
      : target
  })

const filesIn = (folder: string): SourceFile[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => {
      const path = join(folder, name)
      const text = readFileSync(join(root, path), 'utf8')
      return { path, text, imports: importsOf(path, text) }
    })

const sources = filesIn('src')

const code = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '')

const floor = ['src/calendar/', 'src/language/', 'src/domain/', 'src/services/']
const port = ['src/store/port.ts', 'src/store/schema.ts']
const started = ['src/log.ts', 'src/open.ts', 'src/start.ts', 'src/demo/start.ts']

/** Who may import what of ours; the first row whose prefix fits a file is its rule. */
const rules: readonly (readonly [file: string, mayImport: readonly string[]])[] = [
  ['src/calendar/', ['src/calendar/']],
  ['src/language/', ['src/language/', 'src/calendar/']],
  ['src/domain/', ['src/domain/', 'src/language/', 'src/calendar/']],
  ['src/store/port.ts', ['src/calendar/', 'src/domain/', 'src/store/schema.ts']],
  ['src/store/schema.ts', ['src/calendar/', 'src/domain/']],
  ['src/store/', ['src/calendar/', 'src/domain/', 'src/store/']],
  ['src/services/', [...floor, ...port]],
  ['src/http/', [...floor, 'src/http/']],
  ['src/fetching/', []],
  ['src/slack/', [...floor, 'src/slack/', 'src/fetching/', 'src/config/slack.ts']],
  // The edge that fetches: pages of others, never the private network.
  ['src/feeds/', [...floor, 'src/feeds/', 'src/fetching/']],
  // What an operator's monitoring reads: told by ports what happens.
  ['src/metrics/', [...floor, 'src/store/port.ts', 'src/metrics/']],
  ['src/config/', ['src/config/', 'src/language/edit-distance.ts']],
  ['src/log.ts', ['src/config/', 'src/log/']],
  // What the lines of a log go through.
  ['src/log/', ['src/log/']],
  // Slack as seen from outside: it is told about the app, and knows nothing of its code.
  ['src/demo/fake-slack/', ['src/demo/fake-slack/']],
  ['src/demo/', ['src/']],
  // What begins once a minute, apart from what is then done.
  ['src/schedule.ts', ['src/services/', 'src/log.ts']],
  // Opens what a process or a command needs, each part only when it is used.
  ['src/open.ts', ['src/']],
  ['src/start.ts', ['src/']],
  // The same answer as in Slack, for `ask --blocks`.
  ['src/cli/', [...floor, ...port, ...started, 'src/config/', 'src/slack/ask/controls.ts', 'src/cli/']],
  ['src/main.ts', ['src/']],
]

/** What only these may import, whatever the rules of their floor are. */
const reserved: readonly (readonly [name: string, by: readonly string[]])[] = [
  ['src/main.ts', []],
  ['src/schedule.ts', ['src/start.ts']],
  ['src/demo/', ['src/cli/serve.ts', 'src/demo/']],
]

const mayImport = (path: string, name: string, allowed: readonly string[]): boolean =>
  allowed.some((prefix) => name.startsWith(prefix)) &&
  reserved.every(([own, by]) => !name.startsWith(own) || by.some((prefix) => path.startsWith(prefix)))

/** Where a package lives, and nowhere else. */
const homes: Readonly<Record<string, readonly string[]>> = {
  mongodb: ['src/store/mongo/'],
  '@photostructure/sqlite': ['src/store/embedded/'],
  '@slack/bolt': ['src/slack/'],
  '@slack/oauth': ['src/slack/'],
  '@slack/socket-mode': ['src/slack/'],
  '@slack/web-api': ['src/slack/'],
  standardwebhooks: ['src/feeds/'],
  undici: ['src/slack/', 'src/feeds/', 'src/fetching/'],
  jose: ['src/services/agents/'],
  'ical.js': ['src/domain/sources/'],
  '#date-holidays': ['src/services/holidays/'],
  'date-holidays': ['src/services/holidays/'],
  express: ['src/http/'],
  helmet: ['src/http/'],
  fresh: ['src/http/'],
  negotiator: ['src/http/'],
  '@modelcontextprotocol/server': ['src/http/mcp/'],
  'prom-client': ['src/metrics/'],
  pino: ['src/log.ts'],
  'node-cron': ['src/schedule.ts'],
  'string-width': ['src/cli/table.ts'],
  'wrap-ansi': ['src/cli/table.ts'],
  '@commander-js/extra-typings': ['src/cli/'],
  'csv-parse': ['src/domain/roster/'],
  uuid: ['src/domain/'],
  saxes: ['src/cli/import/'],
  yauzl: ['src/cli/import/'],
  zod: ['src/calendar/', 'src/domain/', 'src/http/', 'src/slack/', 'src/config/', 'src/demo/'],
  dayjs: ['src/calendar/'],
  'lru-cache': ['src/services/'],
}

const packageOf = (name: string): string =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')

/** For each name, the names that it imports. */
type Imports = ReadonlyMap<string, ReadonlySet<string>>

const importsBy = (nameOf: (path: string) => string): Imports => {
  const files = [...sources, ...filesIn('bench')]
  const known = new Set(files.map(({ path }) => path))
  const found = new Map<string, Set<string>>(files.map(({ path }) => [nameOf(path), new Set()]))
  for (const { path, imports } of files)
    for (const target of imports.filter((name) => known.has(name)))
      if (nameOf(target) !== nameOf(path)) found.get(nameOf(path))!.add(nameOf(target))
  return found
}

/** Everything that `from` needs, near and far. */
const reach = (graph: Imports, from: string): ReadonlySet<string> => {
  const seen = new Set<string>()
  const visit = (name: string): void =>
    graph.get(name)?.forEach((next) => {
      if (seen.has(next)) return
      seen.add(next)
      visit(next)
    })
  visit(from)
  return seen
}

/** The names that need themselves. */
const inCircles = (graph: Imports): readonly string[] =>
  [...graph.keys()].filter((name) => reach(graph, name).has(name))

/** `src/http/`, `src/start.ts`, `bench/`. */
const roomOf = (path: string): string => /^src\/[^/]+\/?|^bench\//.exec(path)![0]

describe('imports', () => {
  it('never run in a circle, those of types included', () => {
    expect(inCircles(importsBy((path) => path))).toEqual([])
  })

  it('never run up: no two floors need each other', () => {
    expect(inCircles(importsBy(roomOf))).toEqual([])
  })

  it('are seen to run in a circle when they do', () => {
    const graph = new Map([
      ['a', new Set(['b'])],
      ['b', new Set(['c'])],
      ['c', new Set(['b'])],
    ])
    expect(inCircles(graph)).toEqual(['b', 'c'])
  })
})

describe('the house', () => {
  it('has every file import only what its floor may', () => {
    const strays = sources.flatMap(({ path, imports }) => {
      const rule = rules.find(([prefix]) => path.startsWith(prefix))
      if (!rule) return [`${path} stands on no floor`]
      return imports
        .filter((name) => name.startsWith('src/') && !mayImport(path, name, rule[1]))
        .map((name) => `${path} imports ${name}`)
    })
    expect(strays).toEqual([])
  })

  it('hands services to commands and to the demo, which create none', () => {
    const creates = /import \{[^}]*\bcreate[A-Z]\w*[^}]*\} from '[^']*\/services\//
    const found = sources.filter(({ path, text }) => /^src\/(cli|demo)\//.test(path) && creates.test(text))
    expect(found.map(({ path }) => path)).toEqual([])
  })

  it('keeps every package in its one home', () => {
    const strays = sources.flatMap(({ path, imports }) =>
      imports
        .filter((name) => !name.startsWith('src/') && !name.startsWith('node:'))
        .map(packageOf)
        .filter((name) => !homes[name]?.some((home) => path.startsWith(home)))
        .map((name) => `${path}: ${name}`),
    )
    expect(strays).toEqual([])
  })

  it('reads clock, randomness, environment and runtime in main.ts only', () => {
    const reads =
      /\bnew Date\(\)|\bDate\.now\b|\bdayjs\(\)|\bMath\.random\b|\brandomBytes\b|\bprocess\.(env|versions)\b/
    const found = sources.filter(({ path, text }) => path !== 'src/main.ts' && reads.test(code(text)))
    expect(found.map(({ path }) => path)).toEqual([])
  })

  it('keeps the domain pure: of Node only hashes, checksums and the address matcher', () => {
    const allowed = ['node:crypto', 'node:zlib', 'node:net']
    const found = sources
      .filter(({ path }) => path.startsWith('src/domain/'))
      .flatMap(({ path, imports }) =>
        imports
          .filter((name) => name.startsWith('node:') && !allowed.includes(name))
          .map((name) => `${path}: ${name}`),
      )
    expect(found).toEqual([])
  })

  it('declares the name of a type once', () => {
    const declared = sources.flatMap(({ text }) =>
      [...code(text).matchAll(/^(?:export )?(?:declare )?(?:type|interface) (\w+)/gm)].map(
        ([, name]) => name!,
      ),
    )
    const twice = declared.filter((name, place) => declared.indexOf(name) < place)
    expect(twice).toEqual([])
  })

  it('has one class, no default export, no any, no private field of others, and files that a person can hold in mind', () => {
    const has = (pattern: RegExp) =>
      sources.filter(({ text }) => pattern.test(code(text))).map(({ path }) => path)
    expect(has(/^(export )?(abstract )?class /m)).toEqual(['src/domain/problem.ts'])
    expect(has(/^export default/m)).toEqual([])
    expect(has(/: any\b|<any>|\bas any\b|@ts-ignore/)).toEqual([])
    // Fields that Node and libraries keep for themselves.
    expect(has(/\._(?!id\b)[a-z]|\b_(header|hasBody|handle)\b/)).toEqual([])
    expect(sources.filter(({ text }) => text.split('\n').length > 301).map(({ path }) => path)).toEqual([])
    expect(sources.filter(({ path }) => /utils|helpers|common|misc/.test(path))).toEqual([])
  })
})
