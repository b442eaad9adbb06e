import { after, invalid, ok, queries, range, row, type Row } from './row.js'

/** `resolveRange` has all ranges in its table, and `parseDay` all days and forms of them. */
const ranges: readonly Row[] = [
  ...queries(25, range('2026-11-20', '2026-11-27'), { 'no days at all': '' }),
  ...queries(26, range('2027-02-26', '2027-03-05'), { 'from alone': 'from=2027-02-26' }),
  ...queries(27, range('2026-11-20', '2026-12-31'), { 'to alone, later than today': 'to=2026-12-31' }),
  ...queries(28, invalid('to'), { 'to alone, before today': 'to=2026-11-19' }),
  ...queries(29, invalid('to'), { 'to alone, 91 days after today': 'to=2027-02-19' }),
  ...queries(30, range('2026-11-23', '2026-11-23'), {
    'a range of one day': 'from=2026-11-23&to=2026-11-23',
  }),
  ...queries(31, invalid(['to', 'must be on or after from']), {
    'to before from': 'to=2026-11-22&from=2026-11-23',
  }),
  ...queries(32, range('2026-01-01', '2026-04-01'), { 'to - from = 90': 'from=2026-01-01&to=2026-04-01' }),
  ...queries(33, invalid(['to', 'range must not exceed 90 days']), {
    'to - from = 91': 'from=2026-01-01&to=2026-04-02',
  }),
]

const calendar: readonly Row[] = [
  ...queries(34, invalid('from'), {
    '30 February': 'from=2026-02-30',
    '30 February, with a to that would be right': 'from=2026-02-30&to=2026-03-05',
  }),
  ...queries(34, invalid('to'), { 'to is 31 November': 'from=2026-11-20&to=2026-11-31' }),
  ...queries(35, ok, { '29 February 2024': 'from=2024-02-29' }),
  ...queries(35, invalid('from'), { '29 February 2025': 'from=2025-02-29' }),
  ...queries(36, invalid('from'), { 'the year 0000': 'from=0000-01-01' }),
  ...queries(36, range('0050-02-26', '0050-03-05'), { 'a year of two figures': 'from=0050-02-26' }),
  ...queries(37, invalid('from'), { 'a default end that leaves the calendar': 'from=9999-12-25' }),
  ...queries(37, range('9999-12-31', '9999-12-31'), {
    'the last day, with its end': 'from=9999-12-31&to=9999-12-31',
  }),
]

const forms: readonly Row[] = [
  ...queries(38, invalid('from'), {
    'a signed year of six figures': 'from=%2B012026-01-01',
    'a plus sign that means a blank': 'from=+012026-01-01',
  }),
  ...queries(39, invalid('from'), { 'no dashes': 'from=20260101' }),
  ...queries(40, invalid('from'), { 'an instant': 'from=2026-01-01T00:00:00Z' }),
  ...queries(41, invalid('from'), { 'an empty from': 'from=', 'a bare from': 'from' }),
  ...queries(41, invalid('to'), { 'an empty to': 'from=2026-11-20&to=', 'a bare to': 'to' }),
  ...queries(42, invalid('from'), {
    'a plus after': 'from=2026-11-20+',
    'a line feed after': 'from=2026-11-20%0A',
    'a NUL after': 'from=2026-11-20%00',
  }),
  ...queries(43, invalid('from'), {
    'Arabic-Indic figures': `from=${encodeURIComponent('٢٠٢٦-١١-٢٠')}`,
  }),
  ...queries(44, invalid('from'), {
    'the word null': 'from=null',
    'a list': 'from=2026-11-20,2026-11-21',
  }),
  ...queries(45, invalid('from'), {
    'a bad escape': 'from=%ZZ',
    'half an escape': 'from=2026-11-2%',
    'an escape that is no UTF-8': 'from=%FF',
  }),
  ...queries(46, invalid('from', 'to'), { 'both bad': 'from=yesterday&to=2026-02-30' }),
]

const day = 24 * 3_600_000
const clocks: readonly Row[] = [
  row(47, 'today at 10:30 UTC in Pago Pago', {}, range('2026-11-19', '2026-11-26'), {
    setup: { organization: { timezone: 'Pacific/Pago_Pago' } },
  }),
  row(47, 'the clock that passes midnight in Berlin', {}, range('2026-11-21', '2026-11-28'), {
    setup: { at: '2026-11-20T22:59:59.999Z' },
    before: [{ request: {}, expect: range('2026-11-20', '2026-11-27') }],
    change: { at: '2026-11-20T23:00:00.000Z' },
  }),
  after(
    47,
    'a zone changed between two requests',
    { organization: { timezone: 'Pacific/Kiritimati' } },
    range('2026-11-21', '2026-11-28'),
  ),
  row(
    48,
    'an organization whose zone nobody knows reads UTC, and the log warns',
    {},
    range('2026-11-20', '2026-11-27'),
    { setup: { at: '2026-11-20T23:30:00.000Z', organization: { timezone: 'Not/AZone' } }, warns: true },
  ),
  ...queries(49, range('2026-03-28', '2026-06-26'), {
    'ninety days over the start of summer time': 'from=2026-03-28&to=2026-06-26',
  }),
  ...queries(49, invalid('to'), {
    'ninety-one days over the end of summer time': 'from=2026-10-01&to=2026-12-31',
  }),
  row(
    50,
    'today is read once a request: a clock that moves a day on at each reading',
    {},
    { status: 200, rangeDays: 7 },
    { setup: { step: day } },
  ),
]

export const dateRows: readonly Row[] = [...ranges, ...calendar, ...forms, ...clocks]
