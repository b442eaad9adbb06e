import { inject } from 'vitest'
import { mongoSubject } from '../stores/mongo/subject.js'
import { describeImportSize } from './import-size.js'

describeImportSize(
  mongoSubject('MongoDB', () => inject('mongoUri')),
  // Reading and comparing, which take the memory, are the same as on the embedded store, which has all 50,000 in every run.
  inject('suite') === 'long' ? 50_000 : 5_000,
  (uri) => ({ MONGODB_URI: uri }),
)
