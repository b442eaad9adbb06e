import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { collect, type Change, type Reader, type Store } from '../../../src/store/port.js'
import { newDatabase, startStandalone, withClient, type Deployment } from '../../mongod/servers.js'
import { freePort } from '../../process/ports.js'
import { openTestStore } from './subject.js'
import { member, newId, organization } from '../samples.js'

let standalone: Deployment
let encrypted: Deployment
let store: Store
/** With the certificate of the encrypted one. */
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'whosout-tls-'))
  const tls = ['--tlsMode', 'requireTLS', '--tlsCertificateKeyFile', certificate('IP:127.0.0.1')]
  ;[standalone, encrypted] = await Promise.all([
    startStandalone(inject('mongodBinary'), { admin: { user: 'root', password: 'right' } }),
    startStandalone(inject('mongodBinary'), { tls }),
  ])
  store = await openTestStore(authorized('right'))
})
afterAll(async () => {
  await store.close()
  await Promise.all([standalone.stop(), encrypted.stop()])
  await rm(folder, { recursive: true, force: true })
})

/** The file of a certificate signed by itself, with its key: Node can make none. */
const certificate = (host: string): string => {
  const [key, cert, both] = [join(folder, 'key'), join(folder, 'cert'), join(folder, 'both')] as const
  const wanted = ['-subj', '/CN=whosout-test', '-addext', `subjectAltName=${host}`]
  const made = ['-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', cert]
  execFileSync('openssl', ['req', '-x509', ...made, ...wanted], { stdio: 'ignore' })
  writeFileSync(both, readFileSync(key, 'utf8') + readFileSync(cert, 'utf8'))
  return both
}

const authorized = (password: string): string =>
  newDatabase(standalone.uri).replace('//', `//root:${password}@`) + '?authSource=admin'

const root = 'mongodb://root:s3cret@'
const withCertificate = () => `tls=true&tlsCAFile=${join(folder, 'cert')}`
const unusable: readonly (readonly [string, () => string, string, RegExp])[] = [
  [
    'that is none',
    () => 'postgres://root:s3cret@db.internal/x',
    'invalid',
    /not a MongoDB connection string/,
  ],
  ['with a wrong password', () => authorized('s3cret'), 'invalid', /rejected the user name or password/],
  ['without a password', () => newDatabase(standalone.uri), 'invalid', /needs permission to read, write/],
  ['where nobody listens', () => `${root}127.0.0.1:1/x`, 'unavailable', /did not answer within 0.5 s/],
  ['without an SRV record', () => 'mongodb+srv://root:s3cret@db.invalid/x', 'unavailable', /no SRV record/],
  ['with an unknown option', () => `${root}db.internal/x?s3crets=1`, 'invalid', /an option that/],
  [
    'of a server with a certificate of its own',
    () => over('127.0.0.1', 'tls=true'),
    'invalid',
    /certificate .* is not trusted: add tlsCAFile/,
  ],
  [
    'of a server whose certificate is for another host',
    () => over('localhost', withCertificate()),
    'invalid',
    /certificate .* is for another host name/,
  ],
  [
    'that names a file which is not there',
    () => over('127.0.0.1', withCertificate() + 's3cret'),
    'invalid',
    /certificate or key file named in MONGODB_URI cannot be read/,
  ],
  ...['s3@cret', 's3/cret', 's3:cret', 's3%cret', 's3#cret', 's3?cret'].map(
    (password): (typeof unusable)[number] => [
      `with the unescaped password ${password}`,
      () => `mongodb://root:${password}@db.internal/x`,
      'invalid',
      /must be percent-encoded/,
    ],
  ),
]

/** The encrypted server under a name, with the credentials of nobody. */
const over = (host: string, options: string): string =>
  newDatabase(encrypted.uri).replace('//127.0.0.1', `//root:s3cret@${host}`) + `?${options}`

/** What only shows when every attempt has failed in the same way: the driver tries for 2.5 s. */
const disagreeing: readonly (readonly [string, () => string, RegExp])[] = [
  ['with TLS, of a server without', () => `${authorized('s3cret')}&tls=true`, /does not answer in TLS/],
  ['without TLS, of a server that requires it', () => over('127.0.0.1', ''), /requires TLS, add tls=true/],
  ['of a name that does not resolve', () => 'mongodb://root:s3cret@db.invalid/x', /cannot be resolved/],
]

