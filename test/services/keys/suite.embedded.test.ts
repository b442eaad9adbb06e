import { inject } from 'vitest'
import { embeddedSubject } from '../../stores/embedded/subject.js'
import { describeKeysOn } from './suite.js'

describeKeysOn(embeddedSubject, inject('suite') === 'long' ? 80 : 15)
