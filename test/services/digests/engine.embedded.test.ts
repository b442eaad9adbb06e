import { embeddedSubject } from '../../stores/embedded/subject.js'
import { describeDigestsOn } from './engine.js'

describeDigestsOn(embeddedSubject)
