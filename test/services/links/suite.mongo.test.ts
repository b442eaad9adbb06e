import { inject } from 'vitest'
import { mongoSubject } from '../../stores/mongo/subject.js'
import { describeLinksOn } from './suite.js'

describeLinksOn(mongoSubject('MongoDB', () => inject('mongoUri')))
