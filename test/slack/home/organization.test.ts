import { describe, expect, it } from 'vitest'
import { people, standAtNoon, textOf } from '../acme-house.js'
import { acme } from '../house.js'
import type { FakeView } from '../../../src/demo/fake-slack/state.js'
import { openHomeHouse, type HomeHouse } from './room.js'

standAtNoon()

/** Chooses "Other…" in the menu of time zones, and resolves when the form says something. */
const choosesOther = async ({ slack }: HomeHouse, form: FakeView, says: string): Promise<void> => {
  const action_id = 'home_organization:zone'
  await slack.press({ user: people.zoe.id, on: form.id, action_id, choice: 'other', team_id: 'T0ACME' })
  await slack.until(() => (textOf(form).includes(says) ? true : undefined))
}

describe('the organization in the Home tab', () => {
  it('is shown to an admin and to nobody else', async () => {
    const house = await openHomeHouse()
    expect(textOf(await house.settings('zoe'))).toContain('*Organization*\n*Acme* · `Europe/Berlin`')
    expect(textOf(await house.home('ada'))).not.toContain('*Organization*')
  })

  it('is changed, and the Home tab follows', async () => {
    const house = await openHomeHouse()
    const home = await house.settings('zoe')
    const form = await house.opens('zoe', 'home_organization:edit')
    await house.submits('zoe', form, {
      name: 'Acme & Sons',
      'home_organization:zone': 'Europe/London',
      week_start: 'sunday',
      working_days: ['sunday', 'monday'],
      reasons: 'everyone',
      own_entries: 'off',
    })
    expect(form.open).toBe(false)
    expect(await house.organization()).toMatchObject({
      own_entries: 'off',
      name: 'Acme & Sons',
      timezone: 'Europe/London',
      week_start: 'sunday',
      reasons: 'everyone',
      privacy: [],
      channel_reasons: 'none',
    })
    expect(textOf(home)).toContain('*Acme &amp; Sons* · `Europe/London`')
    expect(textOf(home)).toContain('who can read reasons: everyone, but not in channels')
  })

  it('keeps to the reasons of a version before until somebody chooses', async () => {
    const house = await openHomeHouse()
    const stored = async () => {
      const { reasons, privacy } = await house.organization()
      return { reasons, privacy }
    }
    const before = await stored()
    expect(before.reasons).toBeUndefined()
    expect(textOf(await house.settings('zoe'))).toContain('who can read reasons: nobody else')
    await house.submits('zoe', await house.opens('zoe', 'home_organization:edit'), { name: 'Acme & Sons' })
    expect(await stored()).toEqual(before)
    await house.submits('zoe', await house.opens('zoe', 'home_organization:edit'), { reasons: 'admins' })
    expect(await stored()).toEqual({ reasons: 'admins', privacy: ['holiday', 'sick', 'personal'] })
  })

  it('says what is wrong beside the field', async () => {
    const house = await openHomeHouse()
    await house.settings('zoe')
    const form = await house.opens('zoe', 'home_organization:edit')
    await choosesOther(house, form, 'Another time zone')
    const typed = { 'home_organization:zone': 'other', typed_zone: '+01:00' }
    await house.submits('zoe', form, { ...typed, working_days: [] })
    expect(Object.keys(form.errors).sort()).toEqual([
      'home_organization_field:typed_zone',
      'home_organization_field:working_days',
    ])
    await house.submits('zoe', form, { ...typed, typed_zone: 'Asia/Kolkata' })
    expect(await house.organization()).toMatchObject({ timezone: 'Asia/Kolkata' })
  })

  it('offers no time zones to somebody who is no admin any more', async () => {
    const house = await openHomeHouse()
    await house.settings('zoe')
    const form = await house.opens('zoe', 'home_organization:edit')
    house.slack.state.people.get(people.zoe.id)!.is_admin = false
    await choosesOther(house, form, 'Only admins and owners')
    expect(textOf(form)).not.toContain('Another time zone')
  })

  it('that somebody else changed in the meantime is left as it is, and that is said', async () => {
    const house = await openHomeHouse()
    await house.settings('zoe')
    const form = await house.opens('zoe', 'home_organization:edit')
    await house.store.commit([{ patch: 'organizations', id: acme._id, set: { timezone: 'Asia/Tokyo' } }])
    await house.submits('zoe', form, { name: 'Other' })
    expect(textOf(form)).toContain('someone else changed these settings')
    expect(await house.organization()).toMatchObject({ name: 'Acme', timezone: 'Asia/Tokyo' })
  })
})
