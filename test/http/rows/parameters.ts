import { teams } from '../../world/acme.js'
import {
  after,
  invalid,
  ok,
  presencePath,
  queries,
  row,
  type Ask,
  type Expectation,
  type Row,
} from './row.js'

const nobody = (team_id: string): Expectation => ({
  status: 200,
  body: { from: '2026-11-20', to: '2026-11-27', team_id, team_name: null, in: [], out: [] },
})
const platform = { in: ['Cleo Ångström', 'Zoe Adler'], out: ['Ada Lovelace', 'Ben Okafor'] }
const namedPlatform: Expectation = {
  status: 200,
  body: { team_id: teams.platform, team_name: 'Platform' },
  ...platform,
}

const team = (number: number, name: string, id: string, expect = nobody(id)): Row =>
  row(number, name, { query: `team_id=${id}` }, expect)
const unknownTeam = '7e7e7e7e-0000-4000-8000-000000000000'

const teamRows: readonly Row[] = [
  team(51, 'a team that nobody has', unknownTeam),
  team(51, 'the id of a member', '5eed0000-0000-4000-8000-000000000001'),
  team(51, 'the id of the organization', '0a0a0a0a-0000-4000-8000-000000000001'),
  team(52, "another organization's team", 'b0b0b0b0-0000-4000-8000-00000000000a'),
  team(53, 'a team by its id', teams.platform, namedPlatform),
  team(53, 'a team by its id in upper case', teams.platform.toUpperCase(), namedPlatform),
  team(53, 'an unknown team in upper case', unknownTeam.toUpperCase(), nobody(unknownTeam)),
  team(54, 'a team whose id has no version', teams.support, {
    status: 200,
    body: { team_id: teams.support, team_name: 'Support' },
    in: ['Gus Berg', 'Kim Park', 'Kim Park'],
    out: [],
  }),
  team(54, 'an unknown id without a version', 'aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee'),
  team(54, 'the nil id', '00000000-0000-0000-0000-000000000000'),
  team(54, 'the highest id', 'ffffffff-ffff-ffff-ffff-ffffffffffff'),
  ...queries(55, invalid('team_id'), {
    'an id in braces': `team_id={${teams.platform}}`,
    'an id without dashes': `team_id=${teams.platform.replaceAll('-', '')}`,
    'an id as a URN': `team_id=urn:uuid:${teams.platform}`,
    'an ObjectId': 'team_id=507f1f77bcf86cd799439011',
    'the word null': 'team_id=null',
    'an empty team_id': 'team_id=',
    'a bare team_id': 'team_id',
    'a team by its name': 'team_id=Platform',
    'one character too few': `team_id=${teams.platform.slice(0, -1)}`,
    'one character too many': `team_id=${teams.platform}0`,
    'a blank after the id': `team_id=${teams.platform}%20`,
    'a line feed after the id': `team_id=${teams.platform}%0A`,
    'a letter that is no figure': `team_id=g${teams.platform.slice(1)}`,
    'two ids': `team_id=${teams.platform},${teams.design}`,
  }),
]

/** Decisions, "API keys": a team-limited key answers as if the organization had that team only. */
const limited = (name: string, ask: Ask, expect: Expectation): Row =>
  row(51, `a team-limited key ${name}`, { key: 'team', ...ask }, expect)
const unnamed = { team_id: null, team_name: null }

const limitedRows: readonly Row[] = [
  limited('without team_id sees that team, unnamed', {}, { status: 200, body: unnamed, ...platform }),
  limited('asks for its own team', { query: `team_id=${teams.platform}` }, namedPlatform),
  limited('asks for another team', { query: `team_id=${teams.design}` }, nobody(teams.design)),
  limited(
    'whose team was deleted sees nobody',
    { key: 'orphan' },
    { status: 200, body: { ...unnamed, in: [], out: [] } },
  ),
]

