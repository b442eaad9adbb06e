import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leaveTypes, type LeaveType } from '../../../src/domain/presence/leave-types.js'
import { reasonPolicies, storedPolicy, type ReasonPolicy } from '../../../src/domain/presence/reasons.js'
import type { Presence } from '../../../src/domain/presence/presence.js'
import { createAskService } from '../../../src/services/ask/ask.js'
import { createRolls } from '../../../src/services/roll/rolls.js'
import type { Change } from '../../../src/store/port.js'
import { leaveDocument, memberDocument, noon, today } from '../../world/acme.js'
import { startWorld, type World } from '../../world/world.js'
import { addLink } from '../links.js'
import { connect, type ToolResult } from '../mcp/clients.js'

/** One person away today for each type, and one who is in. */
const names = { holiday: 'Hal', sick: 'Sid', personal: 'Pia', bank_holiday: 'Bo', none: 'Max' } as const
const emailOf = (who: keyof typeof names): string => `${names[who]}@days.example`.toLowerCase()

let world: World
beforeAll(async () => void (world = await startWorld()))
afterAll(() => world.stop())

const urlOf = (path: string): string => `http://localhost:${world.port}${path}`

/** Reads why the person with a leave of that type is away today; empty when nothing is said. */
type Read = (org: string, type: LeaveType) => Promise<string>

const asks =
  (
    who: 'colleague' | 'oneself' | 'stranger',
    isAdmin = false,
    audience: 'asker' | 'everyone' = 'asker',
  ): Read =>
  async (org, type) => {
    const email = { colleague: emailOf('none'), oneself: emailOf(type), stranger: 'zoe@days.example' }[who]
    const { reply } = await createAskService(createRolls(world.store)).forAsk(
      { _id: org },
      {
        asker: { account: null, email, timezone: null, locale: null, isAdmin },
        text: `${names[type]} today`,
        now: new Date(noon),
        audience,
        mentioned: new Map(),
      },
    )
    if (reply.kind !== 'person') throw new Error(reply.kind)
    return reply.absences.flatMap(({ reasons }) => reasons).join()
  }

const asksInChannel = (who: 'colleague' | 'oneself', isAdmin = false): Read => asks(who, isAdmin, 'everyone')

const callsApi =
  (reasons: 'shown' | 'hidden'): Read =>
  async (org, type) => {
    const { token } = await world.addKey(org, { reasons })
    const headers = { Authorization: `Bearer ${token}` }
    const { out } = (await (await fetch(urlOf('/api/v1/presence'), { headers })).json()) as Presence
    const found = out.find(({ name }) => name === names[type])
    return (found?.leaves ?? []).map((leave) => leave.type).join()
  }

const callsTools =
  (reasons: 'shown' | 'hidden'): Read =>
  async (org, type) => {
    const client = await connect(urlOf('/mcp'), (await world.addKey(org, { reasons })).token)
    const result: ToolResult = await client.call('find_person', { name: names[type] })
    await client.close()
    const { leaves } = result.structuredContent as {
      readonly leaves: readonly { readonly type: LeaveType }[]
    }
    return leaves.map((leave) => leave.type).join()
  }

const opensLink =
  (reasons: 'shown' | 'hidden', madeBefore = false): Read =>
  async (org, type) => {
    const { link, path } = await addLink(world, { reasons }, org)
    const { unmasked, ...before } = link
    if (madeBefore) await world.write({ put: 'links', document: before })
    const page = await (await fetch(`${urlOf(path)}?everyone=1`)).text()
    const row = page.slice(page.indexOf(`<span>${names[type]}</span>`)).split('</tr>')[0]!
    const isBand = /<td class="[^"]*\bholiday\b/.test(row)
    return /\br-(\w+)/.exec(row)?.[1] ?? (isBand ? 'bank_holiday' : '')
  }

type Says = (type: LeaveType) => string
const asItIs: Says = (type) => type
const orBankHoliday =
  (word: string): Says =>
  (type) =>
    type === 'bank_holiday' ? type : word
const away = orBankHoliday('away')
const personal = orBankHoliday('personal')
/** Bank holidays are public (decisions, "Reason privacy"). */
const nothing = orBankHoliday('')

