import { inject } from 'vitest'
import { mongoSubject } from '../../stores/mongo/subject.js'
import { describeTruthOn } from './truth.js'

describeTruthOn(
  mongoSubject('MongoDB', () => inject('mongoUri')),
  2,
)
