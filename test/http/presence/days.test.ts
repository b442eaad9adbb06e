import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { LeaveType } from '../../../src/domain/presence/privacy.js'
import type { LeaveStatus } from '../../../src/domain/organization/organization.js'
import type { OutMember, Presence } from '../../../src/domain/presence/presence.js'
import { addDays } from '../../../src/calendar/day.js'
import { noon, today } from '../../world/acme.js'
import { startWorld, type MintedKey, type World } from '../../world/world.js'
import { converse } from '../raw.js'
import { presencePath } from '../rows/row.js'

let org: string
const person = { id: 'dada0000-0000-4000-8000-000000000002', name: 'Ivy Day', email: 'ivy@days.example' }

let world: World
let key: MintedKey

type Absence = readonly [start: string, end: string, type?: LeaveType, status?: LeaveStatus]

/** The answer for a range when the one member has these leaves. */
const presence = async (query: string, ...absences: readonly Absence[]): Promise<Presence> => {
  for (const [start_date, end_date, type = 'holiday', status = 'approved'] of absences)
    await world.addLeave(org, { member_id: person.id, type, start_date, end_date, status })
  const head = `GET ${presencePath}?${query} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key.token}\r\n\r\n`
  const { replies } = await converse(world.port, head)
  expect(replies[0]!.status, replies[0]!.body).toBe(200)
  return JSON.parse(replies[0]!.body) as Presence
}

const week = 'from=2026-11-23&to=2026-11-27'
const names = (members: readonly { readonly name: string }[]) => members.map(({ name }) => name)
const days = ({ leaves }: OutMember) => leaves.map(({ start_date, end_date }) => `${start_date}..${end_date}`)

const expectOut = (answer: Presence, ...leaves: readonly string[]): void => {
  expect(names(answer.in)).toEqual([])
  expect(names(answer.out)).toEqual(['Ivy Day'])
  expect(days(answer.out[0]!)).toEqual(leaves)
}

const expectIn = (answer: Presence): void => {
  expect(names(answer.in)).toEqual(['Ivy Day'])
  expect(answer.out).toEqual([])
}

/** An organization of one, on the same server as those before it. */
const begin = async (at = noon, timezone = 'Europe/Berlin'): Promise<void> => {
  world.setClock(at)
  const id = world.newId()
  org = await world.addOrganization({ id, slug: id, timezone })
  key = await world.addKey(org)
  await world.addMember(org, person)
}

