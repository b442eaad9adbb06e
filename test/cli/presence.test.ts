import { beforeAll, describe, expect, it } from 'vitest'
import { importInto } from '../services/roster/suite.js'
import { embeddedSubject } from '../stores/embedded/subject.js'
import { openBench } from '../stores/subject.js'
import { openTerminal } from './fake-io.js'

const bench = openBench(embeddedSubject)
const ana = 'ana@acme.test'
const day = { start_date: '2026-11-20', end_date: '2026-11-20' }

const imported = {
  // Composed here, and typed in two characters below: names are compared as an import compares them.
  teams: [{ name: 'Caf\u00E9 Stra\u00DFe' }],
  members: [
    { email: ana, name: 'Ana Ruiz', team: 'Caf\u00E9 Stra\u00DFe' },
    { email: 'ben@acme.test', name: 'Ben Okafor' },
    { email: 'cy@acme.test', name: 'Cy Long', team: 'Caf\u00E9 Stra\u00DFe' },
  ],
  leaves: [{ email: ana, type: 'bank_holiday', ...day, ends_at_noon: true }],
}

let terminal: Awaited<ReturnType<typeof openTerminal>>
beforeAll(async () => {
  terminal = await openTerminal(() => bench().store)
  await importInto(bench().store, terminal.id, [imported])
})

const ask = (options = '') => terminal.run(`presence --from 2026-11-20 ${options}`)

describe('whosout presence', () => {
  it('shows who is out, with what, and who is in', async () => {
    expect((await ask('--to 2026-11-20')).out)
      .toBe(`2026-11-20 to 2026-11-20: 0 on leave, 1 with a bank holiday, 2 in

OUT       TEAM         LEAVES
Ana Ruiz  Café Straße  bank holiday 2026-11-20

IN          TEAM
Ben Okafor  -
Cy Long     Café Straße`)
  })

  it.each([
    ['Cafe Strasse', 'Did you mean "Café Straße"?'],
    ['caf\u00E9 strase', 'Did you mean "Café Straße"?'],
    ['Sales', 'Check the name or id.'],
  ])('suggests the team that %s is close to', async (team, way) => {
    const { code, err } = await ask(`--team "${team}"`)
    expect([code, err]).toEqual([
      1,
      expect.stringContaining(`There is no team "${team}" in this organization. ${way}`),
    ])
  })

  it('leaves out a table without people', async () => {
    expect((await ask('--from 2026-12-01')).out).not.toContain('OUT')
  })

  it.each(['Café Straße', 'cafe\u0301 STRASSE', ' CAFÉ STRASSE '])('finds the team "%s"', async (team) => {
    expect((await ask(`--team "${team}"`)).out).toContain(
      'team Café Straße: 0 on leave, 1 with a bank holiday, 1 in',
    )
  })

  it.each([
    ['--to 2026-11-19', '--to: must be on or after from'],
    ['--to today', '--to: must be an existing date'],
    ['--at noon', '--at: must be an instant'],
  ])('speaks of options, not of query parameters, about %s', async (options, said) => {
    const { code, out, err } = await ask(options)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain('These options are invalid.')
    expect(err).toContain(said)
  })
})
