import { describe, expect, it } from 'vitest'
import { standingIn } from '../../services/keys/world.js'
import { hashSecret, isKeyShaped } from '../../../src/domain/secrets/mint.js'
import { at, day, hour, minute } from '../../domain/keys/ring.js'
import { createLossyStore } from '../../stores/lossy.js'
import { embeddedSubject } from '../../stores/embedded/subject.js'
import { openBench } from '../../stores/subject.js'
import { teamDocument } from '../../world/acme.js'
import { openTerminal } from '../fake-io.js'

const bench = openBench(embeddedSubject)

interface Issued {
  readonly id: string
  readonly secret: string
}

/** An organization of its own, and a terminal to speak of it. */
const open = async (plan: 'free' | 'paid') => {
  const lossy = createLossyStore(bench().store)
  const terminal = await openTerminal(() => lossy.store, `--plan ${plan}`)
  const create = (name: string, options = '') =>
    terminal.json<Issued>(`keys create --name ${name} ${options}`)
  const standing = (secret: string) => standingIn(bench().store, hashSecret(secret), terminal.clock.now())
  return { ...terminal, create, standing, lossy }
}

describe('whosout keys', () => {
  it('creates a key and shows its secret, once', async () => {
    const { run, slug, create, standing } = await open('paid')
    const limits = '--expires 2027-01-31T12:00:00Z --allow 10.0.0.0/8,::1 --allow 192.0.2.1'
    const issued = await create('dashboard', `--reasons hidden ${limits}`)
    expect(issued).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'dashboard',
      secret: expect.any(String),
      confirmed: true,
      created_at: at(0),
      expires_at: '2027-01-31T12:00:00.000Z',
      team_id: null,
      allow: ['10.0.0.0/8', '::1', '192.0.2.1'],
      reasons: 'hidden',
    })
    expect(isKeyShaped(issued.secret)).toBe(true)
    expect(await standing(issued.secret)).toBe('good')
    for (const line of [
      'keys list',
      'keys list --json',
      'keys events --json',
      `keys disable ${issued.id} --json`,
      `org show ${slug} --json`,
    ]) {
      const { code, out, err } = await run(line)
      expect(code).toBe(0)
      expect(out + err).not.toContain(issued.secret.slice(13))
      expect(out + err).not.toContain(hashSecret(issued.secret))
    }
  })

  it('shows people a key that they can copy', async () => {
    const { run } = await open('free')
    const { code, out } = await run('keys create --name wall')
    expect(code).toBe(0)
    expect(out.match(/^ {2}(who_live_\w+)$/gm)).toHaveLength(1)
    expect(out).toContain('shown only once')
  })

  it('rotates: the new secret, and until when the old one works', async () => {
    const { json, run, create, standing, clock } = await open('paid')
    const first = await create('dashboard')
    const second = await json<Issued>(`keys rotate ${first.id} --grace 90m`)
    expect(second).toEqual({
      id: first.id,
      name: 'dashboard',
      secret: expect.not.stringMatching(first.secret),
      previous_valid_until: at(90 * minute),
      confirmed: true,
    })
    const refused = await run(`keys rotate ${first.id}`)
    expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('--again') })
    const third = await json<Issued>(`keys rotate ${first.id} --again`)
    expect(third).toMatchObject({ previous_valid_until: at(day) })
    clock.move(day)
    expect(await Promise.all([first, second, third].map(({ secret }) => standing(secret)))).toEqual([
      'expired',
      'expired',
      'good',
    ])
  })

  it('disables, enables and revokes, and says when there was nothing to do', async () => {
    const { json, run, create } = await open('free')
    const { id } = await create('dashboard')
    const verbs = { disable: 'disabled', enable: 'active', revoke: 'revoked' }
    for (const [verb, state] of Object.entries(verbs)) {
      const line = `keys ${verb} ${id}`
      expect(await json(line)).toEqual({ id, name: 'dashboard', state, changed: true })
      expect(await json(line)).toEqual({ id, name: 'dashboard', state, changed: false })
      expect((await run(line)).out).toBe(`"dashboard" (${id}) was already ${verb}d.`)
    }
    expect(await run(`keys enable ${id}`)).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('permanently'),
    })
  })

  it('lists for scripts and for people, with what to look at', async () => {
    const { json, run, create, clock } = await open('paid')
    expect((await run('keys list')).out).toContain('whosout keys create')
    const [one, two] = [await create('one'), await create('two')]
    await json(`keys rotate ${one.id} --grace 1h`)
    await json(`keys revoke ${two.id}`)
    const listed = await json<{ id: string }[]>('keys list')
    expect(listed).toEqual([
      {
        id: one.id,
        name: 'one',
        state: 'active',
        start: expect.stringMatching(/^who_live_\w{4}$/),
        created_at: at(0),
        rotated_at: at(0),
        revoked_at: null,
        expires_at: null,
        last_used_at: null,
        last_used_from: null,
        previous_valid_until: at(hour),
        team_id: null,
        team_name: null,
        allow: null,
        reasons: 'shown',
        hints: ['never_used', 'never_expires'],
      },
      expect.objectContaining({ id: two.id, state: 'revoked', revoked_at: at(0), hints: [] }),
    ])
    expect(await json('keys list --live')).toHaveLength(1)
    const lines = (await run('keys list')).out.split('\n')
    expect(lines[0]).toMatch(/^NAME +STATE +STARTS WITH +LAST USED +NOTE$/)
    expect(lines[1]).toMatch(
      /^one +active +who_live_\w{4}… +- +never used, never expires, old secret works until 2026-11-20 11:30Z$/,
    )
    clock.move(2 * hour)
    expect((await run('keys list')).out).not.toContain('old secret')
  })

  it('tells who did what, from where, of a revoked key too', async () => {
    const { json, run, create } = await open('free')
    const { id } = await create('dashboard')
    await json(`keys disable ${id}`)
    await json(`keys revoke ${id}`)
    const events = await json<{ what: string }[]>(`keys events ${id}`)
    expect(events.map(({ what }) => what).sort()).toEqual(['created', 'disabled', 'revoked'])
    expect(events).toContainEqual({
      at: at(0),
      what: 'disabled',
      key: id,
      key_name: 'dashboard',
      who: 'ana@laptop',
      who_name: null,
      from: 'laptop',
      detail: {},
    })
    expect(await json('keys events --limit 1')).toHaveLength(1)
    expect((await run('keys events')).out).toMatch(/created +ana@laptop +laptop +dashboard +start: who_live_/)
  })

  it('notes what a key may not, and which keys the plan locks', async () => {
    const { json, run, slug, create } = await open('paid')
    const limited = await create('limited', '--allow 10.0.0.0/8,::1 --reasons hidden')
    const kept = await create('kept')
    const noteOf = async (id: string) =>
      (await run('keys list --wide')).out.split('\n').find((line) => line.startsWith(id))
    expect(await noteOf(limited.id)).toMatch(/from 10\.0\.0\.0\/8 ::1, reasons hidden$/)
    expect(await noteOf(kept.id)).not.toContain('reasons')
    await json(`org set ${slug} --plan free --keep-key ${kept.id} --yes`)
    expect(await noteOf(limited.id)).toContain('locked by the plan: unlock with keys enable')
    expect(await noteOf(kept.id)).not.toContain('locked')
  })

  it('names the invalid option and its value', async () => {
    const { run } = await open('paid')
    const { err } = await run(
      'keys create --name x --allow 10.0.0.1,10.0.0.0/99 --reasons some --expires soon',
    )
    expect(err.split('\n').slice(1)).toEqual([
      expect.stringMatching(/^ {2}--expires: "soon" is not a time\. Use/),
      expect.stringMatching(/^ {2}--allow: "10\.0\.0\.0\/99" is not an IP address or range\. Use/),
      expect.stringMatching(/^ {2}--reasons: "some" is not valid\. Use/),
    ])
  })

  it('says that rotating again ends the secret before the old one', async () => {
    const { run, create } = await open('paid')
    const rotate = `keys rotate ${(await create('x')).id}`
    expect((await run(rotate)).out).not.toContain('stopped')
    expect((await run(rotate)).err).toContain('the secret before it then stops working at once')
    expect((await run(`${rotate} --again`)).out).toContain('The secret before that one has stopped working')
  })

  it.each([
    ['the log of a key that is not there', 'events nobody', 'keys list'],
    ['an organization that is not there', 'list --org nobody', 'org list'],
    ['a key that is not there', 'revoke nobody', 'keys list'],
    ['a team that is not there', 'create --name x --team Sales', 'Sales'],
    ['a second key on the free plan', 'create --name x', 'Revoke it first'],
    ['the same, on the command line', 'create --name x', 'whosout org set SLUG --plan paid'],
    ['a rotation on the free plan', 'rotate one', 'paid plan'],
    ['an end on the free plan', 'create --name x --expires 2030-01-01T00:00Z', 'Leave out the expiry'],
  ])('refuses (1) %s, and names the way out', async (_, line, way) => {
    const { run, create } = await open('free')
    await create('one')
    const said = await run(`keys ${line} --json`)
    expect(said).toMatchObject({ code: 1, out: '', err: expect.stringContaining(way) })
  })

  it('finds a key by its name, or the beginning of its id or secret, and edits it', async () => {
    const { json, run, create, id: org } = await open('paid')
    await bench().store.commit([{ put: 'teams', document: teamDocument(org, 't', 'Ops') }])
    const { id, secret } = await create('Dashboard')
    await create('other')
    const wish = '--name board --team ops --allow 10.0.0.0/8 --reasons hidden --expires 30d'
    const edited = { id, name: 'board', allow: ['10.0.0.0/8'], reasons: 'hidden', changed: true }
    expect(await json(`keys edit dashboard ${wish}`)).toMatchObject(edited)
    expect(await json('keys list')).toContainEqual(expect.objectContaining({ id, team_name: 'Ops' }))
    expect((await run('keys list')).out).toContain('team Ops')
    expect(await json(`keys disable ${id.slice(0, 8)}`)).toMatchObject({ id, state: 'disabled' })
    expect(await json(`keys enable ${secret.slice(0, 12)}`)).toMatchObject({ id })
    const lifted = await json('keys edit board --team none --allow any --expires never')
    expect(lifted).toMatchObject({ team_id: null, allow: null, expires_at: null, reasons: 'hidden' })
    await json('keys edit board --name other')
    const twice = await run('keys revoke other')
    expect([twice.code, twice.err]).toEqual([1, expect.stringContaining(id)])
    const unknown = await run(`keys revoke ${secret.replace(/.$/, '')}`)
    expect(unknown.code).toBe(1)
    expect(unknown.err).not.toContain('who_live_')
  })

  it('notes that a name is taken, and tells keys of one name apart in the list', async () => {
    const { run } = await open('paid')
    const first = await run('keys create --name board')
    expect(first.err).not.toContain('Note')
    const { err } = await run('keys create --name Board')
    const start = /who_live_\w{4}/.exec(first.out)![0]
    expect(err).toContain(`Note: another key is called "board", too; its secret starts with ${start}`)
    expect((await run('keys list')).out).toContain(start)
  })

  it('takes dates and durations for the end of a key and of a grace, and says what it set', async () => {
    const { json, run, create, clock } = await open('paid')
    expect(await create('x', '--expires 2026-12-31')).toMatchObject({
      expires_at: '2026-12-31T23:59:59.999Z',
    })
    const inThirty = new Date(clock.now().getTime() + 30 * day).toISOString()
    expect(await create('x', '--expires 30d')).toMatchObject({ expires_at: inThirty })
    const { out } = await run('keys create --name x --expires 2w --reasons hidden --allow 10.0.0.0/8')
    expect(out).toContain('reads reasons hidden (every leave as personal), may be used from 10.0.0.0/8,')
    await create('y')
    expect(await json('keys rotate y --grace 2026-11-22')).toMatchObject({
      previous_valid_until: '2026-11-22T23:59:59.999Z',
    })
    expect(await run('keys rotate y --grace 2026-12-31')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--grace'),
    })
  })

  it('reads reasons as the organization says, unless told otherwise', async () => {
    const { json, slug, create } = await open('paid')
    expect(await create('x')).toMatchObject({ reasons: 'shown' })
    const set = `org set ${slug} --key-reasons hidden`
    expect(await json(set)).toMatchObject({ changed: true, key_reasons: 'hidden' })
    expect(await json(set)).toMatchObject({ changed: false })
    expect(await create('x')).toMatchObject({ reasons: 'hidden' })
    expect(await create('x', '--reasons shown')).toMatchObject({ reasons: 'shown' })
  })

  it.each([
    ['unavailable', 1, 'did not answer'],
    ['lost', 1, 'Nothing was changed'],
    ['unheard', 0, ''],
  ] as const)('with a store whose commit is %s exits with %d', async (fault, code, text) => {
    const { run, lossy, standing } = await open('paid')
    lossy.failAt(4, fault)
    const said = await run('keys create --name x --json')
    expect(said).toMatchObject({ code, err: expect.stringContaining(text) })
    if (code === 0) expect(await standing((JSON.parse(said.out) as Issued).secret)).toBe('good')
    else expect(said.out).toBe('')
  })

  it('prints a secret that may work as not confirmed, and exits with 1', async () => {
    const { run, lossy } = await open('paid')
    const { get } = lossy.store
    lossy.failAt(4, 'unheard')
    let reads = 0
    lossy.store.get = (collection, ids) => (++reads > 3 ? Promise.reject(lossy.away()) : get(collection, ids))
    const said = await run('keys create --name x --json')
    lossy.store.get = get
    expect(said).toMatchObject({ code: 1, err: expect.stringContaining('keys list') })
    expect(JSON.parse(said.out)).toMatchObject({
      confirmed: false,
      secret: expect.stringMatching(/^who_live_/),
    })
  })
})
