import { describe, expect, test } from 'vitest'
import { parseMappedColumn, type ColumnMap } from '../../../src/domain/roster/header.js'
import { foldColumn } from '../../../src/domain/roster/naming.js'
import { parseDateFormat, readDate } from '../../../src/domain/roster/dates.js'
import { parseTypeMeaning, readType } from '../../../src/domain/roster/types.js'
import { apply, csv, findingsOf, imported, json, nothing, changesOf, read, writesOf } from './support.js'

const people = csv('email,name\nann@acme.test,Ann\n')
const leaf = (columns: string, row: string) => csv(`${columns}\n${row}\n`)

const mapped = (...texts: string[]): ColumnMap =>
  new Map(
    texts.map((text) => {
      const one = parseMappedColumn(text)!
      return [foldColumn(one.name), one]
    }),
  )

describe('columns are read by the names that people and HR tools give them', () => {
  test.each([
    'Email Address,Full name',
    'Work Email,Name',
    'e-mail,display_name',
    'E-MAIL (WORK),Employee Name',
    'Email Address [Required],Full Name',
    'E-Mail-Adresse,Mitarbeiter',
  ])('%s', (columns) => {
    expect(imported([leaf(columns, 'ann@acme.test,Ann')]).members).toMatchObject([{ name: 'Ann' }])
  })

  test.each([
    'Email,Leave type,Start,End,Approval status',
    'work-email,Absence type,From,To,Status',
    'Work Email,Time Off Type,Start Date,End Date,Request Status',
    'E-Mail,Art,Von,Bis,Genehmigung',
    'Mail,Abwesenheitsart,Beginn,Ende,Genehmigungsstatus',
  ])('%s', (columns) => {
    const { leaves } = imported([people, leaf(columns, 'ann@acme.test,PTO,2026-11-20,2026-11-21,Requested')])
    expect(leaves).toMatchObject([{ type: 'holiday', start_date: '2026-11-20', status: 'pending' }])
  })

  test('a status beside one of the request is that of the person', () => {
    const columns = 'Mail,Status,Abwesenheitsart,Beginn,Ende,Genehmigungsstatus'
    const row = 'ann@acme.test,Aktiv,PTO,2026-11-20,2026-11-21,Beantragt'
    expect(imported([people, leaf(columns, row)]).leaves).toMatchObject([{ status: 'pending' }])
  })

  test.each([
    ['first and last name', 'Email,First name,Last name', 'Ana,Ruiz', { name: 'Ana Ruiz' }],
    ['in German', 'E-Mail,Nachname,Vorname', 'Ruiz,Ana', { name: 'Ana Ruiz' }],
    ['a full name before its parts', 'Email,First name,Name', 'Ana,Ana Ruiz', { name: 'Ana Ruiz' }],
    ['a status that says who left', 'Email,Name,Status', 'Ana,Terminated', { active: false }],
    ['a status in German', 'E-Mail,Name,Status', 'Ana,aktiv', { active: true }],
    ['somebody on a long leave', 'E-Mail,Name,Status', 'Ana,Elternzeit', { active: true }],
    ['a status beside a start', 'Email,Name,Status,Start date', 'Ana,Active,2020-01-01', { active: true }],
    ['a kind of employment', 'Email,Name,Type', 'Ana,Full-time', { name: 'Ana' }],
  ])('a file of members has %s', (_, columns, cells, member) => {
    expect(imported([leaf(columns, `a@b.test,${cells}`)]).members).toMatchObject([member])
  })

  test('a status that does not tell who is active is a problem, with the solution', () => {
    expect(findingsOf(changesOf([leaf('Email,Name,Status', 'a@b.test,Ana,Full-time')]))).toEqual([
      'line 2, status: "Full-time" is not a known employment status; use active or inactive, or ignore the column with --map "Status=-"',
    ])
  })

  test('a name that says less is not read beside a better one, and is named', () => {
    const file = leaf('Email,Full name,Display name,Team,Manager,Location', 'a@b.test,Ana,A.,Emea,Bo,Rome')
    expect(imported([file]).members).toMatchObject([{ name: 'Ana' }])
    expect(read([file]).ignored).toEqual(['Display name', 'Manager', 'Location'])
  })

  test('ids of an HR tool are numbers of people, and UUIDs are ours', () => {
    const foreign = leaf('ID,Email,Name', '1042,a@b.test,Ana')
    expect(imported([foreign]).members).toMatchObject([{ email: 'a@b.test', external_id: '1042' }])
    expect(read([foreign]).ignored).toEqual([])
    const id = '11111111-1111-1111-1111-111111111111'
    expect(imported([leaf('id,email,name', `${id},a@b.test,Ana`)]).members).toMatchObject([{ id }])
    const broken = csv(`id,email,name\n${id},a@b.test,A\n1042,b@b.test,B\n`)
    expect(findingsOf(changesOf([broken]))).toEqual(['line 3, id: must be a UUID, but is "1042"'])
  })

  test('--map names the rest, and leaves out what it says', () => {
    const file = leaf('Contact,Who,Name,Emial', 'a@b.test,Ana,x,y')
    const columns = mapped('contact=email', 'Who = Full Name', 'Emial=-')
    const compared = changesOf([file], nothing, [], { columns })
    expect(apply(nothing, writesOf(compared)).members).toMatchObject([{ email: 'a@b.test', name: 'Ana' }])
    expect(read([file], { columns }).ignored).toEqual(['Name', 'Emial'])
    expect(findingsOf(changesOf([people], nothing, [], { columns: mapped('Mail 2=email') }))).toEqual([
      'file: has no column "Mail 2", which --map names',
    ])
    expect(parseMappedColumn('Mail=colour')).toBeNull()
    expect(parseMappedColumn('Mail')).toBeNull()
  })

  test.each([
    ['emial,name', 'email'],
    ['email,nmae', 'name'],
    ['email,name,Departmnt', 'team'],
    ['email,type,start_date,end_dat', 'end_date'],
    ['email,type,strat date,end date', 'start_date'],
    ['email,name,timezoen', 'timezone'],
  ])('in %s a typing error is a problem, and the only one', (columns, column) => {
    const found = findingsOf(changesOf([csv(`${columns}\n`)]))
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(`rename it to "${column}", or use --map`)
  })

  test.each([
    ...['Region', 'State', 'Stadt', 'Land', 'Employer', 'Full time', 'Approver', 'Salary'],
    'Email 2',
  ])('a column %s is another one, and no typing error', (column) => {
    const file = leaf(`email,name,${column}`, 'a@b.test,Ana,x')
    expect(findingsOf(changesOf([file]))).toEqual([])
    expect(read([file]).ignored).toEqual([column])
  })

  test.each([
    [
      'email,type,start,department',
      'looks like leaves (it has "type" and "start"), but "end_date" is missing: use --map "COLUMN=end_date"',
    ],
    ['email,status', 'it is unclear whether this file contains members or leaves'],
    ['email,type,start', 'the column "end_date" of leaves is missing'],
    ['name,team', 'the column "email" of members is missing'],
    ['email,shift,start,end', 'looks like work shifts, not leave (it has "shift" and no type of leave)'],
    ['Mitarbeiter,Schicht,Datum', 'looks like work shifts'],
    ['type,start,end', 'the column "email" of leaves is missing: email, name or employee number would do'],
  ])('of %s it says what it looks like and what is missing', (columns, said) => {
    expect(findingsOf(changesOf([csv(`${columns}\n`)])).join()).toContain(said)
  })

  test.each([['email,shift,type,start,end'], ['email,shift,start,end,reason'], ['email,name,shift']])(
    '%s is no sheet of work shifts',
    (columns) => expect(findingsOf(changesOf([csv(`${columns}\n`)]))).toEqual([]),
  )

  test('a wrong column hides nothing else that is wrong', () => {
    const file = csv('Email,Type,Start,Xyz\nann@acme.test,Sabbatical,31.02.2026,x\n')
    expect(findingsOf(changesOf([people, file]))).toEqual([
      'line 1: the column "end_date" of leaves is missing',
      'line 2, start_date: is a day that does not exist: "31.02.2026"',
      'line 2, type: must be one of holiday, sick, personal, bank_holiday, but is "Sabbatical"',
    ])
  })
})

