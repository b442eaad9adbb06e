import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calendar } from '../domain/sources/feed.js'
import { say, startFeedServer, type FeedServer } from '../feeds/server.js'
import { embeddedSubject } from '../stores/embedded/subject.js'
import { openBench } from '../stores/subject.js'
import { createTerminal } from './fake-io.js'

const organization =
  'id slug name plan suspended timezone week_start working_days date_order reasons created_at keys'
const leave = 'id email type start_date end_date status starts_at_noon ends_at_noon source'
const member = 'id email name team timezone active source'
const digest =
  'id workspace channel team_id team time timezone days look_ahead on_bank_holidays when_empty paused next_at next_date created_by created_at'
const source = 'id kind name state last_success_at last_error leaves unmatched unreadable'
const key =
  'id name state start created_at rotated_at revoked_at expires_at last_used_at last_used_from previous_valid_until team_id team_name allow reasons hints'
const webhook =
  'id host state events team_id reasons names created_at created_by last_success_at failing_since disabled_at last_error'
const link =
  'team_id member_id owner owner_id expires_at id name reasons created_by start created_at revoked_at last_used_at in_slack state'

/**
 * What every command does with `--json`, in the order of one story: the line, the exit code, and the fields of what it
 * prints (of the first element of a list). `FILE` and `URL` are places that work, `$` is the id that the last command
 * of the same group printed.
 */
