import { embeddedSubject } from '../../stores/embedded/subject.js'
import { describeBackup } from './suite.js'

describeBackup(embeddedSubject, embeddedSubject, 20)
