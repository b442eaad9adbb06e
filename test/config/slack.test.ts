import { describe, expect, it } from 'vitest'
import { parseConfig } from '../../src/config/config.js'

const signing = { SLACK_SIGNING_SECRET: 'a signing secret' }
const socket = { SLACK_APP_TOKEN: 'xapp-1-A0-1' }
const one = { SLACK_BOT_TOKEN: 'xoxb-1-2-secret' }
const key = Buffer.alloc(32, 1).toString('base64')
const newKey = Buffer.alloc(32, 2).toString('base64')
const several = {
  SLACK_CLIENT_ID: '1.2',
  SLACK_CLIENT_SECRET: 'a client secret',
  SLACK_STATE_SECRET: 'a-secret-for-states-and-links',
  ENCRYPTION_KEY: key,
}

const oneSettings = { botToken: 'xoxb-1-2-secret', organization: undefined }
const severalSettings = {
  clientId: '1.2',
  clientSecret: 'a client secret',
  stateSecret: 'a-secret-for-states-and-links',
  encryptionKeys: [new Uint8Array(32).fill(1)],
}
const http = { signingSecret: 'a signing secret' }
const socketMode = { appToken: 'xapp-1-A0-1' }

describe('the Slack settings', () => {
  it.each([
    ['HTTP, one workspace', { ...signing, ...one }, http, oneSettings],
    ['HTTP, several', { ...signing, ...several }, http, severalSettings],
    ['Socket Mode, one workspace', { ...socket, ...one }, socketMode, oneSettings],
    ['Socket Mode, several', { ...socket, ...several }, socketMode, severalSettings],
    ['an app token means Socket Mode', { ...signing, ...socket, ...one }, socketMode, oneSettings],
    [
      'an organization for one workspace',
      { ...signing, ...one, SLACK_ORGANIZATION: 'acme' },
      http,
      { ...oneSettings, organization: 'acme' },
    ],
    [
      'several keys, the new one first',
      { ...signing, ...several, ENCRYPTION_KEY: `${newKey},${key}` },
      http,
      { ...severalSettings, encryptionKeys: [new Uint8Array(32).fill(2), new Uint8Array(32).fill(1)] },
    ],
    [
      'several keys with blanks between them',
      { ...signing, ...several, ENCRYPTION_KEY: `${newKey}, ${key}` },
      http,
      { ...severalSettings, encryptionKeys: [new Uint8Array(32).fill(2), new Uint8Array(32).fill(1)] },
    ],
    ['a key that is not needed', { ...signing, ...one, ENCRYPTION_KEY: key }, http, oneSettings],
  ])('%s', (_way, env, transport, workspaces) => {
    expect(parseConfig(env)).toMatchObject({
      slack: { transport, workspaces, command: '/whosout', apiUrl: 'https://slack.com/api/' },
    })
  })

  it.each([
    ['none', {}],
    ['empty ones', { SLACK_BOT_TOKEN: '', SLACK_SIGNING_SECRET: '' }],
    ['only what changes nothing', { SLACK_COMMAND: '/out', ENCRYPTION_KEY: key }],
  ])('may be %s: the API runs alone', (_which, env) => {
    expect(parseConfig(env)).toMatchObject({ slack: undefined })
  })

  const allOfSeveral =
    'several workspaces need SLACK_CLIENT_ID, SLACK_CLIENT_SECRET, SLACK_STATE_SECRET, ENCRYPTION_KEY'
  const noTransport = 'SLACK_SIGNING_SECRET is missing (or SLACK_APP_TOKEN, for Socket Mode)'
  const noToken =
    'SLACK_BOT_TOKEN is missing (or, for several workspaces, SLACK_CLIENT_ID, SLACK_CLIENT_SECRET, SLACK_STATE_SECRET and ENCRYPTION_KEY)'
  const { ENCRYPTION_KEY: _key, ...keyless } = several

  it.each([
    [one, [noTransport]],
    [signing, [noToken]],
    [socket, [noToken]],
    [{ SLACK_ORGANIZATION: 'acme' }, [noTransport, noToken]],
    [{ ...signing, ...keyless }, [`ENCRYPTION_KEY is missing: ${allOfSeveral}`]],
    [
      { ...signing, SLACK_CLIENT_SECRET: 'x' },
      [`SLACK_CLIENT_ID, SLACK_STATE_SECRET, ENCRYPTION_KEY are missing: ${allOfSeveral}`],
    ],
    [several, [noTransport]],
    [
      { ...signing, ...one, ...several },
      [
        'SLACK_BOT_TOKEN and SLACK_STATE_SECRET cannot be used together: the first is for one workspace, the other for several',
      ],
    ],
    [
      { ...signing, ...one, SLACK_CLIENT_ID: '1.2' },
      [
        'SLACK_CLIENT_ID, SLACK_CLIENT_SECRET and ENCRYPTION_KEY must be set together: with SLACK_BOT_TOKEN, they let people show their days off in their status',
      ],
    ],
    [
      { ...signing, ...several, SLACK_ORGANIZATION: 'acme' },
      [
        'SLACK_ORGANIZATION is for a single workspace; with several, use install links or `whosout slack bind`',
      ],
    ],
  ])('by halves are refused, naming what is missing or too much: %j', (env, problems) => {
    expect(parseConfig(env)).toEqual({ problems })
  })

  const url =
    'SLACK_API_URL must be an https URL, or an http one on this machine such as http://127.0.0.1:4000/api/'
  const keyShape =
    'ENCRYPTION_KEY must be 32 bytes in base64 (44 characters); generate one with `openssl rand -base64 32`'

  const keyOfSeveral =
    'ENCRYPTION_KEY must be 32-byte keys in base64 (44 characters each), separated by commas, newest first; number 2 is not valid'

  it.each([
    [{ SLACK_API_URL: 'http://slack.example/api/' }, url],
    [{ SLACK_API_URL: 'http://127.0.0.1.example/api/' }, url],
    [{ SLACK_API_URL: 'http://localhost.example/api/' }, url],
    [{ SLACK_API_URL: 'http://10.0.0.1/api/' }, url],
    [{ SLACK_API_URL: 'https://user:secret@slack.example/api/' }, url],
    [{ SLACK_API_URL: 'https://slack.example/api/?x=1' }, url],
    [{ SLACK_API_URL: 'ftp://127.0.0.1/' }, url],
    [{ SLACK_API_URL: 'slack.com/api' }, url],
    [{ ENCRYPTION_KEY: 'a secret' }, keyShape],
    [{ ENCRYPTION_KEY: Buffer.alloc(31).toString('base64') }, keyShape],
    [{ ENCRYPTION_KEY: Buffer.alloc(32).toString('hex') }, keyShape],
    [{ ENCRYPTION_KEY: `${key}\n` }, keyShape],
    [{ ENCRYPTION_KEY: `${key},` }, keyOfSeveral],
    [{ ENCRYPTION_KEY: `${key},another` }, keyOfSeveral],
    [{ SLACK_BOT_TOKEN: 'xoxp-1' }, 'SLACK_BOT_TOKEN must be the bot token, which starts with xoxb-'],
    [{ SLACK_BOT_TOKEN: 'xoxb-1 ' }, 'SLACK_BOT_TOKEN must be the bot token, which starts with xoxb-'],
    [{ SLACK_APP_TOKEN: 'xoxb-1' }, 'SLACK_APP_TOKEN must be an app-level token, which starts with xapp-'],
    [
      { SLACK_STATE_SECRET: 'too short' },
      'SLACK_STATE_SECRET must have at least 24 characters; generate one with `openssl rand -base64 32`',
    ],
    [
      { SLACK_COMMAND: 'whosout' },
      'SLACK_COMMAND must be a slash followed by 1 to 31 of a-z, 0-9, - and _, such as /whosout',
    ],
    [
      { SLACK_COMMAND: '/Who is out' },
      'SLACK_COMMAND must be a slash followed by 1 to 31 of a-z, 0-9, - and _, such as /whosout',
    ],
  ])('of another shape are refused, without repeating them: %j', (env, problem) => {
    expect(parseConfig({ ...signing, ...one, ...env })).toEqual({ problems: [problem] })
  })

  it.each([
    ['https://slack.example/api', 'https://slack.example/api/'],
    ['http://127.0.0.1:4000/api/', 'http://127.0.0.1:4000/api/'],
    ['http://localhost:4000/api', 'http://localhost:4000/api/'],
    ['http://[::1]:4000/api', 'http://[::1]:4000/api/'],
  ])('take the stand-in %s', (given, apiUrl) => {
    expect(parseConfig({ ...signing, ...one, SLACK_API_URL: given })).toMatchObject({ slack: { apiUrl } })
  })
})