const addresses = /s3.?cret|root|127\.0\.0\.1|localhost|internal|db\.invalid/

describe('a start with an address', () => {
  it.each(unusable)('%s says what is wrong, and not the address', async (_, uri, code, message) => {
    // A server that refuses gets the time for it.
    const patience = code === 'invalid' ? 30_000 : 500
    const error: unknown = await openTestStore(uri(), patience).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code, message: expect.stringMatching(message) })
    expect(String(error)).not.toMatch(addresses)
  })

  it.concurrent.each(disagreeing)('%s says what is wrong, and not the address', async (_, uri, message) => {
    const error: unknown = await openTestStore(uri(), 20_000).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'unavailable', message: expect.stringMatching(message) })
    expect(String(error)).not.toMatch(addresses)
  })

  it('without a database takes one named whosout', async () => {
    const uri = authorized('right').replace(/(\d)\/t[\d_]+/, '$1/')
    const other = await openTestStore(uri)
    await other.close()
    const names = await withClient(
      uri,
      async (client) => (await client.db().admin().listDatabases()).databases,
    )
    expect(names.map(({ name }) => name)).toContain('whosout')
    expect(names.map(({ name }) => name)).not.toContain('test')
  })
})

/** Longer than the driver waits for a server: its first try has failed by then, which nothing outside of it tells. */
const late = 3_000

describe('a start without a server', () => {
  it('waits for one that starts late', async () => {
    const port = await freePort()
    const opening = openTestStore(`mongodb://127.0.0.1:${port}/late`, 60_000)
    const starting = wait(late).then(() => startStandalone(inject('mongodBinary'), { port }))
    const [opened, started] = await Promise.allSettled([opening, starting])
    try {
      expect(opened).toMatchObject({ status: 'fulfilled', value: { kind: 'mongodb' } })
    } finally {
      if (opened.status === 'fulfilled') await opened.value.close()
      if (started.status === 'fulfilled') await started.value.stop()
    }
  })

  it.each([500, late])('gives up after %i ms, and says what to look at', async (patience) => {
    await expect(
      openTestStore(`mongodb://127.0.0.1:${await freePort()}/none`, patience),
    ).rejects.toMatchObject({
      code: 'unavailable',
      message:
        `MongoDB did not answer within ${patience / 1_000} s: check MONGODB_URI, ` +
        'and that the server is running and reachable.',
    })
  })
})

describe('a standalone', () => {
  const moved = (org: string, revision: number): Change[] => [
    { patch: 'organizations', id: org, set: { revision } },
    { put: 'members', document: member(org, `${revision}`) },
  ]
  const newOrganization = async (): Promise<string> => {
    const org = newId()
    await store.commit([{ put: 'organizations', document: organization(org, { revision: 1 }) }])
    return org
  }
  const revisionOf = async (reader: Reader, org: string): Promise<number | undefined> =>
    (await reader.get('organizations', [org]))[0]?.revision

  it('is warned about', () => {
    expect(store.warnings).toEqual([expect.stringMatching(/standalone.*replica set/)])
  })

  it('moves the revision once more after the data, and only for data', async () => {
    const org = await newOrganization()
    await store.commit(moved(org, 2))
    expect(await revisionOf(store, org)).toBe(3)
    await store.commit([
      { patch: 'organizations', id: org, set: { revision: 4 } },
      { put: 'key_hashes', document: { _id: `hash of ${org}`, org, key: 'k' } },
    ])
    expect(await revisionOf(store, org)).toBe(4)
  })

  const members = (org: string) => ({ index: 'by_org', equal: { org } }) as const
  it.each([
    [0, 'done', 1],
    [1, 'done', 2],
    [2, 'done', 3],
    [3, 'unavailable', 3],
  ])('a view that %i commits disturb: %s after %i tries', async (disturbing, expected, tries) => {
    const org = await newOrganization()
    let tried = 0
    const view = store.view(org, async (reader) => {
      const found = await collect(reader.find('members', members(org)))
      if (tried++ < disturbing) await store.commit(moved(org, 10 * tried))
      return found.length
    })
    const answer = await view.then(
      (count) => ({ code: 'done', count }),
      ({ code }: { code: string }) => ({ code }),
    )
    expect(answer).toMatchObject(
      expected === 'done' ? { code: 'done', count: disturbing } : { code: expected },
    )
    expect(tried).toBe(tries)
  })
})
