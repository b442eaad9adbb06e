import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isTooLong, refusedBlocks } from '../../demo/fake-slack/rules/blocks.js'
import type { JsonObject } from '../../../src/demo/fake-slack/state.js'
import {
  bold,
  code,
  line,
  list,
  note,
  type Message,
  type TextSpan,
} from '../../../src/domain/words/message.js'
import {
  drawMessage,
  maxMessageLength,
  maxSectionLength,
  maxTitleLength,
  maxBlocks,
} from '../../../src/slack/message/blocks.js'
import { joinDates } from '../../../src/domain/words/join-dates.js'
import { drawLine } from '../../../src/slack/message/mrkdwn.js'

describe('a line in Slack’s markup', () => {
  it.each<readonly [string, TextSpan, string]>([
    ['pings nobody', bold('<!channel> & <@U1>'), '*&lt;!channel&gt; &amp; &lt;@U1&gt;*'],
    ['shows marks as marks', bold('*Ana* _R_ ~x~ `y`'), '*∗Ana∗ ˍRˍ ∼x∼ ˋyˋ*'],
    ['draws no emoji in a name', 'Ana :fire: 10:30', 'Ana ꞉fire: 10:30'],
    [
      'keeps a command as it is typed',
      code('/whosout team:"R & D_1" <@U1>'),
      '`/whosout team:"R &amp; D_1" &lt;@U1&gt;`',
    ],
    ['ends code where it ends', code('a`b'), '`aˋb`'],
    ['draws no empty bold', bold(' '), ''],
    [
      'keeps what stands beside a name of another direction in its place',
      'שרה כהן, דוד (back 30)',
      '\u2068שרה כהן\u2069, \u2068דוד\u2069 (back 30)',
    ],
  ])('%s', (_says, span, drawn) => {
    expect(drawLine([span])).toBe(drawn)
  })
})

describe('a date', () => {
  /** `_` is a space, and `!` a place, at which no line breaks. */
  it.each([
    ['Ana Ruiz is out · back Mon 30 Nov', 'Ana Ruiz is out · back_Mon_30_Nov'],
    ['*Back Wed 25*: Ana', '*Back_Wed_25*: Ana'],
    ['*Back tomorrow*: Ana (holiday, back 12 Jan)', '*Back_tomorrow*: Ana (holiday, back_12_Jan)'],
    ['today, Mon 23 Nov · 8 of 40', 'today, Mon_23_Nov · 8_of_40'],
    ['next week, 23–27 Nov 2027', 'next week, 23–!27_Nov_2027'],
    ['30 Nov – 4 Dec', '30_Nov_– 4_Dec'],
    ['Fri 20 Nov – Sun 29 Nov, back Mon 30 Nov', 'Fri_20_Nov_– Sun_29_Nov, back_Mon_30_Nov'],
    ['`/whosout 24 dec - 2 Jan` for 24 Dec', '`/whosout 24 dec - 2 Jan` for 24_Dec'],
    ['Mon: 12 Monkeys, 40 people, 3 May', 'Mon: 12 Monkeys, 40 people, 3_May'],
  ])('stays on one line: %s', (text, drawn) => {
    const joined = joinDates(text)
    expect(joined.replaceAll('\u00A0', '_').replaceAll('\u2060', '!')).toBe(drawn)
    expect(joinDates(joined)).toBe(joined)
  })
})

const nasty = fc.oneof(
  fc.constantFrom('<!here>', '&&&&&&&&', '*', '``', '👩‍👩‍👧‍👦', '\n', '"\\"', 'team:"x"'),
  fc.string({ unit: 'binary', maxLength: 90 }),
)
const span = fc.oneof(nasty, nasty.map(bold), nasty.map(code))
const anyLine = fc.array(span, { minLength: 1, maxLength: 6 }).map((spans) => ['x', ...spans])
const manyLines = fc
  .tuple(fc.array(anyLine, { minLength: 1, maxLength: 8 }), fc.integer({ min: 1, max: 5_000 }))
  .map(([some, count]) => Array.from({ length: count }, (_, place) => some[place % some.length]!))
const message: fc.Arbitrary<Message> = fc
  .record({
    title: fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }).map((text) => `x${text}`),
    first: anyLine,
    lists: fc.array(manyLines, { maxLength: 4 }),
    notes: fc.array(anyLine, { maxLength: 12 }),
  })
  .map(({ title, first, lists, notes }) => ({
    title,
    parts: [
      line(...first),
      ...lists.flatMap((lines) => list([bold('Out')], lines)),
      ...notes.map((one) => note(...one)),
    ],
  }))

describe('a message of any size', () => {
  it('is one that Slack takes', () => {
    fc.assert(
      fc.property(message, (said) => {
        const drawn = drawMessage(said)
        const blocks = drawn.blocks as unknown as readonly JsonObject[]
        expect(refusedBlocks(blocks)).toBeUndefined()
        expect(isTooLong(blocks)).toBe(false)
        expect(JSON.stringify(drawn).length).toBeLessThanOrEqual(maxMessageLength)
        expect(blocks.length).toBeLessThanOrEqual(maxBlocks)
        expect(drawn.text).not.toBe('')
        expect(JSON.stringify(drawn)).not.toMatch(/[<>]/)
      }),
      { numRuns: 60 },
    )
  })

  it('says how many lines there are that it does not show', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), (count) => {
        const lines = Array.from({ length: count }, (_, place) => [`person ${place}`])
        const { blocks } = drawMessage({ title: 'x', parts: list([bold('Out')], lines) })
        const text = blocks
          .flatMap((block) => (block.type === 'section' ? [block.text!.text] : []))
          .join('\n')
        const shown = [...text.matchAll(/person \d+/g)].length
        const more = Number(/and (\d+) more$/.exec(text)?.[1] ?? 0)
        expect(shown + more).toBe(count)
        expect(count < 100 ? more : 0).toBe(0)
      }),
      { numRuns: 50 },
    )
  })

  it('gives the space that a short list leaves to the long ones', () => {
    const long = Array.from({ length: 900 }, (_, place) => [`person ${place}`])
    const parts = [...list([bold('Out')], long), ...list([bold('Days')], [['Mon'], ['Tue']])]
    const drawn = drawMessage({ title: 'x', parts })
    expect(JSON.stringify(drawn).length).toBeGreaterThan(maxMessageLength - 100)
    expect(JSON.stringify(drawn)).toContain('*Days*\\nMon\\nTue')
  })

  it('shortens a title and a line that are too long, between characters', () => {
    const drawn = drawMessage({ title: '😀'.repeat(200), parts: [line('&'.repeat(4_000))] })
    const [header, section] = drawn.blocks
    if (header?.type !== 'header' || section?.type !== 'section') throw new Error('other blocks')
    expect(header.text.text).toMatch(/^(😀)+…$/u)
    expect(header.text.text.length).toBeLessThanOrEqual(maxTitleLength)
    expect(section.text!.text).toMatch(/^(&amp;)+…$/)
    expect(section.text!.text.length).toBeLessThanOrEqual(maxSectionLength)
  })
})
