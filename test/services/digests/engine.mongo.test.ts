import { expect, inject, it } from 'vitest'
import { mongoSubject, openTestStore } from '../../stores/mongo/subject.js'
import { describeDigestsOn } from './engine.js'

describeDigestsOn(mongoSubject('MongoDB', () => inject('mongoUri')))

it('tells what the clock of the database shows', async () => {
  const store = await openTestStore(inject('mongoUri'))
  const shown = await store.serverTime!()
  await store.close()
  // The same machine: the hour is right, whatever the load.
  expect(Math.abs(shown.getTime() - Date.now())).toBeLessThan(3_600_000)
})
