import { createRolls } from '../../src/services/roll/rolls.js'
// One replica of the digest, as `serve` puts it together, with a clock that runs faster. `fleet.ts` starts it.
import { addAppMetadata } from '@slack/web-api'
import { randomBytes } from 'node:crypto'
import { writeSync } from 'node:fs'
import { createLog } from '../../src/log.js'
import { createDigestContent } from '../../src/services/digests/content.js'
import { timings } from '../../src/domain/digests/timings.js'
import { createDigestRuns, type DigestRuns } from '../../src/services/digests/engine.js'
import { createInstallations } from '../../src/services/workspaces/installations.js'
import { openInTime } from '../../src/slack/workspace/access.js'
import { createDigestPoster } from '../../src/slack/digest/poster.js'
import { openInstalledWorkspace } from '../../src/slack/workspace/installed.js'
import { createBoltLogger } from '../../src/slack/log.js'
import { openEmbeddedStore } from '../../src/store/embedded/store.js'
import { openMongoStore } from '../../src/store/mongo/store.js'
import type { Store } from '../../src/store/port.js'
import { createFastClock, type Pace } from './clock.js'
import type { ReplicaOrder } from './replica-order.js'
import { createStandstill } from './standstill.js'

const order = JSON.parse(process.argv[2]!) as ReplicaOrder
addAppMetadata({ name: `replica-${order.name}`, version: '1' })

const clock = createFastClock(new Date(0))
const random = (size: number): Uint8Array => randomBytes(size)
// At once: whoever is killed has said what it had to say.
const log = createLog('info', { write: (line: string) => void writeSync(2, line) })
const minute = 60_000

const openStore = async (): Promise<Store> => {
  const store =
    'mongodb' in order.store
      ? await openMongoStore(order.store.mongodb, { random, timeout: minute })
      : await openEmbeddedStore(order.store.folder)
  // The database's clock is the real one, which the replica's has left behind.
  return { ...store, serverTime: async () => clock.now() }
}

let stopping = false
const standstill = createStandstill(order.standstill, () => stopping)
const store = standstill.ofStore(await openStore())
let runs: DigestRuns | undefined
process.once('SIGTERM', () => {
  stopping = true
  void Promise.resolve(runs?.stop())
    .then(() => store.close())
    .then(() => process.exit(0))
})
// Nothing is left to belong to when whoever started it is gone.
process.once('disconnect', () => process.exit(1))
const pace = new Promise<Pace>((resolve) => process.once('message', (told) => resolve(told as Pace)))
process.send?.('ready')
clock.begin(await pace)

const dependencies = { store, now: clock.now, elapsed: clock.elapsed, wait: clock.wait, random, log }
const installations = createInstallations(dependencies, [Buffer.from(order.encryptionKey, 'base64')])
const poster = createDigestPoster({
  open: openInTime(openInstalledWorkspace({ installations, store, log }), log),
  apiUrl: order.apiUrl,
  logger: createBoltLogger(log),
  log,
  timeout: clock.real(timings.timeout),
})
runs = createDigestRuns({
  ...dependencies,
  poster: standstill.ofPoster(poster),
  build: createDigestContent(createRolls(store), store),
  owner: order.name,
  tzdata: process.versions.tz ?? '',
})

while (!stopping) {
  await runs.tick()
  await clock.wait(minute - (clock.now().getTime() % minute))
}
