import { embeddedSubject } from '../../stores/embedded/subject.js'
import { describeDigestsOn } from './verbs.js'

describeDigestsOn(embeddedSubject)
