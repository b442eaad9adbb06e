import { afterAll, beforeAll } from 'vitest'
import type { Store } from '../../src/store/port.js'
import { newId } from './samples.js'

/** An adapter as the contract sees it. */
export interface Subject {
  readonly name: string
  /** The adapter's module, seen from the built `test/stores/child.js`, and the function in it that opens a store. */
  readonly module: string
  readonly opener: string
  open(place: string): Promise<Store>
  /** A new, empty place: a folder, or the URI of a database of its own. */
  newPlace(): Promise<string>
  /** Called when everything is closed. */
  dropPlace(place: string): Promise<void>
  /** An empty place for a store of its own, which others may have had before. */
  borrowPlace(): Promise<string>
  /** Called when everything is closed: nothing that was written there is left. */
  returnPlace(place: string): Promise<void>
  readonly kind: Store['kind']
  /** A standalone MongoDB: a group is written step by step, so that a crash leaves half and the revision moves twice. */
  readonly inSteps?: true
}

/** What a group of tests works on: one open store, shared; each test makes organizations of its own. */
export interface Bench {
  readonly subject: Subject
  readonly place: string
  readonly store: Store
  /** An organization that nobody else works on: another one at each call. */
  readonly org: string
}

/** A store of its own for the tests of this block. */
export const openBench = (subject: Subject): (() => Bench) => {
  let bench: Omit<Bench, 'org'> | undefined
  beforeAll(async () => {
    const place = await subject.borrowPlace()
    bench = { subject, place, store: await subject.open(place) }
  })
  afterAll(async () => {
    await bench?.store.close()
    if (bench) await subject.returnPlace(bench.place)
  })
  return () => {
    if (!bench) throw new Error('the store was not opened')
    return { ...bench, org: newId() }
  }
}

/** A store of its own for as long as `use` runs. */
export const withStore = async <T>(
  subject: Subject,
  use: (store: Store, place: string) => Promise<T>,
): Promise<T> => {
  const place = await subject.borrowPlace()
  const store = await subject.open(place)
  try {
    return await use(store, place)
  } finally {
    await store.close()
    await subject.returnPlace(place)
  }
}
