import addFormats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { member } from '../../stores/samples.js'
import { acme, countsOf, csv, findingsOf, imported, json, changesOf } from './support.js'

const findingsIn = (text: string, name = 'file.csv'): readonly string[] =>
  findingsOf(changesOf([{ name, text }]))

const people = 'email,name,team,timezone,avatar,active\n'
const absences = 'email,type,start_date,end_date,status\n'
const anna = 'anna@acme.test,Anna,,,,\n'

const mustBeObject = 'must be an object with any of teams, members and leaves, each an array'

describe('a CSV file is read as people and spreadsheets write it', () => {
  const cases: readonly (readonly [name: string, text: string, counts: string])[] = [
    ['plain', `${people}${anna}`, 'members +1'],
    ['a byte order mark', `\uFEFF${people}${anna}`, 'members +1'],
    ['CRLF', `${people}${anna}`.replaceAll('\n', '\r\n'), 'members +1'],
    ['CR alone', `${people}${anna}`.replaceAll('\n', '\r'), 'members +1'],
    ['no line break at the end', `${people}${anna}`.trimEnd(), 'members +1'],
    ['semicolons', `${people}${anna}`.replaceAll(',', ';'), 'members +1'],
    ['semicolons, and a comma in a name', 'email;name\nanna@acme.test;Berg, Anna\n', 'members +1'],
    ['blank lines, before the header too', `\n\n${people}\n${anna}\n \n,,,,,\n`, 'members +1'],
    ['header in capitals and with blanks', `E-Mail ,NAME,Time Zone\nanna@acme.test,Anna,UTC\n`, 'members +1'],
    ['columns in another order', 'name,email\nAnna,anna@acme.test\n', 'members +1'],
    ['blanks around cells and quotes', 'email , name\n anna@acme.test , "Anna" \n', 'members +1'],
    ['separators after the last column', `${people.trimEnd()},,\n${anna.trimEnd()},,\n`, 'members +1'],
    ['a quoted separator and quotes', 'email,name\nanna@acme.test,"Anna ""A"", Berg"\n', 'members +1'],
    ['only a header', people, 'members +0'],
    ['only e-mail and name', 'email,name\nanna@acme.test,Anna\n', 'members +1'],
  ]
  test.each(cases)('%s', (_, text, counts) => {
    expect(countsOf(changesOf([csv(text)]))).toContain(counts)
  })

  test('cells keep what is quoted, without blanks around it, and composed', () => {
    const text =
      'email;name;team;timezone;avatar;active;id\n' +
      'Anna@Acme.test;" Anne ""A"" Zoe\u0308; ";" Ops";Europe/Kyiv;https://a.test/x?y=1;No;0B0E5A52-0000-0000-0000-00000000000A'
    const { members, teams } = imported([csv(text)])
    const id = '0b0e5a52-0000-0000-0000-00000000000a'
    expect(members).toEqual([
      member(acme, id, {
        email: 'Anna@Acme.test',
        name: 'Anne "A" Zoë;',
        team_id: teams[0]!.id,
        timezone: 'Europe/Kyiv',
        avatar: 'https://a.test/x?y=1',
        active: false,
      }),
    ])
    expect(teams[0]?.name).toBe('Ops')
  })

  test.each([
    ['true', true],
    ['YES', true],
    ['1', true],
    ['', true],
    ['false', false],
    ['No', false],
    ['0', false],
  ])('active may be typed as %j', (typed, active) => {
    expect(imported([csv(`email,name,active\nanna@acme.test,Anna,${typed}`)]).members[0]?.active).toBe(active)
  })

  test.each([
    '\u200Banna@acme.test\u00A0',
    'anna@\u00ADacme.test',
    'mailto:anna@acme.test',
    'MAILTO:anna@acme.test?subject=Hi',
    'Anna Lee <anna@acme.test>',
  ])('an address may be copied as %j', (typed) => {
    const files = [csv(people + anna), csv(`${absences}${typed},Holiday,2026-11-20,2026-11-21,\n`)]
    expect(imported(files).leaves).toHaveLength(1)
  })

  test.each([
    '2026-11-20',
    '2026-11-20 00:00',
    '2026-11-20 00:00:00',
    '2026-11-20T00:00:00',
    '2026-11-20T00:00:00.000',
  ])('a spreadsheet may write the day as %s', (typed) => {
    const files = [csv(people + anna), csv(`${absences}anna@acme.test,Holiday,${typed},2026-11-21,\n`)]
    expect(imported(files).leaves[0]).toMatchObject({
      type: 'holiday',
      start_date: '2026-11-20',
      end_date: '2026-11-21',
      status: 'approved',
      starts_at_noon: false,
      ends_at_noon: false,
      source: 'import',
    })
  })
})

