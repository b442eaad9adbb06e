import { inject } from 'vitest'
import { embeddedSubject } from '../../stores/embedded/subject.js'
import { describeBackup } from './suite.js'

describeBackup(embeddedSubject, embeddedSubject, inject('suite') === 'long' ? 40 : 8)
