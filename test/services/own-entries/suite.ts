import { createRolls } from '../../../src/services/roll/rolls.js'
import { describe, expect, it } from 'vitest'
import type { OwnEntry } from '../../../src/domain/own-entries/entry.js'
import { createOwnEntries } from '../../../src/services/own-entries/own-entries.js'
import { listAudit } from '../../../src/services/records/change.js'
import { createLeaves } from '../../../src/services/records/leaves.js'
import { createMembers } from '../../../src/services/records/members.js'
import { importRoster } from '../../../src/services/roster/import.js'
import { member, puts } from '../../stores/samples.js'
import { openBench, type Subject } from '../../stores/subject.js'
import { createClock, openWorld, refusalOf } from '../keys/world.js'

// A Friday; the organization's zone is UTC.
const now = new Date('2026-11-20T10:00:00Z')
const actor = { who: 'slack:U0ANA', from: 'slack:T0ACME' }
const by = {
  asker: { account: null, email: 'ana@acme.test', timezone: null, locale: 'en-GB' },
  actor,
}
const days = (from: string, to = from, more: Partial<OwnEntry> = {}): OwnEntry => ({
  from: `2026-11-${from}`,
  to: `2026-11-${to}`,
  part: 'whole',
  reason: 'away',
  ...more,
})

