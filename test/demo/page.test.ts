import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openHouse } from '../slack/house.js'
import type { PageState } from '../../src/demo/page/state.js'
import { formListener } from './forms.js'
import {
  ben,
  buttonsOf,
  greta,
  openDemoHouse,
  standOnWednesday,
  stopDemos,
  wednesday,
  wordsOf,
  type DemoHouse,
} from './house.js'
import { plainSpaces } from '../slack/spaces.js'

interface Presence {
  readonly from: string
  readonly in: readonly { readonly name: string }[]
  readonly out: readonly { readonly name: string }[]
}

describe('one demo', () => {
  let house: DemoHouse
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(wednesday) })
    house = await openDemoHouse()
  })
  afterAll(async () => {
    await stopDemos()
    vi.useRealTimers()
  })

  it('is the first thing that the demo names, served with its files, and lets a browser load nothing from elsewhere', async () => {
    const { get, lines, url } = house
    expect(lines.find((line) => line.includes('http'))).toContain(`${url}/demo`)
    const page = await get('/demo')
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('content-security-policy')).toBe(
      "frame-ancestors 'none';base-uri 'none';form-action 'none';default-src 'none';script-src 'self';" +
        "style-src 'self';img-src 'self';connect-src 'self';require-trusted-types-for 'script'",
    )
    const html = await page.text()
    expect(html).not.toMatch(/<style|style=|\son\w+=|<script(?![^>]*src=)|https?:/)
    const files = [...html.matchAll(/(?:src|href)="(\/demo[^"]*)"/g)].map(([, path]) => path!)
    const scripts = await Promise.all(
      ['page', 'messages', 'modal', 'rest', 'blocks'].map(async (name) =>
        (await get(`/demo/${name}.js`)).text(),
      ),
    )
    const imported = scripts.flatMap((text) =>
      [...text.matchAll(/from '\.(\/[\w.]+)'/g)].map(([, name]) => `/demo${name}`),
    )
    expect(imported.length).toBeGreaterThan(8)
    for (const path of new Set([...files, ...imported])) {
      const { status, headers } = await get(path)
      expect([path, status, headers.get('x-content-type-options')]).toEqual([path, 200, 'nosniff'])
    }
  })

  it('shows the Home tab beside the channels: settings to an admin, none to others', async () => {
    const { post, state, until } = house
    const home = async (you: string): Promise<string> => {
      expect((await post('/demo/open', { you, channel: 'HOME' })).status).toBe(200)
      const place = { you, channel: 'HOME' }
      return JSON.stringify(await until(({ messages }) => messages[0]?.blocks, place))
    }
    const { roles } = await state()
    for (const { id } of roles)
      expect([id, (await home(id)).includes('home_room:open:settings')]).toEqual([id, id === greta])
    expect((await post('/demo/open', { you: 'U0NOBODY', channel: 'HOME' })).status).toBe(404)
  })

  it('keeps to the rules of every other path, and takes JSON of its own shape only', async () => {
    const { get, post } = house
    const answers = async (response: Response) => [response.status, response.headers.get('allow')]
    expect(await answers(await get('/demo', { method: 'POST' }))).toEqual([405, 'GET, HEAD, OPTIONS'])
    expect(await answers(await get('/demo/type'))).toEqual([405, 'POST, OPTIONS'])
    expect(await answers(await get('/demo/type', { method: 'OPTIONS' }))).toEqual([204, 'POST, OPTIONS'])
    expect((await get('/demo/nothing')).status).toBe(404)
    // What a form on a foreign page can send without asking.
    const form = { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: '{"id":"illness"}' }
    expect((await get('/demo/controls', form)).status).toBe(422)
    for (const body of [{}, { you: greta, channel: 'C0GENERAL', text: 'x'.repeat(20_000) }, { you: 1 }])
      expect((await post('/demo/type', body)).status).toBe(422)
    expect((await post('/demo/type', { you: 'U0NOBODY', channel: 'C0GENERAL', text: 'hi' })).status).toBe(404)
    expect((await get('/demo/state?you=U0GRETA&channel=D0BEN')).status).toBe(404)
  })

  it('reaches the app where it is addressed to it, and nowhere else', async () => {
    const { post, answer, state } = house
    const direct = { channel: 'D0GRETA' }
    await answer('who is out today?', direct)
    const [asked, answered] = (await state(direct)).messages
    expect([asked!.text, wordsOf(answered!)]).toEqual([
      'who is out today?',
      expect.stringContaining('out today'),
    ])
    const said = async (channel: string, text: string) =>
      ((await (await post('/demo/type', { you: greta, channel, text })).json()) as { said: string }).said
    expect(await said('C0GENERAL', 'who is out today?')).toBe('Sent.')
    expect(await said('C0GENERAL', '@whosout friday')).toMatch(/^Signed request/)
    expect(await said('C0RANDOM', '@whosout friday')).toMatch(/not in this channel/)
  })

  it('has the hint and the description of the command that its manifest has', async () => {
    const { get } = house
    const script = await (await get('/demo/offer.js')).text()
    const manifest = readFileSync(new URL('../../manifests/slack.http.yaml', import.meta.url), 'utf8')
    for (const name of ['usage_hint', 'description'])
      expect(script).toContain(
        new RegExp(`^ +${name}: '?(.*?)'?$`, 'm').exec(
          manifest.slice(manifest.indexOf('slash_commands')),
        )![1],
      )
  })

  it('is answered as in Slack, and the API says the same of the same days', async () => {
    const { answer, state, get, log } = house
    const message = await answer('/whosout next week')
    expect(message).toMatchObject({ author: { name: 'whosout', isApp: true }, isPrivate: true })
    expect(message.blocks[0]).toMatchObject({
      type: 'header',
      text: { text: 'Who is out · next week, 23–\u206027\u00a0Nov' },
    })
    expect(message.rest).toEqual({ from: '2026-11-23', to: '2026-11-29', team_id: null })
    const { key } = await state()
    const asked = await get('/api/v1/presence?from=2026-11-23&to=2026-11-29', {
      headers: { Authorization: `Bearer ${key}` },
    })
    const { in: present, out } = (await asked.json()) as Presence
    const words = wordsOf(message)
    const size = out.length + present.length
    const away = Number(new RegExp(`(\\d+) of ${size} are out`).exec(words)?.[1])
    expect(away).toBeGreaterThan(5)
    expect(away).toBe(out.filter(({ name }) => words.includes(name)).length)
    expect(present.filter(({ name }) => words.includes(name))).toEqual([])
    expect(log).toEqual([])
  })

  it('presses buttons and chooses a team: the message is replaced in its place', async () => {
    const { answer, pressed } = house
    const asked = await answer('/whosout next week')
    const later = await pressed(asked, 'ask:next')
    expect(later.rest).toEqual({ from: '2026-11-30', to: '2026-12-06', team_id: null })
    const select = later.blocks.find(({ type }) => type === 'actions')!['elements'] as {
      options?: { text: { text: string }; value: string }[]
    }[]
    const design = select.flatMap(({ options = [] }) => options).find(({ text }) => text.text === 'Design')!
    const chosen = await pressed(later, 'ask:team', { choice: design.value })
    expect(chosen.rest).toMatchObject({ from: '2026-11-30', team_id: design.value })
    expect(wordsOf(chosen)).toContain('Design')
  })

  it('asks the API for the days of an answer about who is in, and for none after what has no days', async () => {
    const { answer, pressed } = house
    const week = { from: '2026-11-23', to: '2026-11-29', team_id: null }
    expect((await answer("/whosout who's in next week")).rest).toEqual(week)
    expect((await pressed(await answer('/whosout next week'), 'ask:opposite')).rest).toEqual(week)
    expect((await answer('/whosout help')).rest).toBeNull()
  })

  it('gets what is theirs to know', async () => {
    const { answer } = house
    for (const [who, you, text, expected] of [
      ['Greta reads of Ben', greta, '/whosout ben', 'Wed 18 Nov'],
      ['Ben reads of himself', ben, '/whosout ben', 'Sick, '],
      ['whoever is in Slack by that name', greta, '/whosout @chloe', 'Chloé Martin'],
      ['a guest', 'U0ROBIN', '/whosout', 'Guests cannot see who is out'],
      ['an admin', greta, '/whosout settings', 'Home tab'],
    ] as const)
      expect([who, wordsOf(await answer(text, { you }))]).toEqual([who, expect.stringContaining(expected)])
  })

  it('shares to a channel for everybody in it, masked, and nowhere else', async () => {
    const { answer, pressed, state, post, until } = house
    const asked = await answer('/whosout me', { you: ben })
    expect(wordsOf(asked)).toContain('Sick, ')
    expect(wordsOf(await pressed(asked, 'ask:share', { you: ben }))).toContain('Shared with this channel')
    const { messages } = await state()
    const shared = messages.findLast(({ author, isPrivate }) => author.isApp && !isPrivate)!
    expect(wordsOf(shared)).toContain('Shared by Ben Okafor')
    expect(wordsOf(shared)).not.toMatch(/sick|away/i)
    expect(buttonsOf(shared)).toEqual([])

    const random = { channel: 'C0RANDOM' }
    const there = await answer('/whosout design', random)
    const block_id = there.blocks.find(({ type }) => type === 'actions')!['block_id']
    const share = () => post('/demo/press', { you: greta, on: there.ts, block_id, action_id: 'ask:share' })
    await share()
    await until(
      ({ messages }) => messages.find((one) => wordsOf(one).includes('I am not in this channel')),
      random,
    )
    expect((await post('/demo/type', { you: greta, ...random, text: '/invite @whosout' })).status).toBe(200)
    await share()
    await until(
      ({ messages }) => messages.find((one) => !one.isPrivate && wordsOf(one).includes('Shared by')),
      random,
    )
  })

  it('may also just write, and is told when there is no such command', async () => {
    const { answer, post } = house
    expect(await answer('Hello <all> & *good morning*')).toMatchObject({
      author: { name: 'Greta Holm', isApp: false },
      text: 'Hello &lt;all&gt; &amp; *good morning*',
      isPrivate: false,
    })
    const refused = await post('/demo/type', { you: greta, channel: 'C0GENERAL', text: '/lunch now' })
    expect([refused.status, await refused.json()]).toEqual([
      422,
      {
        error: {
          message: 'Unknown command /lunch. Try /whosout help.',
          code: 'invalid_query',
          issues: [],
        },
      },
    ])
    const late = { you: greta, on: '1.000001', block_id: 'b', action_id: 'ask:next' }
    expect((await post('/demo/press', late)).status).toBe(409)
  })
})

