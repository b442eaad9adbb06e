/**
 * The yardstick: node:http sending bytes from a ready Buffer. Given an organization and a MongoDB address it is the
 * floor for "never stale": one batched point read of the organization's document before every reply.
 */
import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { MongoClient } from 'mongodb'
import { sayListening, type RawSettings } from './server-settings.js'

const { port, body, etag, mongodb } = JSON.parse(process.argv[2]!) as RawSettings
const bytes = readFileSync(body)

const reply = (condition: string | undefined, res: ServerResponse): void => {
  if (condition === etag) {
    res.writeHead(304, { ETag: etag })
    res.end()
    return
  }
  res.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': bytes.length })
  res.end(bytes)
}

/** Calls back after a read that began after the request; all requests of one event-loop turn share it. */
const createFloor = async ({ uri, org }: NonNullable<RawSettings['mongodb']>) => {
  const client = await new MongoClient(uri).connect()
  const db = client.db()
  const command = {
    find: 'organizations',
    filter: { _id: org },
    batchSize: 2,
    readConcern: { level: 'majority' },
  }
  let waiting: (() => void)[] = []
  let reading = false
  const read = async (): Promise<void> => {
    const served = waiting
    waiting = []
    const { cursor } = await db.command(command)
    if (cursor.firstBatch.length !== 1) throw new Error('the organization was not found')
    for (const go of served) go()
    if (waiting.length > 0) void read()
    else reading = false
  }
  return (go: () => void): void => {
    waiting.push(go)
    if (reading) return
    reading = true
    setImmediate(() => void read())
  }
}

const whenFresh = mongodb ? await createFloor(mongodb) : (go: () => void): void => go()

createServer((req, res) => whenFresh(() => reply(req.headers['if-none-match'], res))).listen(
  port,
  '127.0.0.1',
  () => sayListening(),
)
