import stringWidth from 'string-width'
import { describe, expect, it } from 'vitest'
import { createTerminal } from '../fake-io.js'

const { run } = createTerminal(
  () => {
    throw new Error('help needs no store')
  },
  {},
  null,
  { width: 80 },
)

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
  ])('with "whosout %s" shows what was asked for and exits with 0', async (line, shown) => {
    const { code, out, err } = await run(line)
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain(shown)
  })

  it.each(['help nothing', 'help keys nothing', 'help serve nothing'])(
    'takes "whosout %s" for misuse',
    async (line) => {
      const { code, out, err } = await run(line)
      expect([code, out]).toEqual([2, ''])
      expect(err).toContain('there is no command')
    },
  )

  it('shows the grace as it is typed, not in milliseconds', async () => {
    const { out } = await run('help keys rotate')
    expect(out).toContain('default: 24h')
    expect(out).not.toContain('86400000')
  })

  /** The help of a command and of every command below it. */
  const helpsBelow = async (path: readonly string[]): Promise<readonly (readonly [string, string])[]> => {
    const { out } = await run('help', ...path)
    const [, commands = ''] = out.split('\nCommands:\n')
    const names = Array.from(commands.matchAll(/^ {2}([a-z][\w-]*)/gm), ([, name]) => name!)
    const below = names.filter((name) => name !== 'help').map((name) => helpsBelow([...path, name]))
    return [[path.join(' '), out], ...(await Promise.all(below)).flat()]
  }

  it('of every command stays within eighty columns', async () => {
    const helps = await helpsBelow([])
    expect(helps.length).toBeGreaterThan(90)
    const lines = helps.flatMap(([command, out]) => out.split('\n').map((line) => ({ command, line })))
    expect(lines.filter(({ line }) => stringWidth(line) > 80)).toEqual([])
  })
})

describe('misuse', () => {
  it.each([
    ['imprt people.csv', 'import'],
    ['keys creat', 'create'],
    ['serv', 'serve'],
    ['help keyz', 'keys'],
    ['help keys rotat', 'rotate'],
    ['keys list --jsn', '--json'],
  ])('whosout %s suggests %s', async (line, meant) => {
    const { code, err } = await run(line)
    expect(code).toBe(2)
    expect(err).toContain(`Did you mean ${meant}?`)
  })

  it.each([
    ['keys create', 'whosout help keys create'],
    ['keys nothing', 'whosout help keys)'],
    ['import', 'whosout help import'],
    ['nothing', 'whosout help)'],
  ])('whosout %s names the exact help: %s', async (line, help) => {
    expect((await run(line)).err).toContain(help)
  })

  it('is prevented by help that marks what is required', async () => {
    const { out } = await run('help keys create')
    expect(out.replaceAll(/\s+/g, ' ')).toContain(
      '--name <name> what the key is for, such as dashboard (required)',
    )
    expect(out.replaceAll(/\s+/g, ' ')).toContain(
      '--org <slug> the organization (default: WHOSOUT_ORG, or the only organization)',
    )
  })

  it.each(['-V', '--version'])('%s shows the version', async (flag) => {
    expect(await run(flag)).toEqual({ code: 0, out: '1.2.3', err: '' })
  })
})
