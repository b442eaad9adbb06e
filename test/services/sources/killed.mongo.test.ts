import { inject } from 'vitest'
import { mongoSubject } from '../../stores/mongo/subject.js'
import { describeKilledSyncsOn } from './killed.js'

describeKilledSyncsOn(
  mongoSubject('MongoDB', () => inject('mongoUri')),
  inject('suite') === 'long' ? 1 : 2,
)
