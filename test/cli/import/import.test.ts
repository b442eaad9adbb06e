import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { Command } from 'commander'
import { expect, test } from 'vitest'
import { addImportCommand } from '../../../src/cli/import/import.js'
import type { Io } from '../../../src/cli/io.js'
import { openBench } from '../../stores/subject.js'
import { embeddedSubject } from '../../stores/embedded/subject.js'
import { company, newOrganization } from '../../services/roster/suite.js'

const bench = openBench(embeddedSubject)

/** What a person at a terminal sees of an import, or a script without one. */
const importAt = async (
  errIsTerminal: boolean,
): Promise<{ out: string[]; err: string[]; bar: (string | null)[] }> => {
  const { store } = bench()
  const org = await newOrganization(store)
  await store.commit([{ put: 'slugs', document: { _id: org, org } }])
  const seen = { out: [] as string[], err: [] as string[], bar: [] as (string | null)[] }
  const io: Io = {
    out: (text) => seen.out.push(text),
    show: async (text) => void seen.out.push(text),
    err: (text) => seen.err.push(text),
    readInput: async () => '',
    errIsTerminal,
    progress: (line) => seen.bar.push(line),
    now: () => new Date('2026-11-20T10:00:00Z'),
    random: randomBytes,
    wait: async () => undefined,
    tzdata: 'here',
    who: 'ann@machine',
    setExitCode: () => undefined,
    missingFolder: () => null,
    withStore: (use) => use(store),
  }
  const folder = await mkdtemp(join(tmpdir(), 'whosout-import-'))
  try {
    await writeFile(join(folder, 'all.json'), JSON.stringify(company(1_200)))
    const program = new Command()
    addImportCommand(program, io)
    await program.parseAsync(['import', join(folder, 'all.json'), '--org', org], { from: 'user' })
  } finally {
    await rm(folder, { recursive: true })
  }
  return seen
}

test('an import at a terminal draws a bar and wipes it', async () => {
  const { out, err, bar } = await importAt(true)
  expect(bar[0]).toMatch(/^reading [\d,]+$/)
  expect(bar).toContain(`writing [${'.'.repeat(30)}] 0 of 2,401`)
  expect(bar).toContain(`writing [${'#'.repeat(30)}] 2,401 of 2,401`)
  expect(bar.at(-1)).toBeNull()
  expect([out.length, err.length]).toEqual([1, 0])
})

test('an import without a terminal draws nothing', async () => {
  const { bar } = await importAt(false)
  expect(bar.filter((line) => line !== null)).toEqual([])
})
