import { embeddedSubject } from '../store.embedded.subject.js'
import { describeDigestsOn } from './digests.contract.js'

describeDigestsOn(embeddedSubject)