describe('dates are read as people write them', () => {
  test.each([
    ['2026-11-03', '2026-11-03'],
    ['2026/11/03', '2026-11-03'],
    ['3.11.2026', '2026-11-03'],
    ['03.11.2026', '2026-11-03'],
    ['3 Nov 2026', '2026-11-03'],
    ['03-Nov-2026', '2026-11-03'],
    ['3. November 2026', '2026-11-03'],
    ['3rd November 2026', '2026-11-03'],
    ['Nov 3, 2026', '2026-11-03'],
    ['3 Mär 2026', '2026-03-03'],
    ['3. Dez. 2026', '2026-12-03'],
    ['13/11/2026', '2026-11-13'],
    ['11/13/2026', '2026-11-13'],
    ['11/11/2026', '2026-11-11'],
    ['2026-11-03 00:00:00', '2026-11-03'],
    ['11/13/2026 12:00 AM', '2026-11-13'],
    ['2026-11-03 23:30', '2026-11-03'],
    ['03.11.2026 23:30:59', '2026-11-03'],
    ['2026-11-03T00:00:00.000Z', '2026-11-03'],
    ['2026-11-03T23:00:00.000Z', '2026-11-03'],
    ['2026-11-03 22:59:59.999+01:00', '2026-11-03'],
    ['2026.11.03', '2026-11-03'],
    ['20261103', '2026-11-03'],
    ['3-Nov-26', '2026-11-03'],
    ['03-Nov-26 00:00:00', '2026-11-03'],
    ['Tue, 3 Nov 2026', '2026-11-03'],
    ['Dienstag, 3. November 2026', '2026-11-03'],
    ['Di 03.11.2026', '2026-11-03'],
    ['3.11.26', '2026-11-03'],
    ['11/13/26', '2026-11-13'],
  ])('%s', (text, day) => {
    expect(readDate(text, null)).toEqual({ day })
  })

  const noDates = [
    '3 Nov 26',
    '3 Foo 2026',
    '26-11-03',
    '03/11/6',
    '26-Nov-2',
    '2026-11-03T25:00:00Z',
    '2026-11-03 25:00',
    '20261303',
    '12345678',
    '2026110',
    'soon',
  ]
  test.each(['31.11.2026', '2026-13-01', '2/30/2026', '30 Feb 2026', 'Nov 31, 2026'])(
    '%s does not exist',
    (text) => expect(readDate(text, null)).toBe('no_day'),
  )

  test.each([...noDates, '123456'])('%s is none', (text) => expect(readDate(text, 'day_first')).toBeNull())

  test('of 03/04/2026 the file, or --date-format, says what it begins with', () => {
    const row = (start: string, end = start) =>
      leaf('Email,Type,From,To', `ann@acme.test,PTO,${start},${end}`)
    const startOf = (end: string) => imported([people, row('03/04/2026', end)]).leaves[0]?.start_date
    expect([startOf('13/04/2026'), startOf('04/13/2026')]).toEqual(['2026-04-03', '2026-03-04'])
    expect(findingsOf(changesOf([people, row('03/04/2026')]))).toEqual(
      ['start_date', 'end_date'].map(
        (column) =>
          `line 2, ${column}: is ambiguous: "03/04/2026" could be day/month or month/day; use --date-format DD/MM/YYYY or MM/DD/YYYY`,
      ),
    )
    for (const [typed, day] of Object.entries({ 'DD/MM/YYYY': '2026-04-03', mdy: '2026-03-04' })) {
      const dateFormat = parseDateFormat(typed)
      const compared = changesOf([people, row('03/04/2026')], nothing, [], { dateFormat })
      expect(apply(nothing, writesOf(compared)).leaves).toMatchObject([{ start_date: day }])
    }
    expect(findingsOf(changesOf([people, row('13/04/2026', '04/14/2026')])).join()).toContain(
      'mixes day/month and month/day dates',
    )
    expect(parseDateFormat('YYYY')).toBeNull()
  })

  test('numbers of a spreadsheet are named as such', () => {
    const file = leaf('Email,Type,From,To', 'ann@acme.test,PTO,46346,46347')
    expect(findingsOf(changesOf([people, file]))[0]).toBe(
      'line 2, start_date: is an Excel serial number, "46346" (2026-11-20): format the column as a date, or use --date-format excel',
    )
  })

  test.each([
    ['1999-12-31', '2026-01-02', 2],
    ['2026-01-01', '2028-01-02', 0],
    ['2026-01-01', '2028-01-03', 1],
    ['2026-01-01', '2101-01-01', 2],
  ])('%s to %s gives %s warnings', (start, end, count) => {
    const rows = read([
      people,
      json({ leaves: [{ email: 'ann@acme.test', type: 'sick', start_date: start, end_date: end }] }),
    ])
    expect(rows.warnings.count()).toBe(count)
  })
})

