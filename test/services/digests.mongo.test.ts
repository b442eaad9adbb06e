import { inject } from 'vitest'
import { mongoSubject } from '../store.mongo.subject.js'
import { describeDigestsOn } from './digests.contract.js'

describeDigestsOn(mongoSubject('MongoDB', () => inject('mongoUri')))
