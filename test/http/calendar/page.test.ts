import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LinkInput } from '../../../src/services/links/links.js'
import { acmeId, memberId, teams } from '../../world/acme.js'
import { startWorld, type World } from '../../world/world.js'
import { addLink } from '../links.js'

let world: World
beforeAll(async () => void (world = await startWorld({ settings: { rateLimit: 50 } })))
afterAll(() => world.stop())

const make = async (wish?: Partial<LinkInput>): Promise<string> => (await addLink(world, wish)).url

/** Dates are held together by no-break spaces. */
const textOf = async (url: string) => (await (await fetch(url)).text()).replaceAll('\u00A0', ' ')

/** The cells of a person's row, by what a screen reader says of them. */
const rowOf = (page: string, name: string): readonly string[] => {
  const row = page.split('<tr>').find((one) => one.includes(`<span>${name}</span>`)) ?? ''
  return [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(
    ([, cell]) => /class="vh">([^<]*)</.exec(cell!)?.[1] ?? '',
  )
}

describe('a calendar page', () => {
  it('is HTML without anything inline, kept by nobody and found by no search', async () => {
    const reply = await fetch(await make())
    const text = await reply.text()
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-security-policy')!.split(';').sort()).toEqual(
      [
        "default-src 'none'",
        "style-src 'self'",
        'img-src data:',
        "form-action 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ].sort(),
    )
    expect(reply.headers.get('referrer-policy')).toBe('no-referrer')
    expect(reply.headers.get('x-robots-tag')).toBe('noindex')
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(text).not.toMatch(/<script|<style|style=|onclick|javascript:/i)
    expect(text.replaceAll('\u00a0', ' ')).toMatch(/<caption[^>]*>\s*Mon 16 Nov – Sun 13 Dec\s*<\/caption>/)
    expect(text.match(/scope="col"/g)).toHaveLength(29)
    expect(text.match(/aria-current="date"/g)).toHaveLength(1)
    const style = await fetch(new URL('calendar.css', reply.url))
    expect([style.status, style.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8'])
  })

  it('says once when somebody is back, and "out" on each day', async () => {
    const row = rowOf(await textOf(`${await make()}?month=2026-11`), 'Ada Lovelace')
    expect(row).toHaveLength(30)
    expect(row[15]).toBe('Mon 16 Nov – Fri 27 Nov, back Mon 30 Nov')
    expect(row.slice(16, 27)).toEqual(Array(11).fill('out'))
    expect(row[29]).toBe('')
  })

  it.each(['', '?weeks=2026-11-16', '?month=2026-11'])(
    'labels every bar in the words of the list: "%s"',
    async (query) => {
      const page = await textOf(`${await make()}${query}`)
      const labels = [...page.matchAll(/<span aria-hidden="true">([^<]*)</g)].map(([, label]) => label!)
      expect(labels).toContain('back Mon 30 Nov')
      expect(labels.filter((label) => !page.includes(`, ${label}</span>`))).toEqual([])
      for (const [bar, title] of page.matchAll(
        /<i class="bar[^>]* begins[^>]*title="([^"]*)"[^>]*>(?=<\/i>)/g,
      ))
        expect(page, bar).toContain(`<span class="vh">${title}</span>`)
      expect(page).toMatch(/<i class="bar[^>]*title="[^"]*back [^"]*" aria-hidden="true"><\/i>/)
    },
  )

  it('shows the month, the weeks, the team and the people that are asked for', async () => {
    const url = await make({ reasons: 'shown' })
    expect(await textOf(`${url}?month=2026-12`)).toMatch(/December 2026\s*<\/caption>/)
    const weeks = await textOf(`${url}?weeks=2026-11-18`)
    expect(weeks).toContain('Mon 16 Nov – Sun 29 Nov')
    expect(rowOf(weeks, 'Ada Lovelace')[0]).toMatch(/^holiday /)
    const design = await textOf(`${url}?team=${teams.design.toUpperCase()}&out=1`)
    expect(design).toContain('Fay Moss')
    expect(design).not.toContain('Ada Lovelace')
    expect(rowOf(design, 'émil Roux')).toEqual([])
    expect(await textOf(`${url}?list=1`)).toContain(
      '<span>holiday Mon 16 Nov – Fri 27 Nov, back Mon 30 Nov</span>',
    )
    const all = await textOf(`${url}?everyone=1`)
    expect(all).toMatch(/Design <small>\d of \d out<\/small>/)
    expect(all).toContain('émil Roux')
    expect(await textOf(url)).not.toContain('émil Roux')
    const year = await textOf(`${url}?year=2026`)
    expect(year).toMatch(/<caption[^>]*>\s*2026\s*<\/caption>/)
    expect(year).toContain('<span class="vh">week of 16 Nov</span>')
    expect(rowOf(year, 'Ada Lovelace').slice(45, 49)).toEqual(['', '5 days', '5 days', ''])
    const tv = await textOf(`${url}?tv=1`)
    expect(tv).toContain('http-equiv="refresh" content="300"')
    expect(tv).not.toMatch(/<a |<form/)
  })

  it('breaks no line inside a date', async () => {
    const list = await (await fetch(`${await make()}?list=1`)).text()
    expect(list).toContain(
      'Mon\u00A016\u00A0Nov\u00A0– Fri\u00A027\u00A0Nov, back\u00A0Mon\u00A030\u00A0Nov</span>',
    )
    expect(list).toContain('out today, Fri\u00A020\u00A0Nov.')
  })

  it('refuses a query that it does not know, with the ones it does', async () => {
    const url = await make()
    for (const query of [
      'month=2026-13',
      'month=x&month=y',
      'weeks=2026-02-30',
      'team=x',
      'page=0',
      'moon=1',
      'month=2026-11&weeks=2026-11-02',
      'four=2026-11-02&weeks=2026-11-02',
    ]) {
      const reply = await fetch(`${url}?${query}`)
      const { error } = (await reply.json()) as { error: { code: string; issues: { message: string }[] } }
      expect([query, reply.status, error.code, error.issues.length]).toEqual([query, 422, 'invalid_query', 1])
    }
    expect((await fetch(`${url}?team=&month=`)).status).toBe(200)
  })

  it('escapes what people are called', async () => {
    const name = `<img src=x onerror=alert(1)> "Q" & 'S'`
    await world.addMember(acmeId, { id: memberId(98), name, email: 'odd@acme.example', team_id: null })
    const text = await textOf(`${await make()}?everyone=1`)
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt; &quot;Q&quot; &amp; &#39;S&#39;')
    expect(text).not.toContain('<img')
  })

  it('says in a page what is wrong, to whoever reads pages: the same of a link that was revoked and of none', async () => {
    const read = async (url: string, accept = 'text/html,application/xhtml+xml,*/*;q=0.8') => {
      const reply = await fetch(url, { headers: { Accept: accept } })
      return {
        status: reply.status,
        type: reply.headers.get('content-type'),
        text: await reply.text(),
        csp: reply.headers.get('content-security-policy'),
      }
    }
    const url = await make()
    const month = await read(`${url}?month=2026-13`)
    expect([month.status, month.type]).toEqual([422, 'text/html; charset=utf-8'])
    expect(month.text).toContain('“month” must be a month such as 2026-12')
    expect(month.csp).toContain("default-src 'none'")
    const unknown = await read(`${url.slice(0, -4)}abcd`)
    expect([unknown.status, unknown.text]).toEqual([
      404,
      expect.stringContaining('This calendar link does not work'),
    ])
    expect(unknown.text).not.toContain(url.split('/').at(-1)!.slice(0, 20))
    expect(await read(`${new URL(url).origin}/calendar/nothing`)).toEqual(unknown)
    for (const [path, style] of [
      ['', 'calendar/calendar.css'],
      ['/', 'calendar.css'],
      ['/a/b', '../calendar.css'],
      ['/%zz', 'calendar.css'],
    ] as const) {
      const { text, ...other } = await read(`${new URL(url).origin}/calendar${path}`)
      expect({ text, ...other }).toEqual({ ...unknown, text: expect.stringContaining(`href="${style}"`) })
    }
    expect((await read(`${url.slice(0, -4)}abcd`, 'application/json')).type).toBe(
      'application/json; charset=utf-8',
    )
    expect((await read(`${url.slice(0, -4)}abcd.ics`)).type).toBe('application/json; charset=utf-8')
  })

  it('says in a page that the server has a fault', async () => {
    const url = await make()
    world.store.plan({ call: 1, how: 'throws' })
    const reply = await fetch(url, { headers: { Accept: 'text/html' } })
    expect([reply.status, reply.headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8'])
    const text = await reply.text()
    expect(text).toContain('The calendar cannot be shown right now')
    expect(text).toContain('href="calendar.css"')
  })

  it('is compressed for a caller that accepts it, with a tag of its own, and 304 for a caller that has it', async () => {
    const url = await make()
    const plain = await fetch(url, { headers: { 'Accept-Encoding': 'identity' } })
    const zipped = await fetch(url, { headers: { 'Accept-Encoding': 'gzip' } })
    expect(zipped.headers.get('content-encoding')).toBe('gzip')
    expect(zipped.headers.get('vary')).toBe('Accept-Encoding')
    expect(await zipped.text()).toBe(await plain.text())
    const tags = [plain, zipped].map(({ headers }) => headers.get('etag')!)
    expect(tags[1]).toBe(tags[0]!.replace(/"$/, '-gzip"'))
    for (const tag of tags) expect((await fetch(url, { headers: { 'If-None-Match': tag } })).status).toBe(304)
  })

  it('answers GET, HEAD and OPTIONS, and so many times a minute', async () => {
    const url = await make()
    const head = await fetch(url, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect((await fetch(url, { method: 'POST' })).status).toBe(405)
    expect((await fetch(url, { method: 'OPTIONS' })).status).toBe(204)
    const replies = await Promise.all(Array.from({ length: 60 }, () => fetch(url, { method: 'HEAD' })))
    const refused = replies.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(11)
    expect(refused[0]!.headers.get('retry-after')).toMatch(/^\d+$/)
    expect((await fetch(await make())).status).toBe(200)
  })
})