describe('what is wrong with a CSV file is told by line and column', () => {
  const mustBeDate = 'must be an existing date, YYYY-MM-DD, but is'
  const mustBeStatus = 'must be one of approved, pending, rejected, cancelled, but is'

  test.each<[name: string, text: string, ...findings: string[]]>([
    ['nothing in it', '', 'file: is empty'],
    ['blank lines only', '\n\r\n', 'file: is empty'],
    [
      'no header row',
      'anna@acme.test,Anna\n',
      'line 1: the first row must name the columns, of members (email,name,team,timezone,avatar,active,holidays,location,external_id,id)' +
        ' or of leaves (email,type,start_date,end_date,status,id,starts_at_noon,ends_at_noon)',
    ],
    [
      'a column that is nearly a known one, and the rows all the same',
      'emial,name\nanna,Anna\n',
      'line 1: unknown column "emial": rename it to "email", or use --map "emial=email" (--map "emial=-" ignores it)',
      'line 2, email: must be an e-mail address, but is "anna"',
    ],
    [
      'the first person in place of the header is not repeated',
      'name,team,anna@acme.test,email\n',
      'line 1: unknown column one that looks like an e-mail address; is the header row missing?',
    ],
    [
      'an address or a key in the wrong column is not repeated',
      `${people}anna@acme.test,Anna,,anna@acme.test,,who_live_${'a'.repeat(49)}\n`,
      'line 2, active: must be true or false',
      'line 2, timezone: must be a time zone such as Europe/Berlin, or UTC',
    ],
    ['a column missing', 'email,type,end_date\n', 'line 1: the column "start_date" of leaves is missing'],
    [
      'a column twice',
      'email,name,Name\na@acme.test,A,B\nb@acme.test,,B\nc@acme.test,c,C\n',
      'line 2, name: "name" and "Name" are both filled and differ: clear one of them, or ignore a column with --map "Name=-"',
    ],
    ['no last cells but what is optional', `${people}anna@acme.test,Anna\n`],
    [
      'a row that ends before its status',
      `${absences}a@b.test,sick,2026-11-20,2026-11-20\n`,
      'line 2: has 4 cells, but the header row has 5',
    ],
    [
      'a row that ends before its first day',
      'email,type,from,to\na@b.test,sick\n',
      'line 2, email: does not belong to any member',
      'line 2, start_date: must not be blank',
    ],
    ['too many cells', 'email,name\na@acme.test,A,B\n', 'line 2: has 3 cells, but the header row has 2'],
    ['a quote that is never closed', 'email,name\na@acme.test,"A\n', 'line 2: a quote is never closed'],
    [
      'misplaced quotes, and what is wrong after them',
      'email,name\na@acme.test,"An"na\nb@acme.test,B"ob"\nc,C\n',
      'line 2: text follows a closing quote; double a quote that belongs to the value',
      'line 3: a quote is in the middle of a cell; put the cell in quotes and double the inner quote',
      'line 4, email: must be an e-mail address, but is "c"',
    ],
    [
      'lines are counted through quoted line breaks of every kind',
      'email,name\r\n"anna@acme.test","An\r\nna"\r\n\r\nx,"Y"\r\n',
      'line 2, name: must not contain line breaks or control characters',
      'line 5, email: must be an e-mail address, but is "x"',
    ],
    [
      'every cell of every row at once',
      `${people}anna,,,Berlin,http://a.test/x,maybe\n`,
      'line 2, active: must be true or false, but is "maybe"',
      'line 2, avatar: must be a URL that starts with https://, at most 2,000 characters long',
      'line 2, email: must be an e-mail address, but is "anna"',
      'line 2, timezone: must be a time zone such as Europe/Berlin, or UTC, but is "Berlin"',
    ],
    [
      'leaves',
      `${absences}anna@acme.test,vakation,2026-02-30,20.11.202,done\nanna@acme.test,sick,2026-11-20T25:00:00Z,2026-11-20,\nanna@acme.test,sick,2026-11-21,2026-11-20,nay\n`,
      'line 2, email: does not belong to any member',
      `line 2, end_date: ${mustBeDate} "20.11.202"`,
      'line 2, start_date: is a day that does not exist: "2026-02-30"',
      `line 2, status: ${mustBeStatus} "done"; say what it means with --statuses "done=MEANING"`,
      'line 2, type: must be one of holiday, sick, personal, bank_holiday, but is "vakation"',
      'line 3, email: does not belong to any member',
      `line 3, start_date: ${mustBeDate} "2026-11-20T25:00:00Z"`,
      'line 4, email: does not belong to any member',
      'line 4, end_date: must not be before start_date, but is "2026-11-20"',
      `line 4, status: ${mustBeStatus} "nay"; say what it means with --statuses "nay=MEANING"`,
    ],
  ])('%s', (_, text, ...findings) => expect(findingsIn(text).toSorted()).toEqual(findings))
})

