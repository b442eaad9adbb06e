import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseConfig } from '../../src/config/config.js'
import type { PageMessage, PageState } from '../../src/demo/page/state.js'
import type { JsonObject } from '../../src/demo/fake-slack/state.js'
import { createLog } from '../../src/log.js'
import type { Register } from '../../src/slack/listeners.js'
import type { Edge } from '../../src/open.js'
import type { Running } from '../../src/start.js'
import { startDemo } from '../../src/demo/start.js'
import { quickToStop, standAt } from '../slack/house.js'
import { plainSpaces } from '../slack/spaces.js'

/** The clock stands on a Wednesday, ten in Berlin. */
export const wednesday = '2026-11-18T09:00:00Z'
export const standOnWednesday = (): void => standAt(wednesday)

/** Waiting is made 20 times shorter: what is waited for here is another part of the same process. */
const hurry = 20

const edge: Edge = {
  now: () => new Date(),
  elapsed: () => performance.now(),
  random: (size) => randomBytes(size),
  wait: async (ms) => void (await sleep(ms / hurry)),
  tzdata: process.versions.tz ?? '',
}

/** Ids of people and channels of the sample organization's Slack. */
export const greta = 'U0GRETA'
export const ben = 'U0BEN'
const general = 'C0GENERAL'

interface Place {
  readonly you?: string
  readonly channel?: string
}

/** The demo in this process, and what its page asks of it. */
export interface DemoHouse {
  readonly running: Awaited<ReturnType<typeof startDemo>>
  readonly url: string
  /** What it printed. */
  readonly lines: readonly string[]
  /** Warnings and faults. */
  readonly log: readonly string[]
  get(path: string, init?: RequestInit): Promise<Response>
  post(path: string, body: unknown): Promise<Response>
  state(place?: Place): Promise<PageState>
  /** Resolves with the first value that is not undefined; looks again after every change that the page is told of. */
  until<T>(look: (state: PageState) => T | undefined, place?: Place): Promise<T>
  /** Types something, and resolves with the message that comes of it. */
  answer(text: string, place?: Place): Promise<PageMessage>
  /** Presses something below a message, and resolves with what stands there then. */
  pressed(message: PageMessage, action_id: string, more?: { choice?: string } & Place): Promise<PageMessage>
}

/** Resolves `next` whenever the page is told of a change; one stream for as long as the demo runs. */
const listenTo = async (url: string): Promise<{ next(): Promise<void> }> => {
  const waiting = new Set<() => void>()
  const { body } = await fetch(`${url}/demo/changes`)
  const listen = async (): Promise<void> => {
    for await (const _chunk of body!) {
      const told = [...waiting]
      waiting.clear()
      told.forEach((tell) => tell())
    }
  }
  void listen()
  return { next: () => new Promise((resolve) => void waiting.add(resolve)) }
}

const running: Running[] = []
/** Stops what a test left running. */
export const stopDemos = async (): Promise<void> => {
  await Promise.all(running.splice(0).map((one) => one.stop()))
}

export const openDemoHouse = async (listeners?: readonly Register[]): Promise<DemoHouse> => {
  const config = parseConfig({ PORT: '0', HOST: '127.0.0.1' })
  if ('problems' in config) throw new Error(config.problems.join('\n'))
  const [lines, log]: [string[], string[]] = [[], []]
  const logger = createLog('warn', { write: (line: string) => void log.push(line) })
  const demo = await startDemo(quickToStop(config), edge, logger, (line) => void lines.push(line), listeners)
  running.push(demo)
  const { url } = demo
  const changes = await listenTo(url)

  const get: DemoHouse['get'] = (path, init) => fetch(url + path, init)
  const post: DemoHouse['post'] = (path, body) =>
    get(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  const state: DemoHouse['state'] = async (place = {}) => {
    const response = await get(
      `/demo/state?${new URLSearchParams({ you: greta, channel: general, ...place })}`,
    )
    if (!response.ok) throw new Error(await response.text())
    return (await response.json()) as PageState
  }
  const until: DemoHouse['until'] = async (look, place) => {
    for (;;) {
      // Waits before it looks: a change between the two is not missed.
      const changed = changes.next()
      const found = look(await state(place))
      if (found !== undefined) return found
      await changed
    }
  }
  const done = async (response: Response): Promise<void> => {
    if (!response.ok) throw new Error(await response.text())
  }
  return {
    running: demo,
    url,
    lines,
    log,
    get,
    post,
    state,
    until,
    answer: async (text, place) => {
      const before = (await state(place)).messages.length
      await done(await post('/demo/type', { you: greta, channel: general, ...place, text }))
      return until(({ messages }) => messages[before], place)
    },
    pressed: async (message, action_id, { choice, ...place } = {}) => {
      const block = message.blocks.find(({ type }) => type === 'actions')!
      const press = { on: message.ts, block_id: block.block_id, action_id, ...(choice && { choice }) }
      await done(await post('/demo/press', { you: greta, ...(place.you && { you: place.you }), ...press }))
      const form = JSON.stringify(message)
      return until(({ messages }) => {
        const now = messages.find(({ ts }) => ts === message.ts)
        return now && JSON.stringify(now) !== form ? now : undefined
      }, place)
    },
  }
}

/** Everything that a message says in its blocks, in Slack's markup. */
export const wordsOf = ({ text, blocks }: PageMessage): string => {
  const said = (value: unknown): string[] => {
    if (Array.isArray(value)) return value.flatMap(said)
    if (typeof value !== 'object' || value === null) return []
    const { text: own, ...rest } = value as JsonObject
    return [...(typeof own === 'string' ? [own] : said(own)), ...Object.values(rest).flatMap(said)]
  }
  return blocks.length === 0 ? text : plainSpaces(said(blocks).join('\n'))
}

export const buttonsOf = ({ blocks }: PageMessage): readonly string[] =>
  blocks
    .filter(({ type }) => type === 'actions')
    .flatMap(({ elements }) => (elements as readonly JsonObject[]).map(({ action_id }) => String(action_id)))