/** What each reads under `nobody`, `admins` and `everyone`. */
const readers: readonly (readonly [who: string, read: Read, nobody: Says, admins: Says, everyone: Says])[] = [
  ['the person on leave', asks('oneself'), asItIs, asItIs, asItIs],
  ['a colleague', asks('colleague'), away, away, asItIs],
  ['an admin', asks('colleague', true), away, asItIs, asItIs],
  ['an admin who is no member', asks('stranger', true), away, asItIs, asItIs],
  ['a channel', asksInChannel('colleague'), nothing, nothing, nothing],
  ['an admin in a channel', asksInChannel('colleague', true), nothing, nothing, nothing],
  ['the person on leave in a channel', asksInChannel('oneself'), nothing, nothing, nothing],
  ['a key', callsApi('shown'), asItIs, asItIs, asItIs],
  ['a key with hidden reasons', callsApi('hidden'), personal, personal, personal],
  ['an agent', callsTools('shown'), asItIs, asItIs, asItIs],
  ['an agent with hidden reasons', callsTools('hidden'), personal, personal, personal],
  ['a link that shows reasons', opensLink('shown'), asItIs, asItIs, asItIs],
  ['a link that shows reasons, made by a version before', opensLink('shown', true), away, away, asItIs],
  ['a link', opensLink('hidden'), away, away, away],
]

/** The organizations by what is stored of their policy. */
const begun = new Map<string, Promise<string>>()

const begin = async (stored: object): Promise<string> => {
  const id = world.newId()
  const org = await world.addOrganization({ id, slug: id })
  const people = Object.entries(names).map(([type, name], at) => ({
    id: `dada0000-0000-4000-8000-00000000000${at}`,
    name,
    email: emailOf(type as keyof typeof names),
  }))
  const leaves = leaveTypes.map((type, at) =>
    leaveDocument(org, `1eaf0000-0000-4000-8000-00000000000${at}`, {
      member_id: people[at]!.id,
      type,
      start_date: today,
      end_date: today,
      status: 'approved',
    }),
  )
  await world.write(
    ...people.map((one): Change => ({ put: 'members', document: memberDocument(org, one) })),
    ...leaves.map((document): Change => ({ put: 'leaves', document })),
  )
  await world.setOrganization(org, stored)
  return org
}

const organizationWith = (stored: object): Promise<string> => {
  const name = JSON.stringify(stored)
  const org = begun.get(name) ?? begin(stored)
  begun.set(name, org)
  return org
}

describe.each(reasonPolicies)('where %s may read the reasons of others', (policy: ReasonPolicy) => {
  it.each(readers)('%s reads what the policy says', async (_who, read, ...says) => {
    const org = await organizationWith(storedPolicy(policy))
    for (const type of leaveTypes)
      expect(await read(org, type), type).toBe(says[reasonPolicies.indexOf(policy)]!(type))
  })
})

describe('an organization of a version before', () => {
  const masks: Says = (type) => (['sick', 'personal'].includes(type) ? 'away' : type)
  it.each([
    ['a colleague', asks('colleague'), away],
    ['an admin', asks('colleague', true), away],
    ['a channel', asksInChannel('colleague'), nothing],
    ['a key with hidden reasons', callsApi('hidden'), personal],
    ['a link that shows reasons', opensLink('shown', true), masks],
  ] as const)(
    'that masks sick and personal leave: %s reads as under nobody, links as they did',
    async (...row) => {
      const [, read, says] = row
      const org = await organizationWith({ privacy: ['sick', 'personal'], channel_reasons: 'masked' })
      for (const type of leaveTypes) expect(await read(org, type), type).toBe(says(type))
    },
  )

  it('that masks nothing is read by everyone, though by no channel', async () => {
    const org = await organizationWith({ privacy: [], channel_reasons: 'masked' })
    expect(await asks('colleague')(org, 'sick')).toBe('sick')
    expect(await asksInChannel('colleague')(org, 'sick')).toBe('')
  })
})

it.each([
  ['hidden', 'Reasons are private here. This is everyone who is out, for whatever reason.'],
  ['shown', 'This is everyone who is out, for whatever reason.'],
] as const)('an agent with %s reasons that asks about one is told what it gets', async (reasons, remark) => {
  const org = await organizationWith({})
  const client = await connect(urlOf('/mcp'), (await world.addKey(org, { reasons })).token)
  const result: ToolResult = await client.call('who_is_out', { when: 'on vacation today' })
  await client.close()
  expect(result.structuredContent).toMatchObject({ remarks: [remark] })
})

it('a key with hidden reasons gets one ETag whatever the reason, and another one for a bank holiday', async () => {
  const org = await begin({})
  const { token } = await world.addKey(org, { reasons: 'hidden' })
  const tags: (string | null)[] = []
  for (const type of leaveTypes) {
    await world.write({ patch: 'leaves', id: `${org}:1eaf0000-0000-4000-8000-000000000000`, set: { type } })
    await world.setOrganization(org, {})
    const reply = await fetch(urlOf('/api/v1/presence'), { headers: { Authorization: `Bearer ${token}` } })
    tags.push(reply.headers.get('etag'))
  }
  expect(new Set(tags.slice(0, 3)).size).toBe(1)
  expect(tags[3]).not.toBe(tags[0])
})
