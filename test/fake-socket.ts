import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'
import type { FakeSlack } from '../src/demo/fake-slack.js'
import type { Delivered, Delivery } from '../src/demo/fake-slack-delivery.js'
import type { Json } from '../src/demo/fake-slack-state.js'

export type DisconnectReason = 'warning' | 'refresh_requested' | 'link_disabled'

/** Socket Mode for the stand-in: its deliveries go to the app over a WebSocket from now on. */
export interface FakeSocket {
  /** Connections that said nothing of leaving. */
  readonly connections: () => number
  /** Resolves when as many connections are open as said. */
  readonly connected: (count?: number) => Promise<void>
  /** Asks the app to connect anew, as Slack does every few hours, and sends nothing more on the old connections. */
  readonly disconnect: (reason: DisconnectReason) => void
  /** Ends all connections without a word. */
  readonly cut: () => void
  /** From now on new connections get no `hello`; true: they get it again. */
  readonly greet: (greets: boolean) => void
  /** Envelopes that the app acknowledged, in order. */
  readonly acknowledged: readonly string[]
  /** Closes, and apps.connections.open has no address to give any more. */
  readonly close: () => Promise<void>
}

const types = { command: 'slash_commands', interaction: 'interactive', event: 'events_api' } as const

/** The retry stands in the envelope, not in headers. Only events carry it, and only they take no answer. */
const envelopeOf = (envelope_id: string, { kind, payload, headers }: Delivery): Json => ({
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

const hello = (num_connections: number): Json => ({
  type: 'hello',
  num_connections,
  connection_info: { app_id: 'A0WHOSOUT' },
  debug_info: { host: 'stand-in', approximate_connection_time: 18_060 },
})

type Acknowledge = (delivered: Delivered) => void

interface Acknowledgement {
  readonly envelope_id?: string
  readonly payload?: Json
}

const bodyOf = (payload: Json = {}): string =>
  Object.keys(payload).length === 0 ? '' : JSON.stringify(payload)

/** Starts Socket Mode on a free port of the loopback interface. `patience`: milliseconds to wait for an acknowledgement. */
export const openFakeSocket = async (slack: FakeSlack, patience = 10_000): Promise<FakeSocket> => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  slack.state.socketUrl = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`

  const open: WebSocket[] = []
  const waiting = new Map<string, Acknowledge>()
  const acknowledged: string[] = []
  let greets = true

  const say = (socket: WebSocket, message: Json): void => socket.send(JSON.stringify(message))
  const forget = (socket: WebSocket): void => {
    if (open.includes(socket)) open.splice(open.indexOf(socket), 1)
    slack.changed()
  }
  const hear = (text: string): void => {
    const { envelope_id = '', payload } = JSON.parse(text) as Acknowledgement
    acknowledged.push(envelope_id)
    waiting.get(envelope_id)?.({ status: 200, body: bodyOf(payload), ms: 0 })
    slack.changed()
  }

  server.on('connection', (socket) => {
    socket.on('message', (data) => hear(String(data)))
    socket.on('close', () => forget(socket))
    // A cut connection is no fault of the stand-in.
    socket.on('error', () => forget(socket))
    if (!greets) return
    open.push(socket)
    say(socket, hello(open.length))
    socket.ping()
    slack.changed()
  })

  slack.deliverTo((delivery) => {
    const socket = open.at(-1)
    if (socket === undefined) return Promise.reject(new Error('no connection of the app is open'))
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
      waiting.set(envelope_id, (delivered) =>
        end(() => resolve({ ...delivered, ms: performance.now() - start })),
      )
      say(socket, envelopeOf(envelope_id, delivery))
    })
  })

  return {
    connections: () => open.length,
    connected: async (count = 1) => {
      await slack.until(() => (open.length === count ? true : undefined))
    },
    disconnect: (reason) => {
      for (const socket of open.splice(0)) say(socket, { type: 'disconnect', reason, debug_info: {} })
    },
    cut: () => server.clients.forEach((socket) => socket.terminate()),
    greet: (next) => void (greets = next),
    acknowledged,
    close: async () => {
      slack.state.socketUrl = null
      server.clients.forEach((socket) => socket.terminate())
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
