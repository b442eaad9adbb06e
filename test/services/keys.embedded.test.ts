import { embeddedSubject } from '../store.embedded.subject.js'
import { describeKeysOn } from './keys.suite.js'

describeKeysOn(embeddedSubject, 40)
