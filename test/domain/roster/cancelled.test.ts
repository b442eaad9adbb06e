import { expect, test } from 'vitest'
import type { Leave } from '../../../src/domain/organization/organization.js'
import { changesOf, imported, json } from './support.js'

const trip = { email: 'ann@acme.test', type: 'holiday', start_date: '2026-11-23', end_date: '2026-11-27' }
const before = imported([json({ members: [{ email: trip.email, name: 'Ann' }], leaves: [trip] })])
const cancelled = before.leaves.map((leave): Leave => ({ ...leave, source: 'manual', status: 'cancelled' }))

const same = 'has the first and last day of a leave that was cancelled by hand, so it does not count'
const other = 'shares days with a leave that was cancelled by hand; it counts'
const kept = 'was edited by hand and was left unchanged'

test.each([
  ['with its days', { type: 'sick' }, [same]],
  ['with some of its days', { end_date: '2026-11-26' }, [other]],
  ['with other days', { start_date: '2026-11-30', end_date: '2026-12-01' }, []],
  ['with its days, not approved', { type: 'sick', status: 'pending' }, []],
  ['that is the very same', {}, [same]],
  ['that is the very same, approved', { status: 'approved' }, [kept]],
  ['that is cancelled too', { status: 'cancelled' }, []],
])(
  'a row after a cancellation by hand, %s, comes in with a warning that says whether it counts',
  (_, row, warned) => {
    const changes = changesOf([json({ leaves: [{ ...trip, ...row }] })], { ...before, leaves: cancelled })
    expect(changes.ok && changes.warnings.map(({ message }) => message)).toEqual(warned)
  },
)
