import { describe, expect, it } from 'vitest'
import { runId } from '../../../src/domain/digests/digest.js'
import { manualRun } from '../../../src/domain/digests/schedule.js'
import { createDigestPauses } from '../../../src/services/digests/pauses.js'
import { digestRefusals } from '../../../src/slack/digest/texts.js'
import { collect } from '../../../src/store/port.js'
import { teams } from '../../world/acme.js'
import {
  blocksOf,
  controlsIn,
  people,
  readable,
  standAtNoon,
  textOf,
  type ChannelName,
  type PersonName,
} from '../acme-house.js'
import { openDigestHouse, type DigestHouse } from './house.js'
import { expectAlive, expectDiscreet } from '../house.js'
import type { FakeView, JsonObject } from '../../../src/demo/fake-slack/state.js'

standAtNoon()

const elementOf = (view: { content: JsonObject }, field: string): JsonObject =>
  blocksOf(view).find(({ block_id }) => String(block_id).startsWith(`digest_form:${field}:`))!
    .element as JsonObject

const chosenIn = ({ initial_option }: JsonObject): string => (initial_option as { value: string }).value

const openForm = async (who: PersonName, opened?: DigestHouse) => {
  const house = opened ?? (await openDigestHouse())
  return { house, form: await house.form(who) }
}

/** Chooses "Other…" in the menu of zones, and resolves when there is a field. */
const typesZone = async (house: DigestHouse, who: PersonName, form: FakeView): Promise<void> => {
  await house.presses(who, form, 'zone', { choice: 'other' })
  await house.slack.until(() => (textOf(form).includes('Another time zone') ? true : undefined))
}

const filled = {
  'digest_field:time': '08:30',
  'digest_field:timezone': 'Europe/Stockholm',
  'digest_field:days': ['monday', 'friday'],
  'digest_field:look_ahead': 'friday',
  'digest_field:on_bank_holidays': 'post',
  'digest_field:when_empty': 'silent',
}

const refusedAsker = /full members|from another one|answers people|deactivated/

