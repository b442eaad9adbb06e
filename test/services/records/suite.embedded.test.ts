import { embeddedSubject } from '../../stores/embedded/subject.js'
import { describeRecords } from './suite.js'

describeRecords(embeddedSubject)
