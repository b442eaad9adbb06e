import { inject } from 'vitest'
import { mongoSubject } from '../../stores/mongo/subject.js'
import { describeWorkspacesOn } from './suite.js'

describeWorkspacesOn(mongoSubject('MongoDB', () => inject('mongoUri')))
