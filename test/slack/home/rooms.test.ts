import { randomBytes } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import type { FormValues } from '../../../src/demo/fake-slack/payloads.js'
import type { FakeView } from '../../../src/demo/fake-slack/state.js'
import type { Member } from '../../../src/domain/organization/organization.js'
import { createLinks } from '../../../src/services/links/links.js'
import { createAddressCipher } from '../../../src/services/sources/address-cipher.js'
import { createWebhooks } from '../../../src/services/webhooks/webhooks.js'
import { collect } from '../../../src/store/port.js'
import { blocksOf, people, standAtNoon, textOf } from '../acme-house.js'
import { leaveDocument } from '../../world/acme.js'
import { openLoopback } from '../../world/loopback.js'
import { acme } from '../house.js'
import { openHomeHouse, type HomeHouse } from './room.js'
import { choosesIn, edge, enterRoom, furnish, rowOf, source, sourceId } from './rooms.js'

standAtNoon()

const furnished = async (): Promise<HomeHouse> => {
  const house = await openHomeHouse()
  await furnish(house)
  return house
}

const inRoom = async (name: string) => {
  const house = await furnished()
  return { house, home: await enterRoom(house, 'zoe', name) }
}

/** The address of a feed with an event tomorrow for each summary. */
const serveFeed = async (...summaries: readonly string[]): Promise<string> => {
  const event = (summary: string) => ['BEGIN:VEVENT', 'DTSTART;VALUE=DATE:20261121', summary, 'END:VEVENT']
  const lines = ['BEGIN:VCALENDAR', ...summaries.flatMap(event), 'END:VCALENDAR', '']
  const { url } = await openLoopback((_, response) => void response.end(lines.join('\r\n')))
  return `${url}/feed.ics`
}

const digestOf = async ({ store }: HomeHouse) => (await store.get('digests', ['T0ACME:C0TEAM:all']))[0]
const audited = async ({ store }: HomeHouse) =>
  (await collect(store.find('audit', { index: 'by_time', equal: { org: acme._id } }))).map(
    ({ what, who }) => `${what} ${who}`,
  )

const choosesSource = (house: HomeHouse, home: FakeView, verb: string): Promise<FakeView> =>
  choosesIn(house, 'zoe', home, ['home_data:menu', 'BambooHR', verb])

const memberNamed = async ({ store }: HomeHouse, wanted: string): Promise<Member> => {
  const members = await collect(store.find('members', { index: 'by_org', equal: { org: acme._id } }))
  return members.find(({ name }) => name === wanted)!
}

describe('the settings of an admin', () => {
  it('are summed up on the first page, each with its room, and lead back', async () => {
    const house = await furnished()
    const first = textOf(await house.settings('zoe'))
    expect(first).toContain('1 morning digest')
    expect(first).toMatch(
      /\d+ active members · 1 deactivated · 2 people in Slack are not matched with a member/,
    )
    expect(first).toContain('1 calendar · 1 needs attention')
    expect(first).toContain('DE-BY · no days for 2027 yet')
    expect(first).toContain('1 calendar link')
    const room = await enterRoom(house, 'zoe', 'links')
    expect(textOf(room)).not.toContain('*API keys*')
    await house.slack.press({ user: people.zoe.id, on: room.id, action_id: 'home_room:open:settings' })
    await house.slack.until(() => (textOf(room).includes('*API keys*') ? true : undefined))
  })

  it('are nobody else’s: a room that is pressed open is the first page', async () => {
    const house = await furnished()
    const home = await house.home('ada')
    const element = { type: 'button', action_id: 'home_room:open:people' }
    const before = home.hash
    await house.slack.press({ user: people.ada.id, on: home.id, action_id: element.action_id, element })
    await house.slack.until(() => (home.hash === before ? undefined : true))
    expect(textOf(home)).not.toContain('Settings')
    expect(textOf(home)).not.toContain('@acme.example')
  })
})

