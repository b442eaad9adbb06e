import { describe } from 'vitest'
import type { Subject } from '../../stores/subject.js'
import { describeKeyVerbs } from './verbs.js'
import { describeKeyFaults } from './faults.js'
import { describeKeyModel } from './model.js'
import { describeKeyRaces } from './races.js'
import { describeOrganizationVerbs } from '../organizations/verbs.js'
import { describeUses } from './uses.js'

/** Everything that is promised of organizations and keys, on one store. */
export const describeKeysOn = (subject: Subject, lifeCycles: number): void => {
  describe(`organizations on the ${subject.name} store`, () => describeOrganizationVerbs(subject))
  describe(`keys on the ${subject.name} store`, () => {
    describeKeyVerbs(subject)
    describe('as a whole', () => describeKeyModel(subject, lifeCycles))
    describe('when many ask at once', () => describeKeyRaces(subject))
    describe('when the store fails', () => describeKeyFaults(subject))
  })
  describe(`uses of keys on the ${subject.name} store`, () => describeUses(subject))
}
