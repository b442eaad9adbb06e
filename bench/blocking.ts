import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addDays, type Day } from '../src/calendar/day.js'
import { maxRangeDays } from '../src/calendar/period.js'
import { type Subject, emailOf, leavesOfMember } from './data.js'
import { measure } from './load.js'
import type { AskedRequest } from './asking.js'
import { pinned } from './machine.js'
import { built, startProduct, type ServerProcess } from './processes.js'
import type { StorePlace } from './server-settings.js'
import type { HoldUp } from './probe.js'
import { headersOf, presencePath, ranges } from './throughput.js'

export interface Blocking {
  readonly members: number
  readonly first: HoldUp
  readonly repeated: HoldUp
  readonly ranges: HoldUp
  /** Ranges as long as allowed, so that most members are out. */
  readonly longRanges: HoldUp
  /** While another process imports `imported` leaves and the default question is asked continuously. */
  readonly importing: HoldUp
  readonly imported: number
}

/** A server that reports the delays of its event loop. */
export const watched = { loaded: 'bench/probe.js' } as const

/** Runs something while the probe watches the server. */
export const longestDuring = async (server: ServerProcess, run: () => Promise<unknown>): Promise<HoldUp> => {
  server.child.send('begin')
  await run()
  const told = once(server.child, 'message')
  server.child.send('longest')
  const [holdUp] = (await told) as [HoldUp]
  return holdUp
}

/** A hundred ranges, each starting a day later than the one before. */
const longRanges = (subject: Subject, today: Day): AskedRequest[] =>
  Array.from({ length: 100 }, (_, i) => {
    const from = addDays(today, i - maxRangeDays)!
    return {
      path: `${presencePath}?from=${from}&to=${addDays(from, maxRangeDays)!}`,
      headers: headersOf(subject),
    }
  })

const environmentOf = (place: StorePlace): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  ...('mongodb' in place ? { MONGODB_URI: place.mongodb } : { DATA_DIR: place.folder }),
})

/** As many leaves as the organization already has, all of them new. */
const writeLeaves = (folder: string, { members }: Subject, today: Day): string => {
  const leaves = Array.from({ length: members * leavesOfMember }, (_, i) => ({
    email: emailOf(i % members),
    type: 'holiday',
    start_date: addDays(today, 200 + Math.floor(i / members) * 7)!,
    end_date: addDays(today, 202 + Math.floor(i / members) * 7)!,
  }))
  const file = join(folder, 'leaves.json')
  writeFileSync(file, JSON.stringify({ leaves }))
  return file
}

const runImport = (place: StorePlace, file: string, slug: string): Promise<void> => {
  const words = [process.execPath, built('src/main.js'), 'import', file, '--org', slug]
  const [command, ...rest] = pinned('rest', words)
  return new Promise((resolve, reject) => {
    execFile(command!, rest, { env: environmentOf(place) }, (fault) => (fault ? reject(fault) : resolve()))
  })
}

/** The longest delays of the event loop in a server with one large organization. */
export const measureBlocking = async (
  folder: string,
  place: StorePlace,
  subject: Subject,
  today: Day,
): Promise<Blocking> => {
  const server = await startProduct(folder, place, watched)
  const request = { path: presencePath, headers: headersOf(subject) }
  const ask = (requests = [request]) => measure(server, { requests, connections: 4 }, 2)
  const askOnce = async () => {
    const reply = await fetch(server.url + presencePath, { headers: request.headers })
    await reply.arrayBuffer()
  }
  const askUntil = async (done: Promise<void>): Promise<void> => {
    let going = true
    void done.finally(() => (going = false)).catch(() => undefined)
    while (going) await ask()
    await done
  }
  try {
    const file = writeLeaves(folder, subject, today)
    return {
      members: subject.members,
      first: await longestDuring(server, askOnce),
      repeated: await longestDuring(server, ask),
      ranges: await longestDuring(server, () => ask([...ranges(subject, today)])),
      longRanges: await longestDuring(server, () => ask(longRanges(subject, today))),
      importing: await longestDuring(server, () => askUntil(runImport(place, file, subject.slug))),
      imported: subject.members * leavesOfMember,
    }
  } finally {
    await server.stop()
  }
}
