import { openFakeSlack, type FakeSlack } from '../demo/fake-slack/strict.js'
import type { Digest } from '../../src/domain/digests/digest.js'
import { digestId, runId } from '../../src/domain/digests/digest.js'
import type { Leave, Organization } from '../../src/domain/organization/organization.js'
import { encryptToken } from '../../src/domain/secrets/cipher.js'
import type { Change, Store } from '../../src/store/port.js'
import { optionalScopes, requiredScopes, slackApp } from '../../src/slack/manifest.js'
import { leave, member, organization } from '../stores/samples.js'
import type { FastClock } from './clock.js'
import type { Draw } from './draw.js'

/** `never`: an unknown outcome stays unknown. `lookup`: the workspaces granted the history scope. */
export type Mode = 'never' | 'lookup'

/** A Monday. The digests are due at nine in Berlin. */
const date = '2026-11-23'
export const dueAt = new Date('2026-11-23T08:00:00.000Z')
/** Noon in Berlin. */
export const deadline = new Date('2026-11-23T11:00:00.000Z')

const workspaceCount = 3
const people = 8
export const encryptionKey = Buffer.alloc(32, 9)

export interface Planned {
  readonly digest: Digest
  /** Of the one run that it may have. */
  readonly run: string
  readonly workspace: string
  readonly channel: string
  readonly kind: 'open' | 'archived' | 'another day'
}

export interface Workspaces {
  readonly slack: FakeSlack
  readonly planned: readonly Planned[]
  /** Puts everything into the store, with the digests about to come due. */
  settle(store: Store): Promise<void>
  /** Somebody of every organization leaves today; what every message must show from then on. */
  changeFacts(store: Store): Promise<string>
}

const workspaceId = (index: number): string => `T0TOWN${index}`
const orgId = (index: number): string => `0e0e0e0e-0000-4000-8000-00000000000${index}`

const digestIn = (workspace: number, channel: string, kind: Planned['kind'], creator: string): Digest => ({
  _id: digestId(workspaceId(workspace), channel, null),
  org: orgId(workspace),
  workspace: workspaceId(workspace),
  channel,
  team_id: null,
  time: '09:00',
  timezone: 'Europe/Berlin',
  days: kind === 'another day' ? ['tuesday'] : ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
  look_ahead: 'none',
  on_bank_holidays: 'silent',
  when_empty: 'post',
  paused: null,
  creator,
  created_by: creator,
  created_at: '2026-11-20T09:00:00.000Z',
  next_at: kind === 'another day' ? '2026-11-24T08:00:00.000Z' : dueAt.toISOString(),
  next_date: kind === 'another day' ? '2026-11-24' : date,
  tzdata: process.versions.tz ?? '',
  version: 1,
})

const plan = (count: number, archived: number): Planned[] => {
  const kinds: Planned['kind'][] = [
    ...Array.from({ length: archived }, () => 'archived' as const),
    ...Array.from({ length: 10 }, () => 'another day' as const),
    ...Array.from({ length: count - archived }, () => 'open' as const),
  ]
  return kinds.map((kind, index) => {
    const workspace = index % workspaceCount
    const channel = `C0TOWN${String(index).padStart(4, '0')}`
    const digest = digestIn(workspace, channel, kind, `U0ANA${workspace}`)
    return { digest, run: runId(digest._id, date), workspace: digest.workspace, channel, kind }
  })
}

const build = (slack: FakeSlack, planned: readonly Planned[], mode: Mode): void => {
  for (let index = 0; index < workspaceCount; index++) {
    const scopes = mode === 'lookup' ? [...requiredScopes, ...optionalScopes] : [...requiredScopes]
    slack.addWorkspace({ id: workspaceId(index), name: `Workspace ${index}`, scopes })
    slack.addPerson({ id: `U0ANA${index}`, team_id: workspaceId(index), name: `ana${index}` })
  }
  for (const { workspace, channel, kind } of planned) {
    const { bot_user_id } = slack.state.workspaces.get(workspace)!
    slack.addChannel({
      id: channel,
      team_id: workspace,
      members: [bot_user_id],
      is_archived: kind === 'archived',
    })
  }
}

const away = (org: string, person: number, from: string, to: string): Leave =>
  leave(org, `leave-${person}-${from}`, from, to, { member_id: `m${person}` })

const documentsOf = (slack: FakeSlack, index: number, draw: Draw): Change[] => {
  const org = orgId(index)
  const document: Organization = organization(org, { slug: `workspace${index}`, name: `Workspace ${index}` })
  const id = workspaceId(index)
  const { bot_token, bot_id, bot_user_id, name, scopes } = slack.state.workspaces.get(id)!
  const at = '2026-11-01T08:00:00.000Z'
  return [
    { put: 'organizations', document },
    { put: 'slugs', document: { _id: document.slug, org } },
    ...Array.from({ length: people }, (_, person): Change => {
      const fields = { name: `Person ${person} of ${index}`, active: true }
      return { put: 'members', document: member(org, `m${person}`, fields) }
    }),
    { put: 'leaves', document: away(org, 0, '2026-11-20', '2026-11-24') },
    { put: 'leaves', document: away(org, 1, '2026-11-25', '2026-11-27') },
    {
      put: 'workspaces',
      document: {
        _id: id,
        name,
        org,
        token: encryptToken(encryptionKey, draw.bytes(12), id, bot_token),
        bot_id,
        bot_user_id,
        scopes,
        installed_by: 'U0ANA',
        created_at: at,
        installed_at: at,
        binding: { by: 'link', who: 'U0ANA', at },
        version: 1,
      },
    },
  ]
}

export interface WorkspaceOptions {
  readonly mode: Mode
  readonly digests: number
  readonly archived: number
  readonly clock: FastClock
  readonly draw: Draw
}

/** A stand-in for Slack with workspaces and channels, and the digests of each. Its clock is the replicas'. */
export const openWorkspaces = async ({
  mode,
  digests,
  archived,
  clock,
  draw,
}: WorkspaceOptions): Promise<Workspaces> => {
  const slack = await openFakeSlack({
    app: slackApp,
    now: clock.now,
    elapsed: clock.elapsed,
    random: (size) => draw.bytes(size),
  })
  const planned = plan(digests, archived)
  build(slack, planned, mode)
  let changes = 0
  return {
    slack,
    planned,
    async settle(store) {
      for (let index = 0; index < workspaceCount; index++) await store.commit(documentsOf(slack, index, draw))
      const documents = planned.map(({ digest }): Change => ({ put: 'digests', document: digest }))
      for (let from = 0; from < documents.length; from += 100)
        await store.commit(documents.slice(from, from + 100))
    },
    async changeFacts(store) {
      const person = 2 + changes++
      for (let index = 0; index < workspaceCount; index++) {
        const org = orgId(index)
        const [{ revision } = { revision: 0 }] = await store.get('organizations', [org])
        await store.commit([
          { put: 'leaves', document: away(org, person, date, date) },
          { patch: 'organizations', id: org, set: { revision: revision + 1 } },
        ])
      }
      return `Person ${person} of`
    },
  }
}
