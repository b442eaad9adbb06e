import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { runId } from '../../../src/domain/digests/digest.js'
import type { FakeSlack } from '../../demo/fake-slack/strict.js'
import { createDigestPauses } from '../../../src/services/digests/pauses.js'
import { digestRefusals } from '../../../src/slack/digest/texts.js'
import { encryptionKey, installedWorkspace } from '../../slack/house.js'
import { openWorkspaces } from '../../demo/fake-slack/workspaces.js'
import { newSlug } from '../../services/keys/world.js'
import { embeddedSubject } from '../../stores/embedded/subject.js'
import { openBench } from '../../stores/subject.js'
import { teamDocument } from '../../world/acme.js'
import { createTerminal } from '../fake-io.js'

const bench = openBench(embeddedSubject)
const { run, json } = createTerminal(() => bench().store)

const noSlack = 'Slack is not set up here: nothing is posted until a server runs with Slack settings.'

let counter = 0
const newWorkspace = (): string => `T0WORK${++counter}`

/** An organization with a team, and what sets a digest for it. The clock stands at half past ten on a Friday, UTC. */
const open = async (channel = 'C0123') => {
  const slug = newSlug()
  const { id } = await json<{ id: string }>(`org create Acme --slug ${slug}`)
  await bench().store.commit([{ put: 'teams', document: teamDocument(id, 'design', 'Design') }])
  const workspace = newWorkspace()
  const of = `--org ${slug} --channel ${channel}`
  const setSomewhere = `digest set ${of} --time 09:00 --timezone Europe/Berlin --days mon-fri`
  return { slug, id, workspace, of, setSomewhere, set: `${setSomewhere} --workspace ${workspace}` }
}

const install = (workspace: string, org: string | null) =>
  bench().store.commit([
    {
      put: 'workspaces',
      document: {
        _id: workspace,
        name: `Name of ${workspace}`,
        org,
        token: 'encrypted',
        bot_id: null,
        bot_user_id: 'U0BOT',
        scopes: [],
        installed_by: 'U0ANA',
        binding: null,
        created_at: '2026-11-20T09:00:00.000Z',
        installed_at: '2026-11-20T09:00:00.000Z',
        version: 1,
      },
    },
  ])

/** A terminal with the settings of a server that one workspace uses, or several. */
const terminalOf = (slack: FakeSlack, tenancy: 'one' | 'several', more: Record<string, string> = {}) =>
  createTerminal(() => bench().store, {
    SLACK_API_URL: slack.apiUrl,
    SLACK_SIGNING_SECRET: slack.credentials.signingSecret,
    ...(tenancy === 'one'
      ? { SLACK_BOT_TOKEN: slack.state.workspaces.get('T0ACME')!.bot_token }
      : {
          SLACK_CLIENT_ID: slack.credentials.clientId,
          SLACK_CLIENT_SECRET: slack.credentials.clientSecret,
          SLACK_STATE_SECRET: 'a-secret-for-states-and-links',
          ENCRYPTION_KEY: encryptionKey.toString('base64'),
        }),
    ...more,
  })

