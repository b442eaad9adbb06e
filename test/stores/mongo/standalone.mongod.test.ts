import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { member, newId, organization } from '../samples.js'
import { startStandalone, type Deployment } from '../../mongod/servers.js'
import { describeStore } from '../contract.js'
import { mongoSubject } from './subject.js'

let standalone: Deployment
beforeAll(async () => {
  standalone = await startStandalone(inject('mongodBinary'))
})
afterAll(() => standalone.stop())
describeStore({ ...mongoSubject('standalone MongoDB', () => standalone.uri), inSteps: true })

it('a group that fails in the middle says at which step, and what is written by then', async () => {
  const subject = mongoSubject('standalone MongoDB', () => standalone.uri)
  const place = await subject.newPlace()
  const store = await subject.open(place)
  const org = newId()
  // More than MongoDB takes in one document.
  const huge = member(org, 'huge', { name: 'x'.repeat(16_900_000) })
  await expect(
    store.commit([
      { put: 'organizations', document: organization(org), when: 'absent' },
      { put: 'members', document: huge, when: 'absent' },
      { put: 'slugs', document: { _id: `slug-${org}`, org }, when: 'absent' },
    ]),
  ).rejects.toMatchObject({
    code: 'outcome_unknown',
    message:
      'The database did not confirm the change, so it may or may not have been made. It stopped at step 2 of 4 (members); the steps before it are written.',
  })
  expect(await store.get('organizations', [org])).toHaveLength(1)
  expect(await store.get('slugs', [`slug-${org}`])).toEqual([])
  await store.close()
  await subject.dropPlace(place)
})
