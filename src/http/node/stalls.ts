import type { Socket } from 'node:net'

/** Milliseconds between two looks at the connections. */
const interval = 1_000

/** What libuv tells of a connection; Node's own time-outs read the same, and the types leave it out. */
interface Handle {
  readonly bytesWritten: number
  readonly writeQueueSize: number
}

/** Bytes that the system has taken so far. Without libuv's own count a chunk counts when all of it is taken. */
const bytesTaken = (socket: Socket): number => {
  const handle = (socket as unknown as { readonly _handle?: Partial<Handle> | null })._handle
  return handle?.bytesWritten !== undefined && handle.writeQueueSize !== undefined
    ? handle.bytesWritten - handle.writeQueueSize
    : socket.bytesWritten - socket.writableLength
}

interface Progress {
  readonly taken: number
  /** Monotonic milliseconds. */
  readonly at: number
}

/**
 * Destroys connections whose other end has taken nothing of what is to be sent for `timeout` milliseconds; one that
 * takes a little now and then gets all of it. Returns what ends the watch.
 */
export const watchStalls = (
  sockets: () => Iterable<Socket>,
  timeout: number,
  elapsed: () => number,
): (() => void) => {
  const last = new WeakMap<Socket, Progress>()
  const look = (): void => {
    const now = elapsed()
    for (const socket of sockets()) {
      if (socket.writableLength === 0) {
        last.delete(socket)
        continue
      }
      const taken = bytesTaken(socket)
      const known = last.get(socket)
      if (known?.taken !== taken) last.set(socket, { taken, at: now })
      else if (now - known.at >= timeout) socket.destroy()
    }
  }
  const timer = setInterval(look, Math.min(interval, timeout / 4)).unref()
  return () => clearInterval(timer)
}
