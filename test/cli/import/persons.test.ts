import { expect, it } from 'vitest'
import { openImportRoom } from './room.js'

const { open } = openImportRoom()

const people = 'Employee #,Name,Email\n0042,Hugo Lang,hugo@acme.test\n43,Hugo Linde,linde@acme.test\n'
const leaves = (who: string, day: string) => `Name,Type,Date\n${who},PTO,${day}\n`

it('a person named by hand is known from then on, until they are erased', async () => {
  const room = await open()
  await room.takeJson('', people)
  const { code, err } = await room.take('', leaves('Hugo L.', '2026-11-20'))
  expect([code, err]).toEqual([
    1,
    expect.stringContaining('(--map-person "Hugo L.=hugo@acme.test", or linde@acme.test)'),
  ])
  const added = { code: 0, leaves: { added: 1 } }
  const named = ['--map-person', 'Hugo L.=linde@acme.test'] as const
  expect(
    await room.run('import --json', ...named, await room.write(leaves('Hugo L.', '2026-11-20'))),
  ).toMatchObject({ code: 0 })
  expect(await room.takeJson('', leaves('HUGO L', '2026-11-23'))).toMatchObject(added)
  const { out } = await room.run('members show linde@acme.test --json')
  expect(JSON.parse(out)).toMatchObject({
    external_id: '43',
    leaves: [{ start_date: '2026-11-20' }, { start_date: '2026-11-23' }],
  })
  await room.run('members erase linde@acme.test --yes')
  const [organization] = await room.store.get('organizations', [room.id])
  expect(organization?.import_people).toEqual({})
})

it('an address that nobody has is a problem, and one that is none is wrong usage', async () => {
  const room = await open()
  await room.takeJson('', people)
  const file = await room.write(leaves('Hugo L.', '2026-11-20'))
  const { err } = await room.run('import', file, '--map-person', 'Hugo L.=nobody@acme.test')
  expect(err).toContain('has nobody for --map-person "Hugo L."')
  expect(await room.run('import', file, '--map-person', 'Hugo L.')).toMatchObject({ code: 2 })
})

it('somebody whom a file names in three ways is one person, however often it is imported', async () => {
  const room = await open()
  await room.takeJson('', people)
  const file = [
    'Employee #,Email,Name,Type,Start,End',
    '42,,Hugo Lang,PTO,2026-11-23,2026-11-24',
    ',hugo@acme.test,,PTO,2026-12-01,2026-12-02',
    ',,Hugo Lang,PTO,2026-12-08,2026-12-09',
    '42,,,PTO,2026-12-08,2026-12-09',
  ].join('\n')
  expect(await room.takeJson('', file)).toMatchObject({ code: 0, leaves: { added: 3 } })
  for (const options of ['--replace leaves', ''])
    expect(await room.takeJson(options, file)).toMatchObject({
      code: 0,
      leaves: { added: 0, changed: 0, removed: 0, same: 3 },
    })
})
