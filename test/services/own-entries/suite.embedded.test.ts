import { embeddedSubject } from '../../stores/embedded/subject.js'
import { describeOwnEntriesOn } from './suite.js'

describeOwnEntriesOn(embeddedSubject)
