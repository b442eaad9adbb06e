import { addDays, weekdayIndex, type Day } from '../calendar/day.js'

const teams = [
  { name: 'Design', timezone: 'Europe/Berlin' },
  { name: 'Engineering', timezone: 'America/New_York' },
  { name: 'Customer Success', timezone: 'Asia/Kolkata' },
] as const

const names = [
  'Ana Ruiz|Ben Okafor|Chloé Martin|Daniel Weiß|Emma Lindqvist|Felix Braun|Greta Holm|Hugo Lefèvre|Ines Costa|Jonas Vogel|Katja Novák|Luca Moretti|Mia Schulz',
  'Noah Carter|Olivia Brooks|Peter Nguyen|Quinn Foster|Rosa Delgado|Sam Whitaker|Tara Singh|Umar Haddad|Vera Petrova|Will Chen|Ximena Flores|Yusuf Demir|Zoe Bennett|Alex Kim',
  'Bhavna Iyer|Chetan Rao|Divya Nair|Esha Kapoor|Farhan Qureshi|Gauri Deshpande|Harish Menon|Isha Reddy|Jatin Shah|Kavya Pillai|Lakshmi Das|Manish Gupta|Neha Joshi',
].map((line) => line.split('|'))

const emailOf = (name: string): string =>
  `${name
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace('ß', 'ss')
    .toLowerCase()
    .replaceAll(' ', '.')}@example.com`

/** Name, type, first day counted from the first workday, and number of additional days. */
const absences: readonly (readonly [string, string, number, number, string?])[] = [
  ['Ana Ruiz', 'holiday', 1, 4],
  ['Ben Okafor', 'sick', 0, 0],
  ['Chloé Martin', 'personal', 2, 0],
  ['Emma Lindqvist', 'holiday', 5, 11],
  ['Greta Holm', 'personal', 20, 0],
  ['Hugo Lefèvre', 'holiday', -40, 90],
  ['Jonas Vogel', 'holiday', 30, 10],
  ['Noah Carter', 'holiday', -6, 6],
  ['Olivia Brooks', 'sick', -1, 2],
  ['Peter Nguyen', 'holiday', -3, 9],
  ['Rosa Delgado', 'personal', 6, 0],
  ['Tara Singh', 'holiday', 4, 14, 'pending'],
  ['Will Chen', 'holiday', -20, 12],
  ['Bhavna Iyer', 'holiday', 0, 6],
  ['Chetan Rao', 'personal', 0, 0],
  ['Divya Nair', 'holiday', 3, 2],
  ['Harish Menon', 'sick', -2, 4],
  ['Alex Kim', 'personal', 12, 1],
  ['Isha Reddy', 'holiday', 2, 8, 'cancelled'],
]

const shift = (day: Day, count: number): Day => addDays(day, count) ?? day

/** The next such day that is a weekday: a bank holiday on a Sunday gives nobody a day off. */
const nextWorkday = (day: Day): Day => {
  let next = day
  while (weekdayIndex(next) > 4) next = shift(next, 1)
  return next
}

/** So many days after the first workday, today if it is one; what lasts one day falls on a workday itself. */
const spanFrom = (today: Day, start: number, days: number): { readonly from: Day; readonly to: Day } => {
  const begun = shift(nextWorkday(today), start)
  const from = days === 0 ? nextWorkday(begun) : begun
  return { from, to: shift(from, days) }
}

/** Forty people in three teams and three time zones, with leaves around today, as a file that `whosout import` reads. */
export const sampleRoster = (today: Day) => {
  const members = teams.flatMap((team, i) =>
    names[i]!.map((name) => ({ email: emailOf(name), name, team: team.name, timezone: team.timezone })),
  )
  return {
    teams: teams.map(({ name }) => ({ name })),
    members,
    leaves: absences.map(([name, type, start, days, status]) => {
      const { from, to } = spanFrom(today, start, days)
      const dates = { start_date: from, end_date: to }
      return { email: emailOf(name), type, ...dates, ...(status === undefined ? {} : { status }) }
    }),
  }
}

/** The bank holidays of one team: a separate calendar, so that no member has rows for them. */
export const sampleHolidays = (today: Day) => ({
  code: 'OFFICE-KOLKATA',
  team: 'Customer Success',
  days: [{ date: spanFrom(today, 4, 0).from, name: 'Founders’ Day' }],
})

/** An entry that a person made themselves, of nobody whose first one a visitor may make: name, first day counted from the first workday, and number of additional days. */
export const sampleOwnEntries = (today: Day) =>
  (
    [
      ['Zoe Bennett', 12, 1],
      ['Mia Schulz', 20, 0],
    ] as const
  ).map(([name, start, days]) => ({
    email: emailOf(name),
    name,
    ...spanFrom(today, start, days),
  }))
