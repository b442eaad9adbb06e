import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'
import type { FakeSlack } from './strict.js'
import type { Delivered, Delivery } from '../../../src/demo/fake-slack/delivery.js'
import type { JsonObject } from '../../../src/demo/fake-slack/state.js'

type DisconnectReason = 'warning' | 'refresh_requested' | 'link_disabled'

/** Socket Mode for the stand-in: its deliveries go to the app over a WebSocket from now on. */
export interface FakeSocket {
  /** Resolves when a connection is open that said nothing of leaving. */
  readonly connected: () => Promise<void>
  /** Asks the app to connect anew, as Slack does every few hours, and sends nothing more on the old connections. */
  readonly disconnect: (reason: DisconnectReason) => void
  /** Ends all connections without a word. */
  readonly cut: () => void
  /** From now on new connections get no `hello`; true: they get it again. */
  readonly greet: (greets: boolean) => void
  /** Closes, and apps.connections.open has no address to give any more. */
  readonly close: () => Promise<void>
}

const types = { command: 'slash_commands', interaction: 'interactive', event: 'events_api' } as const

/** The retry stands in the envelope, not in headers. Only events carry it, and only they take no answer. */
const envelopeOf = (envelope_id: string, { kind, payload, headers }: Delivery): JsonObject => ({
  type: types[kind],
  envelope_id,
  payload,
  accepts_response_payload: kind !== 'event',
  ...(kind === 'event'
    ? {
        retry_attempt: Number(headers?.['X-Slack-Retry-Num'] ?? 0),
        retry_reason: headers?.['X-Slack-Retry-Reason'] ?? '',
      }
    : {}),
})

const hello = (num_connections: number): JsonObject => ({
  type: 'hello',
  num_connections,
  connection_info: { app_id: 'A0WHOSOUT' },
  debug_info: { host: 'stand-in', approximate_connection_time: 18_060 },
})

interface Acknowledgement {
  readonly envelope_id?: string
  readonly payload?: JsonObject
}

const bodyOf = (payload: JsonObject = {}): string =>
  Object.keys(payload).length === 0 ? '' : JSON.stringify(payload)

const say = (socket: WebSocket, message: JsonObject): void => socket.send(JSON.stringify(message))

type Waiting = Map<string, (body: string) => void>

/** Sends an envelope and waits until it is acknowledged, the connection is gone or patience ends. */
const deliverOver = (
  socket: WebSocket,
  waiting: Waiting,
  patience: number,
  delivery: Delivery,
): Promise<Delivered> => {
  const envelope_id = randomUUID()
  const start = performance.now()
  return new Promise((resolve, reject) => {
    const end = (settle: () => void): void => {
      clearTimeout(timer)
      waiting.delete(envelope_id)
      socket.off('close', lost)
      settle()
    }
    const lost = (): void => end(() => reject(new Error('the connection was cut')))
    const timer = setTimeout(() => end(() => reject(new Error('operation_timeout'))), patience)
    socket.once('close', lost)
    waiting.set(envelope_id, (body) =>
      end(() => resolve({ status: 200, body, ms: performance.now() - start })),
    )
    say(socket, envelopeOf(envelope_id, delivery))
  })
}

interface Room {
  readonly open: WebSocket[]
  readonly waiting: Waiting
  greets: boolean
}

const welcome = (socket: WebSocket, room: Room, changed: () => void): void => {
  const { open, waiting } = room
  const forget = (): void => {
    if (open.includes(socket)) open.splice(open.indexOf(socket), 1)
    changed()
  }
  socket.on('close', forget)
  // A cut connection is no fault of the stand-in.
  socket.on('error', forget)
  socket.on('message', (data) => {
    const { envelope_id = '', payload } = JSON.parse(String(data)) as Acknowledgement
    waiting.get(envelope_id)?.(bodyOf(payload))
    changed()
  })
  if (!room.greets) return
  open.push(socket)
  say(socket, hello(open.length))
  changed()
}

/** Starts Socket Mode on a free port of the loopback interface. `patience`: milliseconds to wait for an acknowledgement. */
export const openFakeSocket = async (slack: FakeSlack, patience = 10_000): Promise<FakeSocket> => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  slack.state.socketUrl = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const room: Room = { open: [], waiting: new Map(), greets: true }
  const { open, waiting } = room
  server.on('connection', (socket) => welcome(socket, room, slack.changed))
  slack.deliverTo(async (delivery) => {
    const socket = open.at(-1)
    if (socket === undefined) throw new Error('no connection of the app is open')
    return deliverOver(socket, waiting, patience, delivery)
  })
  return {
    connected: async () => {
      await slack.until(() => (open.length === 1 ? true : undefined))
    },
    disconnect: (reason) => {
      for (const socket of open.splice(0)) say(socket, { type: 'disconnect', reason, debug_info: {} })
    },
    cut: () => server.clients.forEach((socket) => socket.terminate()),
    greet: (next) => void (room.greets = next),
    close: async () => {
      slack.state.socketUrl = null
      server.clients.forEach((socket) => socket.terminate())
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
