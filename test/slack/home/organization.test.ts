import { describe, expect, it } from 'vitest'
import { standAtNoon } from '../acme-house.js'
import { acme } from '../house.js'
import { openHomeHouse, textOf } from './room.js'

standAtNoon()

describe('the organization in the Home tab', () => {
  it('is shown to an admin and to nobody else', async () => {
    const house = await openHomeHouse()
    expect(textOf(await house.home('zoe'))).toContain('The week starts on Monday')
    expect(textOf(await house.home('ada'))).not.toContain('The week starts on')
  })

  it('is changed, and the Home tab follows', async () => {
    const house = await openHomeHouse()
    const home = await house.home('zoe')
    const form = await house.opens('zoe', 'home_organization:edit')
    await house.submits('zoe', form, {
      name: 'Acme & Sons',
      timezone: 'Europe/Lisbon',
      week_start: 'sunday',
      working_days: ['sunday', 'monday'],
      privacy: [],
    })
    expect(form.open).toBe(false)
    expect(await house.organization()).toMatchObject({
      name: 'Acme & Sons',
      timezone: 'Europe/Lisbon',
      week_start: 'sunday',
      privacy: [],
    })
    expect(textOf(home)).toContain('*Acme &amp; Sons* · Europe/Lisbon')
  })

  it('says what is wrong beside the field', async () => {
    const house = await openHomeHouse()
    await house.home('zoe')
    const form = await house.opens('zoe', 'home_organization:edit')
    await house.submits('zoe', form, { timezone: '+01:00', working_days: [] })
    expect(Object.keys(form.errors).sort()).toEqual([
      'home_organization_field:timezone',
      'home_organization_field:working_days',
    ])
  })

  it('that somebody else changed in the meantime is left as it is, and that is said', async () => {
    const house = await openHomeHouse()
    await house.home('zoe')
    const form = await house.opens('zoe', 'home_organization:edit')
    await house.store.commit([{ patch: 'organizations', id: acme._id, set: { timezone: 'Asia/Tokyo' } }])
    await house.submits('zoe', form, { name: 'Other' })
    expect(textOf(form)).toContain('someone else changed these settings')
    expect(await house.organization()).toMatchObject({ name: 'Acme', timezone: 'Asia/Tokyo' })
  })
})