describe('the room of digests', () => {
  it('says how each stands, and pauses, resumes and removes it, which its channel is told', async () => {
    const { house, home } = await inRoom('digests')
    expect(textOf(home)).toContain('<#C0TEAM> · everybody · next on Mon 23 Nov at 09:00')
    expect(textOf(home)).toContain('it has not run yet')
    for (const [verb, said] of [
      ['pause', 'paused the morning digest'],
      ['resume', 'resumed the morning digest'],
      ['remove', 'removed the morning digest'],
    ] as const) {
      const form = await choosesIn(house, 'zoe', home, ['home_digests:menu', '<#C0TEAM>', verb])
      await house.submits('zoe', form)
      expect(textOf(form)).toContain(said)
      expect(house.posted().at(-1)!.text).toContain(said)
    }
    expect(textOf(home)).toContain('No channel has a morning digest')
    expect(await digestOf(house)).toBeUndefined()
  })

  it('sets a new one from the settings: the channel first, then its form', async () => {
    const house = await openHomeHouse()
    await house.settings('zoe')
    const form = await house.opens('zoe', 'home_digests:new')
    await house.slack.submit(people.zoe.id, form.id, { channel: 'C0TEAM' })
    expect(textOf(form)).toContain('<#C0TEAM>\nNot set yet.')
    await house.submits('zoe', form)
    expect(await digestOf(house)).toMatchObject({ time: '09:00' })
  })

  it('opens the form of the channel, without a test, which has nowhere to go', async () => {
    const { house, home } = await inRoom('digests')
    const form = await choosesIn(house, 'zoe', home, ['home_digests:menu', '<#C0TEAM>', 'edit'])
    expect(form.content['callback_id']).toBe('digest_form')
    expect(textOf(form)).not.toContain('Send a test')
    await house.slack.submit(people.zoe.id, form.id, { 'digest_field:time': '10:00' })
    expect(await digestOf(house)).toMatchObject({ time: '10:00' })
    await house.slack.until(() => (textOf(home).includes('at 10:00') ? true : undefined))
  })

  it('leaves what somebody else has changed in the meantime', async () => {
    const { house, home } = await inRoom('digests')
    const form = await choosesIn(house, 'zoe', home, ['home_digests:menu', '<#C0TEAM>', 'remove'])
    await house.store.commit([{ patch: 'digests', id: 'T0ACME:C0TEAM:all', set: { time: '11:00' } }])
    await house.submits('zoe', form)
    expect(textOf(form)).toContain('someone else changed this digest')
    expect(await digestOf(house)).toBeDefined()
  })
})