const table: readonly (readonly [line: string, code: number, fields: string | null])[] = [
  ['org list', 0, ''],
  ['keys list', 1, null],
  ['org create Acme --slug acme --plan paid', 0, organization],
  ['org create Acme --slug acme', 1, null],
  ['org create Acme --slug A!', 2, null],
  ['org create Acme', 2, null],
  ['org create --slug acme-2', 2, null],
  ['org list', 0, organization],
  ['org show acme', 0, organization],
  ['org show nobody', 1, null],
  ['org show', 2, null],
  ['org set acme --name Acme --timezone Europe/Berlin', 0, `${organization} changed kept_key locked_keys`],
  ['org set acme --timezone Nowhere', 2, null],
  ['org set acme --timezone ""', 2, null],
  ['org set acme --reasons ""', 2, null],
  ['org set acme --working-days ""', 2, null],
  ['org set acme --colour red', 2, null],
  ['org delete acme', 2, null],
  ['org', 2, null],
  ['org rename acme acme-2', 0, organization],
  ['org rename nobody x', 1, null],
  ['import FILE', 0, 'teams members leaves ignored_columns skipped left_out warnings read'],
  [
    'import FILE --dry-run',
    0,
    'teams members leaves ignored_columns skipped left_out warnings read changes would_refuse',
  ],
  ['import FILE.none', 1, 'problems count'],
  ['import FILE --replace nothing', 2, null],
  ['teams list', 0, 'id name members source'],
  ['teams rename Design Studio', 0, 'id name members source'],
  ['teams rename Nothing Studio', 1, null],
  ['members list', 0, member],
  ['members list --active --inactive', 2, null],
  ['members show ana@acme.example', 0, `${member} avatar external_id holidays leaves`],
  ['members show nobody', 1, null],
  ['members set ana@acme.example --timezone none', 0, member],
  ['members set ana@acme.example', 2, null],
  ['members set ana@acme.example --timezone Berlin', 2, null],
  ['members deactivate ben@acme.example', 0, member],
  ['members reactivate ben@acme.example', 0, member],
  ['members forget-account ben@acme.example', 0, member],
  ['leaves list', 0, `${leave} counts`],
  ['leaves list --from 2026-12-02 --to 2026-12-01', 2, null],
  ['leaves list --from 2026-13-01', 2, null],
  ['leaves list --type nap', 2, null],
  ['leaves add --member ana@acme.example --type sick --from 2026-12-01 --to 2026-12-02', 0, leave],
  ['leaves add --member nobody --type sick --from 2026-12-01 --to 2026-12-02', 1, null],
  ['leaves add --member ana@acme.example --type nap --from 2026-12-01 --to 2026-12-01', 2, null],
  ['leaves add --member ana@acme.example --type sick', 2, null],
  ['leaves change $ --ends-at-noon', 0, leave],
  ['leaves change $', 2, null],
  ['leaves cancel $', 0, leave],
  ['leaves remove $', 0, leave],
  ['leaves remove $', 1, null],
  ['holidays propose DE-BY --year 2027', 0, 'date name'],
  ['holidays propose DE-BY --year soon', 2, null],
  ['holidays propose IN --year 2027', 1, null],
  ['holidays accept DE-BY --year 2027', 0, 'code added removed'],
  ['holidays add DE-BY --date 2027-02-02 --name Day', 0, 'code added removed'],
  ['holidays add DE-BY --date soon', 2, null],
  ['holidays add DE-BY --date 2027-02-30', 2, null],
  ['holidays add "D E" --date 2027-02-28', 2, null],
  ['holidays remove DE-BY --date 2027-02-02', 0, 'code added removed'],
  ['holidays remove NOWHERE --date 2027-01-01', 1, null],
  ['holidays import OWN FILE.days', 0, 'code added removed'],
  ['holidays import OWN FILE.none', 2, null],
  ['holidays places "Dublin=DE-BY" "St. Gallen=none"', 0, 'place calendar'],
  ['holidays places', 0, 'place calendar'],
  ['holidays places Dublin', 2, null],
  ['holidays places Dublin=NOWHERE', 1, null],
  ['holidays assign DE-BY --team Studio', 0, 'code'],
  ['holidays assign DE-BY --team Studio --member ana@acme.example', 2, null],
  ['holidays assign NOWHERE', 1, null],
  ['holidays assign DE-BY --team Nobody', 1, null],
  ['holidays list', 0, 'code organization teams members days'],
  ['keys create --name one', 0, 'id name secret confirmed created_at expires_at team_id allow reasons'],
  ['keys create --name one --team Nothing', 1, null],
  ['keys create', 2, null],
  ['keys create --name " "', 2, null],
  ['keys create --name one --allow ""', 2, null],
  ['keys rotate one --again', 0, 'id name secret previous_valid_until confirmed'],
  ['keys rotate one --grace 8d', 2, null],
  ['keys rotate one --grace 24', 2, null],
  ['keys edit one --reasons hidden', 0, 'id name state expires_at team_id allow reasons changed'],
  ['keys edit one', 2, null],
  ['keys disable one', 0, 'id name state changed'],
  ['keys enable one', 0, 'id name state changed'],
  ['keys list', 0, key],
  ['keys events', 0, 'at what key key_name who who_name from detail'],
  ['keys events --limit 0', 2, null],
  ['keys revoke one', 0, 'id name state changed'],
  ['keys enable one', 1, null],
  ['keys delete one', 2, null],
  ['links create --name TV', 0, 'id url feed_url'],
  ['links create', 2, null],
  ['links list', 0, link],
  ['links revoke TV', 0, 'id name state changed'],
  ['links revoke nothing', 1, null],
  ['presence', 0, 'from to team_id team_name in out'],
  ['presence --from soon', 2, null],
  ['presence --team nobody', 1, null],
  ['ask today --at soon', 2, null],
  ['ask xyzzy', 1, 'kind misunderstanding today week misunderstood suggestions'],
  [
    'understand next week',
    0,
    'phrase from to clipped_from clipped_to team person notes alternative asks teams people ask quantity kind except',
  ],
  ['understand xyzzy', 1, 'phrase misunderstood reason suggestions'],
  ['understand --today soon', 2, null],
  ['webhooks add URL --team Studio', 0, 'id secret'],
  ['webhooks add nowhere', 2, null],
  ['webhooks add URL --events leave.made', 2, null],
  ['webhooks add URL --team Nobody', 1, null],
  ['webhooks rotate $ --grace 1h', 0, 'id secret previous_valid_until'],
  ['webhooks rotate $ --grace never', 2, null],
  ['webhooks list', 0, webhook],
  ['webhooks deliveries $', 0, ''],
  ['webhooks deliveries nothing', 1, null],
  ['webhooks redeliver $', 0, 'id deliveries'],
  ['webhooks remove $', 0, 'id'],
  ['webhooks remove nothing', 1, null],
  ['sources add calendar --name HR --url URL', 0, 'id kind name host'],
  ['sources add calendar --name HR --url nowhere', 2, null],
  ['sources add calendar --name HR', 2, null],
  ['sources add calendar --name " " --url https://a.example --every 1m --type party', 2, null],
  ['sources add calendar --name HR --url https://a.example --member nobody@x.example', 1, null],
  ['sources list', 0, source],
  ['sources list --org nobody', 1, null],
  ['sources show nothing', 1, null],
  ['sources check URL', 0, 'leaves unmatched ignored refused unreadable'],
  ['sources check nowhere', 2, null],
  ['sources sync $', 0, 'ok added changed removed kept unmatched unreadable error'],
  ['sources sync nothing', 1, null],
  ['sources confirm $', 1, null],
  ['sources set $ --every 2h', 0, source],
  ['sources set $', 2, null],
  ['sources pause $', 0, source],
  ['sources resume $', 0, source],
  ['sources match $ --text Jane --member ana@acme.example', 0, source],
  ['sources show $', 0, `${source} host last_four member_id type every_minutes ignore next_at held`],
  ['sources reencrypt', 0, 'reencrypted unchanged unreadable'],
  ['sources add slack --create everything', 2, null],
  ['sources add slack --workspace T0ONE', 0, 'id kind name host'],
  ['sources remove $', 0, 'id leaves'],
  [
    'digest set --channel C0123 --time 09:00 --timezone UTC --days mon-fri --workspace T0ONE',
    0,
    `${digest} replaced`,
  ],
  ['digest set --channel general --time 09:00 --timezone UTC --days mon-fri --workspace T0ONE', 2, null],
  ['digest set', 2, null],
  ['digest pause', 2, null],
  ['digest sing', 2, null],
  ['digest', 2, null],
  ['status list', 0, 'email connected status reason'],
  ['digest list', 0, digest],
  ['digest pause --channel C0123', 0, `${digest} changed`],
  ['digest pause --channel C0999', 1, null],
  ['digest resume --channel C0123', 0, `${digest} changed`],
  ['digest preview --channel C0123', 0, 'date kind reason message'],
  ['digest post-now --channel C0123', 0, 'date state reason said manual due_at ts'],
  ['digest status --channel C0123', 0, 'digest runs'],
  ['digest remove --channel C0123', 0, 'id removed'],
  ['slack list', 0, ''],
  ['slack bind T0ONE', 1, null],
  ['slack unbind T0ONE', 1, null],
  ['slack install-link', 0, 'url organization expires_in_hours'],
  ['slack reencrypt', 0, 'reencrypted unchanged unreadable'],
  ['slack people', 2, null],
  ['slack match U0ANA --member ana@acme.example --workspace T0ONE', 0, 'workspace user member name'],
  ['slack unmatch U0ANA --workspace T0ONE', 0, 'workspace user'],
  ['audit', 0, 'at what who who_name from subject subject_name detail'],
  ['audit --limit 0', 2, null],
  ['export --out FILE.out', 0, 'file teams members leaves'],
  ['export --out FILE/out', 1, null],
  ['export --out FILE.out --format xml', 2, null],
  ['backup FILE.backup', 0, 'file documents collections left_out'],
  ['backup FILE/backup', 1, null],
  ['restore FILE.backup', 1, null],
  ['doctor', 0, 'check state message'],
  ['members erase ana@acme.example', 1, null],
  ['members erase ana@acme.example --yes --slack-id ana', 2, null],
  ['members erase ana@acme.example --yes', 0, 'id number erased_on leaves mentions possible_mentions'],
  ['teams remove Studio', 0, 'id name members source'],
  ['org remove acme-2', 1, null],
  ['org remove acme-2 --yes', 0, 'id slug removed'],
]