describe('a demo of its own', () => {
  standOnWednesday()
  afterEach(stopDemos)

  it('is not there in `serve`: its paths answer as any unknown one', async () => {
    const { url } = await openHouse()
    for (const path of ['/demo', '/demo/', '/demo/page.js', '/demo/state', '/demo/changes', '/demo/type']) {
      const response = await fetch(url + path)
      expect([path, response.status, await response.json()]).toEqual([
        path,
        404,
        { error: { message: 'Not found', code: 'not_found' } },
      ])
    }
  })

  it('lives in a time zone of their own, named only where the day differs', async () => {
    const { answer, post, state } = await openDemoHouse()
    expect((await state({ you: 'U0ALEX' })).you.timezone).toBe('America/New_York')
    await post('/demo/controls', { id: 'digest' })
    expect((await state()).now).toBe('2026-11-19T08:01:15.000Z')
    const said = wordsOf(await answer('/whosout today', { you: 'U0ALEX' }))
    expect(said).toContain('out today, Thu 19 Nov')
    expect(said).not.toContain('where you are')
  })

  it('stops although a page listens, and ends that page’s stream', async () => {
    const { running, get, lines } = await openDemoHouse()
    const reader = (await get('/demo/changes')).body!.getReader()
    await reader.read()
    const [end] = await Promise.all([reader.read(), running.stop()])
    expect(end.done).toBe(true)
    expect(lines.at(-1)).toContain('Stopped.')
  })
})

