import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseConfig, settingWarnings, variables } from '../../src/config/config.js'

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
      cacheBytes: 256 * 2 ** 20,
      digests: true,
      encryptionKeys: [],
      feedsAllowPrivate: false,
      feedsAtOnce: 16,
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
      CACHE_MB: '15',
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
        'CACHE_MB must be a whole number from 16 to 999999',
        'DIGESTS must be on or off',
      ],
    })
  })
})

describe('a variable with nearly the name of a setting', () => {
  it.each([
    ['MONGO_URI', 'MONGODB_URI'],
    ['MONGODB_URL', 'MONGODB_URI'],
    ['BASEURL', 'BASE_URL'],
    ['base_url', 'BASE_URL'],
    ['DIGEST', 'DIGESTS'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['DATADIR', 'DATA_DIR'],
    ['RATE_LMIIT', 'RATE_LIMIT'],
    ['SLACK_BOT_TOKN', 'SLACK_BOT_TOKEN'],
    ['ENCRYPTION_KEYS', 'ENCRYPTION_KEY'],
    ['METRIC_TOKEN', 'METRICS_TOKEN'],
    ['TRUSTPROXY', 'TRUST_PROXY'],
  ])('%s is a warning that names %s, and never the value', (typed, meant) => {
    expect(settingWarnings({ [typed]: 'secret' })).toEqual([
      `${typed} is not a setting of whosout: did you mean ${meant}?`,
    ])
    expect(settingWarnings({ [typed]: '' })).toEqual([])
    expect(settingWarnings({ [typed]: 'secret', [meant]: 'set' })).toEqual([])
  })

  it.each([
    ['a shell', 'HOME PATH PWD OLDPWD SHELL SHLVL USER LOGNAME LANG LC_ALL TERM EDITOR TZ TMPDIR HOSTNAME _'],
    [
      'a desktop',
      'XDG_DATA_DIRS XDG_DATA_HOME XDG_RUNTIME_DIR DISPLAY DBUS_SESSION_BUS_ADDRESS SSH_AUTH_SOCK',
    ],
    ['Node', 'NODE_ENV NODE_OPTIONS NODE_PATH INIT_CWD'],
    ['npm', 'npm_config_loglevel npm_config_cache npm_package_name'],
    ['proxies', 'http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY'],
    ['Kubernetes', 'KUBERNETES_SERVICE_HOST KUBERNETES_PORT_443_TCP_ADDR WHOSOUT_PORT WHOSOUT_SERVICE_PORT'],
    [
      'its other services',
      'DATA_PORT BASE_PORT DIGEST_PORT MONGODB_PORT MONGODB_SERVICE_HOST MONGODB_PORT_27017_TCP',
    ],
    [
      'platforms',
      'DYNO WEB_CONCURRENCY DATABASE_URL REDIS_URL SITE_URL API_URL PUBLIC_URL SENTRY_DSN CI GITHUB_TOKEN',
    ],
    [
      'systemd',
      'INVOCATION_ID JOURNAL_STREAM STATE_DIRECTORY CREDENTIALS_DIRECTORY NOTIFY_SOCKET WATCHDOG_USEC',
    ],
    ['MongoDB', 'MONGO_VERSION MONGO_PACKAGE MONGO_REPO MONGO_INITDB_ROOT_USERNAME MONGO_INITDB_DATABASE'],
    [
      'tests',
      'MONGOMS_VERSION MONGOMS_SYSTEM_BINARY MONGOMS_DOWNLOAD_DIR REQUIRE_MONGODB PROPERTY_CASES CHROMIUM_PATH',
    ],
    [
      'other apps in Slack',
      'SLACK_API_TOKEN SLACK_TOKEN SLACK_WEBHOOK_URL SLACK_TEAM_ID SLACK_APP_ID SLACK_CHANNEL',
    ],
    ['our own', 'WHOSOUT_ORG'],
    ['others', 'HOSTTYPE WATCHDOG_PID MONGO_INITDB_ROOT_PASSWORD SLACK_USER_TOKEN'],
    ['names too short to tell', 'HOSTS HOST_ PORTS PORT1 POST'],
  ])('is none of those in the environment of %s', (_, names) =>
    expect(settingWarnings(Object.fromEntries(names.split(' ').map((name) => [name, 'value'])))).toEqual([]),
  )

  it('refuses to start where it holds the address of a MongoDB, and MONGODB_URI is not set', () => {
    for (const name of ['MONGO_URI', 'MONGO_URL', 'MONGODB_URL', 'MONGOHQ_URL', 'mongodb_uri'])
      for (const value of ['mongodb://user:secret@host/db', 'mongodb+srv://user:secret@host/db'])
        for (const more of [{}, { MONGODB_URI: '' }, { PORT: 'x' }])
          expect(parseConfig({ ...more, [name]: value })).toEqual({
            problems: [
              `MONGODB_URI is not set, but ${name} holds the address of a MongoDB: rename it to MONGODB_URI, or unset it to use the embedded store`,
            ],
          })
    const harmless = {
      MONGO_VERSION: '8.0',
      MONGOMS_SYSTEM_BINARY: '/usr/bin/mongod',
      OTHER: 'mongodb://host/db',
    }
    expect(parseConfig(harmless)).toEqual(parseConfig({}))
    const both = { MONGODB_URI: 'mongodb://ours/db', MONGO_URL: 'mongodb://theirs/db' }
    expect(parseConfig(both)).toMatchObject({ store: { mongodb: 'mongodb://ours/db' } })
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
