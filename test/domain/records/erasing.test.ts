import { describe, expect, it } from 'vitest'
import { createScrubber } from '../../../src/domain/records/mentions.js'
import { newMemberTombstone } from '../../../src/domain/records/tombstone.js'
import { createRecognizer, traceKeyBytes, tracesOf } from '../../../src/domain/records/traces.js'

const instead = 'erased member 3'
const scrubberOf = (name: string) => createScrubber({ texts: ['ana@acme.test', 'U0ANA'], name, instead })

describe('what names a person', () => {
  it.each([
    ['Ana Ruíz', "Ana Ruíz's laptop", "erased member 3's laptop"],
    ['Ana Ruíz', 'laptop ana ruiz', 'laptop erased member 3'],
    ['Ana Ruíz', 'RUIZ, ANA (old)', 'erased member 3 (old)'],
    ['Ana Ruíz', 'Ana Ruíz'.normalize('NFD'), 'erased member 3'],
    ['Ana Ruíz', 'ana_ruiz and Ana Ruiz', 'erased member 3 and erased member 3'],
    ['Ana Ruíz', 'to ANA@acme.test', 'to erased member 3'],
    ['Ana Ruíz', 'Ana and Ruizo', 'Ana and Ruizo'],
    ['Ana María Ruíz', 'key of Ana Ruiz', 'key of erased member 3'],
    ['Bo', 'dashboard of Bo', 'dashboard of erased member 3'],
    ['Bo', 'Bob', 'Bob'],
    ['A', 'A key', 'A key'],
    ['田中太郎', '田中太郎のキー', 'erased member 3のキー'],
    ["Seán O'Brien", 'tv of sean obrien and Sean O’Brien', 'tv of sean obrien and erased member 3'],
  ])('of %s in "%s" is taken out', (name, text, scrubbed) => {
    const { scrub, mentions } = scrubberOf(name)
    expect(scrub({ name: text })).toEqual({ name: scrubbed })
    expect(mentions({ name: text })).toBe(scrubbed !== text)
  })

  it('is taken out of what people wrote and nothing else, if it is one word', () => {
    const entry = { what: 'leave_changed', type: 'holiday', detail: { type: 'holiday → sick' } }
    expect(scrubberOf('Holiday').scrub(entry)).toEqual({
      ...entry,
      detail: { type: 'erased member 3 → sick' },
    })
  })

  it('is taken out of any text, if it is more, and never out of an id', () => {
    const entry = { _id: 'o:Ana Ruiz', who: 'Ana Ruiz@laptop', list: [{ by: ['U0ANA', 'ana ruiz'] }] }
    expect(scrubberOf('Ana Ruiz').scrub(entry)).toEqual({
      _id: 'o:Ana Ruiz',
      who: 'erased member 3@laptop',
      list: [{ by: [instead, instead] }],
    })
  })
})

const org = '0190a1b2-0000-7000-8000-000000000001'
const ana = { org, id: 'a', name: 'Ana María Ruíz', email: 'Ana@Acme.test' }
const bo = { org, id: 'b', name: 'Bo', email: 'bo@acme.test' }
const randomKey = (byte: number) => new Uint8Array(traceKeyBytes).fill(byte)

/** As two erasures leave them, one after the other. */
const first = newMemberTombstone(ana, [], '2026-11-20', tracesOf(ana, [], randomKey(1)))
const second = newMemberTombstone(bo, [first], '2026-11-20', tracesOf(bo, [first], randomKey(2)))
const old = newMemberTombstone({ org, id: 'c', email: 'cy@acme.test' }, [first, second], '2026-11-20')

describe('tombstones', () => {
  it('share the first key of the organization, and hold neither name nor address', () => {
    expect([first.traces?.key, second.traces?.key]).toEqual(
      Array(2).fill(Buffer.alloc(32, 1).toString('base64')),
    )
    expect(JSON.stringify([first, second])).not.toMatch(/ana|ruiz|ruíz|acme/i)
    expect(old).not.toHaveProperty('traces')
  })

  it.each([
    ['Ana María Ruíz: holiday', true],
    ['Holiday RUIZ, Ana', true],
    ['ana r. (away)', true],
    ['away: ANA@acme.test', true],
    ['Bo – sick', true],
    ['Ana and Ruiz', false],
    ['Bob is away', false],
    ['Cy is away', false],
    ['', false],
  ])('recognize an event "%s": %s', (summary, expected) => {
    const isErased = createRecognizer([old, first, second])!
    expect(isErased({ summary, attendees: [], organizer: null })).toBe(expected)
  })

  it('recognize who is invited, and the organizer of an event without guests', () => {
    const isErased = createRecognizer([first])!
    const [erased, other] = [
      { name: null, email: 'ana@acme.test' },
      { name: 'Ben Okafor', email: 'ben@acme.test' },
    ]
    const event = { summary: 'Away', organizer: null, attendees: [] }
    expect(isErased({ ...event, attendees: [other, erased] })).toBe(true)
    expect(isErased({ ...event, attendees: [{ name: 'Ruiz, Ana Maria', email: null }] })).toBe(true)
    expect(isErased({ ...event, organizer: erased })).toBe(true)
    expect(isErased({ ...event, organizer: erased, attendees: [other] })).toBe(false)
  })

  it('of earlier versions recognize nobody', () => expect(createRecognizer([old])).toBeUndefined())
})
