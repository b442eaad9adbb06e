import { afterAll, beforeAll, inject } from 'vitest'
import { startStandalone, type Deployment } from './mongod.servers.js'
import { describeStore } from './store.contract.js'
import { mongoSubject } from './store.mongo.subject.js'

let standalone: Deployment
beforeAll(async () => {
  standalone = await startStandalone(inject('mongodBinary'))
})
afterAll(() => standalone.stop())
describeStore({ ...mongoSubject('standalone MongoDB', () => standalone.uri), inSteps: true })
