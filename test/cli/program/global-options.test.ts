import { describe, expect, it } from 'vitest'
import { embeddedSubject } from '../../stores/embedded/subject.js'
import { openBench } from '../../stores/subject.js'
import { createTerminal } from '../fake-io.js'

const bench = openBench(embeddedSubject)

describe('the organization of a command', () => {
  const { run, json } = createTerminal(() => bench().store)
  const inAcme = createTerminal(() => bench().store, { WHOSOUT_ORG: 'acme' })

  it('is named, or WHOSOUT_ORG, or the only organization', async () => {
    const none = await run('keys', 'list')
    expect(none).toMatchObject({ code: 1, err: expect.stringContaining('whosout org create') })
    await json('org', 'create', 'Acme', '--slug', 'acme', '--plan', 'paid')
    expect(await json('keys', 'create', '--name', 'x')).toMatchObject({ name: 'x' })
    await json('org', 'create', 'Beta', '--slug', 'beta')
    const several = await run('keys', 'list')
    expect(several).toMatchObject({ code: 2, out: '' })
    for (const way of ['--org', 'WHOSOUT_ORG', 'acme', 'beta']) expect(several.err).toContain(way)
    expect(await inAcme.json('keys', 'list')).toHaveLength(1)
    expect(await inAcme.json('keys', 'list', '--org', 'beta')).toEqual([])
  })
})

describe('a store folder that is not there', () => {
  const { run } = createTerminal(() => bench().store, {}, '/nowhere/data')

  it.each(['org list', 'keys list', 'keys list --org acme', 'presence', 'import x.csv', 'org show acme'])(
    'is not made by whosout %s, which says where it looked',
    async (line) => {
      const { code, out, err } = await run(...line.split(' '))
      expect({ code, out }).toEqual({ code: 1, out: '' })
      expect(err).toContain('/nowhere/data')
      expect(err).toContain('DATA_DIR')
    },
  )

  it('is made by org create', async () => {
    expect(await run('org', 'create', 'New', '--slug', 'new-one')).toMatchObject({ code: 0 })
  })

  it.each(['help', 'help keys create', 'understand next week', '--version'])(
    'is no matter to whosout %s',
    async (line) => {
      expect(await run(...line.split(' '))).toMatchObject({ code: 0 })
    },
  )
})

describe('misuse', () => {
  const { run } = createTerminal(() => bench().store)

  it.each([
    ['imprt people.csv', 'import'],
    ['keys creat', 'create'],
    ['serv', 'serve'],
    ['help keyz', 'keys'],
    ['help keys rotat', 'rotate'],
    ['keys list --jsn', '--json'],
  ])('whosout %s suggests %s', async (line, meant) => {
    const { code, err } = await run(...line.split(' '))
    expect(code).toBe(2)
    expect(err).toContain(`Did you mean ${meant}?`)
  })

  it.each([
    ['keys create', 'whosout help keys create'],
    ['keys nothing', 'whosout help keys)'],
    ['import', 'whosout help import'],
    ['nothing', 'whosout help)'],
  ])('whosout %s names the exact help: %s', async (line, help) => {
    expect((await run(...line.split(' '))).err).toContain(help)
  })

  it('is prevented by help that marks what is required', async () => {
    const { out } = await run('help', 'keys', 'create')
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