const describeLeaves = (): void => {
  beforeEach(() => begin())

  it('a leave that spans the whole range is shown whole, not clipped', async () => {
    expectOut(await presence(week, ['2026-10-01', '2027-01-31']), '2026-10-01..2027-01-31')
  })

  it('a leave of exactly the range, and one within it', async () => {
    expectOut(await presence(week, ['2026-11-23', '2026-11-27']), '2026-11-23..2026-11-27')
    expectOut(await presence('from=2026-11-22&to=2026-11-28'), '2026-11-23..2026-11-27')
  })

  it('overlapping leaves are all shown, by their start', async () => {
    const answer = await presence(week, ['2026-11-24', '2026-11-26'], ['2026-11-20', '2026-11-25'])
    expectOut(answer, '2026-11-20..2026-11-25', '2026-11-24..2026-11-26')
  })

  it('nested leaves are all shown: by start, then by end, then by type', async () => {
    const answer = await presence(
      week,
      ['2026-11-24', '2026-11-24', 'sick'],
      ['2026-11-23', '2026-11-27'],
      ['2026-11-23', '2026-11-24', 'personal'],
      ['2026-11-24', '2026-11-24', 'bank_holiday'],
    )
    expectOut(
      answer,
      '2026-11-23..2026-11-24',
      '2026-11-23..2026-11-27',
      '2026-11-24..2026-11-24',
      '2026-11-24..2026-11-24',
    )
    expect(answer.out[0]!.leaves.map(({ type }) => type)).toEqual([
      'personal',
      'holiday',
      'bank_holiday',
      'sick',
    ])
  })

  it('two equal leaves are two entries, and one person', async () => {
    const answer = await presence(week, ['2026-11-24', '2026-11-24'], ['2026-11-24', '2026-11-24'])
    expectOut(answer, '2026-11-24..2026-11-24', '2026-11-24..2026-11-24')
  })

  it('a leave that ends on `from` counts; one that ends the day before does not', async () => {
    expectIn(await presence(week, ['2026-11-16', '2026-11-22']))
    expectOut(await presence(week, ['2026-11-16', '2026-11-23']), '2026-11-16..2026-11-23')
  })

  it('a leave that begins on `to` counts; one that begins the day after does not', async () => {
    expectIn(await presence(week, ['2026-11-28', '2026-12-04']))
    expectOut(await presence(week, ['2026-11-27', '2026-12-04']), '2026-11-27..2026-12-04')
  })

  it('leaves before and after the range are not shown beside one that touches it', async () => {
    const answer = await presence(
      week,
      ['2026-11-22', '2026-11-22'],
      ['2026-11-24', '2026-11-24'],
      ['2026-11-28', '2026-11-28'],
    )
    expectOut(answer, '2026-11-24..2026-11-24')
  })

  it('pending, rejected and cancelled leave is never shown, not even beside approved leave', async () => {
    const undecided = (['pending', 'rejected', 'cancelled'] as const).map((status): Absence => [
      '2026-11-24',
      '2026-11-25',
      'holiday',
      status,
    ])
    expectIn(await presence(week, ...undecided))
    expectOut(await presence(week, ['2026-11-26', '2026-11-26']), '2026-11-26..2026-11-26')
  })

  it('a member who left is in neither list, with or without leave', async () => {
    await world.addMember(org, { ...person, active: false })
    expect(await presence(week)).toMatchObject({ in: [], out: [] })
    expect(await presence(week, ['2026-11-24', '2026-11-24'])).toMatchObject({ in: [], out: [] })
  })

  it('a member who left and came back has the old leaves', async () => {
    await world.addMember(org, { ...person, active: false })
    expect(await presence(week, ['2026-11-24', '2026-11-24'])).toMatchObject({ in: [], out: [] })
    await world.addMember(org, person)
    expectOut(await presence(week), '2026-11-24..2026-11-24')
  })

  it('a leave added, changed or taken back is in the next answer', async () => {
    expectIn(await presence(week))
    expectOut(await presence(week, ['2026-11-24', '2026-11-24']), '2026-11-24..2026-11-24')
    await world.write({ remove: 'members', id: `${org}:${person.id}` })
    await world.setOrganization(org, {})
    expect(await presence(week)).toMatchObject({ in: [], out: [] })
  })

  it('a Saturday and a Sunday are days like any other', async () => {
    expectOut(
      await presence('from=2026-11-28&to=2026-11-29', ['2026-11-29', '2026-11-29']),
      '2026-11-29..2026-11-29',
    )
  })

  it.each([
    ['the start of summer time', 'from=2026-03-28&to=2026-03-30', '2026-03-29'],
    ['the end of summer time', 'from=2026-10-24&to=2026-10-26', '2026-10-25'],
    ['the start of summer time in New York', 'from=2026-03-07&to=2026-03-09', '2026-03-08'],
    ["the year's end", 'from=2026-12-30&to=2027-01-02', '2027-01-01'],
    ['a leap day', 'from=2028-02-28&to=2028-03-01', '2028-02-29'],
  ])('a range over %s has every day of it once', async (_what, query, day) => {
    expectOut(await presence(query, [day, day]), `${day}..${day}`)
    expectOut(await presence(`from=${day}&to=${day}`), `${day}..${day}`)
  })

  it('the days beside a change of the clocks are not taken for it', async () => {
    expectIn(await presence('from=2026-03-30&to=2026-03-30', ['2026-03-29', '2026-03-29']))
    expectIn(await presence('from=2026-03-28&to=2026-03-28'))
    expectIn(await presence('from=2026-10-26&to=2026-10-26', ['2026-10-25', '2026-10-25']))
    expectIn(await presence('from=2026-10-24&to=2026-10-24'))
  })

  it("a default range over the year's end", async () => {
    const answer = await presence('from=2026-12-28', ['2027-01-04', '2027-01-04'])
    expect([answer.from, answer.to]).toEqual(['2026-12-28', '2027-01-04'])
    expectOut(answer, '2027-01-04..2027-01-04')
  })

  it('a leave of long ago and one of far away are found when they are asked for', async () => {
    const far: readonly Absence[] = [
      ['1999-12-31', '2000-01-01'],
      ['2099-07-01', '2099-07-02'],
    ]
    expectOut(await presence('from=2000-01-01&to=2000-01-02', ...far), '1999-12-31..2000-01-01')
    expectOut(await presence('from=2099-06-01&to=2099-07-01'), '2099-07-01..2099-07-02')
    expectIn(await presence(week))
  })

  it('a leave of one day is found on that day, however far from today', async () => {
    const distances = [-3_000, -401, -400, -399, -367, -366, -365, -1, 1, 90, 365, 400, 3_000]
    const days = distances.map((distance) => addDays(today, distance)!)
    for (const day of days) expectOut(await presence(`from=${day}&to=${day}`, [day, day]), `${day}..${day}`)
    for (const day of days) expectOut(await presence(`from=${day}&to=${day}`), `${day}..${day}`)
  })

  it('a leave of many years is found in the middle of it', async () => {
    expectOut(await presence(week, ['2001-01-01', '2101-12-31']), '2001-01-01..2101-12-31')
    expectOut(await presence('from=2010-05-05&to=2010-05-05'), '2001-01-01..2101-12-31')
  })
}

