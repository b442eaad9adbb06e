import { embeddedSubject } from '../../stores/embedded/subject.js'
import { describePeopleOn } from './suite.js'

describePeopleOn(embeddedSubject)