const twins: readonly Row[] = [
  ...queries(56, invalid('from'), {
    'from twice': 'from=2026-11-20&from=2026-11-21',
    'from twice, equal': 'from=2026-11-20&from=2026-11-20',
    'from, and from with an escape': 'from=2026-11-20&%66rom=2026-11-20',
    'from, and an empty from': 'from=2026-11-20&from=',
  }),
  ...queries(56, invalid('to'), { 'to twice': 'to=2026-11-20&to=2026-11-20' }),
  ...queries(56, invalid('team_id'), {
    'team_id twice': `team_id=${teams.platform}&team_id=${teams.design}`,
  }),
]

/** One unknown name each, and the issue that names it. */
const unknownNames = (
  number: number,
  named: Readonly<Record<string, readonly [query: string, path: string]>>,
): readonly Row[] =>
  Object.entries(named).map(([name, [query, path]]) => row(number, name, { query }, invalid(path)))

const names: readonly Row[] = [
  ...unknownNames(57, {
    'from as a list': ['from[]=2026-11-20', 'from[]'],
    'team_id with a database operator': ['team_id[$ne]=x', 'team_id[$ne]'],
    'from with a database operator': ['from[$gt]=', 'from[$gt]'],
    'from with an escaped bracket': ['from%5B%24gt%5D=2026-11-20', 'from[$gt]'],
    'from with a dot': ['from.$gt=2026-11-20', 'from.$gt'],
  }),
  ...queries(58, invalid('team_id'), {
    'a database operator as JSON': 'team_id={"$ne":null}',
    'a database operator as escaped JSON': `team_id=${encodeURIComponent('{"$ne":null}')}`,
  }),
  ...unknownNames(59, {
    'the name __proto__': ['__proto__=x', '__proto__'],
    '__proto__ with a bracket': ['__proto__[a]=1', '__proto__[a]'],
    'the name constructor': ['constructor=1', 'constructor'],
    'the name toString': ['toString=1', 'toString'],
    'the name hasOwnProperty': ['hasOwnProperty=1', 'hasOwnProperty'],
  }),
  row(
    59,
    'nothing is polluted by __proto__',
    {},
    { status: 200, body: { from: '2026-11-20' } },
    {
      setup: {},
      before: [{ request: { query: '__proto__[from]=2026-01-01&__proto__=x' }, expect: { status: 422 } }],
    },
  ),
  ...unknownNames(60, {
    teamid: [`teamid=${teams.platform}`, 'teamid'],
    'From with a capital': ['From=2026-11-20', 'From'],
    'from with a blank after it': ['from%20=2026-11-20', 'from '],
    'a cache-buster': ['_=1', '_'],
    'an empty name': ['=1', ''],
    'a bare unknown name': ['team', 'team'],
  }),
  ...queries(60, invalid(['limit', 'unknown parameter; the parameters are from, to and team_id']), {
    'an unknown name is told the known ones': 'limit=10',
  }),
]

const junk = (count: number): string =>
  Array.from({ length: count }, (_, number) => `q${number.toString(36)}`).join('&')

/** One reply says everything: the range is judged although something else is wrong. */
const rounds: readonly Row[] = [
  ...queries(60, invalid('from', 'to', 'team_id', 'limit'), {
    'everything wrong at once': 'from=x&to=y&team_id=z&limit=1',
  }),
  ...queries(60, invalid(['to', 'must be on or after from'], 'team_id', 'limit'), {
    'a range that ends too early, with a bad team and an unknown name':
      'limit=1&team_id=z&from=2026-11-20&to=2026-11-19',
  }),
  ...queries(
    60,
    invalid(
      ['team_id', 'must be a UUID: GET /api/v1/teams lists the ids of the teams'],
      ['to', 'range must not exceed 90 days'],
    ),
    {
      'a range that is too long, with a bad team': 'from=2026-01-01&to=2026-04-02&team_id=z',
    },
  ),
  ...queries(60, invalid(['to', 'must be on or after from'], 'limit'), {
    'an end before today, with an unknown name': 'to=2026-11-19&limit=1',
  }),
  ...queries(60, invalid(['from', 'must be at least 7 days before 9999-12-31'], 'team_id'), {
    'a default end that is no day, with a bad team': 'from=9999-12-31&team_id=z',
  }),
  ...queries(60, invalid('from'), { 'no range is judged by a bad start': 'from=x&to=2000-01-01' }),
  ...queries(60, invalid('to'), { 'no range is judged by a bad end': 'from=2000-01-01&to=x' }),
  ...queries(
    60,
    { status: 422, issueCount: 20, message: 'Invalid query parameters' },
    {
      'what is wrong with a known name stands before 30 unknown ones': `${junk(30)}&to=2026-11-19`,
    },
  ),
]

