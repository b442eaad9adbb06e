import { inject } from 'vitest'
import { embeddedSubject } from '../../stores/embedded/subject.js'
import { describeKeysOn } from './suite.js'

describeKeysOn(embeddedSubject, Math.ceil(inject('cases') / 50))
