import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

interface Locked {
  readonly resolved?: string
  readonly hasInstallScript?: boolean
  readonly dev?: boolean
  readonly license?: string
}

const { packages } = JSON.parse(read('package-lock.json')) as { readonly packages: Record<string, Locked> }
const names = Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, ''))

/** Native code that is there ready-made; the script would build it where it is not. */
const native = ['@photostructure/sqlite', 'fsevents']

describe('what npm installs', () => {
  it('has no telemetry', () => expect(names.filter((name) => name.startsWith('@scarf/'))).toEqual([]))

  it('runs no script', () => expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m))

  it('would run no scripts but those that build native code', () => {
    const scripted = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript)
    const strange = scripted
      .map(([path]) => path)
      .filter((path) => !native.some((name) => path.endsWith(name)))
    expect(strange).toEqual([])
  })

  it('comes from whichever registry is set', () =>
    expect(Object.values(packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]))
})

/** Whoever runs whosout may go on doing so under these, whatever else they run. MPL-2.0 is about changed files alone. */
const allowed = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-3.0',
  'ISC',
  'MIT',
  'MPL-2.0',
  'PSF-2.0',
  'Unlicense',
]

describe('what a server has of others', () => {
  const bundled = [...read('dist/packages/licences.txt').matchAll(/^# (\S+): /gm)].map(([, name]) => name!)
  const installed = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev)
  const used = [
    ...installed,
    ...bundled.map((name) => [`node_modules/${name}`, packages[`node_modules/${name}`]!] as const),
  ]

  it('is one file, and no packages, where a package is 45 MB with its own', () => {
    expect(bundled).toEqual(expect.arrayContaining(['date-holidays', 'astronomia', 'moment']))
    expect(
      installed.filter(([path]) => bundled.some((name) => path.endsWith(`node_modules/${name}`))),
    ).toEqual([])
  })

  it('is looked at', () => expect(used.length).toBeGreaterThan(100))

  it('is listed with its licence', async () => {
    const byLicence = new Map<string, string[]>()
    for (const [path, { license = 'none' }] of used) {
      const name = path.replace(/^.*node_modules\//, '')
      const known = byLicence.get(license) ?? []
      byLicence.set(license, known.includes(name) ? known : [...known, name])
    }
    const rows = [...byLicence]
      .sort(([, a], [, b]) => b.length - a.length)
      .map(([licence, some]) => `## ${licence.replace(/[()]/g, '')}\n\n${some.sort().join(', ')}\n`)
    const text = `# Licences of what whosout is built on\n\nWhat \`npm ci --omit=dev\` installs, with the texts in \`node_modules\`, and what is built into \`dist/packages\`, with the texts beside it. whosout itself is under the MIT licence.\n\n${rows.join('\n')}`
    await expect(text).toMatchFileSnapshot('../docs/licences.md')
  })

  it('has a licence that allows it', () =>
    expect(
      used
        .filter(
          ([, { license = 'none' }]) =>
            !license.match(/[\w.-]+/g)!.every((word) => ['AND', 'OR', ...allowed].includes(word)),
        )
        .map(([path, { license }]) => `${path}: ${license}`),
    ).toEqual([]))
})
