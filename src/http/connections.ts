import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'

/** What a connection has done so far. */
interface Usage {
  /** Requests whose reply is not yet handed to the network, to the last byte. */
  running: number
  asked: boolean
}

export interface Connections {
  /** To be told of every request by its socket, and, by what it returns, of the end of its reply. */
  begin(socket: Socket): () => void
  /** Closes the listener; resolves when every connection has ended, or was cut after `patience` milliseconds. */
  close(patience: number): Promise<void>
}

/**
 * Ends a server without cutting a reply. Node's own `close` ends a connection as idle as soon as `end` was called on
 * its reply, although megabytes of it may still be on their way (measured: 4 of 12 MB arrived). Connections on which
 * nothing was asked yet are left to `headersTimeout`: half a request may be on its way.
 */
export const trackConnections = (server: Server): Connections => {
  const connections = new Map<Socket, Usage>()
  let closing = false

  const endIfIdle = (socket: Socket, { running, asked }: Usage): void => {
    if (closing && asked && running === 0) socket.end()
  }

  server.on('connection', (socket) => {
    connections.set(socket, { running: 0, asked: false })
    socket.once('close', () => connections.delete(socket))
  })

  return {
    begin(socket) {
      const usage = connections.get(socket)
      if (!usage) return () => undefined
      usage.running++
      usage.asked = true
      return () => {
        usage.running--
        endIfIdle(socket, usage)
      }
    },

    close: (patience) =>
      new Promise((resolve) => {
        const cut = setTimeout(() => server.closeAllConnections(), patience)
        closing = true
        NetServer.prototype.close.call(server, () => {
          clearTimeout(cut)
          resolve()
        })
        for (const [socket, usage] of connections) endIfIdle(socket, usage)
      }),
  }
}
