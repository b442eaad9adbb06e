import { embeddedSubject } from '../store.embedded.subject.js'
import { describeWorkspacesOn } from './workspaces.contract.js'

describeWorkspacesOn(embeddedSubject)
