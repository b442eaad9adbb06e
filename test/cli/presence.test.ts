import { beforeAll, describe, expect, it } from 'vitest'
import { newSlug } from '../services/keys/world.js'
import { importInto } from '../services/roster/suite.js'
import { embeddedSubject } from '../stores/embedded/subject.js'
import { openBench } from '../stores/subject.js'
import { createTerminal } from './fake-io.js'

const bench = openBench(embeddedSubject)
const { run, json } = createTerminal(() => bench().store)
const slug = newSlug()
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

beforeAll(async () => {
  const { id } = await json<{ id: string }>('org', 'create', 'Acme', '--slug', slug)
  await importInto(bench().store, id, [imported])
})

const ask = (...words: string[]) => run('presence', '--org', slug, '--from', '2026-11-20', ...words)

describe('whosout presence', () => {
  it('shows who is out, with what, and who is in', async () => {
    expect((await ask('--to', '2026-11-20')).out)
      .toBe(`2026-11-20 to 2026-11-20: 0 on leave, 1 with a bank holiday, 2 in

OUT       TEAM         LEAVES
Ana Ruiz  Café Straße  bank holiday 2026-11-20

IN          TEAM
Ben Okafor  -
Cy Long     Café Straße`)
  })

  it('leaves out a table without people', async () => {
    expect((await ask('--from', '2026-12-01')).out).not.toContain('OUT')
  })

  it.each(['Café Straße', 'cafe\u0301 STRASSE', ' CAFÉ STRASSE '])('finds the team "%s"', async (team) => {
    expect((await ask('--team', team)).out).toContain(
      'team Café Straße: 0 on leave, 1 with a bank holiday, 1 in',
    )
  })

  it.each([
    ['--to', '2026-11-19', '--to: must be on or after from'],
    ['--to', '2027-11-19', '--to: range must not exceed 90 days'],
    ['--to', 'today', '--to: must be an existing date'],
    ['--at', 'noon', '--at: must be an instant'],
  ])('speaks of options, not of query parameters, about %s %s', async (option, value, said) => {
    const { code, out, err } = await ask(option, value)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain('These options are invalid.')
    expect(err).toContain(said)
  })
})
