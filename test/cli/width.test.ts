import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { styleText } from 'node:util'
import stringWidth from 'string-width'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleRoster } from '../../src/demo/sample.js'
import type { Io } from '../../src/cli/io.js'
import { newSlug } from '../services/keys/world.js'
import { embeddedSubject } from '../stores/embedded/subject.js'
import { openBench } from '../stores/subject.js'
import { createTerminal } from './fake-io.js'

const bench = openBench(embeddedSubject)
const slug = newSlug()
const at = (more: Partial<Io>) =>
  createTerminal(
    () => bench().store,
    { WHOSOUT_ORG: slug, ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') },
    null,
    more,
  )
const { json } = at({})

const painted: Io['paint'] = (style, text) => styleText(style, text, { validateStream: false })

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'whosout-width-'))
  const file = join(folder, 'all.json')
  await writeFile(file, JSON.stringify(sampleRoster('2026-11-20')))
  await json(`org create "An organization with a name of many words" --slug ${slug} --plan paid`)
  await json('import', file)
  await json('members set ana.ruiz@example.com --name "李小龍 Ñandú-Fernández de la Vega y Ortega 👩‍👩‍👧"')
  await json('holidays accept DE-BY --year 2026')
  await json('holidays assign DE-BY')
  await json('holidays places', 'München, Schwanthalerhöhe, second floor=DE-BY')
  const limits =
    '--team "Customer Success" --reasons hidden --allow 203.0.113.0/24,2001:db8::/32 --expires 30d'
  await json(`keys create --name "Payroll of the finance department" ${limits}`)
  await json('links create --name "The big screen in the kitchen" --member "Felix Braun"')
  await json('sources add calendar --name "The HR tool of everybody" --url https://hr.example.com/feed.ics')
})
afterAll(() => rm(folder, { recursive: true }))

const lists = [
  'members list',
  'members show felix.braun@example.com',
  'teams list',
  'leaves list',
  'audit',
  'keys list',
  'keys events',
  'links list',
  'sources list',
  'org list',
  'holidays list',
  'holidays places',
  'holidays propose DE-BY --year 2027',
  'presence',
  'ask next month',
  'doctor',
  'webhooks list',
  'digest list',
] as const

const [anyId, milliseconds] = [/[\da-f]{8}-[\da-f]{4}-/, /:\d\d\.\d{3}Z/]

describe.each(lists)('whosout %s', (line) => {
  it.each([80, 60, 40])('fits %i columns', async (width) => {
    const { code, out } = await at({ width }).run(line)
    expect(code).toBe(0)
    // A command to be pasted keeps its line.
    const lines = out.split('\n').filter((one) => !/^ +whosout /.test(one))
    expect(lines.filter((one) => stringWidth(one) > width)).toEqual([])
  })

  it('prints the same JSON wherever it is printed', async () => {
    const printed = await at({ width: 20, paint: painted }).run(`${line} --json`)
    expect(printed.out).toBe((await at({}).run(`${line} --json`)).out)
    expect(printed.out).not.toContain('\x1b')
  })
})

it.each(['members list', 'teams list', 'leaves list', 'keys list', 'links list', 'sources list'])(
  'whosout %s shows ids with --wide alone, and then everything in full',
  async (line) => {
    const { run } = at({ width: 40 })
    expect((await run(line)).out).not.toMatch(anyId)
    const { out } = await run(`${line} --wide`)
    expect(out).toMatch(anyId)
    const lines = out.split('\n')
    expect(lines).toHaveLength((await json<readonly unknown[]>(line)).length + 1)
  },
)

it.each(['audit', 'keys events'])('whosout %s tells milliseconds with --wide alone', async (line) => {
  const { run } = at({ width: 200 })
  expect((await run(line)).out).not.toMatch(milliseconds)
  expect((await run(`${line} --wide`)).out).toMatch(milliseconds)
})

it('colours are for what is read: never in CSV, nor from a name', async () => {
  const { run } = at({ paint: painted })
  expect((await run('keys list')).out).toContain('\x1b[32mactive\x1b[39m')
  expect((await run('doctor')).out).toContain('\x1b[32mok')
  expect((await run('members list --csv')).out).not.toContain('\x1b')
})

describe('long work at a terminal shows how far it is, and wipes that', () => {
  const watched = () => {
    const shown: (string | null)[] = []
    return { shown, ...at({ errIsTerminal: true, progress: (line) => void shown.push(line) }) }
  }

  it('backup and restore', async () => {
    const file = join(folder, 'all.backup')
    const { run, shown } = watched()
    expect((await run('backup', file)).code).toBe(0)
    expect(shown).toContainEqual(expect.stringMatching(/^saving documents \d+$/))
    expect(shown.at(-1)).toBeNull()
    shown.length = 0
    // The store is not empty; the file is read before that is seen.
    expect((await run('restore', file)).code).toBe(1)
    expect(shown).toContainEqual(expect.stringMatching(/^reading documents \d/))
    expect(shown.at(-1)).toBeNull()
  })

  it('sync', async () => {
    const { run, shown } = watched()
    expect((await run('sources sync "The HR tool of everybody"')).code).toBe(1)
    expect(shown).toEqual(['fetching…', null])
  })
})
