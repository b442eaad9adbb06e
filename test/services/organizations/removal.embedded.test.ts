import { describe } from 'vitest'
import { embeddedSubject } from '../../stores/embedded/subject.js'
import { describeRemovalOn } from './removal.js'

describe('the removal of an organization', () => describeRemovalOn(embeddedSubject))
