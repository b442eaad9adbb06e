import stringWidth from 'string-width'
import { expect, it } from 'vitest'
import { runWhosout } from './whosout.js'

it.each([
  ['to a program: 80 columns without colours', {}, 80, false],
  ['where COLUMNS says so', { COLUMNS: '24' }, 24, false],
  ['where COLUMNS says nothing', { COLUMNS: 'wide' }, 80, false],
  ['where colours are wanted', { FORCE_COLOR: '1' }, 80, true],
  ['where no colours are wanted', { NO_COLOR: '1' }, 80, false],
] as const)('a list of the built program: %s', async (_, env, width, hasColours) => {
  const { code, out } = await runWhosout(env, 'holidays', 'propose', 'DE-BY', '--year', '2027')
  expect(code).toBe(0)
  const widest = Math.max(...out.split('\n').map((line) => stringWidth(line)))
  expect(widest).toBeLessThanOrEqual(width)
  expect(widest).toBeGreaterThan(20)
  expect(out.includes('\x1b[1mDATE\x1b[22m')).toBe(hasColours)
  expect(out.includes('\x1b')).toBe(hasColours)
})
