import { embeddedSubject } from '../../stores/embedded/subject.js'
import { describeLinksOn } from './suite.js'

describeLinksOn(embeddedSubject)
