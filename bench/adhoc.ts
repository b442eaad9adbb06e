import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openEmbeddedStore } from '../src/store/embedded.js'
import { openMongoStore } from '../src/store/mongo.js'
import { randomBytes } from 'node:crypto'
import { seed, subjectOf } from './data.js'
import { measure } from './load.js'
import { startProduct, startRaw } from './processes.js'

const members = Number(process.argv[2] ?? 500)
const uri = process.argv[3]
const only = process.argv[4]?.split(',')
const folder = mkdtempSync('/tmp/whosout-bench-')
const today = new Date().toISOString().slice(0, 10)
const subject = subjectOf('one', members)
const place = { folder: join(folder, 'data') }
const store = await openEmbeddedStore(place.folder)
await seed(store, subject, today)
await store.close()
const product = await startProduct(folder, place)
const headers = { Authorization: `Bearer ${subject.secret}` }
const reply = await fetch(`${product.url}/api/v1/presence`, { headers })
const etag = reply.headers.get('etag')!
const body = join(folder, 'body.json')
const text = await reply.text()
writeFileSync(body, text)
const raw = await startRaw(folder, { body, etag })
const servers: any = { raw, product }
if (uri) {
  const s = await openMongoStore(uri, { random: randomBytes })
  await seed(s, subject, today)
  await s.close()
  servers.floor = await startRaw(folder, { body, etag, mongodb: { uri, org: subject.org } })
  servers.mongo = await startProduct(folder, { mongodb: uri })
}
const path = '/api/v1/presence'
const days = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10)
const ranges = Array.from({ length: 2000 }, (_, i) => ({
  path: `${path}?from=${days((i % 250) - 120)}&to=${days((i % 250) - 120 + 4 + Math.floor(i / 250))}`,
  headers,
}))
const kinds: any = {
  warm: [{ path, headers }],
  '304': [{ path, headers: { ...headers, 'If-None-Match': etag } }],
  range: ranges,
}
const seen: any = {}
for (let i = 0; i < 7; i++)
  for (const name of Object.keys(servers))
    for (const kind of Object.keys(kinds)) {
      if (only && !only.includes(`${name}`)) continue
      if (kind === 'range' && (name === 'raw' || name === 'floor')) continue
      const t0 = performance.now()
      const m = await measure(servers[name], { requests: kinds[kind], connections: 16 }, 1)
      void t0
      const us = (m.serverCpu! * 1e6) / m.requestsPerSecond
      if (i > 1) (seen[`${name} ${kind}`] ??= []).push([us, m.requestsPerSecond])
    }
for (const [k, v] of Object.entries(seen) as any) {
  v.sort((a: any, b: any) => a[0] - b[0])
  console.log(
    k.padEnd(16),
    'us cpu/request: min',
    v[0][0].toFixed(1),
    'median',
    v[2][0].toFixed(1),
    'max rps',
    Math.max(...v.map((x: any) => x[1])).toFixed(0),
  )
}
for (const s of Object.values(servers) as any[]) await s.stop()
