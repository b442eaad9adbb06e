import { expect, it } from 'vitest'
import { pageSize, type StorePage } from '../../../src/store/port.js'
import { indexes } from '../../../src/store/schema.js'
import { startNeighbour } from '../neighbour.js'
import { keyEvent, member, newId, organization } from '../samples.js'
import { withStore, type Subject } from '../subject.js'

const gather = async (pages: AsyncIterable<StorePage>): Promise<(readonly [string, string])[]> => {
  const found: (readonly [string, string])[] = []
  for await (const { collection, documents } of pages)
    for (const { _id } of documents) found.push([collection, _id])
  return found
}

const bytes = (text: string): Buffer => Buffer.from(text)

export const describeEverything = (subject: Subject): void => {
  it('gives every document of every collection, in the order of collections and of the bytes of ids', () =>
    withStore(subject, async (store) => {
      expect(await store.readAll(gather)).toEqual([])
      const [org, other] = [newId(), newId()]
      const ids = ['', 'a', 'A', 'ß', '\u{10ffff}', '\ue000', '\u0000', 'a\u0000b', 'ab'].concat(
        Array.from({ length: pageSize + 3 }, (_, n) => `n${n}`),
      )
      await store.commit([
        { put: 'organizations', document: organization(org) },
        { put: 'organizations', document: organization(other) },
        { put: 'slugs', document: { _id: 'acme', org } },
        { put: 'restores', document: { _id: 'r', started_at: '2026-11-20T09:00:00.000Z' } },
        ...ids.map((id) => ({ put: 'members', document: member(org, id) }) as const),
        { put: 'key_events', document: keyEvent(other, 'e') },
      ])
      const members = ids.map((id) => `${org}:${id}`).sort((a, b) => Buffer.compare(bytes(a), bytes(b)))
      expect(await store.readAll(gather)).toEqual([
        ['key_events', `${other}:e`],
        ...members.map((id) => ['members', id]),
        ['organizations', org],
        ['organizations', other],
        ['restores', 'r'],
        ['slugs', 'acme'],
      ])
      expect(Object.keys(indexes)).toContain('restores')
    }))

  it('sees one state, whatever another process commits meanwhile', () =>
    withStore(subject, async (store, place) => {
      const org = newId()
      const count = 2 * pageSize
      await store.commit([
        { put: 'organizations', document: organization(org) },
        ...Array.from({ length: count }, (_, n) => {
          return { put: 'members', document: member(org, `${n}`) } as const
        }),
      ])
      const neighbour = await startNeighbour({ ...subject, place })
      let moved = 0
      const seen = await store.readAll(async (pages) => {
        const found: (readonly [string, unknown])[] = []
        for await (const { collection, documents } of pages) {
          // Once: a standalone reads again until nothing moved.
          if (moved++ === 0)
            neighbour.commitNow([
              { patch: 'organizations', id: org, set: { revision: 2 } },
              { remove: 'members', id: `${org}:${count - 1}` },
              { put: 'teams', document: { _id: `${org}:t`, org, id: 't', name: 'Ops', source: 'import' } },
            ])
          for (const document of documents) found.push([collection, document])
        }
        return found
      })
      await neighbour.close()
      const membersSeen = seen.filter(([collection]) => collection === 'members').length
      const teamsSeen = seen.filter(([collection]) => collection === 'teams').length
      const [, read] = seen.find(([collection]) => collection === 'organizations')!
      const { revision } = read as { readonly revision: number }
      expect([revision, membersSeen, teamsSeen]).toEqual(
        subject.inSteps ? [expect.any(Number), count - 1, 1] : [1, count, 0],
      )
    }))

  it('is refused once the store is closed', async () => {
    const place = await subject.borrowPlace()
    const store = await subject.open(place)
    await store.close()
    await expect(store.readAll(gather)).rejects.toMatchObject({ code: 'unavailable' })
    await subject.returnPlace(place)
  })
}
