import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Presence } from '../../../src/domain/presence/presence.js'
import { leaves, members, teamNames, teams, today, type MemberSeed } from '../../world/acme.js'
import { startWorld, type World } from '../../world/world.js'
import { ask } from '../ask.js'
import { createReplyValidator } from '../docs/openapi.js'
import { brokenPromises } from '../promises.js'
import type { Reply } from '../raw.js'
import { presencePath } from '../rows/row.js'

/** One parameter, and whether it is right by itself. */
interface Parameter {
  readonly name: string
  readonly value: string
  readonly good: boolean
}

interface Question {
  readonly method: 'GET' | 'HEAD'
  readonly parameters: readonly Parameter[]
  readonly headers: readonly string[]
}

/** Written without the code under test: years of four figures, and UTC only. */
const plusDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)

const good = (name: string, value: string): Parameter => ({ name, value, good: true })
const bad = (name: string, value: string): Parameter => ({ name, value, good: false })

const day = fc
  .oneof(fc.integer({ min: -400, max: 400 }), fc.integer({ min: -9_000, max: 26_000 }))
  .map((count) => plusDays(today, count))

const noDay = fc.oneof(
  fc.constantFrom('', 'today', '2026-02-30', '0000-01-01', '2026-11-20 ', '2026-11-20T00:00:00Z'),
  fc.string().filter((text) => !/^\d{4}-\d{2}-\d{2}$/.test(text)),
)

const noTeam = fc.oneof(
  fc.constantFrom('', 'null', 'Platform', `{${teams.platform}}`, '{"$ne":null}', teams.platform.slice(1)),
  fc.string({ maxLength: 40 }).filter((text) => !/^[0-9a-f-]{36}$/i.test(text)),
)

/** Mostly what is right: `to` is a distance from `from`, or few ranges would be. */
const range = fc
  .record({
    from: fc.option(day, { freq: 4 }),
    distance: fc.option(fc.integer({ min: -5, max: 95 }), { freq: 4 }),
  })
  .map(({ from, distance }): Parameter[] => [
    ...(from === null ? [] : [good('from', from)]),
    ...(distance === null ? [] : [good('to', plusDays(from ?? today, distance))]),
  ])

const known = Object.values(teams)
const team = fc.oneof(
  fc.constant([]),
  fc.constantFrom(...known, ...known.map((id) => id.toUpperCase())).map((id) => [good('team_id', id)]),
  fc.uuid({ version: [1, 4, 7] }).map((id) => [good('team_id', id)]),
)

const names = ['from', 'to', 'team_id']
const oddName = fc.oneof(
  fc.constantFrom('limit', 'From', 'from[]', '__proto__', 'constructor', '$where', ' from', ''),
  fc.string({ unit: 'grapheme', maxLength: 80 }).filter((name) => !names.includes(name)),
)
const odd = fc.oneof(
  fc.tuple(oddName, fc.string({ unit: 'grapheme', maxLength: 20 })).map((pair) => bad(...pair)),
  noDay.map((value) => bad('from', value)),
  noDay.map((value) => bad('to', value)),
  noTeam.map((value) => bad('team_id', value)),
)

const headerLine = fc.constantFrom(
  'Accept: text/html',
  'Accept-Encoding: gzip, br',
  'Cache-Control: no-cache',
  'If-None-Match: "none"',
  'If-None-Match: *',
  'Range: bytes=0-3',
  'X-Forwarded-For: 10.1.2.3',
  'X-Request-Id: random.1',
  'X-Request-Id: <script>',
  'Content-Type: application/json',
)

const question: fc.Arbitrary<Question> = fc
  .record({
    method: fc.constantFrom('GET' as const, 'GET' as const, 'HEAD' as const),
    range,
    team,
    odd: fc.oneof(
      { weight: 9, arbitrary: fc.constant([]) },
      { weight: 2, arbitrary: fc.array(odd, { maxLength: 25 }) },
    ),
    headers: fc.uniqueArray(headerLine, { maxLength: 3, selector: (line) => line.split(':')[0] }),
  })
  .chain(({ range, team, odd, ...rest }) => {
    const all = [...range, ...team, ...odd]
    return fc.shuffledSubarray(all, { minLength: all.length }).map((parameters) => ({ parameters, ...rest }))
  })

const queryOf = (parameters: readonly Parameter[]): string =>
  parameters.map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')

