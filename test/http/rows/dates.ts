import { invalid, ok, queries, range, type Row } from './row.js'

const day = 24 * 3_600_000

const ranges: readonly Row[] = [
  ...queries(25, range('2026-11-20', '2026-11-27'), { 'no days at all': '' }),
  ...queries(26, range('2027-02-26', '2027-03-05'), { 'from alone': 'from=2027-02-26' }),
  ...queries(26, range('2024-02-26', '2024-03-04'), { 'from alone, over a leap day': 'from=2024-02-26' }),
  ...queries(27, range('2026-11-20', '2026-12-31'), { 'to alone, later than today': 'to=2026-12-31' }),
  ...queries(27, range('2026-11-20', '2026-11-20'), { 'to alone, today': 'to=2026-11-20' }),
  ...queries(27, range('2026-11-20', '2027-02-18'), { 'to alone, 90 days after today': 'to=2027-02-18' }),
  ...queries(28, invalid('to'), { 'to alone, before today': 'to=2026-11-19' }),
  ...queries(29, invalid('to'), { 'to alone, 91 days after today': 'to=2027-02-19' }),
  ...queries(30, range('2026-11-23', '2026-11-23'), {
    'a range of one day': 'from=2026-11-23&to=2026-11-23',
  }),
  ...queries(31, invalid(['to', 'must be on or after from']), {
    'to one day before from': 'from=2026-11-23&to=2026-11-22',
    'to before from, over the year': 'to=2025-12-31&from=2026-01-01',
  }),
  ...queries(32, range('2026-01-01', '2026-04-01'), { 'to - from = 90': 'from=2026-01-01&to=2026-04-01' }),
  ...queries(33, invalid(['to', 'range must not exceed 90 days']), {
    'to - from = 91': 'from=2026-01-01&to=2026-04-02',
    'two thousand years': 'from=0001-01-01&to=9999-12-31',
  }),
]

const calendar: readonly Row[] = [
  ...queries(34, invalid('from'), {
    '30 February': 'from=2026-02-30',
    '31 April': 'from=2026-04-31',
    'month 13': 'from=2026-13-01',
    'month 0': 'from=2026-00-10',
    'day 0': 'from=2026-01-00',
    '30 February, with a to that would be right': 'from=2026-02-30&to=2026-03-05',
  }),
  ...queries(34, invalid('to'), { 'to is 31 November': 'from=2026-11-20&to=2026-11-31' }),
  ...queries(35, ok, {
    '29 February 2024': 'from=2024-02-29',
    '29 February 2000': 'from=2000-02-29',
  }),
  ...queries(35, invalid('from'), {
    '29 February 2025': 'from=2025-02-29',
    '29 February 1900': 'from=1900-02-29',
    '29 February 2100': 'from=2100-02-29',
  }),
  ...queries(36, invalid('from'), {
    'the year 0000': 'from=0000-01-01',
    'the leap day of 0000': 'from=0000-02-29',
  }),
  ...queries(36, range('0001-01-01', '0001-01-08'), { 'the first day there is': 'from=0001-01-01' }),
  ...queries(36, range('0050-02-26', '0050-03-05'), { 'a year of two figures': 'from=0050-02-26' }),
  ...queries(37, invalid('from'), {
    'the last day there is, alone': 'from=9999-12-31',
    'the first day whose default end leaves the calendar': 'from=9999-12-25',
  }),
  ...queries(37, range('9999-12-24', '9999-12-31'), { 'the last day with a default end': 'from=9999-12-24' }),
  ...queries(37, range('9999-12-31', '9999-12-31'), {
    'the last day, with its end': 'from=9999-12-31&to=9999-12-31',
  }),
]

