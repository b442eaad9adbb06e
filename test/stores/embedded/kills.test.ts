import { describe, inject } from 'vitest'
import { describeKills } from '../contract/kills.js'
import { embeddedSubject } from './subject.js'

const amounts = { short: [2, 5, 9], all: [1, 3, 5, 7, 9], long: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] }
const rounds = amounts[inject('suite')]
describe('the embedded store survives kill -9', () => describeKills(embeddedSubject, rounds))