describe('/whosout digest', () => {
  it('opens a form that proposes nine o’clock, the asker’s zone and the organization’s days', async () => {
    const { house, form } = await openForm('ada')
    expect(textOf(form)).toContain('Not set yet.')
    expect(elementOf(form, 'time')['initial_time']).toBe('09:00')
    expect(chosenIn(elementOf(form, 'timezone'))).toBe('Europe/London')
    const { options } = elementOf(form, 'timezone') as { options: { value: string }[] }
    const offered = options.map(({ value }) => value)
    expect(offered.slice(0, 3)).toEqual(['Europe/London', 'Europe/Berlin', 'Asia/Shanghai'])
    expect(offered.at(-1)).toBe('other')
    expect(readable(blocksOf(form)).startsWith('<#C0TEAM>\nNot set yet.')).toBe(true)
    const days = elementOf(form, 'days')['initial_options'] as { value: string }[]
    expect(days.map(({ value }) => value)).toEqual(['monday', 'tuesday', 'wednesday', 'thursday', 'friday'])
    expect(controlsIn(blocksOf(form))).toEqual(['digest_form:preview', 'digest_form:test'])
    expect(menuOf(form)).toEqual([])
    expect(String(form.content.private_metadata).length).toBeLessThan(3_000)
    expect(house.slack.calls('views.open')).toHaveLength(1)
    expect(house.slack.visible(people.ada.id, 'C0TEAM')).toEqual([])
  })

  it('saves what is filled in, closes, and says in the channel who set what', async () => {
    const { house, form } = await openForm('ada')
    await house.slack.submit(people.ada.id, form.id, filled)
    expect(form.open).toBe(false)
    expect(await house.digest()).toMatchObject({
      org: '0a0a0a0a-0000-4000-8000-000000000001',
      time: '08:30',
      timezone: 'Europe/Stockholm',
      days: ['monday', 'friday'],
      look_ahead: 'friday',
      on_bank_holidays: 'post',
      when_empty: 'silent',
      creator: people.ada.id,
      created_by: people.ada.id,
      next_date: '2026-11-23',
    })
    expect(await house.said('set the morning digest')).toBe(
      '*ada* set the morning digest of this channel: Mon, Fri at 08:30 (Europe/Stockholm); Friday includes next week; also on bank holidays; silent when nobody is out; next on Mon 23 Nov at 08:30.',
    )
    const again = await house.form('ben')
    expect(elementOf(again, 'time')['initial_time']).toBe('08:30')
    expect(textOf(again)).toContain('Next on Mon 23 Nov at 08:30.')
    await typesZone(house, 'ben', again)
    const times = { 'digest_field:time': '10:00', 'digest_field:typed_zone': 'America/New_York' }
    await house.slack.submit(people.ben.id, again.id, times)
    const changed = await house.said('changed')
    expect(changed).toContain('Mon, Fri at 10:00 (America/New York)')
    expect(changed).toContain('Before: Mon, Fri at 08:30')
    expect(await house.digest()).toMatchObject({ created_by: people.ada.id, creator: people.ben.id })
  })

  it('says beside each field what is wrong with it, and saves nothing', async () => {
    const { house, form } = await openForm('ada')
    await typesZone(house, 'ada', form)
    const wrong = {
      'digest_field:time': '04:00',
      'digest_field:typed_zone': 'berlin',
      'digest_field:days': [],
    }
    await house.slack.submit(people.ada.id, form.id, wrong)
    expect(form.open).toBe(true)
    expect(form.errors).toEqual({
      'digest_form:time:all':
        '"04:00" is not a time for a digest. Use a time from 05:00 to 20:59, such as 09:00.',
      'digest_form:typed_zone:all':
        '"berlin" is not a time zone. Use UTC or a name such as Europe/Berlin. Did you mean Europe/Berlin?',
      'digest_form:days:all': 'Choose at least one day.',
    })
    const look = {
      'digest_field:look_ahead': 'friday',
      'digest_field:days': ['monday'],
      'digest_field:typed_zone': 'UTC',
    }
    await house.slack.submit(people.ada.id, form.id, look)
    expect(form.errors).toEqual({
      'digest_form:look_ahead:all': expect.stringContaining('Nothing is posted on Fridays'),
    })
    expect(await house.digest()).toBeUndefined()
    expect(house.posted()).toEqual([])
  })

  it('has a digest for each team beside the one for everybody', async () => {
    const { house, form } = await openForm('ada')
    await house.slack.submit(people.ada.id, form.id, filled)
    const again = await house.form('ada')
    expect(textOf(again)).toContain('Everybody (has one)')
    await house.presses('ada', again, 'which', { choice: teams.design })
    const design = await house.says('Not set yet.')
    expect(design.id).toBe(again.id)
    await house.slack.submit(people.ada.id, design.id, { 'digest_field:time': '07:00' })
    expect(await house.said('for *Design*')).toContain('*ada* set the morning digest for *Design*')
    expect(await house.digest(teams.design)).toMatchObject({ team_id: teams.design, time: '07:00' })
    expect(await house.digest()).toMatchObject({ team_id: null, time: '08:30' })
  })

  it('works over a socket, too: the answer to a submission travels back with its envelope', async () => {
    const house = await openDigestHouse({ transport: 'socket', tenancy: 'several' })
    const form = await house.form('ada')
    await house.slack.submit(people.ada.id, form.id, { 'digest_field:time': '04:00' })
    expect(form.errors).toEqual({ 'digest_form:time:all': expect.stringContaining('from 05:00') })
    await house.slack.submit(people.ada.id, form.id, filled)
    expect(form.open).toBe(false)
    await house.said('set the morning digest')
  })

  it('opens in time when the facts are slow, and is filled then', async () => {
    const house = await openDigestHouse()
    house.slack.faults.add({ kind: 'slow', ms: 1_500 }, { method: 'conversations.info' })
    const form = await house.form('ada')
    expect(house.slack.calls('views.update')).toHaveLength(1)
    expect(textOf(form)).toContain('Not set yet.')
  })

  it('says that it was too late when Slack opens nothing any more', async () => {
    const house = await openDigestHouse()
    house.slack.faults.add(
      { kind: 'error', error: 'expired_trigger_id', applied: false },
      { method: 'views.open' },
    )
    const said = await house.answer('ada', 'digest')
    expect(said.text).toContain('Please type the command again.')
  })

  it.each<[ChannelName, string]>([
    ['direct', 'not direct messages'],
    ['group', 'not direct messages'],
    ['shared', 'shared with another company'],
    ['archived', 'archived'],
    ['publicWithoutApp', '/invite @whosout'],
    ['privateWithoutApp', '/invite @whosout'],
  ])('in the channel "%s" says why there is none, and opens nothing', async (where, said) => {
    const house = await openDigestHouse()
    expect((await house.answer('ada', 'digest', where)).text).toContain(said)
    expect(house.slack.state.views).toEqual([])
  })

  it('is not for guests, bots, strangers and whoever left', async () => {
    const house = await openDigestHouse()
    for (const who of ['guest', 'singleGuest', 'outsider', 'robot', 'left'] as const)
      for (const text of ['digest', 'digest status', 'digest help']) {
        const said = (await house.answer(who, text)).text
        expect([who, text, said]).toEqual([who, text, expect.stringMatching(refusedAsker)])
      }
    expect(house.slack.state.views).toEqual([])
  })

  it('is open to a member of the workspace whom nobody knows in whosout', async () => {
    const house = await openDigestHouse()
    expect(textOf(await house.form('stray'))).toContain('Not set yet.')
  })

  it('does not take a team called "digest" for the form when it is asked for by name', async () => {
    const house = await openDigestHouse()
    expect((await house.answer('ada', 'team:digest')).text).toContain('I did not understand')
    expect((await house.answer('ada', 'digests')).text).not.toContain('digest of this channel')
    expect(house.slack.state.views).toEqual([])
  })
})

