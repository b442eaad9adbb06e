import { expect, it } from 'vitest'
import { teamOfForm } from '../../../src/domain/digests/channel-team.js'

const teams = [
  { id: 'design', name: 'Design' },
  { id: 'cs', name: 'Customer Success' },
  { id: 'rocket', name: 'Team Rocket' },
  { id: 'one', name: 'Twins' },
  { id: 'two', name: 'twins!' },
]

it.each<readonly [string, string, readonly (string | null)[], string | null]>([
  ['a channel named like a team', 'design', [], 'design'],
  ['… with "team" before it', 'team-design', [], 'design'],
  ['… or behind it', 'customer-success-team', [], 'cs'],
  ['a channel of a team whose own name has “Team”', 'team-rocket', [], 'rocket'],
  ['a channel named like no team', 'general', [], null],
  ['a channel named like two', 'twins', [], null],
  ['a channel with a digest of another team', 'design', ['cs'], 'cs'],
  ['a channel with everybody’s digest', 'design', [null], null],
  ['a channel with several, everybody’s among them', 'design', ['cs', null], null],
])('the form of %s begins with the right team', (_what, channel, existing, team) => {
  expect(
    teamOfForm(
      channel,
      existing.map((team_id) => ({ team_id })),
      teams,
    ),
  ).toBe(team)
})