describe('whosout digest set', () => {
  it('sets a digest, and says what it replaces', async () => {
    const { slug, workspace, set } = await open()
    expect(await json(set)).toEqual({
      id: `${workspace}:C0123:all`,
      workspace,
      channel: 'C0123',
      team_id: null,
      team: null,
      time: '09:00',
      timezone: 'Europe/Berlin',
      days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
      look_ahead: 'none',
      on_bank_holidays: 'silent',
      when_empty: 'post',
      paused: null,
      next_at: '2026-11-23T08:00:00.000Z',
      next_date: '2026-11-23',
      created_by: 'ana@laptop',
      created_at: '2026-11-20T10:30:00.000Z',
      replaced: null,
    })
    await json(`digest pause --org ${slug} --channel C0123`)
    const more = '--look-ahead friday --when-empty silent --on-bank-holidays post'
    expect(await run(`${set} ${more}`)).toEqual({
      code: 0,
      out: [
        'The digest of C0123 (everybody): Mon–Fri at 09:00 (Europe/Berlin); Friday includes next week; also on bank holidays; silent when nobody is out.',
        'Replaced: Mon–Fri at 09:00 (Europe/Berlin).',
        'It was paused and is active again.',
        'Next on Mon 23 Nov at 09:00.',
      ].join('\n'),
      err: noSlack,
    })
  })

  it('names every invalid option and what to do (2)', async () => {
    const { set } = await open()
    const { code, out, err } = await run(
      `${set} --time 21:00 --days weekend --timezone Berlin --when-empty x`,
    )
    expect([code, out]).toEqual([2, ''])
    expect(err).toBe(
      [
        'These digest settings are invalid.',
        '  --time: "21:00" is not a time for a digest. Use a time from 05:00 to 20:59, such as 09:00.',
        '  --timezone: "Berlin" is not a time zone. Use UTC or a name such as Europe/Berlin. Did you mean Europe/Berlin?',
        '  --days: "weekend" is not a list of days. Use days such as mon-fri or mon,wed,fri.',
        '  --when-empty: "x" is not valid. Use post or silent.',
      ].join('\n'),
    )
    const ahead = await run(`${set} --look-ahead friday --days mon-thu`)
    expect(ahead.err).toContain('--look-ahead: Nothing is posted on Fridays')
    expect(await run(`${set} --channel #team`)).toMatchObject({
      code: 2,
      err: expect.stringContaining('--channel: Use'),
    })
  })

  it.each(['general', '#general', 'GENERAL', 'c0123', 'U0123'])(
    'refuses %s, which is no id',
    async (channel) => {
      const { set } = await open()
      expect(await run(`${set} --channel ${channel}`)).toMatchObject({ code: 2, out: '' })
    },
  )

  it('runs as the documentation says, without any settings of Slack', async () => {
    const { slug } = await open()
    const page = readFileSync(new URL('../../../docs/digest.md', import.meta.url), 'utf8')
    const line = /^bin\/whosout (digest set .*)$/m.exec(page)![1]!
    expect(await run(line.replace('--org acme', `--org ${slug}`))).toMatchObject({
      code: 0,
      err: noSlack,
    })
  })

  it('says everywhere that nothing is delivered where the app is not installed', async () => {
    const { slack } = await openWorkspaces()
    const terminal = terminalOf(slack, 'several')
    const { slug, id, workspace, of, set } = await open()
    const words = `ot delivered until the app is installed in ${workspace}`
    const said = [set, `digest list --org ${slug}`, `digest status ${of}`, 'doctor']
    for (const line of said) expect((await terminal.run(line)).out).toContain(words)
    await install(workspace, id)
    for (const line of said.slice(1)) expect((await terminal.run(line)).out).not.toContain(words)
    expect((await terminal.run(`digest list --org ${slug}`)).out).toContain('at 09:00')
  })

  it('takes the time zone of the organization, unless one is given', async () => {
    const { slug, of, workspace } = await open()
    await json(`org set ${slug} --timezone Asia/Tokyo`)
    const set = `digest set ${of} --time 09:00 --days mon-fri --workspace ${workspace}`
    expect(await json(set)).toMatchObject({ timezone: 'Asia/Tokyo', next_at: '2026-11-23T00:00:00.000Z' })
  })

  it('asks which digest of a channel is to be removed when there are several', async () => {
    const { of, workspace, set } = await open()
    await json(set)
    await json(`${set} --team Design`)
    const remove = `digest remove ${of}`
    const asked = await run(remove)
    expect(asked).toMatchObject({ code: 1, out: '' })
    for (const way of ['--team', '--all', 'Design', 'everybody']) expect(asked.err).toContain(way)
    expect(await json(`${remove} --team Design`)).toEqual({
      id: `${workspace}:C0123:design`,
      removed: true,
    })
    await json(`${set} --team Design`)
    expect(await json(`${remove} --everybody`)).toEqual({ id: `${workspace}:C0123:all`, removed: true })
    await json(set)
    expect(await json<unknown[]>(`${remove} --all`)).toHaveLength(2)
    expect(await run(remove)).toMatchObject({ code: 1, err: expect.stringContaining('no such digest') })
  })

  it('finds the only workspace of the organization, and asks for one among several', async () => {
    const { id, setSomewhere } = await open()
    expect(await run(setSomewhere)).toMatchObject({
      code: 2,
      err: expect.stringContaining('--workspace: No workspace has installed the app for this organization'),
    })
    const [first, second] = [newWorkspace(), newWorkspace()]
    await install(first, id)
    expect(await json(setSomewhere)).toMatchObject({ workspace: first })
    await install(second, id)
    const several = await run(setSomewhere)
    expect(several.code).toBe(2)
    expect(several.err).toContain(`choose one of ${first} ("Name of ${first}"), ${second}`)
    expect(await json(`${setSomewhere} --workspace ${second.toLowerCase()}`)).toMatchObject({
      workspace: second,
    })
  })

  it('refuses the workspace of another organization, and one of none', async () => {
    const { setSomewhere } = await open()
    const other = await open()
    for (const org of [other.id, null]) {
      const workspace = newWorkspace()
      await install(workspace, org)
      const refused = await run(`${setSomewhere} --workspace ${workspace}`)
      expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('is linked to another')])
    }
  })
})