const bench = openBench(embeddedSubject)
const env: Record<string, string> = {
  FEEDS_ALLOW_PRIVATE: 'on',
  SLACK_SIGNING_SECRET: 'a signing secret',
  SLACK_CLIENT_ID: '1.2',
  SLACK_CLIENT_SECRET: 'a client secret',
  SLACK_STATE_SECRET: 'a-secret-for-states-and-links',
  ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
}
const { run } = createTerminal(() => bench().store, env)

let server: FeedServer
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'whosout-commands-'))
  env['DATA_DIR'] = folder
  const people = ['ana', 'ben'].map((name) => ({ name, email: `${name}@acme.example`, team: 'Design' }))
  const leaves = [
    { email: 'ben@acme.example', type: 'holiday', start_date: '2026-11-20', end_date: '2026-11-23' },
  ]
  await writeFile(join(folder, 'file'), JSON.stringify({ members: people, leaves }))
  await writeFile(join(folder, 'file.days'), 'date,name\n2026-12-24,Day\n')
  server = await startFeedServer()
  server.behave(say(calendar(['DTSTART;VALUE=DATE:20261201', 'DTEND;VALUE=DATE:20261203', 'SUMMARY:ben'])))
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

const ids = new Map<string, string>()

/** The object printed, or the first of a list; an empty list has no fields. */
const printed = (out: string): Readonly<Record<string, unknown>> => {
  const json = JSON.parse(out) as
    | Readonly<Record<string, unknown>>
    | readonly Readonly<Record<string, unknown>>[]
  return Array.isArray(json) ? (json[0] ?? {}) : (json as Readonly<Record<string, unknown>>)
}

