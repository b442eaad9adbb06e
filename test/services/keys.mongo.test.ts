import { inject } from 'vitest'
import { mongoSubject } from '../store.mongo.subject.js'
import { describeKeysOn } from './keys.suite.js'

describeKeysOn(
  mongoSubject('MongoDB', () => inject('mongoUri')),
  10,
)
