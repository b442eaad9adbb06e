import { inject } from 'vitest'
import { mongoSubject } from '../../stores/mongo/subject.js'
import { describeKilledSyncsOn } from './killed.js'

describeKilledSyncsOn(
  mongoSubject('MongoDB', () => inject('mongoUri')),
  inject('suite') === 'long' ? 1 : 4,
  // The embedded store, whose steps are the same ones, has every step in each run.
  inject('suite') === 'long' ? 1 : 3,
)
