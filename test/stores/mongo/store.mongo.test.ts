import { inject } from 'vitest'
import { describeStore } from '../contract.js'
import { mongoSubject } from './subject.js'

describeStore(mongoSubject('MongoDB', () => inject('mongoUri')))
