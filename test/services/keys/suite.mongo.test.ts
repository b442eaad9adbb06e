import { inject } from 'vitest'
import { mongoSubject } from '../../stores/mongo/subject.js'
import { describeKeysOn } from './suite.js'

describeKeysOn(
  mongoSubject('MongoDB', () => inject('mongoUri')),
  Math.ceil(inject('cases') / 200),
)
