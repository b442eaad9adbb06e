import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { builtProgram } from '../built.js'
import { company, dataOf, organizationOf } from '../services/roster/suite.js'
import { openBench } from '../stores/subject.js'
import { mongoSubject } from '../stores/mongo/subject.js'
import { askWhosout, environment, newFolder, runWhosout } from './whosout.js'

const bench = openBench(mongoSubject('MongoDB', () => inject('mongoUri')))

const people = 11_001 // 22,003 documents: five commits

interface Said {
  readonly check: string
  readonly state: string
  readonly message: string
}

test('an import killed half-way is shown by doctor and completed by running it again', async () => {
  const { store, place } = bench()
  const env = { MONGODB_URI: place }
  const folder = await newFolder()
  try {
    const file = join(folder.path, 'all.json')
    await writeFile(file, JSON.stringify(company(people)))
    const { id } = await askWhosout<{ id: string }>(env, 'org', 'create', 'Acme', '--slug', 'acme')
    const child = spawn(process.execPath, [builtProgram('src/main.js'), 'import', file, '--org', 'acme'], {
      env: environment(env),
      stdio: 'ignore',
    })
    const ended = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)))
    // Its second commit is in, three are to come.
    while ((await organizationOf(store, id)).revision < 3) await nextTurn()
    child.kill('SIGKILL')
    expect(await ended).toBe('SIGKILL')

    const half = await dataOf(store, id)
    expect(half.members.length + half.leaves.length).toBeLessThan(2 * people)
    const { import: record } = await organizationOf(store, id)
    expect(record).not.toBeNull()
    const said = await askWhosout<Said[]>(env, 'doctor')
    expect(said.filter(({ state }) => state === 'warning').map(({ message }) => message)).toContainEqual(
      expect.stringContaining(`an import that started at ${record!.started_at}`),
    )

    const again = await runWhosout(env, 'import', file, '--org', 'acme', '--json')
    expect(again).toMatchObject({ code: 0, err: expect.stringContaining('was interrupted') })
    const whole = await dataOf(store, id)
    expect([whole.teams.length, whole.members.length, whole.leaves.length]).toEqual([1, people, people])
    expect((await organizationOf(store, id)).import).toBeNull()
    const same = await askWhosout<Record<string, unknown>>(env, 'import', file, '--org', 'acme')
    expect(same['leaves']).toEqual({ added: 0, changed: 0, same: people, removed: 0 })
  } finally {
    await folder.remove()
  }
})