describe('the room of people', () => {
  it('matches by hand who matches nobody, keeps that, and undoes it', async () => {
    const { house, home } = await inRoom('people')
    expect(textOf(home)).toContain('*Stray &lt;!here&gt; &amp; Co* · `stray@acme.example`')
    const { block_id, values } = rowOf(home, 'Stray')
    expect(values).toEqual([people.stray.id])
    const form = await house.opens('zoe', 'home_people:match', { block_id })
    const fay = await memberNamed(house, 'Fay Moss')
    await house.submits('zoe', form, { 'home_match:member': fay.id })
    expect(textOf(form)).toContain('<@U0STRAY> is *Fay Moss* from now on.')
    await house.slack.until(() => (textOf(home).includes('matched by hand') ? true : undefined))
    expect((await house.answer('stray', 'me')).text).not.toContain('do not know you')
    const row = rowOf(home, '<@U0STRAY>')
    await house.opens('zoe', 'home_people:unmatch', { block_id: row.block_id })
    await house.slack.until(() => (textOf(home).includes('*Stray') ? true : undefined))
    expect((await audited(house)).filter((line) => line.startsWith('slack_')).sort()).toEqual([
      'slack_matched slack:U0ZOE',
      'slack_unmatched slack:U0ZOE',
    ])
  })

  it('shows a member, and changes team and state at once', async () => {
    const { house, home } = await inRoom('people')
    const cleo = await memberNamed(house, 'Cleo Ångström')
    const form = await house.opens('zoe', 'home_people:find', { choice: cleo.id })
    expect(textOf(form)).toContain(cleo.email)
    expect(JSON.stringify(form.content['private_metadata'])).not.toContain('@')
    const again = await house.opens('zoe', 'home_people:find', { choice: cleo.id })
    await house.submits('zoe', form, { 'home_member:team': 'all', 'home_member:active': [] })
    expect(textOf(form)).toContain('*Cleo Ångström* was changed.')
    expect((await house.store.get('members', [cleo._id]))[0]).toMatchObject({
      team_id: null,
      active: false,
      source: 'manual',
    })
    await house.submits('zoe', again, { 'home_member:active': ['active'] })
    expect(textOf(again)).toContain('someone else changed this member')
    expect(textOf(home)).toContain('2 deactivated')
  })

  it('shows the time zone of a member so that it can be copied, and what unticking does', async () => {
    const { house, home } = await inRoom('people')
    const cleo = await memberNamed(house, 'Cleo Ångström')
    const set = { timezone: 'America/New_York' }
    await house.store.commit([{ patch: 'members', id: cleo._id, set }])
    const form = await house.opens('zoe', 'home_people:find', { choice: cleo.id, on: home })
    expect(textOf(form)).toContain(`\`${cleo.email}\` · \`America/New_York\``)
    expect(JSON.stringify(form.content)).toContain('Untick to deactivate')
  })

  it('has no advice for the command line when a member is gone', async () => {
    const { house, home } = await inRoom('people')
    const cleo = await memberNamed(house, 'Cleo Ångström')
    const { block_id } = rowOf(home, 'Stray')
    const match = await house.opens('zoe', 'home_people:match', { block_id })
    const page = await house.opens('zoe', 'home_people:find', { choice: cleo.id })
    const days = await house.opens('zoe', 'home_member:days', { on: page })
    await house.store.commit([{ remove: 'members', id: cleo._id }])
    const found = await house.opens('zoe', 'home_people:find', { choice: cleo.id })
    await house.submits('zoe', match, { 'home_match:member': cleo.id })
    await house.submits('zoe', days)
    await house.submits('zoe', page)
    for (const view of [match, page, found])
      expect(textOf(view)).toMatch(/\nThis member no longer exists\. Open the Home tab again\.$/)
    expect(Object.values(days.errors)).toEqual(['This member no longer exists. Open the Home tab again.'])
  })

  it('gives a member another holiday calendar, which an import may still change', async () => {
    const { house } = await inRoom('people')
    const cleo = await memberNamed(house, 'Cleo Ångström')
    const form = await house.opens('zoe', 'home_people:find', { choice: cleo.id })
    await house.submits('zoe', form, { 'home_member:holidays': 'DE-BY' })
    expect(textOf(form)).toContain('*Cleo Ångström* was changed.')
    const [changed] = await house.store.get('members', [cleo._id])
    expect(changed).toEqual({ ...cleo, holidays: 'DE-BY' })
    expect(await audited(house)).toContain('holidays_assigned slack:U0ZOE')
  })

  it('enters days for somebody, as an admin, with a reason that others are not shown', async () => {
    const { house } = await inRoom('people')
    const cleo = await memberNamed(house, 'Cleo Ångström')
    const page = await house.opens('zoe', 'home_people:find', { choice: cleo.id })
    const form = await house.opens('zoe', 'home_member:days', { on: page })
    const days = { from: '2026-12-01', to: '2026-12-02', part: 'whole', reason: 'sick' }
    await house.submits('zoe', form, { ...days, to: days.from, part: 'inner' })
    expect(Object.keys(form.errors)).toEqual(['own_field:part'])
    await house.submits('zoe', form, { ...days, to: '2026-11-30' })
    expect(form.errors).toEqual({ 'own_field:to': 'The last day is before the first one.' })
    await house.submits('zoe', form, days)
    expect(textOf(form)).toContain('*Cleo Ångström* is off Tue 1 Dec – Wed 2 Dec.')
    const leaves = await collect(house.store.find('leaves', { index: 'by_end', equal: { org: acme._id } }))
    const entered = leaves.find(({ member_id, source: from }) => member_id === cleo.id && from === 'manual')
    expect(entered).toMatchObject({ type: 'sick', start_date: '2026-12-01', end_date: '2026-12-02' })
    expect(await audited(house)).toContain('leave_added slack:U0ZOE')
    expect((await house.answer('ada', 'cleo 1 dec')).text).not.toContain('sick')
    const again = await house.opens('zoe', 'home_member:days', { on: page })
    await house.submits('zoe', again, days)
    expect(again.errors['own_field:from']).toContain('already has this leave')
  })

  it('enters days for whoever is chosen, lists them on their page, and takes back what an admin entered', async () => {
    const house = await furnished()
    await house.settings('zoe')
    const fay = await memberNamed(house, 'Fay Moss')
    const form = await house.opens('zoe', 'home_people:enter')
    const days = { 'home_days:member': fay.id, from: '2026-12-01', to: '2026-12-01', part: 'morning' }
    await house.submits('zoe', form, { ...days, reason: 'sick' })
    expect(textOf(form)).toContain('*Fay Moss* is off Tue 1 Dec, morning.')
    const imported = leaveDocument(acme._id, 'xmas', {
      member_id: fay.id,
      type: 'holiday',
      start_date: '2026-12-21',
      end_date: '2026-12-23',
      status: 'approved',
    })
    await house.store.commit([{ put: 'leaves', document: imported }])
    const home = await enterRoom(house, 'zoe', 'people')
    const page = await house.opens('zoe', 'home_people:find', { choice: fay.id, on: home })
    // The policy of this organization keeps reasons from everybody else.
    expect(textOf(page)).toContain('*Tue 1 Dec, morning*\nentered by an admin')
    expect(textOf(page)).toContain('*Mon 21 Dec – Wed 23 Dec*\nfrom a file')
    expect(JSON.stringify(blocksOf(page)).match(/Take back…/g)).toHaveLength(1)
    const asked = await house.opens('zoe', 'home_member:take_back', { on: page })
    await house.submits('zoe', asked)
    expect(textOf(asked)).toContain('Taken back: Tue 1 Dec, morning.')
    await house.slack.closeView(people.zoe.id, asked.id)
    expect([asked.open, page.open]).toEqual([false, false])
    expect(await audited(house)).toContain('leave_removed slack:U0ZOE')
    const after = await house.opens('zoe', 'home_people:find', { choice: fay.id, on: home })
    expect(textOf(after)).not.toContain('Tue 1 Dec')
  })

  it('says so when Slack lists nobody', async () => {
    const house = await furnished()
    house.slack.faults.add(
      { kind: 'error', error: 'fatal_error', applied: false },
      { method: 'users.list', times: 9 },
    )
    expect(textOf(await enterRoom(house, 'zoe', 'people'))).toContain('Slack did not list its people')
  })
})