const describeToday = (): void => {
  it.each([
    ['2026-11-20T10:30:00.000Z', 'Pacific/Kiritimati', '2026-11-21'],
    ['2026-11-20T10:30:00.000Z', 'Pacific/Pago_Pago', '2026-11-19'],
    ['2026-11-20T10:30:00.000Z', 'Europe/Berlin', '2026-11-20'],
    ['2026-11-20T23:30:00.000Z', 'Europe/Berlin', '2026-11-21'],
    ['2026-12-31T23:30:00.000Z', 'Europe/Berlin', '2027-01-01'],
    ['2026-03-29T00:59:59.999Z', 'Europe/Berlin', '2026-03-29'],
    ['2026-10-24T22:30:00.000Z', 'Europe/Berlin', '2026-10-25'],
    ['2026-10-25T22:30:00.000Z', 'Europe/Berlin', '2026-10-25'],
    ['2026-11-20T18:29:59.999Z', 'Asia/Kolkata', '2026-11-20'],
    ['2026-11-20T18:30:00.000Z', 'Asia/Kolkata', '2026-11-21'],
    ['2026-11-20T23:59:59.999Z', 'UTC', '2026-11-20'],
  ])('today at %s in %s is %s', async (at, timezone, day) => {
    await begin(at, timezone)
    const answer = await presence('', [day, day])
    expect(answer.from).toBe(day)
    expectOut(answer, `${day}..${day}`)
  })

  it("a member's own zone does not move the organization's today", async () => {
    await begin('2026-11-20T10:30:00.000Z')
    await world.addMember(org, { ...person, timezone: 'Pacific/Kiritimati' })
    expect((await presence('')).from).toBe('2026-11-20')
  })
}

const januaryOffsets = { UTC: 0, 'America/Los_Angeles': 480, 'Pacific/Kiritimati': -840 }

describe.each(Object.entries(januaryOffsets))('on a host in %s', (zone, offset) => {
  const hostZone = process.env['TZ']
  beforeAll(async () => {
    process.env['TZ'] = zone
    expect(new Date(2026, 0, 1).getTimezoneOffset()).toBe(offset)
    world = await startWorld()
  })
  afterAll(async () => {
    await world.stop()
    if (hostZone === undefined) delete process.env['TZ']
    else process.env['TZ'] = hostZone
  })

  describe('leaves and ranges', describeLeaves)
  describe('today', describeToday)
})
