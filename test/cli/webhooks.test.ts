import { expect, test } from 'vitest'
import { embeddedSubject } from '../stores/embedded/subject.js'
import { openBench } from '../stores/subject.js'
import { openTerminal } from './fake-io.js'

const bench = openBench(embeddedSubject)

test('an address that is refused is named as it was typed, not as an option', async () => {
  const { run } = await openTerminal(() => bench().store, '', {
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  })
  const { code, err } = await run('webhooks add http://example.com/in')
  expect(code).toBe(2)
  expect(err).toContain('\n  url: must begin with https://')
})
