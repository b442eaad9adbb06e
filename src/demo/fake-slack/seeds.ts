import type { FakeWorkspace, FakePerson, FakeChannel, SlackState } from './state.js'

type Seed<T, Needed extends keyof T> = Pick<T, Needed> & Partial<T>

export type WorkspaceSeed = Seed<FakeWorkspace, 'id'>

export type PersonSeed = Seed<FakePerson, 'id' | 'team_id'>

export type ChannelSeed = Seed<FakeChannel, 'id' | 'team_id'>

/** The app that the fake Slack serves, as its manifest describes it. */
export interface FakeApp {
  /** Of its bot user. */
  readonly name: string
  /** The default command. */
  readonly command: string
  /** The default scopes of a workspace. */
  readonly scopes: readonly string[]
}

/** Adds a workspace with the app installed, and the app's bot user. */
export const addWorkspace = (
  state: SlackState,
  seed: WorkspaceSeed,
  { name, scopes }: Pick<FakeApp, 'name' | 'scopes'>,
): FakeWorkspace => {
  const tail = seed.id.slice(1)
  const workspace: FakeWorkspace = {
    name: `Workspace ${tail}`,
    domain: `workspace-${tail.toLowerCase()}`,
    enterprise_id: null,
    bot_token: `xoxb-${tail}-token`,
    bot_user_id: `U${tail}BOT`,
    bot_id: `B${tail}BOT`,
    scopes: [...scopes],
    app: 'installed',
    edit_window: null,
    history_page: 100,
    locks_profiles: false,
    ...seed,
  }
  state.workspaces.set(workspace.id, workspace)
  addPerson(state, {
    id: workspace.bot_user_id,
    team_id: workspace.id,
    name,
    email: null,
    is_bot: true,
  })
  return workspace
}

export const addPerson = (state: SlackState, seed: PersonSeed): FakePerson => {
  const name = seed.name ?? seed.id.toLowerCase()
  const person: FakePerson = {
    name,
    real_name: name,
    display_name: '',
    email: `${name}@example.com`,
    tz: 'Europe/Berlin',
    locale: 'en-US',
    is_admin: false,
    is_owner: false,
    is_restricted: false,
    is_ultra_restricted: false,
    is_bot: false,
    is_invited_user: false,
    deleted: false,
    status: { text: '', emoji: '', until: 0 },
    ...seed,
  }
  state.people.set(person.id, person)
  return person
}

export const addChannel = (state: SlackState, seed: ChannelSeed): FakeChannel => {
  const channel: FakeChannel = {
    name: seed.id.toLowerCase(),
    kind: 'public',
    is_archived: false,
    shared_with: [],
    members: [],
    ...seed,
  }
  state.channels.set(channel.id, channel)
  return channel
}
