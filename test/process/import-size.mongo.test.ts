import { inject } from 'vitest'
import { mongoSubject } from '../store.mongo.subject.js'
import { describeImportSize } from './import-size.js'

describeImportSize(
  mongoSubject('MongoDB', () => inject('mongoUri')),
  (uri) => ({ MONGODB_URI: uri }),
)
