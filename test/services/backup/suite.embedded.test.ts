import { inject } from 'vitest'
import { embeddedSubject } from '../../stores/embedded/subject.js'
import { describeBackup } from './suite.js'

describeBackup(embeddedSubject, embeddedSubject, Math.ceil(inject('cases') / 100))
