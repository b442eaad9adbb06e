import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createLinks, type LinkInput } from '../../../src/services/links/links.js'
import { createAddressCipher } from '../../../src/services/sources/address-cipher.js'
import { acmeId, noon, teams } from '../../world/acme.js'
import { people, standAtNoon, type AcmeHouse } from '../acme-house.js'
import { openDigestHouse } from '../digest/house.js'

standAtNoon()

const actor = { who: 'test', from: null }
const key = Buffer.alloc(32, 5)
const base = 'https://whosout.example'

const open = async (env: Readonly<Record<string, string>> = { BASE_URL: base }) => {
  const house = await openDigestHouse({ env: { ENCRYPTION_KEY: key.toString('base64'), ...env } })
  const random = (size: number) => new Uint8Array(randomBytes(size))
  const cipher = createAddressCipher([key], random)
  const links = createLinks({ store: house.store, now: () => new Date(), random, cipher })
  const make = (wish: Partial<LinkInput> = {}) =>
    links.create(acmeId, { name: 'x', showInSlack: true, ...wish }, actor)
  return { ...house, links, make }
}

/** Where the blocks lead to; null: to no calendar. */
const leadsTo = (blocks: unknown): string | null =>
  /<(https:[^|>]+)\|Calendar>/.exec(JSON.stringify(blocks))?.[1] ?? null

const asks = async (house: Pick<AcmeHouse, 'answer'>, text: string): Promise<string | null> =>
  leadsTo((await house.answer('ada', text)).blocks)

describe('an answer', () => {
  it('leads to the calendar of the team that it is about, else to that of everybody', async () => {
    const house = await open()
    expect(await asks(house, 'today')).toBe(null)
    const whole = `${base}/calendar/${(await house.make()).token}`
    const design = `${base}/calendar/${(await house.make({ team: teams.design })).token}`
    for (const [text, page] of [
      ['today', whole],
      ['design today', design],
      ['support today', whole],
      ['who is back next week', whole],
      ['design and support on monday', whole],
      ['design 1 - 4 dec', `${design}?month=2026-12`],
    ] as const)
      expect([text, await asks(house, text)]).toEqual([text, page])
    for (const text of ['me', 'ben today', 'ada and zoe today', 'help', 'banana'])
      expect([text, await asks(house, text)]).toEqual([text, null])
  })

  it('leads there when it is shared, too', async () => {
    const house = await open()
    const { token } = await house.make()
    const asked = await house.answer('ada', 'design today')
    await house.pressed('ada', asked, 'ask:share')
    expect(leadsTo(house.posted()[0]!.blocks)).toBe(`${base}/calendar/${token}`)
  })

  it.each<readonly [string, (house: Awaited<ReturnType<typeof open>>) => Promise<unknown>]>([
    ['revoked', async ({ links, make }) => links.revoke(acmeId, (await make()).link.id, actor)],
    [
      'expired',
      async ({ make, store }) => {
        const { link } = await make()
        await store.commit([{ patch: 'links', id: link._id, set: { expires_at: noon } }])
      },
    ],
    ['not made for Slack', ({ make }) => make({ showInSlack: false })],
    ['of another team', ({ make }) => make({ team: teams.design })],
  ])('leads nowhere while the only link is %s', async (_what, prepare) => {
    const house = await open()
    await prepare(house)
    expect(await asks(house, 'today')).toBe(null)
  })

  it('shows a link that is revoked no more from the next answer on', async () => {
    const house = await open()
    const { link } = await house.make()
    expect(await asks(house, 'today')).not.toBe(null)
    await house.links.revoke(acmeId, link.id, actor)
    expect(await asks(house, 'today')).toBe(null)
  })

  it.each([
    ['the address of the process is not known', {}],
    ['another key encrypted it', { BASE_URL: base, ENCRYPTION_KEY: Buffer.alloc(32, 6).toString('base64') }],
  ])('leads nowhere when %s', async (_what, env) => {
    const house = await open(env)
    await house.make()
    expect(await asks(house, 'today')).toBe(null)
  })

  it('has the address in its link alone: neither in what notifications show nor in the log', async () => {
    const house = await open()
    const { token } = await house.make()
    const { text, blocks } = await house.answer('ada', 'today')
    expect(leadsTo(blocks)).toContain(token)
    expect(text).not.toMatch(/who_link_|alendar/)
    expect(house.log.join('\n')).not.toContain(token)
  })

  it('is given without the link when that cannot be looked up', async () => {
    const house = await open()
    await house.make()
    const find = house.store.find.bind(house.store)
    house.store.find = (collection, query) => {
      if (collection === 'links') throw new Error('the links are away')
      return find(collection, query)
    }
    expect(await asks(house, 'today')).toBe(null)
    expect(await house.logged('could not be looked up')).toContain('the links are away')
  })
})

describe('a digest', () => {
  it.each([
    ["its own team's calendar", true],
    ['the calendar of everybody when its team has none', false],
  ])('leads to %s', async (_what, hasOwn) => {
    const house = await open()
    const whole = await house.make()
    const leading = hasOwn ? await house.make({ team: teams.design }) : whole
    await house.make({ team: teams.support })
    await house.slack.submit(people.ada.id, (await house.form('ada')).id)
    const form = await house.form('ada')
    await house.presses('ada', form, 'which', { choice: teams.design })
    await house.presses('ada', await house.says('Not set yet.'), 'preview')
    expect(leadsTo((await house.says('Calendar>')).content)).toBe(`${base}/calendar/${leading.token}`)
  })

  it('leads to the calendar, when it is previewed and when it is posted', async () => {
    const house = await open()
    const { token } = await house.make()
    const page = `${base}/calendar/${token}`
    await house.slack.submit(people.ada.id, (await house.form('ada')).id)
    await house.said('set the morning digest')
    const form = await house.form('ada')
    await house.presses('ada', form, 'preview')
    expect(leadsTo((await house.says('Calendar>')).content)).toBe(page)
    const question = await house.asks('ada', form, 'post')
    await house.slack.submit(people.ada.id, question.id)
    const posted = await house.slack.until(() =>
      house.posted().find(({ text }) => text.includes('Out today')),
    )
    expect(leadsTo(posted.blocks)).toBe(page)
    expect(`${posted.text}${house.log.join()}`).not.toContain(token)
  })
})
