import { inject } from 'vitest'
import { mongoSubject } from '../store.mongo.subject.js'
import { describeWorkspacesOn } from './workspaces.contract.js'

describeWorkspacesOn(mongoSubject('MongoDB', () => inject('mongoUri')))