describe('the room of data', () => {
  it('says since when a calendar fails that was never read', async () => {
    const failing = { ...source, held: null, last_success_at: null, last_error: 'The server did not answer.' }
    const house = await furnished()
    await house.store.commit([{ put: 'sources', document: failing }])
    const home = textOf(await enterRoom(house, 'zoe', 'data'))
    expect(home).toContain('*BambooHR &lt;&amp;&gt;* · failing')
    expect(home).toMatch(/14 leaves · added \w+ \d+ Nov at \d+:00, never read/)
  })

  it('says what each calendar brought and needs, and nothing of its address', async () => {
    const { house, home } = await inRoom('data')
    expect(textOf(home)).toContain('*BambooHR &lt;&amp;&gt;* · waiting for confirmation')
    expect(textOf(home)).toContain('feeds.example.com …9f3c · 14 leaves · last read Fri 20 Nov at')
    expect(textOf(home)).toContain('12 of 14 upcoming leaves would be removed.')
    expect(JSON.stringify(house.slack.state.views)).not.toContain('encrypted-address')
    const verbs = rowOf(home, 'BambooHR').values.map((value) => value.split(':')[0])
    expect(verbs).toEqual(['sync', 'unmatched', 'confirm', 'pause', 'remove'])
    const unmatched = await choosesSource(house, home, 'unmatched')
    expect(textOf(unmatched)).toContain('*J. Doe off*\nMon 23 Nov – Tue 24 Nov')
  })

  it('is not sure of events in the calendar of one person', async () => {
    const house = await furnished()
    const { id: member_id } = await memberNamed(house, 'Fay Moss')
    await house.store.commit([{ patch: 'sources', id: sourceId, set: { member_id } }])
    const home = await enterRoom(house, 'zoe', 'data')
    expect(textOf(home)).toMatch(/\d events? not sure/)
    const unmatched = await choosesSource(house, home, 'unmatched')
    expect(textOf(unmatched)).toMatch(/Tue 24 Nov( · not sure, of .*)?\n/)
    expect(textOf(unmatched)).not.toContain('· like')
  })

  it('says that events cannot be read, and what became of them', async () => {
    const house = await furnished()
    const unreadable = { events: [{ summary: 'Fay Moss', reason: 'it has no start' }], count: 1, kept: 2 }
    await house.store.commit([{ patch: 'sources', id: sourceId, set: { unreadable } }])
    const said = '1 event cannot be read; 2 leaves that were read before stay'
    expect(textOf(await enterRoom(house, 'zoe', 'data'))).toContain(said)
  })

  it('shows the name of a setting so that it can be copied', async () => {
    const house = await furnished()
    const last_error = 'The encryption key for feeds is missing: set the ENCRYPTION_KEY that was in use.'
    await house.store.commit([{ patch: 'sources', id: sourceId, set: { last_error } }])
    expect(textOf(await enterRoom(house, 'zoe', 'data'))).toContain('set the `ENCRYPTION_KEY` that was in')
  })

  it('matches the events of a calendar by hand, and keeps that', async () => {
    const { house, home } = await inRoom('data')
    const unmatched = await choosesSource(house, home, 'unmatched')
    const form = await house.opens('zoe', 'home_unmatched:match', { on: unmatched })
    expect(form.previous).toBe(unmatched.id)
    const fay = await memberNamed(house, 'Fay Moss')
    await house.submits('zoe', form, { 'home_unmatched:text': ' ', 'home_unmatched:member': fay.id })
    expect(Object.keys(form.errors)).toEqual(['home_unmatched:text'])
    await house.submits('zoe', form, { 'home_unmatched:text': 'J. Doe', 'home_unmatched:member': fay.id })
    expect(textOf(form)).toContain('"J. Doe" is *Fay Moss* from now on.')
    const [{ aliases } = source] = await house.store.get('sources', [sourceId])
    expect(aliases).toEqual([{ words: 'j doe', member_id: fay.id }])
    expect(await audited(house)).toContain('source_changed slack:U0ZOE')
  })

  it('suggests the name in an event, and the nearest member', async () => {
    const house = await furnished()
    const fay = await memberNamed(house, 'Fay Moss')
    const [event] = source.unmatched
    const unmatched = [{ ...event!, summary: 'F. Moss (Paid vacation - 2 days)', nearest: [fay.id] }]
    await house.store.commit([{ patch: 'sources', id: sourceId, set: { unmatched } }])
    const home = await enterRoom(house, 'zoe', 'data')
    const shown = await choosesSource(house, home, 'unmatched')
    const form = await house.opens('zoe', 'home_unmatched:match', { on: shown })
    await house.submits('zoe', form)
    expect(textOf(form)).toContain('"F. Moss" is *Fay Moss* from now on.')
    const [{ aliases } = source] = await house.store.get('sources', [sourceId])
    expect(aliases).toEqual([{ words: 'f moss', member_id: fay.id }])
  })

  it('checks what a calendar would bring, and writes nothing', async () => {
    const ENCRYPTION_KEY = Buffer.alloc(32, 5).toString('base64')
    const house = await openHomeHouse({ env: { ENCRYPTION_KEY, FEEDS_ALLOW_PRIVATE: 'on' } })
    const url = await serveFeed('SUMMARY:Fay Moss - Holiday', 'SUMMARY:Somebody Else')
    const home = await enterRoom(house, 'zoe', 'data')
    await house.submits('zoe', await house.opens('zoe', 'home_data:add'), { name: 'HR', url })
    const leaves = () => house.store.find('leaves', { index: 'by_end', equal: { org: acme._id } })
    const before = await collect(leaves())
    const checked = await choosesIn(house, 'zoe', home, ['home_data:menu', 'HR', 'check'])
    expect(textOf(checked)).toContain('*HR* would bring: 1 added, 0 changed, 0 removed, 0 as before.')
    expect(textOf(checked)).toContain('1 event would match nobody.\nNothing was written.')
    expect(await collect(leaves())).toEqual(before)
    expect(textOf(home)).toContain('*HR* · not read yet')
  })

  it('pauses a calendar, and says why it cannot be read', async () => {
    const { house, home } = await inRoom('data')
    const synced = await choosesSource(house, home, 'sync')
    expect(textOf(synced)).toContain('The encryption key for feeds is missing')
    const paused = await choosesSource(house, home, 'pause')
    expect(textOf(paused)).toContain('is paused.')
    expect((await house.store.get('sources', [sourceId]))[0]).toMatchObject({ paused: true, next_at: null })
    expect(rowOf(home, 'BambooHR').values.at(-2)).toBe(`resume:${sourceId}`)
  })

  it('lets through only the fetch that was shown, and removes a calendar, each after a question', async () => {
    const { house, home } = await inRoom('data')
    const seen = await choosesSource(house, home, 'confirm')
    expect(textOf(seen)).toContain('12 of 14 upcoming leaves are missing from this calendar.')
    const held = { at: '2026-11-20T08:00:00.000Z', gone: 14, coming: 14 }
    await house.store.commit([{ patch: 'sources', id: sourceId, set: { held } }])
    await house.submits('zoe', seen)
    expect(textOf(seen)).toContain('This is out of date')
    const again = await choosesSource(house, home, 'confirm')
    await house.submits('zoe', again)
    expect(textOf(again)).toContain('could not be read')
    const removing = await choosesSource(house, home, 'remove')
    await house.submits('zoe', removing)
    expect(textOf(removing)).toContain('was removed, with 0 leaves.')
    expect(await house.store.get('sources', [sourceId])).toEqual([])
  })

  it('says what the people of Slack brought, syncs them, and stops it, each as what it is', async () => {
    const house = await openHomeHouse()
    const id = '5ca1ab1e-0000-4000-8000-000000000002'
    const slack = { workspace: 'T0ACME', creates: false, avatars: false, groups: [], members: 0 }
    const held = { at: '2026-11-20T07:00:00.000Z', gone: 3, coming: 9 }
    const empty = { last_four: '', address: '', unmatched: [], unmatched_count: 0, leaves: 0 }
    const named = { _id: id, kind: 'slack', slack, name: 'Slack T0ACME', host: 'slack.com' } as const
    await house.store.commit([{ put: 'sources', document: { ...source, ...empty, ...named, held } }])
    const home = await enterRoom(house, 'zoe', 'data')
    expect(textOf(home)).toContain('links members to people in Slack · 0 members · last read')
    expect(textOf(home)).not.toMatch(/slack\.com|…·| leaves? ·/)
    const verbs = () => rowOf(home, 'Slack T0ACME').values.map((value) => value.split(':')[0])
    expect(verbs()).toEqual(['sync', 'confirm', 'pause', 'remove'])
    const chooses = (verb: string) =>
      choosesIn(house, 'zoe', home, ['home_data:menu', 'Slack T0ACME', verb] as const)
    expect(textOf(await chooses('confirm'))).toContain('3 of 9 members would be deactivated.')
    expect(textOf(await chooses('sync'))).toMatch(
      /\*Slack T0ACME\* was read: 0 added, \d changed, 0 deactivated, \d as before\./,
    )
    expect((await house.store.get('sources', [id]))[0]).toMatchObject({ held: null, last_error: null })
    await house.slack.until(() => (textOf(home).includes('up to date') ? true : undefined))
    expect(textOf(home)).toMatch(/links members to people in Slack · [1-9]\d* members/)
    expect(verbs()).toEqual(['sync', 'pause', 'remove'])
    expect(textOf(await chooses('pause'))).toContain('*Slack T0ACME* is paused.')
    expect(textOf(await chooses('resume'))).toContain('*Slack T0ACME* is active again.')
    const removing = await chooses('remove')
    expect(textOf(removing)).toContain('Remove this source?')
    await house.submits('zoe', removing)
    expect(textOf(removing)).toContain('is removed. Its members stay.')
    expect(await house.store.get('sources', [id])).toEqual([])
  })

  it('adds a calendar, whose address is shown to nobody any more', async () => {
    const house = await openHomeHouse({ env: { ENCRYPTION_KEY: Buffer.alloc(32, 5).toString('base64') } })
    const home = await enterRoom(house, 'zoe', 'data')
    const form = await house.opens('zoe', 'home_data:add')
    await house.submits('zoe', form, { name: 'HR', url: 'ftp://feeds.example.com/x' })
    expect(form.errors).toEqual({ 'home_calendar_field:url': 'It must begin with https:// or webcal://.' })
    for (const host of ['127.0.0.1', '[::1]', '10.1.2.3', '169.254.169.254', 'localhost']) {
      await house.submits('zoe', form, { name: 'HR', url: `https://${host}/x.ics` })
      expect(form.errors['home_calendar_field:url']).toContain('It is in a private network')
    }
    await house.submits('zoe', form, { name: 'HR', url: 'https://feeds.example.com/secret-words.ics' })
    expect(textOf(form)).toContain('*HR* was added')
    expect(textOf(home)).toContain('*HR* · not read yet')
    const { views, calls } = house.slack.state
    expect(JSON.stringify([views, calls, house.log]).includes('secret-words')).toBe(false)
  })
})