describe('what the page opens on', () => {
  standOnWednesday()
  afterEach(stopDemos)

  it.each([
    ['a Monday before nine', '2026-11-23T06:00:00Z', 'out · Fri 20 Nov', '30 Nov – 4 Dec'],
    ['a Saturday', '2026-11-21T12:00:00Z', 'out · Fri 20 Nov', '23–27 Nov'],
    ['a Sunday', '2026-11-22T23:30:00Z', 'out · Fri 20 Nov', '30 Nov – 4 Dec'],
  ])('on %s is the last digest, posted at nine, and an answer to next week', async (_, now, digest, week) => {
    vi.setSystemTime(new Date(now))
    const { state, log } = await openDemoHouse()
    const page = await state()
    expect(page.now).toBe(new Date(now).toISOString())
    const [first, chat, , answer] = page.messages
    expect([first!.author.isApp, first!.isPrivate, first!.at.slice(11, 16)]).toEqual([true, false, '08:01'])
    expect(wordsOf(first!)).toContain(digest)
    expect(chat!.text).toContain('Who will be around next week?')
    expect([answer!.isPrivate, wordsOf(answer!).replaceAll('\u2060', '')]).toEqual([
      true,
      expect.stringContaining(`Who is out · next week, ${week}`),
    ])
    expect((await state({ you: ben })).messages).toHaveLength(3)
    expect(log).toEqual([])
  })
})

