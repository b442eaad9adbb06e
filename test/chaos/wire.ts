import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { BSON, type Document } from 'mongodb'
import type { StoreStep } from './moments.js'

/** What becomes of a message between a replica and its database: `drop` never arrives, `late` does a moment later. */
export type Verdict = 'pass' | 'drop' | 'late'

export interface WireEvents {
  /** The replica asks for a write; it has not been made yet. */
  asked(step: StoreStep): Verdict
  /** The write is made; the replica has not heard of it yet. */
  done(step: StoreStep): Verdict
}

export interface Wire {
  readonly port: number
  close(): void
}

const headerSize = 16
const opMsg = 2_013
/** Milliseconds: a process that was told to stop has stopped by then. */
const lateness = 40

/** Cuts a stream into whole messages. */
const createCutter = (take: (message: Buffer) => void) => {
  let rest: Buffer = Buffer.alloc(0)
  return (chunk: Buffer): void => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    while (rest.length >= headerSize && rest.length >= rest.readInt32LE(0)) {
      const size = rest.readInt32LE(0)
      take(rest.subarray(0, size))
      rest = rest.subarray(size)
    }
  }
}

/** The command of an OP_MSG, with the documents that came in a sequence of their own. */
const commandIn = (message: Buffer): Document => {
  const command: Document = {}
  for (let at = headerSize + 4; at < message.length - 4;) {
    const kind = message[at]!
    const size = message.readInt32LE(at + 1)
    const section = message.subarray(at + 1, at + 1 + size)
    if (kind === 0) Object.assign(command, BSON.deserialize(section))
    else {
      const end = section.indexOf(0, 4)
      const documents: Document[] = []
      for (let from = end + 1; from < size; from += section.readInt32LE(from))
        documents.push(BSON.deserialize(section.subarray(from, from + section.readInt32LE(from))))
      command[section.toString('utf8', 4, end)] = documents
    }
    at += 1 + size
  }
  return command
}

const stepByState: Readonly<Record<string, StoreStep>> = {
  claimed: 'claim',
  sending: 'mark',
  sent: 'record',
  failed: 'record',
  skipped: 'record',
  unknown: 'doubt',
  pending: 'give back',
}

const stepOf = (command: Document): StoreStep | undefined => {
  if (command['insert'] === 'digest_runs') return 'plan'
  const set: Document | undefined = command['updates']?.[0]?.u?.$set
  if (command['update'] === 'digests') return set && 'next_at' in set ? 'advance' : undefined
  if (command['update'] !== 'digest_runs' || !set) return undefined
  if ('state' in set) return stepByState[String(set['state'])]
  return 'wake_at' in set ? 'reconcile' : undefined
}

const words = ['digest_runs', 'digests', 'commitTransaction'].map((word) => Buffer.from(word))
const mayMatter = (message: Buffer): boolean =>
  message.readInt32LE(12) === opMsg && words.some((word) => message.includes(word))

/** The step that a request would finish; those of a transaction are finished by its commit. */
const createReader =
  (open: Map<string, StoreStep>) =>
  (message: Buffer): StoreStep | undefined => {
    if (!mayMatter(message)) return undefined
    const command = commandIn(message)
    const session = command['lsid']?.id?.toString('hex') as string | undefined
    if ('commitTransaction' in command && session !== undefined) {
      const step = open.get(session)
      open.delete(session)
      return step
    }
    const step = stepOf(command)
    if (command['autocommit'] !== false || session === undefined) return step
    // The run is what a group is about, whatever else stands in it.
    if (step !== undefined && open.get(session) !== 'plan') open.set(session, step)
    return undefined
  }

const send = (to: Socket, message: Buffer, verdict: Verdict): void => {
  if (verdict === 'pass') to.write(message)
  if (verdict === 'late') setTimeout(() => !to.destroyed && to.write(message), lateness)
}

const join = (
  replica: Socket,
  database: Socket,
  events: WireEvents,
  read: ReturnType<typeof createReader>,
) => {
  const awaited = new Map<number, StoreStep>()
  replica.on(
    'data',
    createCutter((message) => {
      const step = read(message)
      if (step !== undefined) awaited.set(message.readInt32LE(4), step)
      send(database, message, step === undefined ? 'pass' : events.asked(step))
    }),
  )
  database.on(
    'data',
    createCutter((message) => {
      const step = awaited.get(message.readInt32LE(8))
      awaited.delete(message.readInt32LE(8))
      send(replica, message, step === undefined ? 'pass' : events.done(step))
    }),
  )
  for (const [one, other] of [
    [replica, database],
    [database, replica],
  ] as const) {
    one.on('error', () => one.destroy())
    one.on('close', () => other.destroy())
  }
}

/** A line of its own between one replica and its database, on which every step is seen before and after it is made. */
export const openWire = async (
  database: { readonly host: string; readonly port: number },
  events: WireEvents,
): Promise<Wire> => {
  const read = createReader(new Map())
  const sockets = new Set<Socket>()
  const server = createServer({ noDelay: true }, (replica) => {
    const upstream = connect({ ...database, noDelay: true })
    sockets.add(replica).add(upstream)
    replica.once('close', () => sockets.delete(replica) && sockets.delete(upstream))
    join(replica, upstream, events, read)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