const menuOf = (form: FakeView): readonly string[] =>
  blocksOf(form)
    .flatMap(({ elements }) => (elements ?? []) as { options?: { value: string }[] }[])
    .flatMap(({ options = [] }) => options.map(({ value }) => value))

const pauseByHand = ({ store }: DigestHouse) => {
  const paused = { reason: 'person', at: '2026-11-20T12:00:00.000Z', who: people.ada.id } as const
  const set = { paused, next_at: null, next_date: null, version: 2 }
  return store.commit([{ patch: 'digests', id: 'T0ACME:C0TEAM:all', set }])
}

const collectRuns = ({ store }: DigestHouse) =>
  collect(store.find('digest_runs', { index: 'by_digest', equal: { digest: 'T0ACME:C0TEAM:all' } }))

const withDigest = async () => {
  const house = await openDigestHouse()
  await house.slack.submit(people.ada.id, (await house.form('ada')).id, filled)
  await house.said('set the morning digest')
  return house
}

describe('the buttons of the form', () => {
  it('preview what is filled in, above the form', async () => {
    const { house, form } = await openForm('ben')
    await house.presses('ben', form, 'preview', { values: { 'digest_field:time': '08:00' } })
    const preview = await house.slack.until(() =>
      house.slack.state.views.find(
        (view) => view.previous === form.id && !textOf(view).includes('One moment'),
      ),
    )
    // As everybody in the channel would read it: the asker's own reasons are masked, too.
    expect(textOf(preview)).toContain('*From Thu 26*: Ben Okafor (back Thu 3 Dec)')
    expect(controlsIn(blocksOf(preview))).toEqual([])
    expect(form.open).toBe(true)
    expect(await house.digest()).toBeUndefined()
  })

  it('say what is wrong instead of a preview or a test', async () => {
    const { house, form } = await openForm('ada')
    for (const [button, time] of [
      ['preview', '04:00'],
      ['test', '04:30'],
    ] as const) {
      await house.presses('ada', form, button, { values: { 'digest_field:time': time } })
      await house.says(`"${time}" is not a time`)
    }
    expect(house.slack.state.views).toHaveLength(1)
    expect(form.content['submit']).toBeDefined()
  })

  it('show a test to the asker only, as long as Slack lets it', async () => {
    const { house, form } = await openForm('ada')
    await house.presses('ada', form, 'test')
    await house.says('The test for Mon 23 Nov is in the channel, visible only to you.')
    const [shown] = house.slack.visible(people.ada.id, 'C0TEAM')
    expect(readable(shown!.blocks)).toMatch(/^Test · /)
    expect(readable(shown!.blocks)).toContain('the settings in the form, for Mon 23 Nov')
    expect(house.slack.visible(people.ben.id, 'C0TEAM')).toEqual([])
    for (const url of house.slack.state.responseUrls.values()) url.uses = 5
    await house.presses('ada', form, 'test')
    await house.says('type the command again')
    expect(house.slack.visible(people.ada.id, 'C0TEAM')).toHaveLength(1)
    expectDiscreet(house)
  })

  it('ask before they post now, which then is said, and say why it is not when it was posted', async () => {
    const { house, form } = await openForm('ben', await withDigest())
    expect(textOf(form)).toContain('Next on Mon 23 Nov at 08:30.')
    const question = await house.asks('ben', form, 'post')
    // Half past eight is over.
    expect(textOf(question)).toContain('Post today’s digest now?')
    expect(textOf(question)).not.toContain('It will not be posted again')
    const id = runId('T0ACME:C0TEAM:all', '2026-11-20')
    const run = async () => (await house.store.get('digest_runs', [id]))[0]
    expect(await run()).toBeUndefined()
    await house.slack.submit(people.ben.id, question.id)
    await house.says('within a minute')
    expect(form.open).toBe(true)
    expect(await run()).toMatchObject({ manual: true })
    await expect.poll(async () => (await run())?.state).toBe('sent')
    const again = await house.asks('ben', form, 'post')
    await house.slack.submit(people.ben.id, again.id)
    await house.says('has already been posted')
    expect(textOf(form)).toContain('Next on Mon 23 Nov at 08:30.')
  })

  it('say that today’s does not come again, and what comes next then', async () => {
    const house = await openDigestHouse()
    const late = { ...filled, 'digest_field:time': '20:30' }
    await house.slack.submit(people.ada.id, (await house.form('ada')).id, late)
    const form = await house.form('ada')
    expect(textOf(form)).toContain('Next on Fri 20 Nov at 20:30.')
    const question = await house.asks('ada', form, 'post')
    expect(textOf(question)).toContain('It will not be posted again at 20:30.')
    await house.slack.submit(people.ada.id, question.id)
    await house.says('within a minute')
    expect(textOf(form)).toContain('Next on Mon 23 Nov at 20:30.')
  })

  it('post what the fields show, and leave what is set', async () => {
    const { house, form } = await openForm('ada', await withDigest())
    const values = { 'digest_field:look_ahead': 'none' }
    const question = await house.asks('ada', form, 'post', { values })
    expect(textOf(question)).toContain('without saving them')
    await house.slack.submit(people.ada.id, question.id)
    const id = runId('T0ACME:C0TEAM:all', '2026-11-20')
    await house.slack.until(() => (house.posted().length > 1 ? true : undefined))
    const [run] = await house.store.get('digest_runs', [id])
    expect(run).toMatchObject({ chosen: { look_ahead: 'none' } })
    // On a Friday the digest that is set shows the next week.
    const said = house.posted()[1]!.blocks.filter(({ type }) => type !== 'actions')
    expect(readable(said)).not.toContain('Next week')
    expect(await house.digest()).toMatchObject({ look_ahead: 'friday' })
  })

  it('and the submission never overwrite unseen what somebody else has set meanwhile', async () => {
    const house = await withDigest()
    const [first, second] = [await house.form('ada'), await house.form('ben')]
    await house.slack.submit(people.ben.id, second.id, { 'digest_field:time': '10:00' })
    await house.slack.submit(people.ada.id, first.id, { 'digest_field:time': '11:00' })
    expect(first.open).toBe(true)
    expect(textOf(first)).toContain('It is now: Mon, Fri at 10:00 (Europe/Stockholm)')
    expect(await house.digest()).toMatchObject({ time: '10:00' })
    await house.slack.submit(people.ada.id, first.id, { 'digest_field:time': '11:00' })
    expect(await house.digest()).toMatchObject({ time: '11:00' })
    const third = await house.form('ben')
    await house.store.commit([
      { patch: 'digests', id: 'T0ACME:C0TEAM:all', set: { when_empty: 'post', version: 9 } },
    ])
    await house.presses('ben', third, 'pause')
    await house.says('someone else changed this digest')
    expect(await house.digest()).toMatchObject({ paused: null })
  })

  it('pause and resume, said in the channel', async () => {
    const { house, form } = await openForm('ben', await withDigest())
    expect(menuOf(form)).toEqual(['post', 'pause', 'remove'])
    await house.presses('ben', form, 'pause')
    expect(await house.said('paused')).toBe('*ben* paused the morning digest of this channel.')
    const paused = await house.says('Paused: someone paused it.')
    expect(await house.digest()).toMatchObject({ paused: { reason: 'person', who: people.ben.id } })
    expect(paused.content.submit).toMatchObject({ text: 'Save and resume' })
    expect(menuOf(paused)).toEqual(['post', 'resume', 'remove'])
    await house.presses('ada', paused, 'resume')
    expect(await house.said('resumed')).toContain('next on Mon 23 Nov at 08:30')
    expect(await house.digest()).toMatchObject({ paused: null, next_date: '2026-11-23' })
  })

  it('remove, after a question, said in the channel', async () => {
    const { house, form } = await openForm('ben', await withDigest())
    const question = await house.asks('ben', form, 'remove')
    expect(textOf(question)).toContain('A message in the channel says who removed it.')
    await house.slack.submit(people.ben.id, question.id)
    expect(await house.said('removed')).toBe('*ben* removed the morning digest of this channel.')
    await house.says('The digest has been removed.')
    expect(await house.digest()).toBeUndefined()
  })

  it('and the submission tell the channel of nothing when nothing has changed', async () => {
    const { house, form } = await openForm('ben', await withDigest())
    await house.slack.submit(people.ben.id, form.id)
    expect(form.open).toBe(false)
    expect(await house.digest()).toMatchObject({ version: 2 })
    await house.stop()
    expect(house.posted()).toHaveLength(1)
  })

  it('say that the digest is gone when somebody else removed it, and show how it stands', async () => {
    const { house, form } = await openForm('ben', await withDigest())
    await house.store.commit([{ remove: 'digests', id: 'T0ACME:C0TEAM:all' }])
    await house.presses('ben', form, 'pause')
    const now = await house.says('changed or removed in the meantime')
    expect(textOf(now)).toContain('Not set yet.')
    expect(house.posted()).toHaveLength(1)
  })

  it.each(['pause', 'remove', 'test', 'preview', 'post', 'resume'])(
    'look at the channel again before they %s: it may be shared since, and then the digest rests',
    async (button) => {
      const house = await withDigest()
      if (button === 'resume') await pauseByHand(house)
      const form = await house.form('ben')
      const reason = button === 'resume' ? 'person' : 'slack_connect'
      // Nobody heard of it: the app was down when Slack told it.
      house.slack.state.channels.get('C0TEAM')!.shared_with.push('T0GLOBEX')
      await house.presses('ben', form, button)
      await house.says(digestRefusals.connect)
      expect(await house.digest()).toMatchObject({ paused: { reason }, next_at: null, version: 2 })
      expect(await collectRuns(house)).toEqual([])
      expect(house.posted()).toHaveLength(1)
      const told = house.slack.state.messages.filter(({ text }) => text.includes('is paused'))
      expect(told.map(({ text }) => text)).toEqual(
        button === 'resume'
          ? []
          : [expect.stringContaining('<#C0TEAM> is paused: the channel is shared with')],
      )
    },
  )

  it('and the command find a channel that is not shared any more: it resumes, and posts when asked', async () => {
    const house = await withDigest()
    await createDigestPauses({ store: house.store, now: () => new Date(), tzdata: 'here' }).pauseBecause(
      { workspace: 'T0ACME', channel: 'C0TEAM' },
      'slack_connect',
    )
    const form = await house.form('ben')
    expect(textOf(form)).toContain('Paused: the channel is shared with another company')
    await house.slack.submit(people.ben.id, (await house.asks('ben', form, 'post')).id)
    await house.says('within a minute')
    await house.presses('ben', form, 'resume')
    await house.said('resumed')
    expect(await house.digest()).toMatchObject({ paused: null, next_date: '2026-11-23' })
  })

  it('and the submission look at the channel and the person again', async () => {
    const { house, form } = await openForm('ben', await withDigest())
    house.slack.state.channels.get('C0TEAM')!.members.splice(0)
    await house.slack.submit(people.ben.id, form.id, { 'digest_field:time': '12:00' })
    await house.says('/invite @whosout')
    expect(await house.digest()).toMatchObject({ time: '08:30', version: 1 })
  })

  it('say nothing twice when Slack does not take what is said in the channel, and tell the person', async () => {
    const { house, form } = await openForm('ben', await withDigest())
    house.slack.faults.add({ kind: 'http_error', applied: true }, { method: 'chat.postMessage', times: 9 })
    await house.presses('ben', form, 'pause')
    await house.says('did not say whether the change was announced')
    expect(house.posted().filter(({ blocks }) => readable(blocks).includes('paused'))).toHaveLength(1)
    expect(await house.digest()).toMatchObject({ paused: { reason: 'person' } })
  })

  it('of another version say so', async () => {
    const { house, form } = await openForm('ben', await withDigest())
    form.content = { ...form.content, private_metadata: '{"v":0}' }
    await house.presses('ben', form, 'pause')
    await house.says('out of date')
    expect(await house.digest()).toMatchObject({ paused: null })
  })
})

