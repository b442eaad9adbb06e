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
console.log(text.length, JSON.parse(text).out.length)
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
for (const connections of [16, 64])
  for (let i = 0; i < 3; i++)
    for (const name of Object.keys(servers)) {
      const m = await measure(
        servers[name],
        { requests: [{ path: '/api/v1/presence', headers }], connections },
        2,
      )
      const n = await measure(
        servers[name],
        {
          requests: [{ path: '/api/v1/presence', headers: { ...headers, 'If-None-Match': etag } }],
          connections,
        },
        1,
      )
      console.log(
        connections,
        name.padEnd(8),
        m.requestsPerSecond.toFixed(0),
        m.p99.toFixed(2),
        (m.serverCpu ?? 0).toFixed(2),
        (m.generatorCpu ?? 0).toFixed(2),
        '304',
        n.requestsPerSecond.toFixed(0),
      )
    }
for (const s of Object.values(servers) as any[]) await s.stop()
