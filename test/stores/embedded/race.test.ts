import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, inject, it } from 'vitest'
import { openConnection } from '../../../src/store/embedded/connection.js'
import { fileIn } from '../../../src/store/embedded/folder.js'
import { openEmbeddedStore } from '../../../src/store/embedded/store.js'
import { builtProgram } from '../../built.js'
import { environment, newFolder } from '../../process/whosout.js'

type Role = 'write' | 'open' | 'serve'

/** A process of the race, started again whenever it was killed. */
interface Runner {
  readonly role: Role
  child: ChildProcess
}

interface Outcome {
  readonly kills: number
  readonly stops: number
  readonly acknowledged: number
  /** Acknowledged commits that are not there. */
  readonly lost: readonly string[]
  readonly integrity: unknown
  /** How processes ended that nobody had killed. */
  readonly crashes: readonly string[]
  /** What writers and openers were told, once each. */
  readonly problems: readonly string[]
}

const roles: readonly Role[] = ['write', 'write', 'write', 'open', 'open', 'serve']

/** Longer than a call waits, so that others run into their deadline when the stopped one holds the lock. */
const stopped = 3_500

/**
 * Several processes on one folder for so many seconds, of which any is killed at any time and writers are stopped now
 * and then; then what is there is held against what was acknowledged.
 */
const runRace = async (home: string, seconds: number, stopEvery: number): Promise<Outcome> => {
  const folder = join(home, 'data')
  await mkdir(folder)
  const crashes: string[] = []
  const problems = new Set<string>()
  const files: string[] = []
  let isOver = false
  let started = 0

  const start = (role: Role): ChildProcess => {
    const id = `${role}${started++}`
    const file = join(home, `acknowledged-${id}`)
    if (role === 'write') files.push(file)
    const options = { env: environment({ DATA_DIR: folder, LOG_LEVEL: 'silent' }), silent: true }
    const child =
      role === 'serve'
        ? fork(builtProgram('src/main.js'), ['serve'], options)
        : fork(builtProgram('test/stores/embedded/racer.js'), [role, folder, id, file], options)
    let said = ''
    child.stderr?.on('data', (data) => (said += String(data)))
    child.on('message', (message: { problem?: string }) => message.problem && problems.add(message.problem))
    child.on('exit', (code, signal) => {
      // An opener ends by itself, and begins anew when its turn to be killed comes.
      const isDone = role === 'open' && code === 0
      if (signal !== 'SIGKILL' && !isDone)
        crashes.push(`${id} ended with ${code ?? signal}: ${said.slice(-500)}`)
    })
    return child
  }
  const kill = async (runner: Runner): Promise<void> => {
    const gone =
      runner.child.exitCode === null && runner.child.signalCode === null && once(runner.child, 'exit')
    runner.child.kill('SIGKILL')
    await gone
    if (!isOver) runner.child = start(runner.role)
  }

  const runners = roles.map((role): Runner => ({ role, child: start(role) }))
  const pick = (from: readonly Runner[]): Runner =>
    from[Math.floor(Math.random() * from.length)] ?? runners[0]!
  const until = performance.now() + seconds * 1_000
  let [kills, stops, nextStop] = [0, 0, performance.now() + stopEvery]
  while (performance.now() < until) {
    await wait(50 + Math.random() * 600)
    if (performance.now() > nextStop) {
      const { child } = pick(runners.filter(({ role }) => role === 'write'))
      child.kill('SIGSTOP')
      stops++
      await wait(stopped)
      child.kill('SIGCONT')
      nextStop = performance.now() + stopEvery
    } else {
      await kill(pick(runners))
      kills++
    }
  }
  isOver = true
  await Promise.all(runners.map(kill))

  const ids = files
    .filter((file) => existsSync(file))
    .flatMap((file) => readFileSync(file, 'utf8').split('\n').slice(0, -1))
  const store = await openEmbeddedStore(folder)
  const there = new Set((await store.get('spent_tickets', ids)).map(({ _id }) => _id))
  await store.commit([
    { put: 'spent_tickets', document: { _id: 'last', expire_at: '2090-01-01T00:00:00.000Z' } },
  ])
  await store.close()
  const connection = openConnection(fileIn(folder))
  const integrity = connection.all('PRAGMA integrity_check')
  connection.close()
  const lost = ids.filter((id) => !there.has(id))
  return { kills, stops, acknowledged: ids.length, lost, integrity, crashes, problems: [...problems] }
}

const amounts = { short: [5, 1_000], all: [15, 2_000], long: [30, 4_000] } as const
const [seconds, stopEvery] = amounts[inject('suite')]

it(`loses nothing in ${seconds} seconds of writers, openers and a server, killed and stopped at any step`, async () => {
  const home = await newFolder()
  const outcome = await runRace(home.path, seconds, stopEvery)
  await home.remove()
  console.log(JSON.stringify(outcome))
  expect(outcome).toMatchObject({ lost: [], integrity: [{ integrity_check: 'ok' }], crashes: [] })
  expect(Math.min(outcome.kills, outcome.stops, outcome.acknowledged)).toBeGreaterThan(0)
  for (const problem of outcome.problems)
    expect(problem).toMatch(/nothing was changed|It is unknown|locked|holding its lock/)
})
