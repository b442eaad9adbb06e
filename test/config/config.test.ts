import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseConfig, variables } from '../../src/config/config.js'

describe('the configuration', () => {
  it('has a default for everything', () => {
    expect(parseConfig({})).toEqual({
      port: 3000,
      host: undefined,
      store: { folder: './data' },
      baseUrl: undefined,
      logLevel: 'info',
      drainDelay: 0,
      trustedHops: 0,
      rateLimit: 600,
      limits: { maxConnectionsPerAddress: 64 },
      digests: true,
      encryptionKeys: [],
      feedsAllowPrivate: false,
    })
  })

  it('takes an empty variable for an unset one', () => {
    const empty = Object.fromEntries(Object.keys(variables.shape).map((name) => [name, '']))
    expect(parseConfig(empty)).toEqual(parseConfig({}))
  })

  it('prefers MongoDB when it is named', () => {
    expect(parseConfig({ MONGODB_URI: 'mongodb://localhost/whosout', DATA_DIR: './data' })).toMatchObject({
      store: { mongodb: 'mongodb://localhost/whosout' },
    })
  })

  it('reports every problem at once, naming the variable and never its value', () => {
    const config = parseConfig({
      PORT: '70000',
      MONGODB_URI: 'postgres://user:secret@host/db',
      BASE_URL: 'example.com',
      LOG_LEVEL: 'loud',
      DRAIN_DELAY: '9',
      TRUST_PROXY: 'true',
      RATE_LIMIT: '-1',
      DIGESTS: 'no',
    })
    expect(config).toEqual({
      problems: [
        'PORT must be a whole number from 0 to 65535',
        'MONGODB_URI must start with mongodb:// or mongodb+srv://',
        'BASE_URL must be an http or https URL, such as https://whosout.example.com',
        'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent',
        'DRAIN_DELAY must be a whole number from 0 to 8',
        'TRUST_PROXY must be a whole number from 0 to 10',
        'RATE_LIMIT must be a whole number from 0 to 999999999',
        'DIGESTS must be on or off',
      ],
    })
  })
})

describe('.env.example', () => {
  const text = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
  const lines = [...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name!, value!] as const)

  it('lists the variables of config.ts, each once and in order', () => {
    expect(lines.map(([name]) => name)).toEqual(Object.keys(variables.shape))
  })

  it('shows the defaults', () => {
    expect(parseConfig(Object.fromEntries(lines))).toEqual(parseConfig({}))
  })
})
