import { expect, test } from 'vitest'
import { Problem } from '../../../src/domain/problem.js'
import { createTerminal } from '../fake-io.js'

const several = {
  SLACK_SIGNING_SECRET: 's'.repeat(32),
  SLACK_CLIENT_ID: '1.2',
  SLACK_CLIENT_SECRET: 'c'.repeat(32),
  SLACK_STATE_SECRET: 't'.repeat(32),
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
}

const storeIsAway = () => {
  throw new Problem('unavailable', 'MongoDB did not answer.')
}

test('whosout doctor looks at the settings also when the store does not answer', async () => {
  const { code, out } = await createTerminal(storeIsAway, several).run('doctor --json')
  expect(code).toBe(1)
  expect(JSON.parse(out)).toEqual([
    { check: 'node', state: 'fine', message: 'Node 20.20.0' },
    { check: 'configuration', state: 'fine', message: expect.stringContaining('port 3000') },
    { check: 'store', state: 'broken', message: 'MongoDB did not answer.' },
    { check: 'slack', state: 'fine', message: expect.stringContaining('several workspaces') },
    { check: 'slack', state: 'warning', message: expect.stringContaining('BASE_URL') },
  ])
})

test('whosout doctor names variables that look like mistyped settings, also beside what is wrong', async () => {
  const warning = {
    check: 'configuration',
    state: 'warning',
    message: 'BASEURL is not a setting of whosout: did you mean BASE_URL?',
  }
  for (const more of [{}, { PORT: 'x' }]) {
    const terminal = createTerminal(storeIsAway, { BASEURL: 'https://out.example', ...more })
    const { out } = await terminal.run('doctor --json')
    expect(JSON.parse(out)).toContainEqual(warning)
    expect(out).not.toContain('out.example')
  }
})
