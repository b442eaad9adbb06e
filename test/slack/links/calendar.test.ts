import { describe, expect, it } from 'vitest'
import { documentId } from '../../../src/domain/organization/organization.js'
import { acmeId, members } from '../../world/acme.js'
import { openAcme, readable, standAtNoon } from '../acme-house.js'

standAtNoon()

const token = /who_link_[0-9A-Za-z]{49}/

describe('the command "calendar"', () => {
  it('makes a link of one’s own on first use, shows it once, renews it and ends it', async () => {
    const house = await openAcme()
    const open = async (found: string) => (await fetch(`${house.url}/calendar/${found}`)).status
    const say = async (text: string) => readable((await house.answer('ada', text)).blocks)

    const first = token.exec(await say('calendar'))![0]
    expect(await open(first)).toBe(200)
    const again = await say('calendar')
    expect(again).toContain('You have had a link since Fri 20 Nov')
    expect(again).not.toMatch(token)

    const second = token.exec(await say('Calendar new'))![0]
    expect([await open(first), await open(second)]).toEqual([404, 200])
    expect(await say('calendar off')).toContain('no longer works')
    expect(await open(second)).toBe(404)
    expect(await say('calendar off')).toContain('You do not have a link')

    const third = token.exec(await say('calendar'))![0]
    expect(await open(third)).toBe(200)
    await house.store.commit([
      { patch: 'members', id: documentId(acmeId, members.ada.id), set: { active: false } },
    ])
    expect(await open(third)).toBe(404)
    expect(house.log.join('')).not.toMatch(token)
    await house.stop()
  })

  it('refuses guests and members who are deactivated, and takes other words for a question', async () => {
    const house = await openAcme()
    expect((await house.answer('guest', 'calendar')).text).toContain('Guests cannot see')
    expect(readable((await house.answer('nils', 'calendar')).blocks)).toContain('no longer an active member')
    expect(readable((await house.answer('ada', 'calendar tomorrow')).blocks)).not.toMatch(token)
    await house.stop()
  })
})
