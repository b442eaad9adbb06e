import { inject } from 'vitest'
import { describeStore } from './store.contract.js'
import { mongoSubject } from './store.mongo.subject.js'

describeStore(mongoSubject('MongoDB', () => inject('mongoUri')))
