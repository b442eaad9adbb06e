import { inject } from 'vitest'
import { embeddedSubject } from '../../stores/embedded/subject.js'
import { describeKilledSyncsOn } from './killed.js'

describeKilledSyncsOn(embeddedSubject, inject('suite') === 'short' ? 0 : 1)
