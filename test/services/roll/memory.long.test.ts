import { randomBytes } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { addDays, type Day } from '../../../src/calendar/day.js'
import type { Organization } from '../../../src/domain/organization/organization.js'
import { createPresenceService } from '../../../src/services/presence/presence.js'
import { createRolls } from '../../../src/services/roll/rolls.js'
import type { Change } from '../../../src/store/port.js'
import { newFolder } from '../../stores/embedded/subject.js'
import { openEmbeddedStore } from '../../../src/store/embedded/store.js'
import { leave, member, organization, puts, team } from '../../stores/samples.js'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Bytes in use once nothing is left to collect. */
const inUse = async (): Promise<number> => {
  for (let round = 0; round < 4; round += 1) {
    await wait(30)
    collect()
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const today: Day = '2026-11-25'
const id = (): string => randomBytes(16).toString('hex')

const ofPeople = (people: number, leaves: number): { organization: Organization; changes: Change[] } => {
  const created = organization(id())
  const { _id: org } = created
  const teams = [team(org, id()), team(org, id()), team(org, id())]
  const members = Array.from({ length: people }, (_, n) => {
    const own = id()
    const email = `person.${own}@acme.example`
    return member(org, own, { email, name: `First${n} Surname${own.slice(0, 8)}`, team_id: teams[n % 3]!.id })
  })
  const away = members.flatMap((one, n) =>
    Array.from({ length: leaves }, (_, turn) => {
      const from = addDays(today, ((n * 7 + turn * 37) % 240) - 90)!
      return leave(org, id(), from, addDays(from, 3)!, { member_id: one.id })
    }),
  )
  const changes: Change[] = [
    { put: 'organizations', document: created },
    ...puts('teams', teams),
    ...puts('members', members),
    ...puts('leaves', away),
  ]
  return { organization: created, changes }
}

it.each([
  [400, 20, 4],
  [400, 20, 0],
  [800, 2, 1],
  [20, 500, 4],
])(
  'what is counted of %i organizations of %i people with %i leaves each is what they take',
  async (...shape) => {
    const [count, people, leaves] = shape
    const store = await openEmbeddedStore(await newFolder())
    onTestFinished(() => store.close())
    const rolls = createRolls(store, { limit: 2 ** 40 })
    const presence = createPresenceService(rolls)
    const reader = { team_id: null, reasons: 'shown' } as const
    const now = new Date(`${today}T09:00:00Z`)
    const all: Organization[] = []
    for (let n = 0; n < count; n += 1) {
      const made = ofPeople(people, leaves)
      await store.commit(made.changes)
      all.push(made.organization)
    }
    const use = async (one: Organization): Promise<void> => {
      const roll = await rolls.of(one, { today })
      for (const ahead of [0, 7, 14]) {
        const days = { from: today, to: addDays(today, ahead)!, team_id: null }
        for (let times = 0; times < 2; times += 1)
          await (await presence.answer(one, days, reader, now)).compress?.('gzip')
      }
      for (const person of roll.active) roll.absencesOf(person)
      await rolls.names(roll)
    }
    // What is made once, whatever is asked.
    await use(all.pop()!)
    const [before, counted] = [await inUse(), rolls.size().bytes]
    for (const one of all) await use(one)
    const ratio = (rolls.size().bytes - counted) / ((await inUse()) - before)
    expect(ratio).toBeGreaterThan(0.8)
    expect(ratio).toBeLessThan(1.5)
  },
)