describe('the controls', () => {
  standOnWednesday()
  afterEach(stopDemos)

  it('lets somebody fall ill and come back: the next answers differ, in Slack and from the API', async () => {
    const { answer, post, state } = await openDemoHouse()
    const label = async () => (await state()).controls.find(({ id }) => id === 'illness')!.label
    const isNamed = async () => wordsOf(await answer('/whosout today')).includes('Felix Braun')
    expect([await label(), await isNamed()]).toEqual(['Felix Braun falls ill', false])
    expect((await post('/demo/controls', { id: 'illness' })).status).toBe(200)
    expect([await label(), await isNamed()]).toEqual(['Felix Braun is back at work', true])
    await post('/demo/controls', { id: 'illness' })
    expect([await label(), await isNamed()]).toEqual(['Felix Braun falls ill', false])
    await post('/demo/controls', { id: 'illness' })
    await post('/demo/controls', { id: 'digest' })
    expect([await label(), await isNamed()]).toEqual(['Felix Braun falls ill', false])
  })

  it('moves the clock of the whole process, and buttons still work then', async () => {
    const { answer, pressed, post, get, state } = await openDemoHouse()
    for (const expected of ['2026-11-19', '2026-11-20', '2026-11-23']) {
      await post('/demo/controls', { id: 'digest' })
      const { key, now } = await state()
      expect(now).toBe(`${expected}T08:01:15.000Z`)
      const presence = await get('/api/v1/presence', { headers: { Authorization: `Bearer ${key}` } })
      expect(((await presence.json()) as Presence).from).toBe(expected)
    }
    const asked = await answer('/whosout today')
    expect(asked).toMatchObject({ at: '2026-11-23T08:01:15.000Z', rest: { from: '2026-11-23' } })
    expect((await pressed(asked, 'ask:next')).rest).toMatchObject({ from: '2026-11-24' })
  })
})