describe('the room of bank holidays', () => {
  const assigned = (code: string) => `*Acme* has the bank holidays of *${code}* now.`

  it('proposes, shows, stores and assigns those of a place, and shows them again', async () => {
    const { house, home } = await inRoom('holidays')
    const form = await house.opens('zoe', 'home_holidays:propose')
    await house.submits('zoe', form, { code: 'GB' })
    expect(form.errors['home_holidays_field:code']).toContain('Choose one of GB-')
    // The command line names a command here.
    await house.submits('zoe', form, { code: 'XX' })
    expect(form.errors['home_holidays_field:code']).toBe(
      'No bank holidays are known for XX. Add its days instead.',
    )
    await house.submits('zoe', form, { code: 'fr' })
    expect(textOf(form)).toContain('*FR 2026*\n')
    expect(textOf(form)).toContain('Tue 14 Jul: Fête Nationale de la France')
    await house.submits('zoe', form)
    expect(textOf(form)).toMatch(/\*FR\*: 1[0-3] days added\.\n.*Who has them/s)
    await house.submits('zoe', form)
    expect(textOf(form)).toContain(assigned('FR'))
    expect(textOf(home)).toMatch(/\*FR\* · 1[0-3] days · the organization/)
    expect(textOf(await house.settings('zoe'))).toContain('DE-BY, FR · 2 calendars have no days for 2027 yet')
    const room = await enterRoom(house, 'zoe', 'holidays')
    const look = await choosesIn(house, 'zoe', room, ['home_holidays:menu', '*DE-BY* · ', 'look'])
    expect(textOf(look)).toBe('Bank holidays\nClose\n*DE-BY*\nFri 25 Dec: Christmas Day')
  })

  it('accepts what is not a whole day for all only where it is chosen', async () => {
    const stored = async (also: readonly string[]) => {
      const { house } = await inRoom('holidays')
      const form = await house.opens('zoe', 'home_holidays:propose')
      await house.submits('zoe', form, { code: 'is' })
      expect(textOf(form)).toContain('Thu 24 Dec: Aðfangadagur (from 13:00)')
      await house.submits('zoe', form, { also })
      const [calendar] = await house.store.get('holiday_calendars', [`${acme._id}:IS`])
      return calendar!.days.map(({ date }) => date).slice(-3)
    }
    expect(await stored([])).toEqual(['2026-08-03', '2026-12-25', '2026-12-26'])
    expect(await stored(['2026-12-31'])).toEqual(['2026-12-25', '2026-12-26', '2026-12-31'])
  })

  it('says that this year is missing where the next one was chosen', async () => {
    const { house } = await inRoom('holidays')
    const form = await house.opens('zoe', 'home_holidays:propose')
    await house.submits('zoe', form, { code: 'fr', year: '2027' })
    await house.submits('zoe', form)
    expect(textOf(form)).toMatch(
      /\*FR\*: 1[0-3] days added\. It has no days for 2026: add the country again, with that year\./,
    )
  })

  it('assigns a calendar to a team, and takes it away again', async () => {
    const { house, home } = await inRoom('holidays')
    for (const [code, said] of [
      ['DE-BY', '*Design* has the bank holidays of *DE-BY* now.'],
      ['none', '*Design* no longer has bank holidays of its own.'],
    ] as const) {
      const form = await choosesIn(house, 'zoe', home, ['home_holidays:menu', '*DE-BY* · ', 'assign'])
      const design = /"value":"(?!all|none)([\w-]+)"/.exec(JSON.stringify(blocksOf(form).at(-1)))?.[1]
      await house.submits('zoe', form, { 'home_holidays:code': code, 'home_holidays:team': design! })
      expect(textOf(form)).toContain(said)
    }
  })

  it('adds a day to a calendar of the organization’s own, which nothing is proposed for, and takes it out', async () => {
    const house = await furnished()
    const days = [{ date: '2026-12-25', name: 'Christmas Day' }]
    const own = { _id: `${acme._id}:OFFICE-LYON`, org: acme._id, code: 'OFFICE-LYON', days }
    await house.store.commit([{ put: 'holiday_calendars', document: own }])
    const home = await enterRoom(house, 'zoe', 'holidays')
    expect(textOf(home)).toContain('*OFFICE-LYON* · 1 day, none for 2027 yet')
    const change = async (name: string) => {
      const form = await choosesIn(house, 'zoe', home, ['home_holidays:menu', '*OFFICE-LYON* · ', 'day'])
      await house.submits('zoe', form, { date: '2026-12-24', name })
      return textOf(form)
    }
    expect(await change('Office closed')).toContain('*OFFICE-LYON*: Thu 24 Dec was added.')
    expect(textOf(home)).toContain('*OFFICE-LYON* · 2 days, none for 2027 yet · assigned to nobody')
    expect(await change('')).toContain('*OFFICE-LYON*: Thu 24 Dec is no longer a bank holiday.')
    expect(textOf(home)).toContain('*OFFICE-LYON* · 1 day, none for 2027 yet · assigned to nobody')
  })

  it('proposes next year’s bank holidays in November, and accepts them', async () => {
    const { house, home } = await inRoom('holidays')
    const { block_id } = rowOf(home, '*DE-BY* has no days for 2027 yet')
    const form = await house.opens('zoe', 'home_data:propose', { block_id })
    expect(textOf(form)).toContain('Wed 6 Jan 2027')
    await house.submits('zoe', form)
    expect(textOf(form)).toMatch(/\*DE-BY\*: 1[23] days added\./)
    const [calendar] = await house.store.get('holiday_calendars', [`${acme._id}:DE-BY`])
    expect(calendar!.days[0]!.date).toBe('2026-12-25')
    await house.slack.until(() => (textOf(home).includes('2027 yet') ? undefined : true))
  })
})

