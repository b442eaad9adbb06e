import { inject } from 'vitest'
import { embeddedSubject } from '../../stores/embedded/subject.js'
import { describeTruthOn } from './truth.js'

describeTruthOn(embeddedSubject, Math.ceil(inject('cases') / 200))