describe('a script that calls whosout', () => {
  it.each(table)('%s: exit code %i, fields %s', async (line, code, fields) => {
    const group = line.split(' ')[0]!
    const places = { FILE: join(folder, 'file'), URL: server.url, $: ids.get(group)! }
    const said = await run(
      line.replace(/FILE|URL|\$/, (place) => places[place as keyof typeof places]),
      '--json',
    )
    expect(said).toMatchObject({ code })
    if (code === 2) expect(said.err).not.toContain('@')
    if (fields === null) return expect([said.out, said.err !== '']).toEqual(['', true])
    const json = printed(said.out)
    expect(Object.keys(json)).toEqual(fields === '' ? [] : fields.split(' '))
    if (typeof json['id'] === 'string') ids.set(group, json['id'])
  })

  /** The help of each command by its words; of a group, that of each of its commands. */
  const readHelp = async (words = ''): Promise<readonly (readonly [path: string, help: string])[]> => {
    const { out } = await run(`help ${words}`)
    if (!out.includes('\nCommands:')) return [[words, out]]
    const names = [...out.slice(out.indexOf('\nCommands:')).matchAll(/^ {2}([a-z-]+)/gm)].map(
      ([, name]) => name!,
    )
    const paths = names.filter((name) => name !== 'help').map((name) => `${words} ${name}`.trim())
    return (await Promise.all(paths.map((path) => readHelp(path)))).flat()
  }

  it('is told of every command, and by its help what it prints', async () => {
    const untold: string[] = []
    for (const [path, help] of await readHelp()) {
      const lines = table.filter(([line]) => `${line} `.startsWith(`${path} `))
      if (lines.length === 0) untold.push(path)
      // Some say no more than that it is JSON, or name only what matters.
      if (!/--json +\[?\{/.test(help) || help.includes('…}')) continue
      const fields = lines.flatMap(([, , printed]) => printed?.split(' ').filter(Boolean) ?? [])
      untold.push(
        ...new Set(fields.filter((field) => !help.includes(field)).map((field) => `${path}: ${field}`)),
      )
    }
    // Servers run until they are told to stop, and `init` asks people.
    expect(untold).toEqual(['serve', 'demo', 'init', 'links list: owner_id'])
  })
})
