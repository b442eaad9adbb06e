import { describe, expect, it } from 'vitest'
import { isSocketClientError } from '../../../src/slack/transport/socket-errors.js'

const withStack = (stack: string): Error => Object.assign(new Error('x'), { stack })

describe('a rejection that nobody caught', () => {
  it.each([
    ['nothing at all', undefined, true],
    [
      'from the socket client',
      withStack('at SocketModeClient.x (/app/node_modules/@slack/socket-mode/dist/src/x.js:1:1)'),
      true,
    ],
    [
      'the same on Windows',
      withStack('at x (C:\\app\\node_modules\\@slack\\socket-mode\\dist\\src\\x.js:1:1)'),
      true,
    ],
    [
      'of Slack’s other packages',
      withStack('at x (/app/node_modules/@slack/web-api/dist/WebClient.js:1:1)'),
      false,
    ],
    ['of our own', new TypeError('x is not a function'), false],
    ['null', null, false],
    ['a text', '@slack/socket-mode', false],
  ])('%s', (_what, reason, is) => {
    expect(isSocketClientError(reason)).toBe(is)
  })
})