describe('the digest', () => {
  standOnWednesday()
  afterEach(stopDemos)

  /** What stands in the channel of the app's, for everybody, after the digest that the page opens on. */
  const posted = ({ messages }: PageState) =>
    messages.filter(({ author, isPrivate }) => author.isApp && !isPrivate).slice(1)

  it('is posted once at its time, edited when a leave changes, and posted anew the next day', async () => {
    const { post, state, log } = await openDemoHouse()
    const play = async (id: string) => {
      const outcome: unknown = await (await post('/demo/controls', { id })).json()
      const digests = posted(await state())
      const named = digests.map((one) => wordsOf(one).includes('Felix Braun'))
      return { outcome, named, edited: digests.map(({ isEdited }) => isEdited), digests }
    }
    expect(posted(await state())).toEqual([])
    const first = await play('digest')
    const said = 'It is Thursday 19 November, just after 09:00. The digest is in #general.'
    expect(first.outcome).toEqual({ said })
    expect(first.digests.map(wordsOf)).toEqual([expect.stringContaining('out · Thu 19 Nov')])
    expect(first).toMatchObject({ named: [false], edited: [false] })
    expect(await play('illness')).toMatchObject({ named: [true], edited: [true] })
    expect(await play('illness')).toMatchObject({ named: [false], edited: [true] })
    expect(await play('digest')).toMatchObject({ named: [false, false], edited: [true, false] })
    expect(log).toEqual([])
  })

  it('has a form that previews and saves what is filled in; removed, it is not due any more', async () => {
    const { post, until, state, log } = await openDemoHouse()
    const open = async () => {
      await post('/demo/type', { you: greta, channel: 'C0GENERAL', text: '/whosout digest' })
      return until(({ modal }) => modal ?? undefined)
    }
    const press = (on: string, action_id: string, values = {}) =>
      post('/demo/press', { you: greta, on, action_id, block_id: 'digest_form:buttons', values })
    const form = await open()
    const filled = { 'digest_field:days': ['monday'], 'digest_field:look_ahead': 'none' }
    await press(form.id, 'digest_form:preview', filled)
    const shown = await until(({ modal }) =>
      plainSpaces(JSON.stringify(modal)).includes('out · Mon 23 Nov') && modal?.id !== form.id
        ? modal
        : undefined,
    )
    await post('/demo/close', { you: greta, view: shown!.id })
    expect((await state()).modal?.id).toBe(form.id)
    await post('/demo/submit', { you: greta, view: form.id, values: { 'digest_field:time': '16:00' } })
    await until((now) => posted(now).find((one) => wordsOf(one).includes('at 16:00 (Europe/Berlin)')))
    await post('/demo/controls', { id: 'digest' })
    expect(posted(await state()).map(({ at }) => at)).toContain('2026-11-19T15:01:15.000Z')

    const again = await open()
    const menu = { action_id: 'digest_form:menu', block_id: 'digest_form:buttons', choice: 'remove' }
    await post('/demo/press', { you: greta, on: again.id, ...menu })
    const question = await until(({ modal }) =>
      JSON.stringify(modal).includes('Remove this digest?') ? (modal ?? undefined) : undefined,
    )
    await post('/demo/submit', { you: greta, view: question.id, values: {} })
    await until((now) => posted(now).find((one) => wordsOf(one).includes('removed the morning digest')))
    expect((await post('/demo/controls', { id: 'digest' })).status).toBe(409)
    expect(log).toEqual([])
  })
})

describe('a form', () => {
  standOnWednesday()
  afterEach(stopDemos)

  const values = { heading: 'Hello', team: 'design', days: ['mon', 'wed'], time: '08:30', more: ['silent'] }

  it('opens, is refused with a reason, taken, and seen by nobody else', async () => {
    const { post, until, state } = await openDemoHouse([formListener])
    await post('/demo/type', { you: greta, channel: 'C0GENERAL', text: '/whosout digest' })
    const modal = await until(({ modal }) => modal ?? undefined)
    expect((await state({ you: ben })).modal).toBeNull()
    await post('/demo/submit', { you: greta, view: modal.id, values: { ...values, heading: 'Bad' } })
    expect((await state()).modal?.errors).toEqual({ title: 'Say something kinder' })
    await post('/demo/submit', { you: greta, view: modal.id, values })
    expect((await state()).modal).toBeNull()
    const told = await until(({ messages }) => messages.find(({ isPrivate }) => isPrivate))
    const { title, days, time } = JSON.parse(told.text) as Record<string, Record<string, unknown>>
    expect([title, time]).toMatchObject([
      { heading: { value: 'Hello' } },
      { time: { selected_time: '08:30' } },
    ])
    expect(days).toMatchObject({ days: { selected_options: [{ value: 'mon' }, { value: 'wed' }] } })
  })

  it('is closed once, and the app is told', async () => {
    const { post, until, state, log } = await openDemoHouse([formListener])
    await post('/demo/type', { you: greta, channel: 'C0GENERAL', text: '/whosout digest' })
    const { id } = await until(({ modal }) => modal ?? undefined)
    await post('/demo/close', { you: greta, view: id })
    await until(({ messages }) => messages.find(({ text }) => text === 'Not now, then.'))
    expect((await state()).modal).toBeNull()
    // Escape and a press on the cross may both close it.
    expect((await post('/demo/close', { you: greta, view: id })).status).toBe(200)
    expect(log).toEqual([])
    expect((await post('/demo/close', { you: greta, view: 'V0NOBODY' })).status).toBe(409)
  })
})
