import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '../../../src/calendar/day.js'
import type { LeaveStatus } from '../../../src/domain/organization/organization.js'
import type { Presence } from '../../../src/domain/presence/presence.js'
import type { LeaveType } from '../../../src/domain/presence/leave-types.js'
import { noon, today } from '../../world/acme.js'
import { startWorld, type MintedKey, type World } from '../../world/world.js'

const person = { id: 'dada0000-0000-4000-8000-000000000002', name: 'Ivy Day', email: 'ivy@days.example' }

let world: World
let org: string
let key: MintedKey

type Absence = readonly [start: string, end: string, type?: LeaveType, status?: LeaveStatus]

/** An organization of one, on the same server as those before it. */
const begin = async (at = noon, timezone = 'Europe/Berlin'): Promise<void> => {
  world.setClock(at)
  const id = world.newId()
  org = await world.addOrganization({ id, slug: id, timezone })
  key = await world.addKey(org)
  await world.addMember(org, person)
}

/** Gives the one member these leaves, and asks. */
const presence = async (query: string, ...absences: readonly Absence[]): Promise<Presence> => {
  for (const [start_date, end_date, type = 'holiday', status = 'approved'] of absences)
    await world.addLeave(org, { member_id: person.id, type, start_date, end_date, status })
  const reply = await fetch(`http://localhost:${world.port}/api/v1/presence?${query}`, {
    headers: { Authorization: `Bearer ${key.token}` },
  })
  expect(reply.status).toBe(200)
  return (await reply.json()) as Presence
}

/** The leaves that are shown of the one member, who is in when there are none. */
const shownIn = (answer: Presence): readonly string[] => {
  const shown = answer.out.flatMap(({ leaves }) =>
    leaves.map(({ start_date, end_date, type }) => `${start_date}..${end_date} ${type}`),
  )
  const lists = [answer.in, answer.out].map((people) => people.map(({ name }) => name))
  expect(lists).toEqual(shown.length === 0 ? [['Ivy Day'], []] : [[], ['Ivy Day']])
  return shown
}

const on = (day: string): string => `from=${day}&to=${day}`
const week = 'from=2026-11-23&to=2026-11-27'
const farApart: readonly Absence[] = [
  ['1999-12-31', '2000-01-01'],
  ['2099-07-01', '2099-07-02'],
]

