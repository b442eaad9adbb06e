import { it } from 'vitest'
import { expectCalm } from './calm.js'
import { embeddedPlace } from './place.js'

it('three processes on one folder that are killed and stopped post nothing twice, without a look in the channel', async () => {
  await expectCalm(embeddedPlace(), 'never')
}, 900_000)
