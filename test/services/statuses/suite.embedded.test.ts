import { embeddedSubject } from '../../stores/embedded/subject.js'
import { describeStatusesOn } from './suite.js'

describeStatusesOn(embeddedSubject)
