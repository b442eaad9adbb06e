import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newSlug } from '../../services/keys/world.js'
import { embeddedSubject } from '../../stores/embedded/subject.js'
import { openBench } from '../../stores/subject.js'
import { createTerminal } from '../fake-io.js'

const bench = openBench(embeddedSubject)
const slug = newSlug()

/** Makes the rest of the line red, names the window, and clears the screen in two ways. */
const nasty = 'a\x1b[31mb\x1b]0;c\x07d\x9b2Je\x1bcf\rg'
/** What a terminal would obey: everything that controls it but the end of a line. */
const obeyed = /[\x00-\x09\x0b-\x1f\x7f-\x9f]/

describe('a file name with escape sequences', () => {
  let folder: string
  const { run, json } = createTerminal(() => bench().store, { WHOSOUT_ORG: slug })
  const path = (ending: string) => join(folder, nasty + ending)

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'whosout-names-'))
    await json(`org create Acme --slug ${slug}`)
    await writeFile(path('.csv'), 'name,email\nAna,ana@example.com\nBen\n')
  })
  afterAll(() => rm(folder, { recursive: true }))

  it.each([
    ['import, of a bad file', 'import', '.csv'],
    ['import, of no file', 'import', '.none'],
    ['holidays import, of no file', 'holidays import DE-BE', '.none'],
    ['restore, of no file', 'restore', '.none'],
    ['backup, to no folder', 'backup', '/none'],
    ['backup', 'backup', '.backup'],
    ['export, to no folder', 'export --out', '/none'],
    ['export', 'export --out', '.json'],
    ['a command that does not exist', '', '.none'],
  ])('reaches no terminal: %s', async (_, line, ending) => {
    const { out, err } = await run(line, path(ending))
    expect(out + err).toContain('\ufffd[31mb')
    expect(out + err).not.toMatch(obeyed)
  })

  it('of the folder of the store reaches no terminal', async () => {
    const { run: runElsewhere } = createTerminal(() => bench().store, { DATA_DIR: path('') }, path(''))
    for (const line of ['doctor', 'org list']) {
      const { out, err } = await runElsewhere(line)
      expect(out + err).toContain('\ufffd[31mb')
      expect(out + err).not.toMatch(obeyed)
    }
  })

  it('stays as it is in the JSON that a script reads', async () => {
    const file = path('.again')
    expect(await json('backup', file)).toMatchObject({ file })
  })
})
