import { inject } from 'vitest'
import { mongoSubject } from '../stores/mongo/subject.js'
import { describeFreshness } from './freshness.js'

describeFreshness(
  mongoSubject('a replica set', () => inject('mongoUri')),
  (uri) => ({ MONGODB_URI: uri }),
)