describe('whosout digest set, where one workspace uses whosout', () => {
  it('learns from Slack which workspace the token is of', async () => {
    const { setSomewhere } = await open('C0TEAM')
    const { slack } = await openWorkspaces()
    const { json, run } = terminalOf(slack, 'one')
    expect(await json(setSomewhere)).toMatchObject({ workspace: 'T0ACME' })
    slack.state.workspaces.get('T0ACME')!.app = 'revoked'
    const refused = await run(setSomewhere)
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('add --workspace T…') })
    expect(refused.err).not.toContain('xoxb')
  })

  it('refuses an organization that the workspace does not ask about', async () => {
    const { setSomewhere } = await open()
    const { slack } = await openWorkspaces()
    const refused = await terminalOf(slack, 'one', { SLACK_ORGANIZATION: 'globex' }).run(setSomewhere)
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('SLACK_ORGANIZATION is globex') })
  })
})

describe('whosout digest list', () => {
  it('names the channels where Slack tells their names, and asks nothing for --json', async () => {
    const { slack } = await openWorkspaces()
    const { slug, set } = await open('C0TEAM')
    const { run, json } = terminalOf(slack, 'one')
    await json(`${set.replace(/--workspace \S+/, '--workspace T0ACME')}`)
    const asked = slack.calls('conversations.info').length
    await json(`digest list --org ${slug}`)
    expect(slack.calls('conversations.info')).toHaveLength(asked)
    const name = slack.state.channels.get('C0TEAM')!.name
    expect((await run(`digest list --org ${slug}`)).out).toContain(`#${name} (C0TEAM)`)
    slack.faults.add({ kind: 'http_error', applied: false }, { method: 'conversations.info', times: 9 })
    const unnamed = (await run(`digest list --org ${slug}`)).out
    expect(unnamed).toContain('C0TEAM')
    expect(unnamed).not.toContain('#')
  })
})

