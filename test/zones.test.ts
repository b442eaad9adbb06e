import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Where a day could be read in the host's zone by mistake; `http/days.test.ts` changes the zone by itself. */
const files = [
  'test/calendar',
  'test/domain/presence/presence',
  'test/language/cases',
  'test/language/phrases',
]

const runUnder = (zone: string): Promise<string> =>
  new Promise((resolve) => {
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
    const words = ['run', '--config', 'test/vitest.config.ts', '--reporter', 'dot', ...files]
    execFile(
      process.execPath,
      [vitest, ...words],
      { cwd: root, env: { ...process.env, TZ: zone, NO_COLOR: '1' }, maxBuffer: 1 << 26 },
      (fault, out, err) => resolve(fault ? `${out}\n${err}` : ''),
    )
  })

describe('every answer about days', () => {
  it.each(['America/Los_Angeles', 'Pacific/Kiritimati'])(
    'is the same on a host in %s',
    async (zone) => expect(await runUnder(zone)).toBe(''),
    300_000,
  )
})
