import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { addDays } from '../../src/calendar/day.js'
import { builtProgram } from '../built.js'
import { calendar } from '../domain/sources/feed.js'
import { say, startFeedServer, type Behave } from '../feeds/server.js'
import { askWhosout, environment, newAcme, startServer, stopServer } from './whosout.js'

const people = 'Ana Ruiz,Ben Okafor,Cleo Ang,Dan Wu,Eve Stone,Fay Moss,Gus Berg,Hal Roth'.split(',')
const emailOf = (name: string): string => `${name.split(' ')[0]!.toLowerCase()}@acme.example`

const today = new Date().toISOString().slice(0, 10)
const weekFrom = (name: string, inDays: number): readonly string[] => [
  `DTSTART;VALUE=DATE:${addDays(today, inDays)!.replaceAll('-', '')}`,
  'DURATION:P5D',
  `SUMMARY:${name}`,
]

/** Milliseconds from the first request to the kill: while it waits for an answer, reads one, plans, writes, and ends. */
const kills = [0, 20, 60, 100, 140, 180, 240, 320]

/** Real processes on one folder: eight syncs are killed at different moments, and two servers take their sources over. */
it('loses and doubles nothing when the processes that sync are killed', async () => {
  const acme = await newAcme()
  const env = { ...acme.env, FEEDS_ALLOW_PRIVATE: 'on' }
  const ask = <T>(...words: string[]) => askWhosout<T>(env, ...words)
  await acme.importRoster({ members: people.map((name) => ({ email: emailOf(name), name })) })
  const feeds = await Promise.all(
    people.map((name) => startFeedServer(say(calendar(weekFrom(name, 7), weekFrom(name, 21))))),
  )
  const ids: string[] = []
  for (const [index, { url }] of feeds.entries()) {
    const add = ['sources', 'add', 'calendar', '--name', people[index]!, '--url', url]
    const { id } = await ask<{ readonly id: string }>(...add)
    expect(await ask('sources', 'sync', id)).toMatchObject({ ok: true, added: 2 })
    // Due again at once.
    await ask('sources', 'set', id, '--every', '1h')
    ids.push(id)
  }

  for (const [index, feed] of feeds.entries()) {
    const name = people[index]!
    const news: Behave = say(calendar(weekFrom(name, 21), weekFrom(name, 35)))
    let ring = (): void => undefined
    const asked = new Promise<void>((resolve) => (ring = resolve))
    feed.behave((request, response) => {
      ring()
      if (kills[index] !== 0) news(request, response)
    })
    const words = [builtProgram('src/main.js'), 'sources', 'sync', ids[index]!]
    const child = spawn(process.execPath, words, { env: environment(env), stdio: 'ignore' })
    const exited = once(child, 'exit')
    await asked
    await wait(kills[index])
    child.kill('SIGKILL')
    await exited
    feed.behave(news)
  }

  const servers = await Promise.all([startServer(env), startServer(env)])
  interface Listed {
    readonly state: string
    readonly leaves: number
    readonly last_error: string | null
  }
  interface LeaveRow {
    readonly email: string
    readonly start_date: string
    readonly source: string
  }
  const stored = async () =>
    (await ask<readonly LeaveRow[]>('leaves', 'list'))
      .map(({ email, start_date, source }) => `${email} ${start_date} ${source}`)
      .sort()
  const wanted = people
    .flatMap((name, index) =>
      [21, 35].map((days) => `${emailOf(name)} ${addDays(today, days)} calendar:${ids[index]}`),
    )
    .sort()
  // Claims end after a minute, and ticks are a minute apart; a slow machine has many times as long.
  await expect.poll(stored, { timeout: 600_000, interval: 4_000 }).toEqual(wanted)
  for (const { state, leaves, last_error } of await ask<readonly Listed[]>('sources', 'list'))
    expect([state, leaves, last_error]).toEqual(['ok', 2, null])
  await Promise.all(servers.map(stopServer))
  await Promise.all(feeds.map((feed) => feed.stop()))
  await acme.remove()
})
