import type { FakeSlack } from './fake-slack/fake-slack.js'
import type { ChannelSeed, PersonSeed } from './fake-slack/seeds.js'
import { sampleRoster } from './sample.js'
import type { Day } from '../calendar/day.js'

/** The people a visitor can act as, the initial one first. */
export interface Role {
  readonly id: string
  readonly name: string
  /** The reason to try this person. */
  readonly note: string
}

const locales: Readonly<Record<string, string>> = {
  'Europe/Berlin': 'en-GB',
  'America/New_York': 'en-US',
  'Asia/Kolkata': 'en-IN',
}

const team_id = 'T0SAMPLE'
export const botUser = 'U0WHOSOUT'

/** The channel of the sample organization's digest. */
export const digestPlace = { workspace: team_id, channel: 'C0GENERAL' }

const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .split(' ')[0]!
    .toLowerCase()

/** Finds a person by their first name. */
export const idOf = (name: string): string => `U0${plain(name).toUpperCase()}`

const roles: readonly Role[] = [
  ['Greta Holm', 'Design, in Berlin; an admin, so her Home tab has the settings'],
  ['Ben Okafor', 'Off sick: only he sees the reason'],
  ['Alex Kim', 'Engineering, in New York: another time zone'],
  ['Neha Joshi', 'Customer Success, in Kolkata'],
  ['Katja Novák', 'Product, in Berlin; not an admin, so her Home tab has no settings'],
  ['Robin Vale', 'A guest: gets no answers'],
].map(([name, note]) => ({ id: idOf(name!), name: name!, note: note! }))

/** In Slack, but not in the sample organization. */
const others: readonly PersonSeed[] = [
  { id: idOf('Robin'), team_id, name: 'robin', display_name: 'Robin Vale', is_restricted: true },
  { id: idOf('Sky'), team_id, name: 'sky', display_name: 'Sky Turner', email: 'sky@elsewhere.example' },
]

/** Everyone in the sample organization, with their Slack profile. */
const colleagues = (today: Day): readonly PersonSeed[] =>
  sampleRoster(today).members.map(({ name, email, timezone }) => ({
    id: idOf(name),
    team_id,
    name: plain(name),
    real_name: name,
    display_name: name,
    email,
    tz: timezone,
    locale: locales[timezone] ?? 'en-GB',
    is_admin: plain(name) === 'greta',
  }))

const channelsOf = (everyone: readonly string[]): readonly ChannelSeed[] => [
  { id: digestPlace.channel, team_id, name: 'general', members: [...everyone, botUser] },
  { id: 'C0DESIGN', team_id, name: 'design', members: [...everyone, botUser] },
  // The app is not in this channel: nothing can be shared until someone invites it.
  { id: 'C0RANDOM', team_id, name: 'random', members: [...everyone] },
  ...roles.map(({ id }): ChannelSeed => ({
    id: id.replace(/^U/, 'D'),
    team_id,
    kind: 'im',
    members: [id, botUser],
  })),
]

const chatter: readonly (readonly [who: string, channel: string, text: string])[] = [
  // Whom a control of the page makes ill: then the status appears beside the name.
  ['Felix', 'C0GENERAL', 'Planning moves by *two days*. Who will be around next week?'],
  ['Ana', 'C0GENERAL', 'The new icons are in the folder. I am off from tomorrow: ask Mia.'],
  ['Mia', 'C0DESIGN', 'Can someone look at the new icons on Friday?'],
  ['Daniel', 'C0RANDOM', 'whosout is not in this channel yet. Type `/invite @whosout` to add it.'],
]

/** Fills the fake Slack with the sample organization's workspace. Tokens are generated for this run. */
export const setUpWorkspace = (
  slack: Pick<FakeSlack, 'addWorkspace' | 'addPerson' | 'addChannel'>,
  { botToken, today }: { readonly botToken: string; readonly today: Day },
): readonly Role[] => {
  slack.addWorkspace({
    id: team_id,
    name: 'Sample',
    domain: 'sample',
    bot_token: botToken,
    bot_user_id: botUser,
  })
  const people = [...colleagues(today), ...others]
  for (const person of people) slack.addPerson(person)
  for (const channel of channelsOf(people.map(({ id }) => id))) slack.addChannel(channel)
  return roles
}

/** What the others wrote when the visitor comes. */
export const startChatter = (slack: Pick<FakeSlack, 'say'>): void => {
  for (const [who, channel, text] of chatter) slack.say({ user: idOf(who), channel, text })
}
