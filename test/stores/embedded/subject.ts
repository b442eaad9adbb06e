import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbeddedStore } from '../../../src/store/embedded/store.js'
import { onTestFinished } from 'vitest'
import type { Store } from '../../../src/store/port.js'
import type { Subject } from '../subject.js'

const newPlace = (): Promise<string> => mkdtemp(join(tmpdir(), 'whosout-store-'))
const dropPlace = (place: string): Promise<void> => rm(place, { recursive: true, force: true })

/** The embedded store for every suite that runs on both: a place is a folder. */
export const embeddedSubject: Subject = {
  name: 'embedded',
  kind: 'embedded',
  module: '../../src/store/embedded/store.js',
  opener: 'openEmbeddedStore',
  open: openEmbeddedStore,
  newPlace,
  dropPlace,
  borrowPlace: newPlace,
  returnPlace: dropPlace,
}

/** A folder for the test that asks, removed at its end. */
export const newFolder = async (): Promise<string> => {
  const folder = await embeddedSubject.newPlace()
  onTestFinished(() => embeddedSubject.dropPlace(folder))
  return folder
}

/** A store in a folder, closed at the end of the test; one that the test has closed stays so. */
export const openForTest = async (folder: string): Promise<Store> => {
  const store = await openEmbeddedStore(folder)
  onTestFinished(() => store.close())
  return store
}
