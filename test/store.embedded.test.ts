import { describeStore } from './store.contract.js'
import { embeddedSubject } from './store.embedded.subject.js'

describeStore(embeddedSubject)
