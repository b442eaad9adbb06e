import { inject } from 'vitest'
import { mongoSubject } from '../../stores/mongo/subject.js'
import { describeDigestsOn } from './verbs.js'

describeDigestsOn(mongoSubject('MongoDB', () => inject('mongoUri')))
