import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LinkInput } from '../../../src/services/links/links.js'
import { documentId } from '../../../src/domain/organization/organization.js'
import { runAtOnce } from '../../../src/calendar/slices.js'
import { feedInSlices, foldLine } from '../../../src/http/calendar/icalendar.js'
import { acmeId, memberId, members, teams } from '../../world/acme.js'
import { startWorld, type World } from '../../world/world.js'
import { addLink } from '../links.js'

let world: World
beforeAll(async () => void (world = await startWorld()))
afterAll(() => world.stop())

const make = (wish?: Partial<LinkInput>) => addLink(world, wish)

/** Every event as another implementation reads it. */
const read = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text) as never)
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    const value = (name: string) => component.getFirstPropertyValue(name)
    return {
      uid: event.uid,
      summary: event.summary,
      start: event.startDate.toString(),
      end: event.endDate.toString(),
      isDate: event.startDate.isDate && event.endDate.isDate,
      stamp: String(value('dtstamp')),
      modified: String(value('last-modified')),
      busy: [value('transp'), value('x-microsoft-cdo-busystatus')],
      names: component.getAllProperties().map(({ name }) => name),
    }
  })
}

const textOf = async (url: string) => (await fetch(url)).text()

describe('a feed', () => {
  it('escapes commas, semicolons, backslashes and line breaks, which readers would take for marks of their own', () => {
    const event = {
      uid: 'u',
      from: '2026-11-16',
      to: '2026-11-16',
      summary: 'Ada, Ben; C\\D\nE: out',
      changed_at: '2026-01-05T09:00:00Z',
    }
    const feed = runAtOnce(
      feedInSlices({ name: 'A, B; C', events: [event], isOwn: false, revision: 1 }),
    ).toString()
    expect(feed).toContain('SUMMARY:Ada\\, Ben\\; C\\\\D\\nE: out\r\n')
    expect(feed).toContain('X-WR-CALNAME:A\\, B\\; C\r\n')
  })

  it('says who is away when, in days whose end is the day after', async () => {
    const { feed } = await make()
    const reply = await fetch(feed)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(reply.headers.get('content-disposition')).toMatch(/^inline/)
    expect(reply.headers.get('referrer-policy')).toBe('no-referrer')
    expect(reply.headers.get('x-robots-tag')).toBe('noindex')
    const text = await reply.text()
    expect(text).not.toMatch(/METHOD|DESCRIPTION|ATTENDEE|ORGANIZER|holiday 20|sick|personal/)
    const events = read(text)
    const ada = events.find(({ summary }) => summary.startsWith('Ada'))
    expect(ada).toMatchObject({
      summary: 'Ada Lovelace: out',
      start: '2026-11-16',
      end: '2026-11-28',
      isDate: true,
      busy: ['TRANSPARENT', 'FREE'],
      // Acme's leaves were written before changes were kept: since there is an Acme.
      stamp: '2026-01-05T09:00:00Z',
      modified: '2026-01-05T09:00:00Z',
    })
    // Pending, rejected and cancelled leaves, and people who are gone, are in none.
    expect(events.some(({ summary }) => /mil Roux|Nils/.test(summary))).toBe(false)
    expect(events.filter(({ summary }) => summary.startsWith('Cleo'))).toEqual([])
    expect(events.filter(({ start }) => start === '2026-12-25').map(({ summary }) => summary)).toEqual([
      'Bank holiday (1 person)',
    ])
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(events.length)
  })

  it('has the same bytes for the same data, is 304 for a caller that has them, and has other bytes after a change', async () => {
    const { feed } = await make()
    const first = await fetch(feed)
    const text = await first.text()
    const etag = first.headers.get('etag')!
    expect(await textOf(feed)).toBe(text)
    const again = await fetch(feed, { headers: { 'If-None-Match': `W/${etag}` } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const before = read(text).find(({ summary }) => summary.startsWith('Gus'))!
    const changed_at = '2026-11-20T10:00:00.000Z'
    const [gus] = (
      await world.store.get(
        'leaves',
        Array.from({ length: 14 }, (_, number) =>
          documentId(acmeId, `1eaf0000-0000-4000-8000-${String(number).padStart(12, '0')}`),
        ),
      )
    ).filter(({ member_id }) => member_id === members.gus.id)
    await world.write({ patch: 'leaves', id: gus!._id, set: { end_date: '2026-12-08', changed_at } })
    await world.setOrganization(acmeId, {})
    const after = read(await textOf(feed)).find(({ summary }) => summary.startsWith('Gus'))!
    expect(after).toMatchObject({ uid: before.uid, end: '2026-12-09', stamp: '2026-11-20T10:00:00Z' })
    expect(before.end).toBe('2026-12-05')
  })

  it('shows a team or a person, and reasons only when it was made so; a person’s own makes them busy', async () => {
    const design = read(await textOf((await make({ team: 'Design', reasons: 'shown' })).feed))
    expect(new Set(design.map(({ summary }) => summary))).toEqual(
      // The bank holiday before Dan's leave is none of his days of it.
      new Set(['Bank holiday (1 person)', 'Dan Wu: personal leave', 'Fay Moss: holiday']),
    )
    const ada = read(await textOf((await make({ member: 'ada@acme.example' })).feed))
    expect(ada).toMatchObject([{ summary: 'Ada Lovelace: out', busy: ['OPAQUE', 'OOF'] }])
    const { url } = await make({ team: 'Design' })
    expect(await textOf(`${url}?team=${teams.platform}`)).not.toContain('Ada')
  })

  it('has the bank holidays of a place once for all who have them', async () => {
    const days = [{ date: '2026-12-08', name: 'A day off' }]
    const document = { _id: documentId(acmeId, 'HERE'), org: acmeId, code: 'HERE', days }
    await world.write({ put: 'holiday_calendars', document })
    await world.setOrganization(acmeId, { holidays: 'HERE' })
    const { feed, url } = await make({ team: 'Support' })
    const events = read(await textOf(feed)).filter(({ start }) => start === '2026-12-08')
    expect(events.map(({ summary }) => summary)).toEqual(['Bank holiday (2 people)'])
    const page = await textOf(`${url}?month=2026-12`)
    expect(page).toMatch(/<b>Bank holiday: A day off<\/b> <span>Tue\s8\sDec, 3 people/)
    expect(page).toMatch(/bank holiday: A day off, Tue\s8\sDec/)
    await world.setOrganization(acmeId, { holidays: null })
  })

  it('gives ids that nobody can make from what the API tells', async () => {
    const one = await make({ member: 'ada@acme.example' })
    const other = await make({ member: 'ada@acme.example' })
    const [a, b] = [read(await textOf(one.feed))[0]!, read(await textOf(other.feed))[0]!]
    expect(a.uid).toMatch(/^[0-9a-f]{32}@whosout$/)
    expect(a.uid).not.toBe(b.uid)
  })

  it('folds by octets, without cutting a character, and survives every name', async () => {
    const name = 'Zoë "漢字漢字漢字漢字漢字漢字漢字漢字" 👩‍👩‍👧‍👦👩‍👩‍👧‍👦; back\\slash, and so on'
    await world.addMember(acmeId, { id: memberId(99), name, email: 'long@acme.example', team_id: null })
    await world.addLeave(acmeId, {
      member_id: memberId(99),
      type: 'holiday',
      start_date: '2026-11-23',
      end_date: '2026-11-23',
      status: 'approved',
    })
    const text = await textOf((await make({ member: 'long@acme.example' })).feed)
    const lines = text.split('\r\n')
    expect(lines.at(-1)).toBe('')
    expect(lines.some((line) => /\n/.test(line))).toBe(false)
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBe(75)
    expect(lines.some((line) => line.includes('\uFFFD'))).toBe(false)
    expect(read(text)[0]!.summary).toBe(`${name}: out`)
    expect(foldLine('a'.repeat(75))).not.toContain('\n')
    expect(foldLine('a'.repeat(76))).toBe(`${'a'.repeat(75)}\r\n a`)
  })
})

describe('what opens nothing', () => {
  const whole = async (url: string, method = 'GET') => {
    const reply = await fetch(url, { method })
    const { date: _, 'x-request-id': __, 'keep-alive': ___, ...headers } = Object.fromEntries(reply.headers)
    return { status: reply.status, headers, body: await reply.text() }
  }

  it('is one and the same 404: unknown, mistyped, revoked, expired, suspended, and a key', async () => {
    const revoked = await make()
    await revoked.links.revoke(acmeId, revoked.link.id, { who: 'ops', from: null })
    const expired = await make({ expires: '2026-11-20T11:00:00Z' })
    world.setClock('2026-11-20T11:00:00.000Z')
    const good = await make()
    const stranger = await make()
    await world.write({ remove: 'link_hashes', id: stranger.link.hash })
    const last = good.token.endsWith('a') ? 'b' : 'a'
    const dead = [
      revoked.url,
      expired.url,
      stranger.url,
      good.url.slice(0, -1) + last,
      good.url.replace(good.token, world.secrets.active),
      `${good.url}.ics.ics`,
    ]
    const replies = await Promise.all([...dead, revoked.feed, expired.feed].map((url) => whole(url)))
    expect(replies[0]).toMatchObject({
      status: 404,
      body: '{"error":{"message":"Not found","code":"not_found"}}',
      headers: { 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' },
    })
    for (const reply of replies) expect(reply).toEqual(replies[0])
    expect((await whole(good.url)).status).toBe(200)
    await world.setOrganization(acmeId, { suspended: true })
    expect(await whole(good.url)).toEqual(replies[0])
    await world.setOrganization(acmeId, { suspended: false })
    // A link is no key.
    const headers = { Authorization: `Bearer ${good.token}` }
    expect((await fetch(`http://localhost:${world.port}/api/v1/presence`, { headers })).status).toBe(401)
  })

  it('leaves no token in the log', async () => {
    const { token, url, feed } = await make()
    await Promise.all([url, feed, `${url}?month=x`, `${url}x`].map((one) => fetch(one)))
    await world.edge.stop()
    const log = world.log.join('')
    expect(log).toContain('"path":"/calendar/-"')
    expect(log).toContain('"path":"/calendar/-.ics"')
    expect(log).not.toContain(token.slice(9, 30))
    expect(log).not.toContain('who_link_')
  })
})
