import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { documentLine, headerLine, trailerLine } from '../../../src/domain/backup.js'
import { checkBackup } from '../../../src/services/backup/check.js'
import type { CollectionName } from '../../../src/store/schema.js'
import { leave, member, organization, problemOf, team } from '../../stores/samples.js'
import { sourceDocument } from '../../world/sources.js'
import { linesOf } from './world.js'

type Line = readonly [CollectionName, object]

/** A backup of these documents in their order, whose seal is right. */
const sealed = (lines: readonly Line[]): Iterable<string> => {
  const text =
    headerLine() + lines.map(([collection, document]) => documentLine(collection, document)).join('')
  const sha256 = createHash('sha256').update(text).digest('hex')
  return linesOf(text + trailerLine({ documents: lines.length, sha256 }))
}

const check = (lines: readonly Line[]) => checkBackup(sealed(lines), async () => undefined)

const good: readonly Line[] = [
  ['leaves', leave('o1', 'l1', '2026-11-20', '2026-11-23')],
  ['members', member('o1', 'm1')],
  ['members', member('o1', 'm2')],
  ['organizations', organization('o1')],
  ['sources', sourceDocument('o1', 's1')],
  ['teams', team('o1', 't1')],
]

/** The good backup with other documents in the place of one. */
const withOther = (place: number, ...others: readonly Line[]): readonly Line[] =>
  good.toSpliced(place, 1, ...others)

const twoLines = 'A\r\nB'
const ana = (fields: object): Line => ['members', { ...member('o1', 'm1'), ...fields }]
const noName = 'name: is no name'
const noId = '_id: is not made of org and id'
const repeats = 'repeats the id of an earlier line'

const refused: readonly (readonly [string, readonly Line[], string])[] = [
  ['a name of two lines', withOther(1, ana({ name: twoLines })), `line 3 .*${noName}`],
  [
    'a team name of two lines',
    withOther(5, ['teams', team('o1', 't1', { name: twoLines })]),
    `line 7 .*${noName}`,
  ],
  [
    'an organization of two lines',
    withOther(3, ['organizations', organization('o1', { name: twoLines })]),
    `line 5 .*${noName}`,
  ],
  [
    'a source name of two lines',
    withOther(4, ['sources', sourceDocument('o1', 's1', { name: 'A\nB' })]),
    `line 6 .*${noName}`,
  ],
  [
    'a day that does not exist',
    withOther(0, ['leaves', leave('o1', 'l1', '2026-02-30', '2026-11-23')]),
    'line 2 .*start_date: is no date',
  ],
  ['a foreign organization', withOther(1, ana({ org: 'o2' })), `line 3 .*${noId}`],
  ['an id of another document', withOther(1, ana({ id: 'm9' })), `line 3 .*${noId}`],
  [
    'an organization that is not there',
    withOther(1, ['members', member('o0', 'm1')]),
    'line 3 belongs to an organization that the backup does not contain',
  ],
  [
    'a source of an organization that is not there',
    withOther(4, ['sources', sourceDocument('o2', 's1')]),
    'line 6 belongs to an organization',
  ],
  [
    'a foreign organization in any collection',
    [['audit', { _id: 'o1:a', org: 'o2' }], ...good],
    'line 2 belongs to another organization than its id says',
  ],
  ['an id that is there twice', withOther(1, good[1]!, good[1]!), `line 4 ${repeats}`],
  [
    'an id that is there again later',
    withOther(2, good[2]!, good[1]!),
    `line 5 ${repeats}, or is out of order`,
  ],
]

describe('a sealed backup', () => {
  it('of good documents is accepted', async () => {
    expect(await check(good)).toMatchObject({ documents: good.length })
  })

  it.each(refused)('with %s is refused, naming the line', async (_, lines, message) => {
    expect(await problemOf(check(lines))).toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(message),
    })
  })

  it('names nothing of a document that it refuses', async () => {
    const { message } = await problemOf(check(withOther(1, ana({ name: 'Ana\nRuiz' }))))
    expect(message).not.toMatch(/Ana|Ruiz|example/)
  })
})
