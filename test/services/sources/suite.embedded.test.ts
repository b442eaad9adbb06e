import { embeddedSubject } from '../../stores/embedded/subject.js'
import { describeSourcesOn } from './suite.js'

describeSourcesOn(embeddedSubject)