describe('a form that fails', () => {
  const fails = ({ slack }: DigestHouse) =>
    slack.faults.add(
      { kind: 'error', error: 'fatal_error', applied: false },
      { method: 'conversations.info' },
    )

  it('says so where the person looks, with the stack in the log, and keeps what was filled in', async () => {
    const { house, form } = await openForm('ada', await withDigest())
    const idsIn = () => blocksOf(form).map(({ block_id }) => block_id)
    const ids = idsIn()
    for (const button of ['test', 'pause']) {
      fails(house)
      await house.presses('ada', form, button)
      await house.says('Sorry, that did not work.')
      expect(idsIn()).toEqual([...ids.slice(0, -1), 'said', ids.at(-1)])
      expect(form.content).toMatchObject({ callback_id: 'digest_form', submit: { text: 'Save' } })
      await house.presses('ada', form, 'which', { choice: 'all' })
      await house.slack.until(() => (textOf(form).includes('Sorry') ? undefined : true))
    }
    fails(house)
    await house.slack.submit(people.ada.id, form.id, filled)
    await house.says('Sorry, that did not work.')
    const again = await house.form('ben')
    fails(house)
    await house.presses('ben', again, 'preview')
    await house.slack.until(() =>
      house.slack.state.views.find(
        ({ previous, content }) => previous === again.id && textOf({ content }).includes('Sorry'),
      ),
    )
    const line = JSON.parse(await house.logged('a form failed')) as { err: object }
    expect(line.err).toMatchObject({ slack: 'fatal_error', stack: expect.any(String) as string })
    await expectAlive(house)
  })

  it('is answered in time when Slack or the store are slow, and shows later what came of it', async () => {
    const { house, form } = await openForm('ada')
    house.slack.faults.add({ kind: 'slow', ms: 2_500 }, { method: 'conversations.info' })
    expect((await house.slack.submit(people.ada.id, form.id, filled)).status).toBe(200)
    expect(textOf(form)).toContain('One moment')
    await house.says('Saved.')
    await house.said('set the morning digest')
  })
})

