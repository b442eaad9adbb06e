import { inject } from 'vitest'
import { mongoSubject } from '../../stores/mongo/subject.js'
import { describeSourcesOn } from './suite.js'

describeSourcesOn(mongoSubject('MongoDB', () => inject('mongoUri')))
