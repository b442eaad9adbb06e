/** A load generator for machines without wrk: keep-alive connections with one request at a time on each. */
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import type { GeneratorSettings } from './generator-process.js'
import type { Seen } from './asking.js'

const { host, port, requests, connections, seconds } = JSON.parse(
  readFileSync(0, 'utf8'),
) as GeneratorSettings
const texts = requests.map(
  ({ path, headers }) =>
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`,
)
const latencies: number[] = []
let next = 0
let faults = 0
let ending = false

/** The length in bytes of the reply that begins here; null while its head is incomplete. */
const replyLength = (head: Buffer): { readonly status: number; readonly length: number } | null => {
  const end = head.indexOf('\r\n\r\n')
  if (end < 0) return null
  const text = head.toString('latin1', 0, end)
  const body = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1] ?? '0'
  return { status: Number(text.slice(9, 12)), length: end + 4 + Number(body) }
}

const ask = (socket: Socket): void => {
  let asked = 0
  let expected = 0
  let received = 0
  let head: Buffer | null = null
  const send = (): void => {
    asked = performance.now()
    expected = received = 0
    head = null
    socket.write(texts[next++ % texts.length]!)
  }
  socket.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (expected === 0) {
      head = head ? Buffer.concat([head, chunk]) : chunk
      const reply = replyLength(head)
      if (!reply) return
      expected = reply.length
      if (reply.status !== 200 && reply.status !== 304) faults++
    }
    if (received < expected) return
    latencies.push(performance.now() - asked)
    if (ending) socket.destroy()
    else send()
  })
  socket.on('error', () => faults++)
  send()
}

for (let i = 0; i < connections; i++) {
  const socket = connect(port, host, () => ask(socket))
}
setTimeout(() => {
  ending = true
  const sorted = Float64Array.from(latencies).sort()
  const seen: Seen = {
    requestsPerSecond: sorted.length / seconds,
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? Infinity,
    faults,
  }
  process.stdout.write(JSON.stringify(seen), () => process.exit(0))
}, seconds * 1_000)
