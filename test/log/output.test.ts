import { execFileSync } from 'node:child_process'
import { closeSync, constants, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openOutput } from '../../src/log/output.js'
import { newFolder } from '../process/whosout.js'

const megabyte = 1_024 * 1_024
const { O_NONBLOCK, O_RDONLY, O_RDWR, O_WRONLY } = constants

/** Stays open with the process: an output goes on trying, and another file could have its number by then. */
const open = openSync

const newPipe = async (): Promise<string> => {
  const folder = await newFolder()
  onTestFinished(() => folder.remove())
  const path = join(folder.path, 'pipe')
  execFileSync('mkfifo', [path])
  return path
}

/** The lines that are missing, and why, as the lines of the test are. */
const notice = (lost: number, reason: string): string => `missing ${lost} ${reason}\n`

/** Reads what is there now. */
const readAvailable = (fd: number, most = megabyte): string => {
  const bytes = Buffer.alloc(most)
  try {
    return bytes.toString('utf8', 0, readSync(fd, bytes))
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'EAGAIN') return ''
    throw fault
  }
}

/** Reads until the text ends with `last`. */
const readUntil = async (fd: number, last: string): Promise<string> => {
  let text = ''
  while (!text.endsWith(last)) {
    text += readAvailable(fd)
    await wait(1)
  }
  return text
}

const lineOf = (number: number): string => `${number} ${'x'.repeat(1_000)}\n`
const numbersOf = (text: string): string[] =>
  text.split('\n').map((line) => (line.startsWith('missing') ? line : line.split(' ')[0]!))
const upTo = (count: number): string[] => Array.from({ length: count }, (_, i) => `${i}`)

describe('a log whose pipe', () => {
  it('is read slowly loses nothing', async () => {
    const pipe = open(await newPipe(), O_RDWR | O_NONBLOCK)
    const output = openOutput(pipe, notice)
    for (let i = 0; i < 3_500; i++) output.write(lineOf(i))
    const out = output.written()
    expect(numbersOf(await readUntil(pipe, lineOf(3_499)))).toEqual([...upTo(3_500), ''])
    await out
    expect(output.lost()).toBe(0)
  })

  it('nobody reads holds 4 MB, counts the rest, and says where it is missing once it is read', async () => {
    const pipe = open(await newPipe(), O_RDWR | O_NONBLOCK)
    const output = openOutput(pipe, notice)
    for (let i = 0; i < 10_000; i++) output.write(lineOf(i))
    const held = 10_000 - output.lost()
    expect(held * 1_005).toBeGreaterThan(4 * megabyte - 70_000)
    expect(held * 1_005).toBeLessThan(4 * megabyte + 10_000)
    const gap = `missing ${10_000 - held} its reader is too slow`
    const first = await readUntil(pipe, `${gap}\n`)
    output.write('after\n')
    const second = await readUntil(pipe, 'after\n')
    expect(numbersOf(first + second)).toEqual([...upTo(held), gap, 'after', ''])
    expect(output.lost()).toBe(10_000 - held)
  })

  it('has lost its reader drops and counts lines, and goes on in a new line with the next reader', async () => {
    const path = await newPipe()
    const reader = open(path, O_RDONLY | O_NONBLOCK)
    const output = openOutput(open(path, O_WRONLY | O_NONBLOCK), notice)
    output.write('first\n')
    await output.written()
    expect(readAvailable(reader)).toBe('first\n')
    const long = `${'y'.repeat(100_000)}\n`
    output.write(long)
    await expect.poll(() => readAvailable(reader, 10)).toBe('y'.repeat(10))
    closeSync(reader)
    await output.written()
    output.write('second\nthird\n')
    expect(output.lost()).toBe(3)
    const next = open(path, O_RDONLY | O_NONBLOCK)
    void output.written()
    const text = await readUntil(next, 'missing 3 EPIPE\n')
    output.write('fourth\n')
    expect(/^y*\nmissing 3 EPIPE\n$/.test(text)).toBe(true)
    expect(await readUntil(next, 'fourth\n')).toBe('fourth\n')
  })
})

it('a full disk costs lines and nothing else', async () => {
  const output = openOutput(open('/dev/full', O_WRONLY), notice)
  for (let i = 0; i < 100; i++) output.write(lineOf(i))
  await output.written()
  for (let i = 0; i < 100; i++) output.write(`${lineOf(i)}${lineOf(i)}`)
  await output.written()
  expect(output.lost()).toBe(300)
})
