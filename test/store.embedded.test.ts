import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbeddedStore } from '../src/store/embedded.js'
import { describeStore } from './store.contract.js'

describeStore({
  name: 'embedded',
  kind: 'embedded',
  module: '../src/store/embedded.js',
  opener: 'openEmbeddedStore',
  open: openEmbeddedStore,
  newPlace: () => mkdtemp(join(tmpdir(), 'whosout-store-')),
  dropPlace: (place) => rm(place, { recursive: true, force: true }),
})
