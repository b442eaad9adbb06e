import { inject } from 'vitest'
import { mongoSubject } from '../../stores/mongo/subject.js'
import { describeStatusesOn } from './suite.js'

describeStatusesOn(mongoSubject('MongoDB', () => inject('mongoUri')))
