import { it } from 'vitest'
import { expectCalm } from './calm.js'
import { embeddedPlace } from './place.js'

it('three processes on one folder that are killed and stopped post nothing twice, and say what they missed', async () => {
  await expectCalm(embeddedPlace(), 'lookup')
}, 900_000)
