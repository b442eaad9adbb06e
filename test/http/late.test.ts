import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DataSource } from '../../src/domain/sources/source.js'
import type { LinkInput } from '../../src/services/links/links.js'
import { acmeId, members } from '../world/acme.js'
import { sourceDocument } from '../world/sources.js'
import { startWorld, type World } from '../world/world.js'
import { addLink } from './links.js'

/** Noon of the world is on Friday 20 November 2026. */
const tuesday = '2026-11-17T06:30:00.000Z'
const header = 'whosout-data-as-of'

let world: World
beforeEach(async () => void (world = await startWorld()))
afterEach(() => world.stop())

const put = (id: string, fields: Partial<DataSource> = {}) =>
  world.write({
    put: 'sources',
    document: sourceDocument(acmeId, id, { last_success_at: tuesday, last_error: 'No answer.', ...fields }),
  })

const ask = (more: Record<string, string> = {}, path = '/api/v1/presence') =>
  fetch(`http://localhost:${world.port}${path}`, {
    headers: { Authorization: `Bearer ${world.secrets.active}`, ...more },
  })

const pageOf = async (wish: Partial<LinkInput> = {}, query = ''): Promise<string> => {
  const page = await fetch((await addLink(world, wish)).url + query)
  return (await page.text()).replaceAll('\u00A0', ' ')
}

describe('answers of the API', () => {
  it('say since when a calendar has not been read, on 200 and 304, without another ETag', async () => {
    const before = await ask()
    expect(before.headers.get(header)).toBeNull()
    await before.arrayBuffer()
    await world.stop()
    world = await startWorld()
    await put('hr', { name: 'BambooHR' })
    await put('old', { last_success_at: '2026-11-18T06:30:00.000Z' })
    await put('ada', { last_success_at: '2026-11-01T06:30:00.000Z', member_id: members.ada.id })
    const after = await ask()
    const etag = before.headers.get('etag')
    expect([after.headers.get(header), after.headers.get('etag')]).toEqual([tuesday, etag])
    const known = await ask({ 'If-None-Match': after.headers.get('etag')! })
    expect([known.status, known.headers.get(header)]).toEqual([304, tuesday])
    const kept = await ask()
    expect(kept.headers.get(header)).toBe(tuesday)
    expect((await ask({}, '/api/v1/presence?from=x')).headers.get(header)).toBeNull()
  })

  it('begin to say it while nothing changes but the time', async () => {
    await put('hr', { last_success_at: '2026-11-19T11:30:00.000Z' })
    expect((await ask()).headers.get(header)).toBeNull()
    world.setClock('2026-11-20T12:30:00.000Z')
    expect((await ask()).headers.get(header)).toBe('2026-11-19T11:30:00.000Z')
  })
})

describe('a calendar page', () => {
  const sentence = 'Calendar BambooHR &lt;b&gt; was last read on Tue 17 Nov.'

  it('says which calendar has not been read, on screens too', async () => {
    expect(await pageOf()).not.toContain('was last read')
    await world.stop()
    world = await startWorld()
    await put('hr', { name: 'BambooHR <b>' })
    await put('ada', { name: 'of Ada', member_id: members.ada.id })
    for (const query of ['', '?tv=1', '?list=1']) {
      const page = await pageOf({}, query)
      expect(page).toContain(sentence)
      expect(page).not.toContain('of Ada')
    }
    const own = await pageOf({ member: 'ada@acme.example' })
    expect(own).toContain(sentence)
    expect(own).toContain('Calendar of Ada was last read on Tue 17 Nov.')
  })
})
