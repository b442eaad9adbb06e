import { inject } from 'vitest'
import { mongoSubject } from '../../stores/mongo/subject.js'
import { describeOwnEntriesOn } from './suite.js'

describeOwnEntriesOn(mongoSubject('MongoDB', () => inject('mongoUri')))