it('the room of webhooks says who is told what, and whether it arrives, without an address', async () => {
  const house = await furnished()
  expect(textOf(await house.settings('zoe'))).toContain('No other system gets events yet.')
  const webhooks = createWebhooks({
    ...edge,
    wait: async () => undefined,
    random: randomBytes,
    store: house.store,
    cipher: createAddressCipher([randomBytes(32)], randomBytes),
    allowPrivate: false,
  })
  const ops = { who: 'ops', from: null }
  await webhooks.add(acme._id, { url: 'https://one.example/hook?key=abcd', events: ['presence.day'] }, ops)
  const { webhook } = await webhooks.add(acme._id, { url: 'https://two.example/hook', reasons: 'shown' }, ops)
  const last_error = 'The receiver answered with status 500.'
  const set = { failing_since: '2026-11-20T10:00:00.000Z', last_error }
  await house.store.commit([{ patch: 'webhooks', id: webhook._id, set }])
  expect(textOf(await house.settings('zoe'))).toContain('2 webhooks, 1 failing\n')
  const said = textOf(await enterRoom(house, 'zoe', 'webhooks'))
  expect(said).toContain('active · presence.day · everybody · reasons hidden · never received')
  expect(said).toContain('failing · all events · everybody · reasons shown · never received')
  expect(said).toContain(last_error)
  expect(said).not.toMatch(/hook\?|abcd/)
})