const notADay = 'must be an existing date, YYYY-MM-DD'
const today = `${notADay}; today is 2026-11-20 in the organization's time zone`

/** `today` is refused, and told which day that is in the organization's time zone. */
const relative: readonly Row[] = [
  ...['today', 'Today', 'now', 'tomorrow', 'yesterday'].map((word) =>
    row(60, `from=${word}`, { query: `from=${word}` }, invalid(['from', today])),
  ),
  after(
    60,
    'to=today where it is another day already',
    { organization: { timezone: 'Pacific/Kiritimati' } },
    invalid(['to', today.replace('-20', '-21')]),
    { query: 'to=today' },
  ),
  ...queries(60, invalid(['team_id', 'must be a UUID: GET /api/v1/teams lists the ids of the teams']), {
    'team_id=today': 'team_id=today',
  }),
]

const many: readonly Row[] = [
  ...queries(
    61,
    { status: 422, issueCount: 20 },
    {
      'twenty unknown names are twenty issues': junk(20),
      'twenty-one unknown names are twenty issues': junk(21),
      '1,000 unknown names, then a from that is no day': `${junk(1_000)}&from=2026-02-30`,
    },
  ),
  ...queries(61, invalid('from'), {
    '1,000 empty names, then a from that is no day': `${'&'.repeat(1_000)}from=2026-02-30`,
    'from 500 times': Array.from({ length: 500 }, () => 'from=1').join('&'),
    'a value of 5,000 characters is not repeated': `from=${'9'.repeat(5_000)}`,
  }),
  ...queries(61, invalid('n'.repeat(64)), {
    'a name of 5,000 characters is cut to 64': `${'n'.repeat(5_000)}=1`,
  }),
]

const separators: readonly Row[] = [
  ...queries(62, invalid('from'), { 'a semicolon between parameters': 'from=2026-11-20;to=2026-11-21' }),
  ...unknownNames(62, { 'two question marks': ['?from=2026-11-20', '?from'] }),
  ...queries(62, ok, {
    'ampersands before, between and after': '&from=2026-11-20&&to=2026-11-21&',
    'an escaped name': '%66rom=2026-11-20',
  }),
  row(62, 'nothing after the question mark', { path: `${presencePath}?` }, ok),
  ...queries(63, ok, { 'a fragment after the path': '#x' }),
  ...queries(
    63,
    { status: 200, body: { from: '2026-11-23', to: '2026-11-30' } },
    {
      'a fragment after a parameter': 'from=2026-11-23#x',
    },
  ),
]

/** What stands in the lists: decisions, "Presence". */
const answer = row(
  25,
  'both lists by name, then by id',
  {},
  {
    status: 200,
    body: unnamed,
    in: ['Cleo Ångström', 'émil Roux', 'Gus Berg', 'Kim Park', 'Kim Park', 'Lou Free', 'Zoe Adler'],
    out: ['Ada Lovelace', 'Ben Okafor', 'Dan Wu', 'Fay Moss', 'Mo Plain'],
  },
)

export const parameterRows: readonly Row[] = [
  ...teamRows,
  ...limitedRows,
  ...twins,
  ...names,
  ...rounds,
  ...relative,
  ...many,
  ...separators,
  answer,
]
