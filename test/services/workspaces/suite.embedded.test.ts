import { embeddedSubject } from '../../stores/embedded/subject.js'
import { describeWorkspacesOn } from './suite.js'

describeWorkspacesOn(embeddedSubject)
