import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hashSecret } from '../../../src/domain/secrets/mint.js'
import { importRoster } from '../../../src/services/roster/import.js'
import { createRolls } from '../../../src/services/roll/rolls.js'
import { createAddressCipher } from '../../../src/services/sources/address-cipher.js'
import { due, newDelivery } from '../../../src/services/webhooks/outbox.js'
import { createWebhookRuns } from '../../../src/services/webhooks/runs.js'
import { createWebhooks } from '../../../src/services/webhooks/webhooks.js'
import type { Store } from '../../../src/store/port.js'
import { actor, createClock, dependenciesOn, openWorld, refusalOf, standingIn } from '../keys/world.js'
import { organization } from '../../stores/samples.js'
import { withStore, type Subject } from '../../stores/subject.js'
import { sourceDocument } from '../../world/sources.js'
import { backupOf, documents, fill, linesOf, restoreInto, twenty } from './world.js'

const refusal = async (work: Promise<unknown>): Promise<string> => {
  const { code, message } = await refusalOf(work)
  return `${code}: ${message}`
}

const empty = async (store: Store): Promise<boolean> => [...linesOf(await backupOf(store))].length === 2

/** From one kind of store to another, or to the same. */
export const describeBackup = (from: Subject, to: Subject, runs: number): void => {
  describe(`a backup of ${from.name}, restored into ${to.name}`, () => {
    test('gives the same bytes again, whatever is in it', async () => {
      await fc.assert(
        fc.asyncProperty(documents, async (all) => {
          const text = await withStore(from, async (store) => {
            await fill(store, all)
            return backupOf(store)
          })
          const again = await withStore(to, async (store) => {
            expect(await restoreInto(store, text)).toMatchObject({ documents: all.length })
            return backupOf(store)
          })
          expect(again).toBe(text)
        }),
        { numRuns: runs },
      )
    })

    test.each([
      ['calendar', true],
      ['slack', false],
    ] as const)(
      'says whether only the old key opens something in it: a source of kind %s',
      async (kind, encrypted) => {
        const text = await withStore(from, async (store) => {
          await fill(store, [
            { collection: 'organizations', document: organization('o1') },
            { collection: 'sources', document: sourceDocument('o1', 's1', { kind }) },
          ])
          return backupOf(store)
        })
        await withStore(to, async (store) => {
          expect(await restoreInto(store, text)).toMatchObject({ encrypted })
        })
      },
    )

    test('still sends webhooks what waited, under its id, with the key of the old store', async () => {
      const cipher = createAddressCipher([randomBytes(32)], randomBytes)
      const [text, waiting] = await withStore(from, async (store) => {
        const { org, dependencies } = await openWorld(store, 'paid')
        const webhooks = createWebhooks({ ...dependencies, cipher, allowPrivate: false })
        const { webhook } = await webhooks.add(org, { url: 'https://one.example/hook' }, actor)
        const delivery = newDelivery(dependencies, webhook, 'leave.imported', {
          sequence: 1,
          team_id: null,
          ...{ created: 2, changed: 0, cancelled: 0, from: '2026-12-01', to: '2026-12-02' },
        })
        const set = due(dependencies, 1)
        await store.commit([delivery, { patch: 'webhooks', id: webhook._id, set }])
        return [await backupOf(store), (await webhooks.deliveries(org, webhook._id, 1))[0]!._id] as const
      })
      await withStore(to, async (store) => {
        expect(await restoreInto(store, text)).toMatchObject({ encrypted: true })
        const sent: string[] = []
        const dependencies = dependenciesOn(store, createClock())
        const runs = createWebhookRuns({
          ...dependencies,
          owner: 'heir',
          elapsed: () => 0,
          log: { info: () => undefined, warn: () => undefined, error: () => undefined },
          rolls: createRolls(store),
          openTools: async () => ({
            cipher,
            postWebhook: async (_, { id }) => {
              sent.push(id)
              return { kind: 'received', status: 204 }
            },
          }),
        })
        await runs.tick()
        expect(sent).toEqual([waiting])
      })
    })

    test('keeps every key working as it was', async () => {
      const [text, secret, dead] = await withStore(from, async (store) => {
        const { keys, org, dependencies } = await openWorld(store, 'paid')
        const people = { members: [{ email: 'ana@acme.test', name: 'Ana' }] }
        await importRoster(dependencies, {
          org,
          actor,
          files: [{ name: 'a.json', read: async () => JSON.stringify(people) }],
          replace: new Set(),
          dryRun: false,
        })
        const good = await keys.create(org, { name: 'dashboard' }, actor)
        const other = await keys.create(org, { name: 'old' }, actor)
        await keys.revoke(org, other.key.id, actor)
        return [await backupOf(store), good.secret, other.secret] as const
      })
      expect(text).not.toContain(secret)
      await withStore(to, async (store) => {
        await restoreInto(store, text)
        const now = new Date('2026-11-20T10:00:00Z')
        expect(await standingIn(store, hashSecret(secret), now)).toBe('good')
        expect(await standingIn(store, hashSecret(dead), now)).toBe('revoked')
      })
    })
  })

  describe(`a restore into ${to.name}`, () => {
    const sample = async (): Promise<string> =>
      withStore(from, async (store) => {
        await fill(store, twenty)
        return backupOf(store)
      })

    test('refuses what is cut off, changed or something else, before anything is written', async () => {
      const text = await sample()
      const lines = [...linesOf(text)]
      expect(lines.length).toBeGreaterThan(10)
      const cases: [string, RegExp][] = [
        ['', /it is empty/],
        ['email,name\nana@acme.test,Ana\n', /not a whosout backup/],
        [text.replace('"version":1', '"version":2'), /newer version/],
        [text.replace(/\["[a-z_]+",/, '["wishes",'), /does not know/],
        [text.replace(/^(.*\n.*)"org":"o[12]"/, '$1"org":"o3"'), /checksum is wrong/],
        [[...lines.slice(0, 3), ...lines.slice(4)].join('\n'), /checksum is wrong/],
        [`${text}{}\n`, /cut off/],
        [`${text}${text}`, /line \d+ is damaged/],
        ...lines.slice(1).map((_, kept): [string, RegExp] => {
          return [lines.slice(0, kept + 1).join('\n'), /cut off/]
        }),
        [text.slice(0, text.length / 2), /cut off|damaged/],
        [text.slice(0, -10), /cut off/],
      ]
      await withStore(to, async (store) => {
        for (const [damaged, reason] of cases) {
          expect(await refusal(restoreInto(store, damaged))).toMatch(
            /^conflict: This backup cannot be used: /,
          )
          expect(await refusal(restoreInto(store, damaged))).toMatch(reason)
        }
        expect(await empty(store)).toBe(true)
        await restoreInto(store, text.trimEnd())
        expect(await backupOf(store)).toBe(text)
      })
    })

    test('refuses a store that holds anything', async () => {
      const text = await sample()
      await withStore(to, async (store) => {
        await store.commit([{ put: 'organizations', document: organization('here') }])
        const before = await backupOf(store)
        expect(await refusal(restoreInto(store, text))).toMatch(
          /^conflict: A backup can only be restored into an empty/,
        )
        expect(await backupOf(store)).toBe(before)
      })
    })
  })
}
