import { describe, expect, it } from 'vitest'
import { newSlug } from '../services/keys/world.js'
import { embeddedSubject } from '../stores/embedded/subject.js'
import { openBench } from '../stores/subject.js'
import { createTerminal, openTerminal } from './fake-io.js'

const bench = openBench(embeddedSubject)
const { run, json } = createTerminal(() => bench().store)

describe('whosout org', () => {
  it('creates an organization: its settings for scripts, the next step for people', async () => {
    const slug = newSlug()
    expect(await json(`org create Acme --slug ${slug} --plan paid --timezone Europe/Berlin`)).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      slug,
      name: 'Acme',
      plan: 'paid',
      suspended: false,
      timezone: 'Europe/Berlin',
      week_start: 'monday',
      working_days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
      date_order: 'locale',
      reasons: 'nobody',
      created_at: '2026-11-20T10:30:00.000Z',
      keys: 0,
    })
    const other = newSlug()
    const said = await run(`org create Beta --slug ${other}`)
    expect(said).toEqual({
      code: 0,
      out: `Created "Beta" (${other}): free plan, time zone UTC.\nNext: whosout keys create --org ${other} --name NAME`,
      err: '',
    })
  })

  it('refuses a slug that is taken (1), and what cannot be (2), saying all of it', async () => {
    const { run, slug } = await openTerminal(() => bench().store)
    expect(await run(`org create Acme --slug ${slug}`)).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('taken'),
    })
    const wrong = await run('org create " " --slug "A B" --plan gold --timezone +01:00')
    expect(wrong).toMatchObject({ code: 2, out: '' })
    expect(
      wrong.err
        .split('\n')
        .slice(1)
        .map((line) => line.trim().split(':')[0]),
    ).toEqual(['--slug', '--plan', 'name', '--timezone'])
  })

  it('lists and shows', async () => {
    const slug = newSlug()
    const made = await json(`org create Acme --slug ${slug}`)
    expect(await json<unknown[]>('org list')).toContainEqual(made)
    expect(await json(`org show ${slug}`)).toEqual(made)
    expect((await run('org list')).out).toMatch(
      new RegExp(`^SLUG .*\\n(.*\\n)*${slug} +Acme +free +UTC$`, 'm'),
    )
    expect((await run(`org show ${slug}`)).out).toContain('timezone      UTC')
    expect(await run('org show nobody')).toMatchObject({
      code: 1,
      err: expect.stringContaining('org list'),
    })
  })

  it('sets what is named and leaves the rest', async () => {
    const slug = newSlug()
    const made = await json(`org create Acme --slug ${slug} --plan paid`)
    expect(await json(`org set ${slug} --working-days sun-thu`)).toMatchObject({
      working_days: ['monday', 'tuesday', 'wednesday', 'thursday', 'sunday'],
    })
    const settings = '--week-start sunday --working-days sunday,monday --date-order month --reasons everyone'
    expect(await json(`org set ${slug} ${settings} --name "Acme 2"`)).toEqual({
      ...made,
      name: 'Acme 2',
      week_start: 'sunday',
      working_days: ['monday', 'sunday'],
      date_order: 'month',
      reasons: 'everyone',
      changed: true,
      kept_key: null,
      locked_keys: 0,
    })
    expect(await json(`org set ${slug} --reasons admins`)).toMatchObject({ reasons: 'admins' })
    expect((await run(`org set ${slug} --name "Acme 2"`)).out).toContain('already has these settings')
    expect((await run(`org set ${slug} --suspended`)).out).toContain('suspended')
    expect(await json(`org set ${slug}`)).toMatchObject({ suspended: true, changed: false })
    expect(await json(`org set ${slug} --no-suspended`)).toMatchObject({ suspended: false, changed: true })
  })

  it('takes an issuer that can be asked, and says where agents sign in', async () => {
    const slug = newSlug()
    await json(`org create Acme --slug ${slug}`)
    for (const issuer of ['http://login.example', 'https://127.0.0.1:3490', 'webcal://login.example'])
      expect(await run(`org set ${slug} --mcp-issuer ${issuer}`)).toMatchObject({
        code: 2,
        err: expect.stringMatching(
          /mcp-issuer: (must begin with https:\/\/;|is in a private|.*is not an issuer)/,
        ),
      })
    const said = await run(`org set ${slug} --mcp-issuer https://login.example`)
    expect(said.out).toContain('Agents cannot sign in until BASE_URL is set.')
    const env = { BASE_URL: 'https://out.example/', FEEDS_ALLOW_PRIVATE: 'on' }
    const inside = createTerminal(() => bench().store, env)
    const allowed = await inside.run(`org set ${slug} --mcp-issuer http://127.0.0.1:3490`)
    expect(allowed.out).toContain(`Agents sign in at https://out.example/mcp/${slug}`)
    expect((await run(`org set ${slug} --mcp-issuer none`)).out).not.toContain('gents')
  })

  it('changes the plan: which key keeps working, and how many are locked', async () => {
    const { run, json, slug } = await openTerminal(() => bench().store, '--plan paid')
    const ids: string[] = []
    for (const name of ['a', 'b', 'c'])
      ids.push((await json<{ id: string }>(`keys create --name ${name}`)).id)
    expect(await run(`org set ${slug} --plan free --keep-key nobody`)).toMatchObject({ code: 1, out: '' })
    const asked = await run(`org set ${slug} --plan free --keep-key ${ids[1]}`)
    expect(asked).toMatchObject({ code: 1, out: '', err: expect.stringContaining('--yes') })
    expect(asked.err).toContain(`would lock "a" (${ids[0]}), "c" (${ids[2]}). "b" (${ids[1]}) keeps working`)
    expect(await json(`org show ${slug}`)).toMatchObject({ plan: 'paid', keys: 3 })
    const said = await run(`org set ${slug} --plan free --keep-key ${ids[1]} --yes`)
    expect(said.out).toBe(
      `Changed "Acme" (${slug}).\nThe key "b" (${ids[1]}) keeps working.\nLocked by the plan: 2. To see them: whosout keys list --org ${slug}`,
    )
    expect(await json(`org show ${slug}`)).toMatchObject({ plan: 'free', keys: 1 })
    expect(await run(`org set ${slug} --plan paid --keep-key ${ids[1]}`)).toMatchObject({ code: 2 })
    const back = (await run(`org set ${slug} --plan paid`)).out
    expect(back).toContain('Still locked: ')
    expect(ids.map((id) => back.includes(id))).toEqual([true, false, true])
    expect(back).toContain(`To unlock one: whosout keys enable ID --org ${slug}`)
  })

  it.each([
    [
      '--timezone Berlin',
      '--timezone: "Berlin" is not a time zone. Use UTC or a name such as Europe/Berlin.',
    ],
    ['--reasons some', '--reasons: "some" is not valid. Use nobody, admins or everyone.'],
    ['--masked sick', 'There is no --masked any more. Say who may read reasons: --reasons nobody, admins'],
    ['--channel-reasons none', 'There is no --channel-reasons any more. Say who may read reasons:'],
    ['--week-start friday', '--week-start: "friday" is not a day that a week can start on. Use'],
    ['--timezone ana@acme.test', '--timezone: Use UTC'],
    [`--timezone who_live_${'a'.repeat(49)}`, '--timezone: Use UTC'],
  ])('names the option of %s and repeats its value, unless it could be a secret', async (option, said) => {
    const { run, slug } = await openTerminal(() => bench().store)
    const { code, err } = await run(`org set ${slug} ${option}`)
    expect(code).toBe(2)
    expect(err).toContain(said)
  })
})