describe('/whosout digest status', () => {
  it('says that nothing is set, and what sets it', async () => {
    const house = await openDigestHouse()
    expect((await house.answer('ada', 'digest status')).text).toContain('Type `/whosout digest` to set one')
  })

  it('shows the last seven runs with their reasons, to the asker only', async () => {
    const house = await openDigestHouse()
    await house.slack.submit(people.ada.id, (await house.form('ada')).id, filled)
    const digest = (await house.digest())!
    expect(readable((await house.answer('ada', 'Digest  STATUS')).blocks)).toContain('It has not run yet.')
    const made = manualRun(digest, { at: new Date(), date: '2026-11-20' })
    const runs = ['2026-11-13', '2026-11-16', '2026-11-20'].map((date, place) => ({
      ...made,
      wake_at: null,
      _id: runId(digest._id, date),
      date,
      state: (['skipped', 'unknown', 'sent'] as const)[place]!,
      reason: ['bank_holiday', 'timeout', null][place]!,
      manual: false,
      ts: place === 2 ? `${Date.parse('2026-11-20T08:30:04Z') / 1_000}.000100` : null,
    }))
    await house.store.commit(runs.map((document) => ({ put: 'digest_runs' as const, document })))
    const said = readable((await house.answer('ben', 'digest status')).blocks)
    expect(said).toContain('*Everybody*: Mon, Fri at 08:30 (Europe/Stockholm)')
    expect(said).toContain(
      [
        '*Fri 20 Nov*: posted at 09:30',
        '*Mon 16 Nov*: may have been posted: Slack did not say, so it is not posted again: Slack did not answer in time',
        '*Fri 13 Nov*: not posted: everyone had a bank holiday',
      ].join('\n'),
    )
    expect(house.posted()).toHaveLength(1)
  })

  it.each(['digest help', 'digest dance'])('"%s" says what there is', async (text) => {
    const house = await openDigestHouse()
    expect(readable((await house.answer('ada', text)).blocks)).toContain('/whosout digest status')
  })
})
