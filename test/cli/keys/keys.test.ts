import { describe, expect, it } from 'vitest'
import { standingIn, newSlug } from '../../services/keys/world.js'
import { hashSecret, isKeyShaped } from '../../../src/domain/secrets/mint.js'
import { at, day, hour, minute } from '../../domain/keys/ring.js'
import { createLossyStore } from '../../stores/lossy.js'
import { embeddedSubject } from '../../stores/embedded/subject.js'
import { openBench } from '../../stores/subject.js'
import { createTerminal } from '../fake-io.js'

const bench = openBench(embeddedSubject)

interface Issued {
  readonly id: string
  readonly secret: string
}

/** An organization of its own, and a terminal to speak of it. */
const open = async (plan: 'free' | 'paid') => {
  const lossy = createLossyStore(bench().store)
  const terminal = createTerminal(() => lossy.store)
  const slug = newSlug()
  await terminal.json('org', 'create', 'Acme', '--slug', slug, '--plan', plan)
  const create = (name: string) => terminal.json<Issued>('keys', 'create', '--org', slug, '--name', name)
  const standing = (secret: string) => standingIn(bench().store, hashSecret(secret), terminal.clock.now())
  return { ...terminal, slug, create, standing, lossy }
}

describe('whosout keys', () => {
  it('creates a key and shows its secret, once', async () => {
    const { json, run, slug, standing } = await open('paid')
    const wish = ['--expires', '2027-01-31T12:00:00Z', '--allow', '10.0.0.0/8,::1', '--allow', '192.0.2.1']
    const words = ['keys', 'create', '--org', slug, '--name', 'dashboard', '--reasons', 'hidden', ...wish]
    const issued = await json<Issued>(...words)
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
    for (const again of [
      ['keys', 'list', '--org', slug],
      ['keys', 'list', '--org', slug, '--json'],
      ['keys', 'events', '--org', slug, '--json'],
      ['keys', 'disable', issued.id, '--org', slug, '--json'],
      ['org', 'show', slug, '--json'],
    ]) {
      const { code, out, err } = await run(...again)
      expect(code).toBe(0)
      expect(out + err).not.toContain(issued.secret.slice(13))
      expect(out + err).not.toContain(hashSecret(issued.secret))
    }
  })

  it('shows people a key that they can copy', async () => {
    const { run, slug } = await open('free')
    const { code, out } = await run('keys', 'create', '--org', slug, '--name', 'wall')
    expect(code).toBe(0)
    expect(out.match(/^ {2}(who_live_\w+)$/gm)).toHaveLength(1)
    expect(out).toContain('shown only once')
  })

  it('rotates: the new secret, and until when the old one works', async () => {
    const { json, run, slug, create, standing, clock } = await open('paid')
    const first = await create('dashboard')
    const second = await json<Issued>('keys', 'rotate', first.id, '--org', slug, '--grace', '90m')
    expect(second).toEqual({
      id: first.id,
      name: 'dashboard',
      secret: expect.not.stringMatching(first.secret),
      previous_valid_until: at(90 * minute),
      confirmed: true,
    })
    const refused = await run('keys', 'rotate', first.id, '--org', slug)
    expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('--again') })
    const third = await json<Issued>('keys', 'rotate', first.id, '--org', slug, '--again')
    expect(third).toMatchObject({ previous_valid_until: at(day) })
    clock.move(day)
    expect(await Promise.all([first, second, third].map(({ secret }) => standing(secret)))).toEqual([
      'expired',
      'expired',
      'good',
    ])
  })

  it('disables, enables and revokes, and says when there was nothing to do', async () => {
    const { json, run, slug, create } = await open('free')
    const { id } = await create('dashboard')
    for (const [verb, state] of [
      ['disable', 'disabled'],
      ['enable', 'active'],
      ['revoke', 'revoked'],
    ] as const) {
      const line = ['keys', verb, id, '--org', slug]
      expect(await json(...line)).toEqual({ id, name: 'dashboard', state, changed: true })
      expect(await json(...line)).toEqual({ id, name: 'dashboard', state, changed: false })
      expect((await run(...line)).out).toBe(`"dashboard" (${id}) was already ${verb}d.`)
    }
    expect(await run('keys', 'enable', id, '--org', slug)).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('permanently'),
    })
  })

  it('lists for scripts and for people, with what to look at', async () => {
    const { json, run, slug, create, clock } = await open('paid')
    expect((await run('keys', 'list', '--org', slug)).out).toContain('whosout keys create')
    const [one, two] = [await create('one'), await create('two')]
    await json('keys', 'rotate', one.id, '--org', slug, '--grace', '1h')
    await json('keys', 'revoke', two.id, '--org', slug)
    const listed = await json<{ id: string }[]>('keys', 'list', '--org', slug)
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
    expect(await json('keys', 'list', '--org', slug, '--live')).toHaveLength(1)
    const lines = (await run('keys', 'list', '--org', slug)).out.split('\n')
    expect(lines[0]).toMatch(/^ID +NAME +STATE +STARTS WITH +LAST USED +NOTE$/)
    expect(lines[1]).toMatch(
      / one +active +who_live_\w{4}… +- +never used, never expires, old secret works until 2026-11-20 11:30Z$/,
    )
    clock.move(2 * hour)
    expect((await run('keys', 'list', '--org', slug)).out).not.toContain('old secret')
  })

  it('tells who did what, from where', async () => {
    const { json, run, slug, create } = await open('free')
    const { id } = await create('dashboard')
    await json('keys', 'disable', id, '--org', slug)
    const events = await json<{ what: string }[]>('keys', 'events', id, '--org', slug)
    expect(events.map(({ what }) => what).sort()).toEqual(['created', 'disabled'])
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
    expect(await json('keys', 'events', '--org', slug, '--limit', '1')).toHaveLength(1)
    expect((await run('keys', 'events', '--org', slug)).out).toMatch(
      /created +dashboard +ana@laptop +laptop +name=dashboard start=who_live_/,
    )
  })

  it('notes what a key may not, and which keys the plan locks', async () => {
    const { json, run, slug, create } = await open('paid')
    const limits = ['--allow', '10.0.0.0/8,::1', '--reasons', 'hidden']
    const limited = await json<Issued>('keys', 'create', '--org', slug, '--name', 'limited', ...limits)
    const kept = await create('kept')
    const noteOf = async (id: string) =>
      (await run('keys', 'list', '--org', slug)).out.split('\n').find((line) => line.startsWith(id))
    expect(await noteOf(limited.id)).toMatch(/from 10\.0\.0\.0\/8 ::1, reasons hidden$/)
    expect(await noteOf(kept.id)).not.toContain('reasons')
    await json('org', 'set', slug, '--plan', 'free', '--keep-key', kept.id, '--yes')
    expect(await noteOf(limited.id)).toContain('locked by the plan: unlock with keys enable')
    expect(await noteOf(kept.id)).not.toContain('locked')
  })

  it('names the invalid option and its value', async () => {
    const { run, slug } = await open('paid')
    const words = ['--allow', '10.0.0.1,10.0.0.0/99', '--reasons', 'some', '--expires', 'soon']
    const { err } = await run('keys', 'create', '--org', slug, '--name', 'x', ...words)
    expect(err.split('\n').slice(1)).toEqual([
      expect.stringMatching(/^ {2}--expires: "soon" is not a time\. Use/),
      expect.stringMatching(/^ {2}--allow: "10\.0\.0\.0\/99" is not an IP address or range\. Use/),
      expect.stringMatching(/^ {2}--reasons: "some" is not valid\. Use/),
    ])
  })

  it('keeps the log of a key that was revoked', async () => {
    const { json, slug, create } = await open('paid')
    const { id } = await create('x')
    await json('keys', 'revoke', id, '--org', slug)
    expect(await json('keys', 'events', id, '--org', slug)).toHaveLength(2)
  })

  it('says that rotating again ends the secret before the old one', async () => {
    const { run, slug, create } = await open('paid')
    const { id } = await create('x')
    const rotate = (...more: string[]) => run('keys', 'rotate', id, '--org', slug, ...more)
    expect((await rotate()).out).not.toContain('stopped')
    expect((await rotate()).err).toContain('the secret before it then stops working at once')
    expect((await rotate('--again')).out).toContain('The secret before that one has stopped working')
  })

  const refused: readonly (readonly [string, readonly string[], string])[] = [
    ['the log of a key that is not there', ['events', 'nobody', '--org', 'SLUG'], 'keys list'],
    ['an organization that is not there', ['list', '--org', 'nobody'], 'org list'],
    ['a key that is not there', ['revoke', 'nobody', '--org', 'SLUG'], 'keys list'],
    ['a team that is not there', ['create', '--org', 'SLUG', '--name', 'x', '--team', 'Sales'], 'Sales'],
    ['a second key on the free plan', ['create', '--org', 'SLUG', '--name', 'x'], 'Revoke it first'],
    ['a rotation on the free plan', ['rotate', 'ID', '--org', 'SLUG'], 'paid plan'],
    [
      'an end on the free plan',
      ['create', '--org', 'SLUG', '--name', 'x', '--expires', '2030-01-01T00:00Z'],
      '--expires',
    ],
  ]
  it.each(refused)('refuses (1) %s, and names the way out', async (_, words, way) => {
    const { run, slug, create } = await open('free')
    const { id } = await create('one')
    const named = words.map((word) => (word === 'SLUG' ? slug : word === 'ID' ? id : word))
    const said = await run('keys', ...named, '--json')
    expect(said).toMatchObject({ code: 1, out: '', err: expect.stringContaining(way) })
  })

  it('takes dates and durations for the end of a key and of a grace, and says what it set', async () => {
    const { json, run, slug, clock } = await open('paid')
    const make = ['keys', 'create', '--org', slug, '--name', 'x', '--expires'] as const
    expect(await json(...make, '2026-12-31')).toMatchObject({ expires_at: '2026-12-31T23:59:59.999Z' })
    const inThirty = new Date(clock.now().getTime() + 30 * 86_400_000).toISOString()
    expect(await json(...make, '30d')).toMatchObject({ expires_at: inThirty })
    const { out } = await run(...make, '2w', '--reasons', 'hidden', '--allow', '10.0.0.0/8')
    expect(out).toContain('reads reasons hidden (every leave as personal), may be used from 10.0.0.0/8,')
    const { id } = await json<Issued>('keys', 'create', '--org', slug, '--name', 'y')
    expect(await json('keys', 'rotate', id, '--org', slug, '--grace', '2026-11-22')).toMatchObject({
      previous_valid_until: '2026-11-22T23:59:59.999Z',
    })
    expect(await run('keys', 'rotate', id, '--org', slug, '--grace', '2026-12-31')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--grace'),
    })
  })

  it('reads reasons as the organization says, unless told otherwise', async () => {
    const { json, slug } = await open('paid')
    const make = ['keys', 'create', '--org', slug, '--name', 'x'] as const
    expect(await json(...make)).toMatchObject({ reasons: 'shown' })
    expect(await json('org', 'set', slug, '--key-reasons', 'hidden')).toMatchObject({
      changed: true,
      key_reasons: 'hidden',
    })
    expect(await json('org', 'set', slug, '--key-reasons', 'hidden')).toMatchObject({ changed: false })
    expect(await json(...make)).toMatchObject({ reasons: 'hidden' })
    expect(await json(...make, '--reasons', 'shown')).toMatchObject({ reasons: 'shown' })
  })

  const misuse: readonly (readonly [string, readonly string[]])[] = [
    ['no organization', ['list']],
    ['no name', ['create', '--org', 'SLUG']],
    ['an empty name', ['create', '--org', 'SLUG', '--name', ' ']],
    ['a grace over seven days', ['rotate', 'x', '--org', 'SLUG', '--grace', '8d']],
    ['a grace without a unit', ['rotate', 'x', '--org', 'SLUG', '--grace', '24']],
    ['an address that is none', ['create', '--org', 'SLUG', '--name', 'x', '--allow', '10.0.0.0/99']],
    ['an empty list of addresses', ['create', '--org', 'SLUG', '--name', 'x', '--allow', '']],
    ['reasons of a third kind', ['create', '--org', 'SLUG', '--name', 'x', '--reasons', 'some']],
    ['an end without an offset', ['create', '--org', 'SLUG', '--name', 'x', '--expires', '2030-01-01T00:00']],
    ['a limit that is none', ['events', '--org', 'SLUG', '--limit', '0']],
    ['a verb that there is not', ['delete', 'x', '--org', 'SLUG']],
  ]
  it.each(misuse)('takes for misuse (2): %s', async (_, words) => {
    const { run, slug } = await open('paid')
    const { code, out, err } = await run('keys', ...words.map((word) => (word === 'SLUG' ? slug : word)))
    expect([code, out]).toEqual([2, ''])
    expect(err).not.toBe('')
  })

  it.each([
    ['unavailable', 1, 'did not answer'],
    ['lost', 1, 'Nothing was changed'],
    ['unheard', 0, ''],
  ] as const)('with a store whose commit is %s exits with %d', async (fault, code, text) => {
    const { run, slug, lossy, standing } = await open('paid')
    lossy.failAt(4, fault)
    const said = await run('keys', 'create', '--org', slug, '--name', 'x', '--json')
    expect(said).toMatchObject({ code, err: expect.stringContaining(text) })
    if (code === 0) expect(await standing((JSON.parse(said.out) as Issued).secret)).toBe('good')
    else expect(said.out).toBe('')
  })

  it('prints a secret that may work as not confirmed, and exits with 1', async () => {
    const { run, slug, lossy } = await open('paid')
    const { get } = lossy.store
    lossy.failAt(4, 'unheard')
    let reads = 0
    lossy.store.get = (collection, ids) => (++reads > 3 ? Promise.reject(lossy.away()) : get(collection, ids))
    const said = await run('keys', 'create', '--org', slug, '--name', 'x', '--json')
    lossy.store.get = get
    expect(said).toMatchObject({ code: 1, err: expect.stringContaining('keys list') })
    expect(JSON.parse(said.out)).toMatchObject({
      confirmed: false,
      secret: expect.stringMatching(/^who_live_/),
    })
  })
})

describe('the help', () => {
  it.each([
    ['org create', ['"id"', '"slug"']],
    ['org list', ['"slug"']],
    ['org show', ['"timezone"']],
    ['org set', ['--keep-key', '"kept_key"', '--suspended']],
    ['keys create', ['"secret"', '--team', '--reasons', '--allow', '--expires']],
    ['keys rotate', ['"previous_valid_until"', '--grace', '--again']],
    ['keys disable', ['"state"']],
    ['keys enable', ['"state"']],
    ['keys revoke', ['"state"']],
    ['keys list', ['"last_used_at"', '"hints"']],
    ['keys events', ['"who"', '--limit']],
  ])('of %s says what --json prints and what can be asked for', async (command, words) => {
    const { run } = createTerminal(() => bench().store)
    const { code, out, err } = await run(...command.split(' '), '--help')
    expect([code, err]).toEqual([0, ''])
    const text = out.replace(/\s+/g, ' ')
    for (const word of [...words, '--json']) expect(text).toContain(word)
  })
})
