import { inject } from 'vitest'
import { mongoSubject } from '../../stores/mongo/subject.js'
import { describeWebhooksOn } from './suite.js'

describeWebhooksOn(mongoSubject('MongoDB', () => inject('mongoUri')))
