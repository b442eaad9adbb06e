/** The idiomatic way, as the second yardstick: an Express handler that queries the store twice and sends `res.json`. */
import express from 'express'
import { MongoClient } from 'mongodb'
import { addDays } from '../src/calendar/day.js'
import type { Leave, Member, Team } from '../src/domain/organization/organization.js'
import { presenceIn } from '../test/domain/presence/plain.js'
import { openEmbeddedStore } from '../src/store/embedded/store.js'
import { collect } from '../src/store/port.js'
import { sayListening, type PlainSettings } from './server-settings.js'

const { port, store, org, today } = JSON.parse(process.argv[2]!) as PlainSettings
const range = { from: today, to: addDays(today, 7)! }

interface Asked {
  readonly members: readonly Member[]
  readonly leaves: readonly Leave[]
}

const createFinds = async (): Promise<{ teams: readonly Team[]; ask: () => Promise<Asked> }> => {
  if ('mongodb' in store) {
    const db = (await new MongoClient(store.mongodb).connect()).db()
    const all = <T extends object>(name: string, filter: object) =>
      db.collection<T>(name).find(filter).toArray() as Promise<T[]>
    const touching = { org, end_date: { $gte: range.from }, start_date: { $lte: range.to } }
    const ask = async () => {
      const [members, leaves] = await Promise.all([
        all<Member>('members', { org }),
        all<Leave>('leaves', touching),
      ])
      return { members, leaves }
    }
    return { teams: await all<Team>('teams', { org }), ask }
  }
  const embedded = await openEmbeddedStore(store.folder)
  const byEnd = { end_date: { gte: range.from }, start_date: { lte: range.to } }
  const ask = async () => ({
    members: await collect(embedded.find('members', { index: 'by_org', equal: { org } })),
    leaves: await collect(embedded.find('leaves', { index: 'by_end', equal: { org }, range: byEnd })),
  })
  return { teams: await collect(embedded.find('teams', { index: 'by_org', equal: { org } })), ask }
}

const { teams, ask } = await createFinds()

express()
  .get('/api/v1/presence', async (_req, res) => {
    const facts = { teams, ...(await ask()) }
    res.json(presenceIn(facts, { ...range, team_id: null }, { team_id: null, reasons: 'shown' }))
  })
  .listen(port, '127.0.0.1', () => sayListening())
