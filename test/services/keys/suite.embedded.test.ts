import { embeddedSubject } from '../../stores/embedded/subject.js'
import { describeKeysOn } from './suite.js'

describeKeysOn(embeddedSubject, 40)