describe('what is wrong with a JSON file is told by its path', () => {
  const known =
    'those of members are email, name, team, timezone, avatar, active, holidays, location, external_id, id'

  test.each<[name: string, text: string, ...findings: string[]]>([
    ['not JSON', '{"members": [anna@acme.test]}', 'line 1: is not valid JSON'],
    [
      'Latin-1 read as UTF-8',
      '{"teams": [],\n"members": [{"email": "a@acme.test", "name": "Zo\uFFFD"}]}',
      'line 2: is not UTF-8 text; save the file as UTF-8',
    ],
    ['cut off', '{"members": [', 'line 1: is not valid JSON'],
    ['an empty list', '[]', 'file: is empty'],
    ['a list of numbers', '[1]', `file: ${mustBeObject}`],
    [
      'a list with a number',
      '[{"email": "a@b.test"}, 1]',
      'row 2: is not valid JSON, or not an array of objects of at most 100,000 characters each',
    ],
    ['a list that does not end', '[{"email": "a@b.test"}', 'file: is not valid JSON'],
    [
      'not lists',
      '{"members": {}, "leaves": 1}',
      'file: "leaves" must be an array',
      'file: "members" must be an array',
    ],
    [
      'unknown properties, and the rows all the same',
      '{"people": [], "members": [5, null, [], {"email": "a@acme.test", "name": "A", "wage": 1, "__proto__": {"name": "x"}}]}',
      'file: unknown property "people"; the known ones are teams, members, leaves',
      ...[0, 1, 2].map((row) => `members[${row}]: must be an object`),
      `members[3]: unknown property "__proto__"; ${known}`,
      `members[3]: unknown property "wage"; ${known}`,
    ],
    [
      'every property of every row at once',
      JSON.stringify({
        teams: [{ id: 'x' }, { name: null }],
        members: [
          { email: 5, name: ' ', team: 5, timezone: '+01:00', avatar: 'javascript:1', active: 'yes', id: 7 },
        ],
        leaves: [
          { email: null },
          { email: 'a@acme.test', type: 'sick', start_date: '2026-11-20', end_date: '2026-11-32' },
        ],
      }),
      'leaves[0].email, email: must not be blank',
      'leaves[0].end_date, end_date: is missing',
      'leaves[0].start_date, start_date: is missing',
      'leaves[0].type, type: is missing',
      'leaves[1].email, email: does not belong to any member',
      'leaves[1].end_date, end_date: is a day that does not exist: "2026-11-32"',
      'members[0].active, active: must be true or false, but is "yes"',
      'members[0].avatar, avatar: must be a URL that starts with https://, at most 2,000 characters long',
      'members[0].email, email: must be an e-mail address, as text, but is "5"',
      'members[0].id, id: must be a UUID, but is "7"',
      'members[0].name, name: must not be blank',
      'members[0].team, team: must be a name, as text',
      'members[0].timezone, timezone: must be a time zone such as Europe/Berlin, or UTC, but is "+01:00"',
      'teams[0].id, id: must be a UUID, but is "x"',
      'teams[0].name, name: is missing',
      'teams[1].name, name: must not be blank',
    ],
  ])('%s', (_, text, ...findings) => {
    expect(findingsIn(text, 'file.json').toSorted()).toEqual(findings)
    expect(({} as Record<string, unknown>)['name']).toBeUndefined()
  })

  test('JSON is told apart by how it begins where the name says nothing, as on standard input', () => {
    expect(countsOf(changesOf([{ name: '-', text: '\uFEFF\n{"teams":[{"name":"Ops"}]}' }]))).toContain(
      'teams +1',
    )
  })
})

