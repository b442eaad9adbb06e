import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { endSoon } from './last-words.js'

export interface ConnectionLimits {
  /** For all callers together. */
  readonly maxConnections: number
  /** For one address; 0: no limit. */
  readonly maxConnectionsPerAddress: number
  /** Milliseconds without progress after which an unread reply is abandoned, at the latest after twice as many. */
  readonly stallTimeout: number
  /** Milliseconds for the next request of a caller who was answered just before the server stops. */
  readonly lastGrace: number
}

/** The state of a connection. */
export interface Connection {
  readonly socket: Socket
  readonly address: string
  /** Callbacks for requests whose reply has not been handed to the network to the last byte. */
  readonly running: (() => void)[]
  /** Requests that arrived before those were answered. */
  readonly waiting: (() => void)[]
  asked: boolean
  /** Monotonic milliseconds: when it was opened, or its last reply was sent. */
  idleSince: number
}

/** Concurrent answers on one connection: a caller that reads none of them ties up no more memory than this. */
const maxUnanswered = 2
/** Requests read and waiting on all connections; a caller who sends one more is disconnected. */
const maxWaiting = 10_000
/** Milliseconds that a connection may be silent even when others have no room. */
const idleGrace = 2_000
/** Milliseconds after which the listener closes even if callers keep arriving in every turn of the event loop. */
const arrivalTimeout = 1_000

/**
 * Tracks the connections and the number of open requests on each, and stops a server without cutting off a reply.
 * Node's own `close` treats a connection as idle as soon as `end` was called on its reply, although megabytes of it may
 * still be in transit (measured: 4 of 12 MB arrived). Connections without a request yet are left to `headersTimeout`,
 * because half a request may be on its way.
 */
export const trackConnections = (
  server: Server,
  limits: ConnectionLimits,
  elapsed: () => number,
  refuse: (socket: Socket) => void,
) => {
  const connections = new Map<Socket, Connection>()
  const ofAddress = new Map<string, number>()
  let waiting = 0
  let draining = false
  let arrived = 0

  const forget = (connection: Connection): void => {
    if (!connections.delete(connection.socket)) return
    const others = ofAddress.get(connection.address)! - 1
    if (others > 0) ofAddress.set(connection.address, others)
    else ofAddress.delete(connection.address)
    waiting -= connection.waiting.splice(0).length
    for (const end of connection.running.splice(0)) end()
  }

  /** Cuts an inactive connection: preferably one that never sent a request, and the one silent for longest. */
  const makeRoom = (): boolean => {
    const before = elapsed() - idleGrace
    let idlest: Connection | undefined
    for (const one of connections.values())
      if (one.running.length === 0 && one.idleSince <= before && (!idlest || isIdler(one, idlest)))
        idlest = one
    if (!idlest) return false
    forget(idlest)
    idlest.socket.destroy()
    return true
  }

  const hasRoom = (address: string): boolean => {
    const most = limits.maxConnectionsPerAddress
    if (most > 0 && (ofAddress.get(address) ?? 0) >= most) return false
    return connections.size < limits.maxConnections || makeRoom()
  }

  server.on('connection', (socket) => {
    arrived++
    const address = socket.remoteAddress ?? ''
    if (!hasRoom(address)) return refuse(socket)
    const connection: Connection = {
      socket,
      address,
      running: [],
      waiting: [],
      asked: false,
      idleSince: elapsed(),
    }
    connections.set(socket, connection)
    ofAddress.set(address, (ofAddress.get(address) ?? 0) + 1)
    socket.once('close', () => forget(connection))
  })

  // Node counts the bytes that the system has accepted so far: a slow reader that makes some progress gets the whole
  // reply. While an answer is being prepared, nothing happens on a connection either.
  server.setTimeout(limits.stallTimeout, (socket) => {
    if (socket.writableLength > 0 || connections.get(socket)?.running.length === 0) socket.destroy()
  })

  const endIdle = (): void => {
    const before = elapsed() - limits.lastGrace
    for (const { socket, running, waiting, asked, idleSince } of connections.values())
      if (asked && running.length + waiting.length === 0 && idleSince <= before)
        endSoon(socket, '', 'politely')
  }

  const runNext = (connection: Connection): void => {
    while (connection.running.length < maxUnanswered) {
      const run = connection.waiting.shift()
      if (!run) return
      waiting--
      run()
    }
  }

  /** Node resumes reading after every parsed request and every reply, so this is repeated each time. */
  const holdBack = ({ socket, waiting }: Connection): void => {
    setImmediate(() => (waiting.length > 0 ? socket.pause() : socket.resume()))
  }

  /** Closing the listener resets connections nobody has accepted yet, so it closes in a turn without any. */
  const acceptTheLast = async (): Promise<void> => {
    const end = elapsed() + arrivalTimeout
    await endOfTurn()
    for (let before = -1; arrived > before && elapsed() < end;) {
      before = arrived
      await endOfTurn()
    }
  }

  return {
    /** The socket of a request; undefined when nothing can be answered on it any more. */
    of(socket: Socket): Connection | undefined {
      const connection = socket.writable ? connections.get(socket) : undefined
      if (connection) connection.asked = true
      return connection
    },

    /** Whether an answer may begin now; if not, `wait` holds it back until it may. */
    mayBegin: (connection: Connection): boolean =>
      !draining && connection.running.length < maxUnanswered && connection.waiting.length === 0,

    wait(connection: Connection, run: () => void): void {
      if (waiting >= maxWaiting) return void connection.socket.destroy()
      waiting++
      connection.waiting.push(run)
      if (connection.running.length < maxUnanswered) setImmediate(() => runNext(connection))
      else holdBack(connection)
    },

    /** Called for every answer that begins; `end` is called when the connection is gone, unless `ended` was before. */
    begin: (connection: Connection, end: () => void): void => void connection.running.push(end),

    ended(connection: Connection, end: () => void): void {
      const at = connection.running.indexOf(end)
      if (at < 0) return
      connection.running.splice(at, 1)
      connection.idleSince = elapsed()
      if (connection.waiting.length === 0) return
      runNext(connection)
      holdBack(connection)
    },

    /** From now on an answer begins only after the whole request was read. */
    drain: (): void => void (draining = true),

    /** Closes the listener; resolves when every connection has ended, or was cut after `grace` milliseconds. */
    async close(grace: number): Promise<void> {
      await acceptTheLast()
      await new Promise<void>((resolve) => {
        const cut = setTimeout(() => server.closeAllConnections(), grace)
        const sweep = setInterval(endIdle, limits.lastGrace / 10)
        NetServer.prototype.close.call(server, () => {
          clearTimeout(cut)
          clearInterval(sweep)
          resolve()
        })
        endIdle()
      })
    },
  }
}

/** In between, all that waits for being accepted is. */
const endOfTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

const isIdler = (one: Connection, other: Connection): boolean =>
  one.asked === other.asked ? one.idleSince < other.idleSince : !one.asked
