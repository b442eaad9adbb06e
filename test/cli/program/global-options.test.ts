import { describe, expect, it } from 'vitest'
import { embeddedSubject } from '../../stores/embedded/subject.js'
import { openBench } from '../../stores/subject.js'
import { createTerminal } from '../fake-io.js'

const bench = openBench(embeddedSubject)

describe('the organization of a command', () => {
  const { run, json } = createTerminal(() => bench().store)
  const inAcme = createTerminal(() => bench().store, { WHOSOUT_ORG: 'acme' })

  it('is named, or WHOSOUT_ORG, or the only organization', async () => {
    const none = await run('keys list')
    expect(none).toMatchObject({ code: 1, err: expect.stringContaining('whosout org create') })
    await json('org create Acme --slug acme --plan paid')
    expect(await json('keys create --name x')).toMatchObject({ name: 'x' })
    await json('org create Beta --slug beta')
    const several = await run('keys list')
    expect(several).toMatchObject({ code: 2, out: '' })
    for (const way of ['--org', 'WHOSOUT_ORG', 'acme', 'beta']) expect(several.err).toContain(way)
    expect(await inAcme.json('keys list')).toHaveLength(1)
    expect(await inAcme.json('keys list --org beta')).toEqual([])
  })
})

describe('a store folder that is not there', () => {
  const { run } = createTerminal(() => bench().store, {}, '/nowhere/data')

  it.each(['org list', 'keys list', 'keys list --org acme', 'presence', 'import x.csv', 'org show acme'])(
    'is not made by whosout %s, which says where it looked',
    async (line) => {
      const { code, out, err } = await run(line)
      expect({ code, out }).toEqual({ code: 1, out: '' })
      expect(err).toContain('/nowhere/data')
      expect(err).toContain('DATA_DIR')
    },
  )

  it('is made by org create', async () => {
    expect(await run('org create New --slug new-one')).toMatchObject({ code: 0 })
  })

  it.each(['help', 'understand next week', '--version'])('is no matter to whosout %s', async (line) => {
    expect(await run(line)).toMatchObject({ code: 0 })
  })
})
