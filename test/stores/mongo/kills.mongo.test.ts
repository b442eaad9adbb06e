import { describe, inject } from 'vitest'
import { describeKills } from '../contract/kills.js'
import { mongoSubject } from './subject.js'

const rounds = inject('suite') === 'long' ? [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] : [2, 5, 9]
describe('the MongoDB store survives kill -9', () =>
  describeKills(
    mongoSubject('MongoDB', () => inject('mongoUri')),
    rounds,
  ))