const describeLeaves = (): void => {
  beforeEach(() => begin())

  it.each<readonly [string, readonly Absence[], query: string, shown: readonly string[]]>([
    ['ends on `from`', [['2026-11-16', '2026-11-23']], week, ['2026-11-16..2026-11-23 holiday']],
    ['ends the day before', [['2026-11-16', '2026-11-22']], week, []],
    ['begins on `to`', [['2026-11-27', '2026-12-04']], week, ['2026-11-27..2026-12-04 holiday']],
    ['begins the day after', [['2026-11-28', '2026-12-04']], week, []],
    ['is on a Sunday', [['2026-11-29', '2026-11-29']], on('2026-11-29'), ['2026-11-29..2026-11-29 holiday']],
    ['is of long ago', farApart, 'from=2000-01-01&to=2000-01-02', ['1999-12-31..2000-01-01 holiday']],
    ['is far away', farApart, 'from=2099-06-01&to=2099-07-01', ['2099-07-01..2099-07-02 holiday']],
    [
      'is of many years',
      [['2001-01-01', '2101-12-31']],
      on('2010-05-05'),
      ['2001-01-01..2101-12-31 holiday'],
    ],
    ['is not approved', [['2026-11-24', '2026-11-25', 'sick', 'pending']], week, []],
    ['is rejected', [['2026-11-24', '2026-11-25', 'sick', 'rejected']], week, []],
    ['is cancelled', [['2026-11-24', '2026-11-25', 'sick', 'cancelled']], week, []],
  ])('a leave that %s', async (_, absences, query, shown) =>
    expect(shownIn(await presence(query, ...absences))).toEqual(shown),
  )

  it('leaves are shown whole, by their start, end and type, each once for each time it stands there', async () => {
    const answer = await presence(
      week,
      ['2026-11-24', '2026-11-24', 'sick'],
      ['2026-11-23', '2027-01-31'],
      ['2026-11-23', '2026-11-24', 'personal'],
      ['2026-11-22', '2026-11-22'],
      ['2026-11-24', '2026-11-24', 'bank_holiday'],
      ['2026-11-25', '2026-11-25', 'holiday', 'pending'],
      ['2026-11-24', '2026-11-24', 'sick'],
    )
    expect(shownIn(answer)).toEqual([
      '2026-11-23..2026-11-24 personal',
      '2026-11-23..2027-01-31 holiday',
      '2026-11-24..2026-11-24 bank_holiday',
      '2026-11-24..2026-11-24 sick',
      '2026-11-24..2026-11-24 sick',
    ])
  })

  it('a member who left is in neither list, and has the old leaves after coming back', async () => {
    await world.addMember(org, { ...person, active: false })
    expect(await presence(week)).toMatchObject({ in: [], out: [] })
    expect(await presence(week, ['2026-11-24', '2026-11-24'])).toMatchObject({ in: [], out: [] })
    await world.addMember(org, person)
    expect(shownIn(await presence(week))).toEqual(['2026-11-24..2026-11-24 holiday'])
  })

  it('a leave that is added, and a member who is removed, are in the next answer', async () => {
    expect(shownIn(await presence(week))).toEqual([])
    expect(shownIn(await presence(week, ['2026-11-24', '2026-11-24']))).toHaveLength(1)
    await world.write({ remove: 'members', id: `${org}:${person.id}` })
    await world.setOrganization(org, {})
    expect(await presence(week)).toMatchObject({ in: [], out: [] })
  })

  it('a leave of one day is found on that day, however far from today', async () => {
    const distances = [-3_000, -401, -400, -399, -367, -366, -365, -1, 1, 90, 365, 400, 3_000]
    const days = distances.map((distance) => addDays(today, distance)!)
    for (const day of days) expect(shownIn(await presence(on(day), [day, day]))).toHaveLength(1)
    for (const day of days) expect(shownIn(await presence(on(day)))).toEqual([`${day}..${day} holiday`])
  })
}

const describeDays = (): void => {
  it.each([
    ['the start of summer time', '2026-03-28', '2026-03-29', '2026-03-30'],
    ['the end of summer time', '2026-10-24', '2026-10-25', '2026-10-26'],
    ['the start of summer time in New York', '2026-03-07', '2026-03-08', '2026-03-09'],
    ["the year's end", '2026-12-31', '2027-01-01', '2027-01-02'],
    ['a leap day', '2028-02-28', '2028-02-29', '2028-03-01'],
  ])('a day at %s is not taken for those beside it', async (_what, before, day, after) => {
    await begin()
    const leave = [`${day}..${day} holiday`]
    expect(shownIn(await presence(`from=${before}&to=${after}`, [day, day]))).toEqual(leave)
    expect(shownIn(await presence(on(day)))).toEqual(leave)
    expect(shownIn(await presence(on(before)))).toEqual([])
    expect(shownIn(await presence(on(after)))).toEqual([])
  })

  it.each([
    ['2026-11-20T10:30:00.000Z', 'Pacific/Kiritimati', '2026-11-21'],
    ['2026-11-20T10:30:00.000Z', 'Pacific/Pago_Pago', '2026-11-19'],
    ['2026-12-31T23:30:00.000Z', 'Europe/Berlin', '2027-01-01'],
    ['2026-03-29T00:59:59.999Z', 'Europe/Berlin', '2026-03-29'],
    ['2026-10-24T22:30:00.000Z', 'Europe/Berlin', '2026-10-25'],
    ['2026-10-25T22:30:00.000Z', 'Europe/Berlin', '2026-10-25'],
    ['2026-11-20T18:30:00.000Z', 'Asia/Kolkata', '2026-11-21'],
    ['2026-11-20T23:59:59.999Z', 'UTC', '2026-11-20'],
  ])('today at %s in %s is %s, wherever the member is', async (at, timezone, day) => {
    await begin(at, timezone)
    await world.addMember(org, { ...person, timezone: 'Pacific/Kiritimati' })
    const answer = await presence('', [day, day])
    expect([answer.from, ...shownIn(answer)]).toEqual([day, `${day}..${day} holiday`])
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

  describe('days', describeDays)
  if (zone === 'America/Los_Angeles') describe('leaves', describeLeaves)
})