describe('the room of links', () => {
  it('makes one, shows its address once and nowhere else, and revokes it', async () => {
    const { house, home } = await inRoom('links')
    const form = await house.opens('zoe', 'home_links:new')
    const shown = await house.submits('zoe', form, {
      name: 'TV hall',
      reasons: 'shown',
      expires: '2026-12-31',
    })
    const [token] = /who_link_\w+/.exec(JSON.stringify(shown.content)) ?? []
    expect(token).toBeDefined()
    expect((await fetch(`${house.url}/calendar/${token}`)).status).toBe(200)
    await house.slack.closeView(people.zoe.id, shown.id)
    await vi.waitFor(async () => expect(await audited(house)).toContain('link_address_closed slack:U0ZOE'))
    const withToken = (shown.content['blocks'] as { type: string }[]).filter((block) =>
      JSON.stringify(block).includes(token!),
    )
    expect(withToken.map(({ type }) => type)).toEqual(['rich_text', 'rich_text'])
    expect(textOf(home)).toContain('*TV hall*')
    expect(textOf(home)).toContain('reasons shown · never used · expires Thu 31 Dec at 23:59')
    const { block_id } = rowOf(home, 'TV hall')
    const question = await house.opens('zoe', 'home_links:revoke', { block_id })
    await house.submits('zoe', question)
    expect(textOf(question)).toContain('was revoked.')
    expect((await fetch(`${house.url}/calendar/${token}`)).status).toBe(404)
    expect(textOf(home)).not.toContain('TV hall')
  })

  it('shows the page before when the last row of the last page is revoked', async () => {
    const house = await openHomeHouse()
    const { create } = createLinks({ ...edge, random: randomBytes, store: house.store })
    for (let number = 1; number <= 26; number++)
      await create(acme._id, { name: `Screen ${number}` }, { who: 'ops', from: null })
    const home = await enterRoom(house, 'zoe', 'links')
    const rows = () => blocksOf(home).filter(({ block_id }) => String(block_id).startsWith('home_link:'))
    expect([rows().length, textOf(home)]).toEqual([25, expect.stringContaining('Page 1 of 2')])
    await house.slack.press({ user: people.zoe.id, on: home.id, action_id: 'home_room:turn:1' })
    await house.slack.until(() => (textOf(home).includes('Page 2 of 2') ? true : undefined))
    const [last, ...more] = rows()
    expect(more).toEqual([])
    const question = await house.opens('zoe', 'home_links:revoke', { block_id: String(last!['block_id']) })
    await house.submits('zoe', question)
    expect(textOf(question)).toContain('was revoked.')
    expect(rows()).toHaveLength(25)
    expect(textOf(home)).not.toContain('Page ')
  })

  it('makes one that answers lead to, only without reasons', async () => {
    const ENCRYPTION_KEY = Buffer.alloc(32, 5).toString('base64')
    const house = await openHomeHouse({ env: { ENCRYPTION_KEY, BASE_URL: 'https://whosout.example' } })
    const home = await enterRoom(house, 'zoe', 'links')
    const form = await house.opens('zoe', 'home_links:new')
    const wanted = { name: 'In channels', 'show-in-slack': ['on'] }
    await house.submits('zoe', form, { ...wanted, reasons: 'shown' })
    expect(Object.keys(form.errors)).toEqual(['home_link_field:show-in-slack'])
    await house.submits('zoe', form, { ...wanted, reasons: 'hidden' })
    expect(textOf(home)).toContain('reasons hidden · shown in Slack · never used')
    expect(JSON.stringify((await house.answer('ada', 'today')).blocks)).toContain('|Calendar>')
  })

  it('says where a link does not work, and that answers do not lead to it, while there is no BASE_URL', async () => {
    const ENCRYPTION_KEY = Buffer.alloc(32, 5).toString('base64')
    const house = await openHomeHouse({ env: { ENCRYPTION_KEY } })
    await enterRoom(house, 'zoe', 'links')
    const create = async (values: FormValues) => {
      const form = await house.opens('zoe', 'home_links:new')
      await house.submits('zoe', form, { ...values, reasons: 'hidden' })
      return textOf(form)
    }
    const local = '`BASE_URL` is not set, so this address works only on the machine that runs whosout.'
    const plain = await create({ name: 'TV' })
    expect(plain).toContain(local)
    expect(plain).not.toContain('Answers in Slack')
    const shown = await create({ name: 'In channels', 'show-in-slack': ['on'] })
    expect(shown).toContain(`${local} Answers in Slack do not link to it.`)
  })

  it('says beside the fields what is wrong', async () => {
    const { house } = await inRoom('links')
    const form = await house.opens('zoe', 'home_links:new')
    await house.submits('zoe', form, { name: ' ', expires: '2020-01-01' })
    expect(Object.keys(form.errors)).toEqual(['home_link_field:name', 'home_link_field:expires'])
    expect(form.open).toBe(true)
  })
})
