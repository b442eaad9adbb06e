import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Change } from '../../src/store/port.js'
import { builtProgram } from '../built.js'
import type { Call, Calls } from './child.js'

/** Where a second process finds the same store. */
export interface Address {
  /** The adapter, seen from the built child: `../../src/store/embedded/store.js`. */
  readonly module: string
  /** The function it exports that opens a store at a place. */
  readonly opener: string
  /** A folder or an URI. */
  readonly place: string
}

const argumentsOf = ({ module, opener, place }: Address): string[] => [module, opener, place]

export interface Neighbour {
  readonly process: ChildProcess
  call<V extends keyof Calls>(verb: V, ...args: Parameters<Calls[V]>): Promise<Awaited<ReturnType<Calls[V]>>>
  /** Commits while this one's event loop stands still: when it returns, the commit was acknowledged. */
  commitNow(changes: readonly Change[]): void
  /** Ends it politely and waits for that. */
  close(): Promise<void>
  /** SIGKILL, and waits for the process to be gone. */
  kill(): Promise<void>
}

type Reply = { readonly id: number; readonly value?: unknown; readonly error?: string }
type Waiting = { readonly resolve: (value: never) => void; readonly reject: (error: Error) => void }

const settle = (waiting: Map<number, Waiting>, { id, value, error }: Reply): void => {
  const caller = waiting.get(id)
  waiting.delete(id)
  // `call` pairs each verb with the type of its value.
  if (error === undefined) caller?.resolve(value as never)
  else caller?.reject(new Error(error))
}

/** Milliseconds: a machine that runs a whole suite may keep a process waiting. */
const longestStandstill = 60_000

/** Stands still, the event loop too, until the file is there; what is in it. */
const readWhenThere = (file: string): string => {
  const sleeper = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const end = performance.now() + longestStandstill
  while (!existsSync(file)) {
    if (performance.now() > end) throw new Error('the neighbour did not commit')
    Atomics.wait(sleeper, 0, 0, 1)
  }
  return readFileSync(file, 'utf8')
}

/** Starts a second process on the store; resolves when it has opened it. */
export const startNeighbour = async (address: Address): Promise<Neighbour> => {
  const child = fork(builtProgram('test/stores/child.js'), argumentsOf(address), {
    serialization: 'advanced',
  })
  const gone = once(child, 'exit')
  await Promise.race([
    once(child, 'message'),
    gone.then(() => Promise.reject(new Error('the neighbour ended before it was ready'))),
  ])
  const waiting = new Map<number, Waiting>()
  child.on('message', (message: Reply) => settle(waiting, message))
  let calls = 0
  const call: Neighbour['call'] = (verb, ...args) =>
    new Promise((resolve, reject) => {
      const id = ++calls
      waiting.set(id, { resolve, reject })
      child.send({ id, verb, args } as Call & { id: number })
    })
  const commitNow = (changes: readonly Change[]): void => {
    const folder = mkdtempSync(join(tmpdir(), 'whosout-answer-'))
    const file = join(folder, 'answer')
    try {
      child.send({ id: ++calls, verb: 'commitAndTell', args: [changes, file] } satisfies Call & {
        id: number
      })
      const answer = readWhenThere(file)
      if (answer !== '{"done":true}') throw new Error(`the neighbour's commit failed: ${answer}`)
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await gone
  }
  const close = async (): Promise<void> => {
    await call('close')
    await gone
  }
  return { process: child, call, commitNow, close, kill }
}
