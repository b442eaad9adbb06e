import { embeddedSubject } from '../../stores/embedded/subject.js'
import { describeWebhooksOn } from './suite.js'

describeWebhooksOn(embeddedSubject)
