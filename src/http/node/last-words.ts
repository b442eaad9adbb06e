import type { Duplex } from 'node:stream'

/** Milliseconds that the other end gets to read the last bytes and close, before the connection is destroyed. */
const lastWordsTimeout = 1_000

const ending = new WeakSet<Duplex>()

/** Whether the last bytes of a connection are being sent: nothing that still comes in is answered. */
export const isEnding = (socket: Duplex): boolean => ending.has(socket)

/**
 * As soon as they are sent (`at once`), or when the other end has closed too, after a second at the latest: destroying a
 * socket with unread bytes resets it, and a reset discards the reply that the caller has not read yet.
 */
export const endSoon = (socket: Duplex, lastBytes: string, when: 'at once' | 'politely'): void => {
  if (ending.has(socket)) return
  ending.add(socket)
  const destroy = (): void => void socket.destroy()
  // Node's server removes its own listener when it hands over a socket.
  socket.on('error', destroy)
  socket.on('end', destroy)
  const cut = setTimeout(destroy, lastWordsTimeout)
  socket.once('close', () => clearTimeout(cut))
  socket.end(lastBytes, when === 'at once' ? destroy : undefined)
  socket.resume()
}
