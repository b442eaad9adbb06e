import { inject } from 'vitest'
import { mongoSubject } from '../../stores/mongo/subject.js'
import { describePeopleOn } from './suite.js'

describePeopleOn(mongoSubject('MongoDB', () => inject('mongoUri')))
