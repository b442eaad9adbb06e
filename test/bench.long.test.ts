import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { builtProgram } from './built.js'

it('the bench runs to its end, with every part once, and keeps no results of a quick run', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [builtProgram('bench/main.js'), '--quick'])
  expect(stdout).toContain('whosout**, calendar feed, gzip')
  for (const part of ['# Results of `npm run bench`', '--only digest`', '--only words`'])
    expect(stdout).toContain(part)
})