const forms: readonly Row[] = [
  ...queries(38, invalid('from'), {
    'a signed year of six figures': 'from=%2B012026-01-01',
    'a plus sign that means a blank': 'from=+012026-01-01',
    'a year of five figures': 'from=12026-01-01',
    'a year before Christ': 'from=-0001-01-01',
  }),
  ...queries(39, invalid('from'), {
    'months and days of one figure': 'from=2026-1-1',
    'no dashes': 'from=20260101',
    'a week date': 'from=2026-W01-1',
    'an ordinal date': 'from=2026-001',
    'a date with slashes': 'from=01/02/2026',
    'seconds since 1970': 'from=1795170600',
    'milliseconds since 1970': 'from=1795170600000',
    'a year and a month': 'from=2026-11',
  }),
  ...queries(40, invalid('from'), {
    'an instant': 'from=2026-01-01T00:00:00Z',
    'a date with a time': 'from=2026-01-01%2000:00',
    'a date with a zone': 'from=2026-01-01Z',
  }),
  ...queries(41, invalid('from'), { 'an empty from': 'from=', 'a bare from': 'from' }),
  ...queries(41, invalid('to'), { 'an empty to': 'from=2026-11-20&to=', 'a bare to': 'to' }),
  ...queries(42, invalid('from'), {
    'a blank before': 'from=%202026-11-20',
    'a blank after': 'from=2026-11-20%20',
    'a plus after': 'from=2026-11-20+',
    'a line feed after': 'from=2026-11-20%0A',
    'a NUL after': 'from=2026-11-20%00',
    'a no-break space after': 'from=2026-11-20%C2%A0',
  }),
  ...queries(43, invalid('from'), {
    'Arabic-Indic figures': `from=${encodeURIComponent('٢٠٢٦-١١-٢٠')}`,
    'full-width figures': `from=${encodeURIComponent('２０２６-１１-２０')}`,
    'another dash': `from=${encodeURIComponent('2026\u201011\u201020')}`,
  }),
  ...queries(44, invalid('from'), {
    'the word today': 'from=today',
    'the word null': 'from=null',
    'the word undefined': 'from=undefined',
    'the word NaN': 'from=NaN',
    'a list': 'from=2026-11-20,2026-11-21',
  }),
  ...queries(45, invalid('from'), {
    'a bad escape': 'from=%ZZ',
    'half an escape': 'from=2026-11-2%',
    'an escape that is no UTF-8': 'from=%FF',
  }),
  ...queries(46, invalid('from', 'to'), {
    'both bad': 'from=yesterday&to=tomorrow',
    'both bad, one in the year 0000': 'from=0000-01-01&to=2026-02-30',
  }),
]

const zone = (timezone: string, from: string, to: string): Row => ({
  row: 47,
  name: `today at 10:30 UTC in ${timezone}`,
  setup: { organization: { timezone } },
  request: {},
  expect: range(from, to),
})

const clocks: readonly Row[] = [
  zone('Pacific/Kiritimati', '2026-11-21', '2026-11-28'),
  zone('Pacific/Pago_Pago', '2026-11-19', '2026-11-26'),
  zone('Europe/Berlin', '2026-11-20', '2026-11-27'),
  zone('Asia/Kolkata', '2026-11-20', '2026-11-27'),
  {
    row: 47,
    name: 'the clock that passes midnight in Berlin between two requests',
    setup: { at: '2026-11-20T22:59:59.999Z' },
    before: [{ request: {}, expect: range('2026-11-20', '2026-11-27') }],
    change: { at: '2026-11-20T23:00:00.000Z' },
    request: {},
    expect: range('2026-11-21', '2026-11-28'),
  },
  {
    row: 47,
    name: 'a zone changed between two requests',
    setup: {},
    before: [{ request: {}, expect: range('2026-11-20', '2026-11-27') }],
    change: { organization: { timezone: 'Pacific/Kiritimati' } },
    request: {},
    expect: range('2026-11-21', '2026-11-28'),
  },
  {
    row: 48,
    name: 'an organization whose zone nobody knows reads UTC, and the log warns',
    setup: { at: '2026-11-20T23:30:00.000Z', organization: { timezone: 'Not/AZone' } },
    request: {},
    expect: range('2026-11-20', '2026-11-27'),
    warns: true,
  },
  ...queries(49, range('2026-03-28', '2026-06-26'), {
    'ninety days over the start of summer time': 'from=2026-03-28&to=2026-06-26',
  }),
  ...queries(49, range('2026-10-24', '2026-10-31'), {
    'the default range over the end of summer time': 'from=2026-10-24',
  }),
  ...queries(49, invalid('to'), {
    'ninety-one days over the end of summer time': 'from=2026-10-01&to=2026-12-31',
  }),
  {
    row: 50,
    name: 'today is read once a request: a clock that moves a day on at each reading',
    setup: { step: day },
    request: {},
    expect: { status: 200, rangeDays: 7 },
  },
]

export const dateRows: readonly Row[] = [...ranges, ...calendar, ...forms, ...clocks]
