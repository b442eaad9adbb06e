import { describe, expect, it } from 'vitest'
import { createTerminal } from '../fake-io.js'

const { run } = createTerminal(() => {
  throw new Error('help needs no store')
})

describe('whosout help', () => {
  it.each([
    ['help', 'Usage: whosout [options] [command]'],
    ['help import', 'Usage: whosout import [options] <file...>'],
    ['help keys', 'Usage: whosout keys [options] [command]'],
    ['help keys create', 'Usage: whosout keys create [options]'],
    ['help keys rotate', '--grace <time>'],
    ['help slack bind', 'Usage: whosout slack bind'],
    ['help help', 'Usage: whosout help'],
    ['keys help rotate', 'Usage: whosout keys rotate'],
    ['--help', 'Usage: whosout [options] [command]'],
    ['--version', '1.2.3'],
  ])('with "whosout %s" shows what was asked for and exits with 0', async (line, shown) => {
    const { code, out, err } = await run(...line.split(' '))
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain(shown)
  })

  it.each(['help nothing', 'help keys nothing', 'help serve nothing'])(
    'takes "whosout %s" for misuse',
    async (line) => {
      const { code, out, err } = await run(...line.split(' '))
      expect([code, out]).toEqual([2, ''])
      expect(err).toContain('there is no command')
    },
  )

  it('shows the grace as it is typed, not in milliseconds', async () => {
    const { out } = await run('help', 'keys', 'rotate')
    expect(out).toContain('default: 24h')
    expect(out).not.toContain('86400000')
  })

  it.each(['keys create', 'keys rotate', 'keys list', 'keys events', 'org create', 'org set', 'org list'])(
    'of %s stays within eighty columns',
    async (command) => {
      const { out } = await run('help', ...command.split(' '))
      expect(out.split('\n').filter((line) => line.length > 80)).toEqual([])
    },
  )
})