/** What members say of themselves, on either store. */
export const describeOwnEntriesOn = (subject: Subject): void => {
  const bench = openBench(subject)
  const open = async () => {
    const world = await openWorld(bench().store, 'free', createClock(now))
    const { dependencies, org, store } = world
    await store.commit(
      puts('members', [
        member(org, 'aaaaaaaa-0000-4000-8000-000000000001', { email: 'ana@acme.test', name: 'Ana' }),
        member(org, 'bbbbbbbb-0000-4000-8000-000000000002', { email: 'bo@acme.test', name: 'Bo' }),
      ]),
    )
    const leaves = createLeaves(dependencies)
    const bring = async (replace: 'leaves' | null, ...rows: (readonly [string, string, string])[]) => {
      const content = JSON.stringify({
        leaves: rows.map(([type, start, end]) => {
          const [start_date, end_date] = [`2026-11-${start}`, `2026-11-${end}`]
          return { email: 'ana@acme.test', type, start_date, end_date }
        }),
      })
      const result = await importRoster(dependencies, {
        org,
        actor,
        files: [{ name: 'leaves.json', read: async () => content }],
        within: { from: '2026-11-01', to: null },
        replace: new Set(replace === null ? [] : [replace]),
        dryRun: false,
      })
      if (!result.ok) throw new Error(JSON.stringify(result))
    }
    return {
      ...world,
      bring,
      leaves,
      members: createMembers(dependencies),
      own: createOwnEntries(dependencies, createRolls(dependencies.store)),
      /** `own 23-25`, by day. */
      stored: async () =>
        (await leaves.list(org, {})).map(({ source, start_date, end_date, type }) => {
          return `${source} ${type} ${start_date.slice(8)}-${end_date.slice(8)}`
        }),
      audit: async () => (await listAudit({ store }, org, 100)).map(({ what, who }) => `${what} ${who}`),
    }
  }

  describe(`own entries on ${subject.name}`, () => {
    it('are leaves at once, with the next revision and a line of the audit log, and say when one is back', async () => {
      const { own, org, stored, read, audit } = await open()
      const { revision } = await read()
      const done = await own.enter(org, by, days('27'))
      expect(done).toMatchObject({ covered: [], back: { day: '2026-11-30', at_noon: false } })
      expect(await stored()).toEqual(['own personal 27-27'])
      expect((await read()).revision).toBe(revision + 1)
      expect(await audit()).toEqual(['leave_added slack:U0ANA'])
      // The same again, as a double click sends it.
      await own.enter(org, by, days('27'))
      expect((await read()).revision).toBe(revision + 1)
    })

    it('are listed until they have ended, changed, and taken back', async () => {
      const { own, org, stored, audit } = await open()
      await own.enter(org, by, days('16', '17'))
      await own.enter(org, by, days('23', '25'))
      const { entries } = (await own.list(org, by))!
      expect(entries.map(({ start_date }) => start_date)).toEqual(['2026-11-23'])
      await own.enter(org, by, days('24', '26', { reason: 'sick' }), entries[0]!)
      expect(await stored()).toEqual(['own personal 16-17', 'own sick 24-26'])
      const [changed] = (await own.list(org, by))!.entries
      expect(await own.takeBack(org, by, changed!)).toMatchObject({ taken: [{ start_date: '2026-11-24' }] })
      expect(await own.takeBack(org, by, changed!)).toMatchObject({ taken: [] })
      expect(await stored()).toEqual(['own personal 16-17'])
      expect(new Set(await audit())).toEqual(
        new Set(['leave_added slack:U0ANA', 'leave_removed slack:U0ANA']),
      )
    })

    it('end today for whoever is back, who hears when they are off next', async () => {
      const { own, org, stored } = await open()
      await own.enter(org, by, days('18', '25'))
      expect(await own.back(org, by)).toMatchObject({ days: { start_date: '2026-11-20' } })
      expect(await stored()).toEqual(['own personal 18-19'])
      expect(await own.back(org, by)).toMatchObject({ days: null })
      await own.enter(org, by, days('20'))
      await own.enter(org, by, days('23', '25', { reason: 'holiday' }))
      expect(await own.back(org, by)).toMatchObject({ next: { start_date: '2026-11-23' } })
      expect(await stored()).toEqual(['own personal 18-19', 'own holiday 23-25'])
    })

    describe('that began long ago', () => {
      // On 4 November, so that today is 16 days later.
      const early = { ...days('02', '25', { reason: 'sick' }), part: 'whole' } as const
      const began = async () => {
        const world = await open()
        world.clock.move(-16 * 86_400_000)
        const { entered } = await world.own.enter(world.org, by, early)
        world.clock.move(16 * 86_400_000)
        return { ...world, instead: entered[0]! }
      }

      const span = (from: string, to: string) => ({
        start_date: `2026-11-${from}`,
        end_date: `2026-11-${to}`,
      })
      it.each<readonly [string, OwnEntry, object, readonly string[]]>([
        [
          'are extended, and stay one entry',
          { ...early, to: '2026-11-27' },
          { kept: [], dropped: [], back: { day: '2026-11-30' } },
          ['own sick 02-27'],
        ],
        [
          'are shortened at the end',
          { ...early, to: '2026-11-20' },
          { kept: [], dropped: [span('21', '25')] },
          ['own sick 02-20'],
        ],
        [
          'keep the days that nobody may enter any more, whatever else they become',
          days('20', '25', { reason: 'holiday' }),
          { kept: [span('02', '12')], dropped: [span('13', '19')] },
          ['own sick 02-12', 'own holiday 20-25'],
        ],
        [
          'keep them when they get another reason from their first day on',
          { ...early, reason: 'holiday' },
          { kept: [span('02', '12')] },
          ['own sick 02-12', 'own holiday 13-25'],
        ],
      ])('%s', async (_, entry, done, after) => {
        const { own, org, stored, instead } = await began()
        const changed = await own.enter(org, by, entry, instead)
        expect(changed).toMatchObject(done)
        expect(changed.entered[0]!.id === instead.id).toBe(after.length === 1)
        expect(await stored()).toEqual(after)
      })

      it('keep them when the rest is taken back', async () => {
        const { own, org, stored, instead } = await began()
        expect(await own.takeBack(org, by, instead)).toMatchObject({
          taken: [{ start_date: '2026-11-13', end_date: '2026-11-25' }],
          kept: [{ start_date: '2026-11-02', end_date: '2026-11-12' }],
        })
        expect(await stored()).toEqual(['own sick 02-12'])
        expect(await own.takeBack(org, by, instead)).toMatchObject({ taken: [], kept: [{}] })
      })

      it('neither begin on another day that is too long ago nor end on one', async () => {
        const { own, org, stored, instead } = await began()
        const fieldsOf = async (entry: OwnEntry) =>
          (await refusalOf(own.enter(org, by, entry, instead))).issues?.map(({ path }) => path[0])
        expect(await fieldsOf(days('03', '25'))).toEqual(['from'])
        expect(await fieldsOf(days('02', '10'))).toEqual(['to'])
        expect(await stored()).toEqual(['own sick 02-25'])
      })
    })

    it('are the days that no other source has, and say from where the others are', async () => {
      const { own, org, stored, bring } = await open()
      await bring(null, ['holiday', '24', '25'])
      const done = await own.enter(org, by, days('23', '27'))
      expect(done.covered).toMatchObject([{ source: 'import', start_date: '2026-11-24', name: null }])
      // Back after all of it, whatever it comes from.
      expect(done.back).toEqual({ day: '2026-11-30', at_noon: false })
      const all = ['own personal 23-23', 'import holiday 24-25', 'own personal 26-27']
      expect(await stored()).toEqual(all)
      expect((await own.enter(org, by, days('24'))).entered).toEqual([])
      expect(await stored()).toEqual(all)
    })

    it('yield to an import that comes later, and do not come back when it goes', async () => {
      const { own, org, stored, bring } = await open()
      await own.enter(org, by, days('23', '27', { reason: 'holiday' }))
      await bring('leaves', ['holiday', '25', '30'])
      expect(await stored()).toEqual(['own holiday 23-24', 'import holiday 25-30'])
      // The same leave gives way to it as well.
      await bring('leaves', ['holiday', '23', '24'], ['holiday', '30', '30'])
      expect(await stored()).toEqual(['import holiday 23-24', 'import holiday 30-30'])
    })

    it('tell the audit log what they yielded, and to whom', async () => {
      const { own, org, bring, audit } = await open()
      await own.enter(org, by, days('23', '27', { reason: 'holiday' }))
      await bring(null, ['holiday', '25', '30'])
      await bring(null, ['sick', '23', '24'])
      expect((await audit()).toSorted()).toEqual(
        [
          `leave_added ${by.actor.who}`,
          ...[
            'imported',
            'people_changed',
            'leave_changed',
            'imported',
            'people_changed',
            'leave_removed',
          ].map((what) => `${what} ${actor.who}`),
        ].toSorted(),
      )
    })

    it('yield to what an admin adds', async () => {
      const { own, org, stored, leaves } = await open()
      await own.enter(org, by, days('23', '25'))
      await leaves.add(org, 'Ana', { type: 'sick', from: '2026-11-25', to: '2026-11-26' }, actor)
      expect(await stored()).toEqual(['own personal 23-24', 'manual sick 25-26'])
    })

    it('do not exist for someone who is not an active member, or where they are turned off', async () => {
      const { own, org, members, organizations, stored } = await open()
      const stranger = { ...by, asker: { ...by.asker, email: 'who@acme.test' } }
      expect((await refusalOf(own.enter(org, stranger, days('23')))).code).toBe('not_found')
      expect(await own.list(org, stranger)).toBeNull()
      await organizations.set(org, { own_entries: 'off' }, actor)
      expect((await refusalOf(own.enter(org, by, days('23')))).code).toBe('conflict')
      expect(await own.list(org, by)).toBeNull()
      await organizations.set(org, { own_entries: 'on' }, actor)
      await members.deactivate(org, 'Ana', actor)
      expect((await refusalOf(own.enter(org, by, days('23')))).message).toContain(
        'no longer an active member',
      )
      expect(await stored()).toEqual([])
    })

    it('are refused by the field that is wrong', async () => {
      const { own, org } = await open()
      const { issues } = await refusalOf(own.enter(org, by, days('10', '09')))
      expect(issues?.map(({ path }) => path[0])).toEqual(['from', 'to'])
    })

    it('entered at the same moment by several people are all kept', async () => {
      const { own, org, stored } = await open()
      const bo = { ...by, asker: { ...by.asker, email: 'bo@acme.test' } }
      await Promise.all([
        own.enter(org, by, days('23')),
        own.enter(org, bo, days('24')),
        own.enter(org, by, days('25')),
      ])
      expect(await stored()).toEqual(['own personal 23-23', 'own personal 24-24', 'own personal 25-25'])
    })
  })
}
