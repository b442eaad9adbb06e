import { inject } from 'vitest'
import { mongoSubject } from '../../stores/mongo/subject.js'
import { describeRecords } from './suite.js'

describeRecords(mongoSubject('MongoDB', () => inject('mongoUri')))
