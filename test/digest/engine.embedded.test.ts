import { embeddedSubject } from '../store.embedded.subject.js'
import { describeDigestsOn } from './engine.contract.js'

describeDigestsOn(embeddedSubject)
