import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

interface Locked {
  readonly resolved?: string
  readonly hasInstallScript?: boolean
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
