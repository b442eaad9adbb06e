import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { ServerProcess } from './whosout.js'

export const portOf = ({ url }: Pick<ServerProcess, 'url'>): number => Number(new URL(url).port)

/** A connection that survives whatever is done to it; `from` is one of the addresses of this machine. */
export const openSocket = async (server: Pick<ServerProcess, 'url'>, from = '127.0.0.1'): Promise<Socket> => {
  const socket = connect({ port: portOf(server), host: '127.0.0.1', localAddress: from, allowHalfOpen: true })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** Reads until the other end has closed or cut the connection. */
export const readToEnd = async (socket: Socket): Promise<string> => {
  let text = ''
  try {
    for await (const chunk of socket) text += (chunk as Buffer).toString('latin1')
  } catch {
    // A reset is an end too.
  }
  return text
}

export const statusesIn = (text: string): readonly number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))

/** The statuses of all replies on a connection from now on, wherever they are cut into chunks. */
export const collectStatuses = (socket: Socket): readonly number[] => {
  const statuses: number[] = []
  let end = ''
  socket.on('data', (chunk: Buffer) => {
    const text = end + chunk.toString('latin1')
    statuses.push(...statusesIn(text))
    // One less than a status takes.
    end = text.slice(1 - 'HTTP/1.1 200'.length)
  })
  return statuses
}

/** Megabytes that the process holds in memory. Linux only. */
export const residentMegabytes = ({ child }: Pick<ServerProcess, 'child'>): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]) / 1_024

/** The status that somebody else gets from `/healthz`, from an address of their own. */
export const statusForOthers = async (server: Pick<ServerProcess, 'url'>): Promise<number | undefined> => {
  const socket = await openSocket(server, '127.0.0.9')
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  return statusesIn(await readToEnd(socket))[0]
}

/** Resolves when the process waits, and has used no time of a processor for a third of a second. Linux only. */
export const untilIdle = async ({ child }: Pick<ServerProcess, 'child'>): Promise<void> => {
  const look = () => {
    const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return { waits: fields[0] === 'S', used: Number(fields[11]) + Number(fields[12]) }
  }
  for (let before = look(); ;) {
    await wait(300)
    const now = look()
    if (before.waits && now.waits && before.used === now.used) return
    before = now
  }
}
