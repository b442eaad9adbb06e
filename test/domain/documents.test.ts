import { describe, expect, it } from 'vitest'
import { documentCheck } from '../../src/domain/documents.js'
import { apiKey, leave, member, organization, team } from '../stores/samples.js'
import { sourceDocument } from '../world/sources.js'

/** Documents with every field of today, and the fields that the version before did not write. */
const documents = {
  organizations: [
    organization('o1', {
      keys: { k1: apiKey('k1', { allow: ['10.0.0.0/8'], team_id: 't1' }) },
      import: { id: 'i1', started_at: 'now', moved_at: 'now' },
      channel_reasons: 'masked',
      last_import: 'now',
      holidays: 'de-by',
      key_reasons: 'hidden',
      own_entries: 'off',
      import_types: { krank: 'sick', office: 'skip' },
    }),
    ['channel_reasons', 'last_import', 'holidays', 'key_reasons', 'own_entries', 'import_types'],
  ],
  teams: [team('o1', 't1', { holidays: null }), ['holidays']],
  members: [
    member('o1', 'm1', { holidays: 'de-by', team_id: 't1', timezone: 'Europe/Berlin' }),
    ['holidays'],
  ],
  leaves: [
    leave('o1', 'l1', '2026-11-20', '2026-11-23', { source: 'calendar:s1', changed_at: 'now' }),
    ['changed_at'],
  ],
  sources: [
    sourceDocument('o1', 's1', {
      kind: 'slack',
      slack: { workspace: 'T1', creates: true, avatars: false, groups: ['S1'], members: 3 },
      claim: { owner: 'a', until: 'now' },
      validators: { etag: null, last_modified: null, read_for: '' },
      held: { at: 'now', gone: 1, coming: 2 },
      aliases: [{ words: 'ana', member_id: 'm1' }],
      unmatched: [{ summary: 'Bo', start_date: '2026-11-20', end_date: '2026-11-20', nearest: [] }],
      unreadable: { events: [{ summary: 'Bo', reason: 'it has no start' }], count: 1, kept: 0 },
      departures: 1,
    }),
    ['slack', 'departures', 'unreadable'],
  ],
} as const satisfies Readonly<Record<string, readonly [object, readonly string[]]>>

const cases = Object.entries(documents).map(([collection, [document, later]]) => ({
  collection,
  document,
  later,
}))

const without = (document: object, ...names: readonly string[]): object =>
  Object.fromEntries(Object.entries(document).filter(([name]) => !names.includes(name)))

describe.each(cases)('the check of $collection', ({ collection, document, later }) => {
  const check = documentCheck(collection)!

  it('accepts documents of this version, of the one before and of the next', () => {
    expect(check(document)).toBeNull()
    expect(check(without(document, ...later))).toBeNull()
    expect(check({ ...document, field_of_tomorrow: [1] })).toBeNull()
  })

  it.each(Object.keys(document))('refuses another type of %s, and quotes nothing', (field) => {
    const secret = { s3cret: true }
    expect(check({ ...document, [field]: secret })).toMatch(new RegExp(`^${field}`))
    expect(check({ ...document, [field]: secret })).not.toMatch(/s3cret/)
    if (later.includes(field as never)) return
    expect(check(without(document, field))).toMatch(new RegExp(`^${field}`))
  })

  it('of some fields looks at no others', () => {
    const [first = '', second = ''] = Object.keys(document)
    const some = documentCheck(collection, [first])!
    expect(some({ [first]: 'o1' })).toBeNull()
    expect(some({ [second]: 'o1' })).toMatch(first)
  })
})

it('there is no check of what only the program writes', () => {
  expect(documentCheck('digest_runs')).toBeNull()
  expect(documentCheck('toString')).toBeNull()
})
