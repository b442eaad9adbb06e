import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbeddedStore } from '../../../src/store/embedded/store.js'
import type { Subject } from '../subject.js'

/** The embedded store for every suite that runs on both: a place is a folder. */
export const embeddedSubject: Subject = {
  name: 'embedded',
  kind: 'embedded',
  module: '../../src/store/embedded/store.js',
  opener: 'openEmbeddedStore',
  open: openEmbeddedStore,
  newPlace: () => mkdtemp(join(tmpdir(), 'whosout-store-')),
  dropPlace: (place) => rm(place, { recursive: true, force: true }),
}
