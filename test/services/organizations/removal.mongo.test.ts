import { describe, inject } from 'vitest'
import { mongoSubject } from '../../stores/mongo/subject.js'
import { describeRemovalOn } from './removal.js'

describe('the removal of an organization', () =>
  describeRemovalOn(mongoSubject('MongoDB', () => inject('mongoUri'))))
