import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { parseConfig } from '../../../src/config/config.js'
import { weekdays } from '../../../src/calendar/day.js'
import { spreadOf } from '../../../src/domain/digests/schedule.js'
import { createLog } from '../../../src/log.js'
import type { PostOutcome } from '../../../src/services/digests/poster.js'
import { startOn } from '../../../src/start.js'
import { openEmbeddedStore } from '../../../src/store/embedded/store.js'
import { createRandom } from '../../world/randomness.js'
import { digestOf, outToday, posterThat } from './simulation/cluster.js'

const now = new Date('2026-11-18T09:00:05.000Z')
/** Whose turn comes first among many: nobody waits long. */
const channel = Array.from({ length: 400 }, (_, number) => `C${number}`).reduce((first, one) =>
  spreadOf(one, 1) < spreadOf(first, 1) ? one : first,
)
const digest = digestOf({ workspace: 'T1', channel, days: weekdays }, Date.parse('2026-11-18T08:00:00Z'))
const id = `${digest._id}:2026-11-18`

const edgeOf = (later: () => number) => ({
  now: () => now,
  elapsed: () => performance.now() + later(),
  random: createRandom('start'),
  wait: async (milliseconds: number) => void (await sleep(milliseconds, undefined, { ref: false })),
  tzdata: 'here',
})

/** A whole process in which one post is under way until it is answered. */
const startPosting = async (env: Record<string, string>, later = () => 0) => {
  const folder = await mkdtemp(join(tmpdir(), 'whosout-digest-'))
  const store = await openEmbeddedStore(folder)
  await store.commit([{ put: 'digests', document: digest }])
  let answer = (_: PostOutcome): void => undefined
  let posted = (): void => undefined
  const isPosted = new Promise<void>((resolve) => (posted = resolve))
  const poster = posterThat(() => {
    posted()
    return new Promise((resolve) => (answer = resolve))
  })
  const config = parseConfig({ PORT: '0', HOST: '127.0.0.1', ...env })
  if ('problems' in config) throw new Error(config.problems.join('\n'))
  const lines: string[] = []
  const log = createLog('warn', { write: (line) => void lines.push(line) })
  const running = await startOn(store, config, edgeOf(later), log, {
    digestParts: { poster, build: outToday },
  })
  return {
    running,
    lines,
    isPosted,
    answer: (outcome: PostOutcome) => answer(outcome),
    read: async () => {
      const again = await openEmbeddedStore(folder)
      const [run] = await again.get('digest_runs', [id])
      await again.close()
      await rm(folder, { recursive: true, force: true })
      return run
    },
  }
}

it('posts what is due when the process starts, and ends with a post under way recorded', async () => {
  const { running, isPosted, answer, read } = await startPosting({})
  await isPosted
  const stopped = running.stop()
  answer({ kind: 'sent', ts: '1.1' })
  await stopped
  expect(await read()).toMatchObject({
    state: 'sent',
    ts: '1.1',
    via: 'post',
    shown: { hash: 'a', revision: 1 },
  })
})

const readyz = async (url: string): Promise<unknown> => (await fetch(`${url}/readyz`)).json()

it('shows in /readyz how long ago a tick ended, and is ready however long that is', async () => {
  let later = 0
  const { running, isPosted, answer, read } = await startPosting({}, () => later)
  await isPosted
  // The first tick waits for that post: nothing has ended since the start.
  expect(await readyz(running.url)).toEqual({ status: 'ok', lastTickAgeSeconds: expect.any(Number) })
  later = 400_000
  const { lastTickAgeSeconds: age } = (await readyz(running.url)) as { lastTickAgeSeconds: number }
  expect(age).toBeGreaterThanOrEqual(400)
  answer({ kind: 'sent', ts: '1.1' })
  await running.stop()
  await read()
})

it('row 34: posts nothing by itself where DIGESTS is off, and /readyz knows of no tick', async () => {
  const { running, lines, read } = await startPosting({ DIGESTS: 'off' })
  expect(await readyz(running.url)).toEqual({ status: 'ok' })
  await running.stop()
  expect(lines.join('')).toContain('DIGESTS is off')
  expect(await read()).toBeUndefined()
})
