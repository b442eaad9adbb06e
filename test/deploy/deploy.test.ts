import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { variables } from '../../src/config/config.js'
import { otherPaths } from '../../src/http/paths.js'
import { namedIn } from './ignored.js'
import { filesWithoutPrograms, pathWithServers } from './programs.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string): string => readFileSync(root + path, 'utf8')
const names = readdirSync(`${root}deploy`)
const textOf = (name: string): string => read(`deploy/${name}`)
const files = names.map((name) => ({ name, text: textOf(name) }))

/** Set for others than whosout: the image's build, Node. */
const notOurs = ['NODE', 'NODE_ENV']

describe('the files of deploy', () => {
  it.each(names.filter((name) => name.endsWith('.yaml')))('%s is YAML', (name) => {
    const documents = parseAllDocuments(textOf(name), { merge: true })
    expect(documents.length).toBeGreaterThan(0)
    expect(documents.flatMap(({ errors }) => errors)).toEqual([])
  })

  it.each(files)('$name sets nothing that is no setting', ({ text }) => {
    const given = [
      ...text.matchAll(/^#?\s*(?:- \{ name: )?([A-Z]+(?:_[A-Z]+)*)(?:: |,)/gm),
      ...text.matchAll(/(?:^|[ /^=])([A-Z]+(?:_[A-Z]+)*)=/gm),
    ].map(([, name]) => name!)
    const known = [...Object.keys(variables.shape), ...notOurs]
    expect(given.filter((name) => !known.includes(name))).toEqual([])
  })

  it.each(files.filter(({ text }) => /\/(healthz|readyz)/.test(text)))(
    '$name asks for paths that exist',
    ({ text }) => {
      const asked = [...text.matchAll(/\/(?:healthz|readyz|livez|health|ready)\b/g)].map(([path]) => path)
      expect(
        asked.filter((path) => ![otherPaths.health, otherPaths.readiness].includes(path as never)),
      ).toEqual([])
    },
  )

  it.each(files)('$name leaves the process its 25 seconds', ({ text }) => {
    const given = [
      ...text.matchAll(/(?:stop_grace_period: |TimeoutStopSec=|GracePeriodSeconds: |--stop-timeout )(\d+)/g),
    ]
    expect(given.filter(([, seconds]) => Number(seconds) <= 25)).toEqual([])
  })

  it.each(files.filter(({ name }) => !/\.json$/.test(name)))('$name says what was run', ({ text }) =>
    expect(text).toMatch(/^# (?:Not run|Run): /m),
  )

  it('give every metric of the rules and the dashboard a line in the documentation', () => {
    const known = read('docs/metrics.md').replaceAll(/`(\w+)_\*`/g, '`$1_')
    const named = [textOf('alerts.yml'), textOf('grafana.json')].flatMap((text) =>
      [...text.matchAll(/\b(?:whosout|nodejs|process)_\w+/g)].map(([name]) =>
        name.replace(/_(bucket|count|sum)$/, ''),
      ),
    )
    expect(new Set(named).size).toBeGreaterThan(12)
    const isKnown = (name: string) =>
      known.includes(`\`${name}\``) || /^(nodejs_(eventloop_lag|heap|gc)|process)_/.test(name)
    expect(named.filter((name) => !isKnown(name))).toEqual([])
  })

  it('give one alarm a name once', () => {
    const { groups } = parse(textOf('alerts.yml')) as { groups: { rules: { alert: string }[] }[] }
    const alarms = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert))
    expect(new Set(alarms).size).toBe(alarms.length)
  })
})

describe('the image', () => {
  const { engines, files: packed } = JSON.parse(read('package.json')) as {
    readonly engines: { readonly node: string }
    readonly files: readonly string[]
  }

  it('has a version of Node that the program runs on and that gets fixes', () => {
    const given = [...textOf('Dockerfile').matchAll(/NODE=node:(\d+)/g)].map(([, version]) => Number(version))
    const [least] = /\d+/.exec(engines.node)!
    expect(given.length).toBe(2)
    for (const version of given) expect(version % 2 === 0 && version > Number(least)).toBe(true)
  })

  it('gets nothing private: .dockerignore lets through what it names and nothing else', () => {
    const through = namedIn(root)
    expect(through).toContain('package-lock.json')
    for (const name of ['data', 'demo-data', '.env', '.git', 'node_modules', 'dist', 'test'])
      expect(through).not.toContain(name)
  })

  it('is not root, and stops as it is told', () => {
    expect(textOf('Dockerfile')).toMatch(/^USER 1000:1000$/m)
    expect(textOf('Dockerfile')).toMatch(/^STOPSIGNAL SIGTERM$/m)
    expect(textOf('Dockerfile')).toMatch(/^CMD \["node", "bin\/whosout", "serve"\]$/m)
  })

  it('and the package have what the program reads beside its code', () =>
    expect(packed).toEqual(
      expect.arrayContaining(['dist/src', 'src/**/*.css', 'src/**/assets/*', 'CHANGELOG.md']),
    ))
})

describe('tests that need the programs of others', () => {
  it('are left out where those are missing, and only they', () => {
    const folder = `${root}test`
    expect(filesWithoutPrograms(folder, '')).toEqual([
      'test/deploy/monitoring.prometheus.test.ts',
      'test/deploy/proxy.nginx.test.ts',
    ])
    expect(pathWithServers('/bin')).toBe('/bin:/usr/sbin')
  })
})