describe('a channel that may have no digest', () => {
  /** A digest of Ana's in a channel of the stand-in. */
  const openTeam = async (tenancy: 'one' | 'several' = 'one') => {
    const { slack } = await openWorkspaces()
    const { id, slug, of, setSomewhere } = await open('C0TEAM')
    const installed = { put: 'workspaces', document: installedWorkspace(slack, 'T0ACME', id) } as const
    const gone = { remove: 'workspaces', id: 'T0ACME' } as const
    await bench().store.commit([tenancy === 'several' ? installed : gone])
    const terminal = terminalOf(slack, tenancy)
    const set = `${setSomewhere} --workspace T0ACME`
    const { id: digest } = await terminal.json<{ id: string }>(set)
    await bench().store.commit([{ patch: 'digests', id: digest, set: { creator: 'U0ANA' } }])
    const paused = async () => (await bench().store.get('digests', [digest]))[0]?.paused?.reason ?? null
    return { slack, slug, of, set, terminal, digest, paused }
  }
  const [shared, archived] = [digestRefusals.connect, digestRefusals.archived]

  it.each(['one', 'several'] as const)(
    'is refused in the words of the form, and rests (%s)',
    async (tenancy) => {
      const { slack, of, set, terminal, paused } = await openTeam(tenancy)
      slack.state.channels.get('C0TEAM')!.shared_with.push('T0OTHER')
      for (const line of [`digest post-now ${of}`, `digest resume ${of}`, set])
        expect(await terminal.run(line)).toEqual({ code: 1, out: '', err: shared })
      expect(await paused()).toBe('slack_connect')
      expect(await terminal.json(`digest status ${of}`)).toMatchObject({
        digest: { paused: { reason: 'slack_connect' } },
        runs: [],
      })
      const told = slack.state.messages.map(({ text }) => text)
      expect(told).toEqual([expect.stringContaining('<#C0TEAM> is paused')])
      slack.state.channels.get('C0TEAM')!.shared_with.pop()
      expect(await terminal.json(`digest resume ${of}`)).toMatchObject({ changed: true, paused: null })
    },
  )

  it('of another workspace than the token’s is not asked about', async () => {
    const { slack } = await openWorkspaces()
    const { set } = await open('C0TEAM')
    slack.state.channels.get('C0TEAM')!.shared_with.push('T0OTHER')
    expect(await terminalOf(slack, 'one').json(set)).toMatchObject({ paused: null, replaced: null })
    expect(slack.calls('conversations.info')).toEqual([])
  })

  it('is refused without Slack, too, when it is known to be shared', async () => {
    const { of, set, workspace } = await open()
    await json(set)
    const place = { workspace, channel: 'C0123' }
    const pauses = createDigestPauses({ store: bench().store, now: () => new Date(), tzdata: 'here' })
    await pauses.pauseBecause(place, 'slack_connect')
    for (const line of [`digest resume ${of}`, `digest post-now ${of}`, `${set} --team Design`])
      expect(await run(line)).toEqual({ code: 1, out: '', err: shared })
    expect(await json(`digest remove ${of}`)).toMatchObject({ removed: true })
  })

  it.each<[string, string, (slack: FakeSlack) => void]>([
    ['archived', archived, ({ state }) => void (state.channels.get('C0TEAM')!.is_archived = true)],
    ['without the app', '"/invite @whosout"', ({ state }) => state.channels.get('C0TEAM')!.members.splice(2)],
    [
      'while Slack is away',
      'Slack did not say which channel',
      ({ faults }) => {
        for (const method of ['auth.test', 'conversations.info'])
          faults.add({ kind: 'http_error', applied: false }, { method, times: 9 })
      },
    ],
    [
      'of which Slack says nothing',
      'Slack did not say which channel',
      ({ faults }) =>
        faults.add({ kind: 'http_error', applied: false }, { method: 'conversations.info', times: 9 }),
    ],
  ])('%s: says why', async (_, said, befall) => {
    const { slack, of, terminal, paused } = await openTeam()
    befall(slack)
    const { code, out, err } = await terminal.run(`digest post-now ${of}`)
    expect([code, out, err]).toEqual([1, '', expect.stringContaining(said)])
    expect(await paused()).toBeNull()
  })
})

