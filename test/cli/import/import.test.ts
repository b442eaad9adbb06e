import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { company, newOrganization } from '../../services/roster/suite.js'
import { embeddedSubject } from '../../stores/embedded/subject.js'
import { openBench } from '../../stores/subject.js'
import { createTerminal } from '../fake-io.js'

const bench = openBench(embeddedSubject)

/** What a person at a terminal sees of an import, or a script without one. */
const importAt = async (errIsTerminal: boolean) => {
  const { store } = bench()
  const org = await newOrganization(store)
  await store.commit([{ put: 'slugs', document: { _id: org, org } }])
  const bar: (string | null)[] = []
  const progress = (line: string | null) => void bar.push(line)
  const { run } = createTerminal(() => store, {}, null, { errIsTerminal, progress })
  const folder = await mkdtemp(join(tmpdir(), 'whosout-import-'))
  try {
    await writeFile(join(folder, 'all.json'), JSON.stringify(company(1_200)))
    return { bar, ...(await run('import', join(folder, 'all.json'), '--org', org)) }
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('an import at a terminal draws a bar and wipes it', async () => {
  const { out, err, bar } = await importAt(true)
  expect(bar[0]).toMatch(/^reading [\d,]+$/)
  expect(bar).toContain(`writing [${'.'.repeat(30)}] 0 of 2,401`)
  expect(bar).toContain(`writing [${'#'.repeat(30)}] 2,401 of 2,401`)
  expect(bar.at(-1)).toBeNull()
  expect([out.split('\n').length, err]).toEqual([1, ''])
})

test('an import without a terminal draws nothing', async () => {
  const { bar } = await importAt(false)
  expect(bar.filter((line) => line !== null)).toEqual([])
})