/** The names that are wrong by themselves: unknown, repeated, or with a value that is none. */
const wrongNames = (parameters: readonly Parameter[]): string[] => {
  const given = parameters.map(({ name }) => name)
  const wrong = parameters.filter(
    ({ name, good }) => !good || given.filter((other) => other === name).length > 1,
  )
  return [...new Set(wrong.map(({ name }) => name.slice(0, 64)))]
}

interface Foretold {
  readonly from: string
  readonly to: string
  readonly team: string | null
  /** Paths of the issues. */
  readonly wrong: readonly string[]
}

const foretell = (parameters: readonly Parameter[]): Foretold => {
  const value = (name: string) => parameters.find((parameter) => parameter.name === name)?.value
  const from = value('from') ?? today
  const wrong = wrongNames(parameters)
  // The range is judged unless one of its ends is wrong by itself.
  if (wrong.includes('from') || wrong.includes('to')) return { from, to: '', team: null, wrong }
  const to = value('to') ?? plusDays(from, 7)
  const tooFar = to < from || to > plusDays(from, 90)
  return {
    from,
    to,
    team: value('team_id')?.toLowerCase() ?? null,
    wrong: tooFar ? [...wrong, 'to'] : wrong,
  }
}

/** Ids of those who stand in `out`, and in `in`. */
const foretellLists = ({ from, to, team }: Foretold) => {
  const everyone: readonly MemberSeed[] = Object.values(members)
  const sought = everyone.filter(
    (member) => member.active !== false && (team === null || member.team_id === team),
  )
  const isOut = ({ id }: MemberSeed): boolean =>
    leaves.some(
      (leave) =>
        leave.member_id === id &&
        leave.status === 'approved' &&
        leave.start_date <= to &&
        leave.end_date >= from,
    )
  const ids = (some: readonly MemberSeed[]) => some.map(({ id }) => id).sort()
  return { in: ids(sought.filter((member) => !isOut(member))), out: ids(sought.filter(isOut)) }
}

const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id).sort()

const checkAnswer = (reply: Reply, foretold: Foretold): void => {
  const body = JSON.parse(reply.body) as Presence
  const { from, to, team } = foretold
  expect(body).toMatchObject({
    from,
    to,
    team_id: team,
    team_name: team === null ? null : (teamNames[team] ?? null),
  })
  expect({ in: ids(body.in), out: ids(body.out) }).toEqual(foretellLists(foretold))
  for (const { leaves: shown } of body.out)
    for (const leave of shown) expect(leave.start_date <= to && leave.end_date >= from).toBe(true)
}

const checkRefusal = (reply: Reply, { wrong }: Foretold): void => {
  const { error } = JSON.parse(reply.body) as { error: { issues: { path: string[] }[] } }
  const paths = error.issues.map(({ path }) => path.join('.')).sort()
  if (wrong.length > 20) expect(paths.length).toBe(20)
  else expect([...new Set(paths)]).toEqual([...wrong].sort())
}

let world: World
const seen = new Map<number, number>()

beforeAll(async () => {
  world = await startWorld({ settings: { rateLimit: 100_000 } })
})
afterAll(() => world.stop())

it('200 random questions are answered as foretold, as documented and as promised', async () => {
  const { replies } = await ask(world, { path: '/openapi.json', key: null })
  const validate = createReplyValidator(JSON.parse(replies[0]!.body) as Record<string, unknown>, presencePath)
  const asked = { presence: true, rateLimited: true, secrets: Object.values(world.secrets) }

  const property = fc.asyncProperty(question, async ({ method, parameters, headers }) => {
    const { replies } = await ask(world, { method, query: queryOf(parameters), headers })
    const reply = replies[0]!
    seen.set(reply.status, (seen.get(reply.status) ?? 0) + 1)
    const foretold = foretell(parameters)
    const known = headers.includes('If-None-Match: *')
    expect(reply.status).toBe(foretold.wrong.length > 0 ? 422 : known ? 304 : 200)
    expect(validate({ method, reply })).toEqual([])
    expect(brokenPromises(reply, { method, ...asked })).toEqual([])
    if (method === 'HEAD' || reply.status === 304) return
    if (reply.status === 200) checkAnswer(reply, foretold)
    else checkRefusal(reply, foretold)
  })
  await fc.assert(property, { numRuns: 200, endOnFailure: false })
})

it('are mostly good questions, with some that are not', () => {
  expect(seen.get(200)).toBeGreaterThan(75)
  expect(seen.get(304)).toBeGreaterThan(2)
  expect(seen.get(422)).toBeGreaterThan(20)
})
