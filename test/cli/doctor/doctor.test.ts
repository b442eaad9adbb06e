import { expect, test } from 'vitest'
import { Problem } from '../../../src/domain/problem.js'
import { embeddedSubject } from '../../stores/embedded/subject.js'
import { openBench } from '../../stores/subject.js'
import { memberDocument } from '../../world/acme.js'
import { createTerminal, openTerminal } from '../fake-io.js'

const bench = openBench(embeddedSubject)

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
    { check: 'node', state: 'warning', message: expect.stringContaining('install 22 or 24') },
    { check: 'configuration', state: 'fine', message: expect.stringContaining('port 3000') },
    { check: 'configuration', state: 'warning', message: expect.stringContaining('plain http') },
    { check: 'store', state: 'broken', message: 'MongoDB did not answer.' },
    { check: 'slack', state: 'fine', message: expect.stringContaining('several workspaces') },
    { check: 'slack', state: 'warning', message: expect.stringContaining('BASE_URL') },
  ])
})

test.each<[string, Record<string, string>, string, boolean]>([
  ['all interfaces', {}, 'listens on all interfaces, port 3000', true],
  ['one address', { HOST: '10.0.0.5', PORT: '80' }, 'listens on 10.0.0.5, port 80', true],
  ['this machine', { HOST: '127.0.0.1' }, 'listens on 127.0.0.1, port 3000', false],
  ['a proxy with https', { BASE_URL: 'https://out.example' }, 'listens on all interfaces', false],
  ['a proxy without', { BASE_URL: 'http://out.example' }, 'listens on all interfaces', true],
  ['proxies that are trusted', { TRUST_PROXY: '1' }, 'listens on all interfaces', false],
])('whosout doctor says where it listens, and warns of plain http: %s', async (_, env, where, warns) => {
  const { out } = await createTerminal(storeIsAway, env).run('doctor --json')
  const found = (JSON.parse(out) as { state: string; message: string }[]).map(({ message }) => message)
  expect(found).toContainEqual(expect.stringContaining(where))
  expect(found.some((message) => message.includes('over plain http'))).toBe(warns)
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

test('whosout doctor says what a new organization lacks, until it is there', async () => {
  const { run, json, slug, id } = await openTerminal(() => bench().store)
  const lacks = async () => {
    const { code, out } = await run('doctor --json')
    expect(code).toBe(0)
    return (JSON.parse(out) as { state: string; message: string }[])
      .filter(({ state, message }) => state === 'warning' && message.startsWith(`${slug}: `))
      .map(({ message }) => /: (n[^:]*): whosout/.exec(message)?.[1])
  }
  expect(await lacks()).toEqual(['no members yet', 'nobody has bank holidays', 'no API key, and no Slack'])
  const ana = { id: 'm1', name: 'Ana Ruiz', email: 'ana@acme.example' }
  await bench().store.commit([{ put: 'members', document: memberDocument(id, ana) }])
  await json('holidays add OFFICE --date 2027-12-24 --name Eve')
  await json('holidays assign OFFICE --member ana@acme.example')
  await json('keys create --name dashboard')
  expect(await lacks()).toEqual([])
})

test('whosout doctor says that nobody gets a digest while Slack is not set up', async () => {
  const { run, json, slug } = await openTerminal(() => bench().store)
  await json(`digest set --org ${slug} --workspace T0DOCTOR --channel C0DOCTOR --time 09:00 --days mon-fri`)
  expect((await run('doctor')).out).toMatch(
    /slack: not set up[^]*slack: a digest is not delivered until the app is installed in T0DOCTOR/,
  )
})

test('whosout doctor says that webhooks cannot be reached without the key that encrypted their addresses', async () => {
  const withKey = (byte: number) => ({ ENCRYPTION_KEY: Buffer.alloc(32, byte).toString('base64') })
  const { run, json } = await openTerminal(() => bench().store, '', withKey(7))
  await json('webhooks add https://93.184.216.34/in')
  expect((await run('doctor')).out).not.toContain('key for feeds')
  const { code, out } = await createTerminal(() => bench().store, withKey(8)).run('doctor --deep')
  expect(code).toBe(1)
  expect(out).toMatch(
    /^FAIL  sources: the encryption key for feeds and webhooks is missing.*webhook to 93.184.216.34/m,
  )
})
