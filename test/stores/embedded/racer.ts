// One of the processes of a race: node racer.js write|open FOLDER ID ACKNOWLEDGED
import { openSync, writeSync } from 'node:fs'
import { Problem } from '../../../src/domain/problem.js'
import { openEmbeddedStore } from '../../../src/store/embedded/store.js'
import { keyEvent } from '../samples.js'

const [role, folder = '', id = '', acknowledged = ''] = process.argv.slice(2)

/** Problems are allowed where a process was stopped in the midst of a commit; each has its code and a message. */
const orProblem = async <T>(work: Promise<T>): Promise<T | undefined> => {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Problem) || !['unavailable', 'outcome_unknown'].includes(error.code)) throw error
    process.send?.({ problem: error.message })
    return undefined
  }
}

const write = async (): Promise<never> => {
  const store = await openEmbeddedStore(folder)
  const out = openSync(acknowledged, 'a')
  process.send?.('ready')
  for (let n = 1; ; n++) {
    const result = await orProblem(
      store.commit([
        {
          put: 'key_events',
          document: keyEvent('race', `${id}-${n % 3}`, { who: `${n} ${'x'.repeat(n % 300)}` }),
        },
        { put: 'spent_tickets', document: { _id: `${id}-${n}`, expire_at: '2090-01-01T00:00:00.000Z' } },
      ]),
    )
    if (result?.done) writeSync(out, `${id}-${n}\n`)
  }
}

/** A closed connection keeps its files until the binding's statements are collected: so many opens a process stay below its limit. */
const maxOpens = 100

const open = async (): Promise<void> => {
  for (let opened = 0; opened < maxOpens; opened += 1) {
    const store = await openEmbeddedStore(folder)
    await orProblem(store.view('race', (reader) => reader.get('key_events', ['race:w0-1'])))
    await store.close()
  }
}

await (role === 'write' ? write() : open())
