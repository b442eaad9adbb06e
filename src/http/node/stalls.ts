import type { Socket } from 'node:net'

/** Milliseconds between two checks of the connections. */
const interval = 1_000

/** libuv's counters for a connection; Node's own time-outs read the same ones, but the types do not have them. */
interface Handle {
  readonly bytesWritten: number
  readonly writeQueueSize: number
}

/** Bytes that the system has accepted so far. Without libuv's counter, a chunk counts once all of it is accepted. */
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
 * Destroys connections whose other end has accepted none of the pending bytes for `timeout` milliseconds; a slow reader
 * that makes some progress gets the whole reply. Returns a function that stops the checks.
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