describe('the verbs of a digest', () => {
  it('list, pause, resume and remove it', async () => {
    const { slug, set, of } = await open()
    expect((await run(`digest list --org ${slug}`)).out).toContain(
      'There are no digests yet: whosout digest set',
    )
    const made = await json(`${set} --team design`)
    delete made['replaced']
    expect(await json(`digest list --org ${slug}`)).toEqual([made])
    expect(made).toMatchObject({ team: 'Design', team_id: 'design' })
    const table = (await run(`digest list --org ${slug}`)).out
    expect(table).toMatch(/^CHANNEL +TEAM +SET +NEXT\n/)
    expect(table).toContain('Mon 23 Nov at 09:00')
    expect(await json(`digest pause ${of}`)).toMatchObject({
      changed: true,
      paused: { reason: 'person', who: 'ana@laptop' },
      next_at: null,
    })
    expect((await run(`digest pause ${of}`)).out).toBe('The digest of C0123 (Design) was already paused.')
    expect((await run(`digest list --org ${slug}`)).out).toContain('paused: someone paused it')
    expect(await json(`digest resume ${of}`)).toMatchObject({ changed: true, next_date: '2026-11-23' })
    expect(await json(`digest remove ${of}`)).toEqual({ id: made['id'], removed: true })
    expect(await run(`digest remove ${of}`)).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no such digest'),
    })
  })

  it('mean the one for everybody unless a team is named', async () => {
    const { set, of } = await open()
    await json(`${set} --team Design`)
    await json(set)
    expect(await json(`digest pause ${of}`)).toMatchObject({ team_id: null })
    expect(await json(`digest pause ${of} --team design`)).toMatchObject({ team_id: 'design' })
    const unknown = await run(`digest pause ${of} --team Nobody`)
    expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('There is no team "Nobody"')])
  })

  it('ask which is meant when two workspaces have a channel of that name', async () => {
    const { set, of } = await open()
    await json(set)
    const other = newWorkspace()
    await json(`${set} --workspace ${other}`)
    expect(await run(`digest pause ${of}`)).toMatchObject({
      code: 1,
      err: expect.stringContaining('several'),
    })
    expect(await json(`digest pause ${of} --workspace ${other}`)).toMatchObject({ workspace: other })
  })

  it('show the message of the next day', async () => {
    const { set, of } = await open()
    await json(set)
    expect(await json(`digest preview ${of}`)).toMatchObject({ date: '2026-11-23', kind: 'message' })
    expect((await run(`digest preview ${of}`)).out).not.toBe('')
  })

  it('show the message that one would post, before there is a digest and a Slack', async () => {
    const { slug } = await open()
    const { code, out } = await run(`digest preview --org ${slug}`)
    expect([code, out]).toEqual([0, expect.stringMatching(/Mon 23 Nov/)])
    expect((await run(`digest preview --org ${slug} --team Nobody`)).err).toContain(
      'There is no team "Nobody"',
    )
  })

  it('make today’s run claimable, say who posts it, and show what became of it', async () => {
    const { set, of, workspace } = await open()
    await json(set)
    expect((await run(`digest status ${of}`)).out).toContain('It has not run yet.')
    expect(await run(`digest post-now ${of}`)).toEqual({ code: 0, out: '', err: noSlack })
    const run0 = { date: '2026-11-20', state: 'pending', manual: true, due_at: '2026-11-20T10:30:00.000Z' }
    const status = { digest: { channel: 'C0123' }, runs: [run0] }
    expect(await json(`digest status ${of}`)).toMatchObject(status)
    const id = runId(`${workspace}:C0123:all`, '2026-11-20')
    const ts = '1763634660.000100'
    await bench().store.commit([
      { patch: 'digest_runs', id, set: { state: 'sent', ts, via: 'post', wake_at: null } },
    ])
    expect(await run(`digest post-now ${of}`)).toMatchObject({
      code: 1,
      out: '',
      err: 'Today’s digest has already been posted.',
    })
    const { out } = await run(`digest status ${of}`)
    expect(out).toMatch(/Fri 20 Nov +posted at \d\d:\d\d, because someone asked for it/)
  })
})
