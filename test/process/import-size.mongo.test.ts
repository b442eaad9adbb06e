import { inject } from 'vitest'
import { mongoSubject } from '../stores/mongo/subject.js'
import { describeImportSize } from './import-size.js'

describeImportSize(
  mongoSubject('MongoDB', () => inject('mongoUri')),
  (uri) => ({ MONGODB_URI: uri }),
)