describe('types are read by the usual words', () => {
  test.each([
    ['Vacation', 'holiday'],
    ['P.T.O.', 'holiday'],
    ['annual leave', 'holiday'],
    ['Bezahlter Urlaub', 'holiday'],
    ['Sick Leave', 'sick'],
    ['Krankheit', 'sick'],
    ['Krankheit ohne AU', 'sick'],
    ['Parental leave', 'personal'],
    ['unpaid', 'personal'],
    ['Compassionate Leave', 'personal'],
    ['Comp/In Lieu Time', 'personal'],
    ['Other', 'personal'],
    ['Bank Holiday', 'bank_holiday'],
    ['Public holiday', 'bank_holiday'],
    ['Feiertag', 'bank_holiday'],
    ['Working from home', 'skip'],
    ['Home-Office', 'skip'],
    ['Business trip', 'skip'],
    ['Dienstreise', 'skip'],
    ['Sabbatical', null],
    ['constructor', null],
  ])('%s', (word, type) => expect(readType(word, {})).toBe(type))

  test('an organization’s own words come first', () => {
    const own = Object.fromEntries(
      ['Sabbatical=personal', 'Home office = PTO'].map((one) => parseTypeMeaning(one)!),
    )
    expect([readType('SABBATICAL', own), readType('homeoffice', own)]).toEqual(['personal', 'holiday'])
    expect(parseTypeMeaning('Sabbatical=colour')).toBeNull()
    expect(parseTypeMeaning('=sick')).toBeNull()
  })

  test('who works elsewhere is skipped and counted, whatever else the row says', () => {
    const rows = read([
      csv(
        'Email,Type,From,To\nann@acme.test,WFH,x,y\nnobody@acme.test,WFH,1.1.2026,1.1.2026\n,Dienstreise,,\n',
      ),
    ])
    expect([...rows.skipped]).toEqual([
      ['WFH', 2],
      ['Dienstreise', 1],
    ])
    expect(rows.findings.count()).toBe(0)
  })
})
