import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtProgram } from '../../built.js'
import { askWhosout, environment } from '../../process/whosout.js'
import { workbook } from './workbook.js'

const tellPeak =
  'data:text/javascript,process.on("exit",()=>console.error("peak",process.resourceUsage().maxRSS))'

/** 5 seconds and 300 MB are promised; the rest is for a busy machine. */
const longest = 120_000
const most = 400

const megabyte = 2 ** 20
const sheet = (xml: string): Uint8Array =>
  workbook(
    { S: [] },
    { 'xl/worksheets/sheet1.xml': Buffer.from(`<worksheet><sheetData>${xml}</sheetData></worksheet>`) },
  )

const files: readonly (readonly [name: string, file: () => Uint8Array, said: string])[] = [
  [
    'row.xlsx',
    () => sheet('<row r="1000000000000000"><c r="A1000000000000000"><v>1</v></c></row>'),
    'is too large as a spreadsheet: save the sheet as CSV, or split it',
  ],
  [
    'cell.xlsx',
    () => sheet(`<row><c t="inlineStr"><is><t>${'a'.repeat(30 * megabyte)}</t></is></c></row>`),
    'is too large as a spreadsheet: save the sheet as CSV, or split it',
  ],
  ['lists.json', () => Buffer.alloc(50 * megabyte, '['), 'is nested too deeply'],
  [
    'rows.json',
    () => Buffer.from(`{"members":[{${'"a":1,'.repeat(8 * megabyte)}"b":1}]}`),
    'a row is longer than 100,000 characters',
  ],
  ['breaks.csv', () => Buffer.alloc(60 * megabyte, '\r'), 'has more than 500,000 rows: split it'],
  ['columns.csv', () => Buffer.alloc(60 * megabyte, ','), 'a row is longer than 100,000 characters'],
  ['large.csv', () => Buffer.alloc(64 * megabyte + 1, ','), 'is larger than 64 MB: split it'],
]

describe('import refuses at once, and in little memory,', () => {
  let folder = ''
  let env: Readonly<Record<string, string>> = {}
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'whosout-hostile-'))
    env = { DATA_DIR: join(folder, 'data') }
    await askWhosout(env, 'org', 'create', 'Acme', '--slug', 'acme')
  })
  afterAll(() => rm(folder, { recursive: true }))

  const importOf = (file: string, input?: Uint8Array) =>
    new Promise<{ code: number; err: string; peak: number }>((resolve) => {
      const words = ['--import', tellPeak, builtProgram('src/main.js'), 'import', file, '--org', 'acme']
      const options = { env: environment(env), timeout: longest }
      const child = execFile(process.execPath, words, options, (fault, _, err) =>
        resolve({
          code: Number(fault?.code ?? 0),
          err,
          peak: Number(/peak (\d+)/.exec(err)?.[1]) / 1_024,
        }),
      )
      // It may end before it has read everything.
      child.stdin?.on('error', () => undefined)
      child.stdin?.end(input)
    })

  it.each(files)('%s', async (name, file, said) => {
    await writeFile(join(folder, name), file())
    const { code, err, peak } = await importOf(join(folder, name))
    expect(code).toBe(1)
    expect(err).toContain(`${name}`)
    expect(err).toContain(said)
    expect(peak).toBeLessThan(most)
  })

  it('a device without end', async () => {
    const { code, err, peak } = await importOf('/dev/zero')
    expect(code).toBe(1)
    expect(err).toContain('/dev/zero: is larger than 64 MB: split it')
    expect(peak).toBeLessThan(most)
  })

  it('standard input without end', async () => {
    const { code, err, peak } = await importOf('-', new Uint8Array(80 * megabyte))
    expect(code).toBe(1)
    expect(err).toContain('Standard input is larger than 64 MB: split it.')
    expect(peak).toBeLessThan(most)
  })
})