describe('values that an organization may not hold', () => {
  const member = (values: object) => json({ members: [{ email: 'a@acme.test', name: 'A', ...values }] })
  const findingsOfMember = (values: object) => findingsOf(changesOf([member(values)]))

  const host = (length: number) => `${'a'.repeat(length)}.test`
  test.each<[string, object]>([
    ['a name of 80 characters beyond the basic plane', { name: '\u{1F33B}'.repeat(80) }],
    ['a family joined by zero-width joiners', { name: 'Kim \u{1F468}\u200D\u{1F469}\u200D\u{1F467}' }],
    ['Hebrew with a mark of direction', { name: 'דנה\u200F' }],
    ...['a@b.co', "o'brien+x@a-b.test", 'r&d@acme.test', `a@${host(63)}`, 'A.B@X.Y.Z'].map(
      (email): [string, object] => [`e-mail ${email}`, { email }],
    ),
  ])('%s is fine', (_, values) => expect(findingsOfMember(values)).toEqual([]))

  test.each([
    ['81 characters', 'x'.repeat(81)],
    ['a NUL', 'A\u0000B'],
    ['a delete', 'A\u007FB'],
    ['a line separator', 'A\u2028B'],
    ['half a surrogate pair', 'A\uD83CB'],
    ['an override of direction', 'A\u202EB'],
  ])('a name with %s is refused', (_, name) => {
    expect([findingsOfMember({ name }).length, findingsOfMember({ team: name }).length]).toEqual([1, 1])
  })

  test.each([
    'a@b',
    'a b@c.test',
    '@c.test',
    'a@',
    'a@-b.test',
    'a@b-.test',
    '.a@b.test',
    'a..b@c.test',
    'a@b..test',
    'ä@b.test',
    'Anna <a b@b.test>',
    'a@b.test,c@d.test',
    `a@${host(64)}`,
    `${'a'.repeat(250)}@b.test`,
    'a@b.test\u0000',
  ])('e-mail %j is refused', (email) => {
    expect(findingsOfMember({ email })).toEqual(['members[0].email, email: must be an e-mail address'])
  })

  // The API promises the format `uri`; this is what judges its replies elsewhere.
  const isUri = addFormats.default(new Ajv2020()).compile({ type: 'string', format: 'uri' })
  test.each([
    ['https://a.test/x.png', 'https://a.test/x.png'],
    ['HTTPS://A.test/?q=%20#f', 'https://a.test/?q=%20#f'],
    ['https://a.test', 'https://a.test/'],
    ['https://a.test/ü.png?ü#ü', 'https://a.test/%C3%BC.png?%C3%BC#%C3%BC'],
    ['https://ü.test/u', 'https://xn--tda.test/u'],
    ['https://[2001:db8::1]:8443/x', 'https://[2001:db8::1]:8443/x'],
    ['https://[::1]/[x]?a[]=1#a#b', 'https://[::1]/%5Bx%5D?a%5B%5D=1#a%23b'],
    ["https://a.test/a'b(c)*!$&;=+,@~:", "https://a.test/a'b(c)*!$&;=+,@~:"],
  ])('avatar %s is kept as %s', (avatar, kept) => {
    expect(imported([member({ avatar })]).members[0]?.avatar).toBe(kept)
    expect(imported([member({ avatar: kept })]).members[0]?.avatar).toBe(kept)
    expect(isUri(kept)).toBe(true)
  })
  test.each([
    'http://a.test/x',
    'javascript:alert(1)',
    'https://a.test/%zz',
    'https://a.test/%',
    'https://a.test/%4',
    `https://a.test/${'ü'.repeat(400)}`,
    'data:image/png;base64,AA',
    '//a.test/x',
    'https:a.test',
    'https://',
    'https://a b/',
    'https://a\nb.test/',
    'https://a.test/"><script>',
    'https://[::1',
    `https://a.test/${'x'.repeat(2_000)}`,
  ])('avatar %j is refused', (avatar) => expect(findingsOfMember({ avatar })).toHaveLength(1))

  test.each(['UTC', 'Europe/Kyiv', 'Asia/Kolkata', 'America/Argentina/Buenos_Aires'])(
    'zone %s is fine',
    (timezone) => expect(imported([member({ timezone })]).members[0]?.timezone).toBe(timezone),
  )
  test.each(['CET', '+01:00', 'Europe/Atlantis', 'Europe', 'a/'.repeat(60)])(
    'zone %s is refused',
    (timezone) => expect(findingsOfMember({ timezone })).toHaveLength(1),
  )

  test.each(['11111111-1111-1111-1111-111111111111', 'AAAAAAAA-BBBB-CCCC-DDDD-EEEEEEEEEEEE'])(
    'id %s is fine',
    (id) => expect(imported([member({ id })]).members[0]?.id).toBe(id.toLowerCase()),
  )
  test.each(['{11111111-1111-1111-1111-111111111111}', '11111111111111111111111111111111', 'x'])(
    'id %s is refused',
    (id) => expect(findingsOfMember({ id })).toEqual([`members[0].id, id: must be a UUID, but is "${id}"`]),
  )
})
