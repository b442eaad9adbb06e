import { describe, expect, test } from 'vitest'
import { readAmount } from '../../../src/domain/roster/days.js'
import { readLeaveType } from '../../../src/domain/roster/leave-type.js'
import { inOrder, nameKey } from '../../../src/domain/roster/person-name.js'
import { changesOf, csv, findingsOf, imported } from './support.js'

const people = csv('email,name\nann@acme.test,Ann Lee\n')

/** What becomes of one row of leaves: `type days`, with `½` where its first day begins or its last day ends at noon. */
const leafOf = (columns: string, row: string): string => {
  const { leaves } = imported([people, csv(`${columns}\n${row}\n`)])
  return leaves
    .map(({ type, start_date, end_date, starts_at_noon, ends_at_noon }) =>
      [type, `${starts_at_noon ? '½' : ''}${start_date}`, `${end_date}${ends_at_noon ? '½' : ''}`].join(' '),
    )
    .join('; ')
}
const problemsOf = (columns: string, row: string) =>
  findingsOf(changesOf([people, csv(`${columns}\n${row}\n`)]))

const days = 'holiday 2026-11-20 2026-11-24'
describe('columns of leaves under the names that hands and tools give them', () => {
  test.each([
    ['Email - Primary Work,Absence Type,Start on,Finish on', 'PTO,2026-11-20,2026-11-24'],
    ['Mail,Why,From,Until', 'vacation,2026-11-20,2026-11-24'],
    ['Mail,Reason,First day off,Last day off', 'vacation,2026-11-20,2026-11-24'],
    ['Mail,Note,Starts,Finishes', 'vacation,2026-11-20,2026-11-24'],
    ['E-Mail,Grund,Von,Bis', 'Urlaub,20.11.2026,24.11.2026'],
    ['Email (work),Leave_Type,START_DATE,endDate', 'ANNUAL_LEAVE,2026-11-20,2026-11-24'],
    ['Email,Type,Start Date (YYYY-MM-DD),End Date [incl.]', 'Vacation (Germany),2026-11-20,2026-11-24'],
    ['Email,Type,Start Date (DD/MM/YYYY),End Date (DD/MM/YYYY)', 'PTO,20/11/2026,24/11/2026'],
    ['Email,Type,First day off,Return date', 'PTO,2026-11-20,2026-11-25'],
    ['Email,Type,From,Until,Back on', 'PTO,2026-11-20,,2026-11-25'],
    ['Email,Type,From,Until,Back on,Days', 'PTO,2026-11-20,,2026-11-25,3'],
    ['Email,Type,From,Until,Amount,Unit', 'PTO,2026-11-20,2026-11-24,24,hours'],
    ['Email,Type,Reason,Start,End', 'PTO,a wedding,2026-11-20,2026-11-24'],
  ])('%s', (columns, row) => expect(leafOf(columns, `ann@acme.test,${row}`)).toBe(days))

  test.each([
    ['a blank end', 'Email,Type,From,Until', 'PTO,2026-11-20,'],
    ['a date alone', 'Email,Type,Date', 'PTO,2026-11-20'],
    ['a blank amount', 'Email,Type,Start,Days', 'PTO,2026-11-20,'],
    ['an amount of one day', 'Email,Type,Date,Days', 'PTO,2026-11-20,1'],
    ['an amount of eight hours', 'Email,Type,Date,Amount,Unit', 'PTO,2026-11-20,8,hours'],
    ['an amount of one day beside a blank end', 'Email,Type,From,To,Days', 'PTO,2026-11-20,,1'],
    ['a return on the next day', 'E-Mail,Art,Ab,Wieder da', 'Urlaub,20.11.2026,21.11.2026'],
  ])('%s is one day', (_, columns, row) =>
    expect(leafOf(columns, `ann@acme.test,${row}`)).toBe('holiday 2026-11-20 2026-11-20'),
  )

  test.each([
    ['Email,Type,Date,Days', 'PTO,2026-11-20,3', '"3"'],
    ['Email,Type,Date,Days', 'PTO,2026-11-20,2.5', '"2.5"'],
    ['Email,Type,Start,Requested', 'PTO,2026-11-20,8', '"8"'], // hours, perhaps
    ['Email,Type,Start date,Amount,Unit', 'PTO,2026-11-20,24,hours', '"24"'],
    ['Email,Type,Start date,Duration (days)', 'PTO,2026-11-20,"3,0"', '"3,0"'],
    ['Email,Type,From,To,Days', 'PTO,2026-11-20,,3', '"3"'],
  ])('an amount without a last day is refused: %s of %s', (columns, row, amount) =>
    expect(problemsOf(columns, `ann@acme.test,${row}`)).toEqual([
      expect.stringContaining(
        `does not say which day is the last: ${amount}; add a column with the last day`,
      ),
    ]),
  )

  test('an order in the name of a column settles what each date leaves open', () => {
    const row = 'ann@acme.test,PTO,03/04/2026,05/04/2026'
    expect(leafOf('Email,Type,Start Date (DD/MM/YYYY),End Date', row)).toBe('holiday 2026-04-03 2026-04-05')
    expect(leafOf('Email,Type,Start Date (mm/dd/yyyy),End Date', row)).toBe('holiday 2026-03-04 2026-05-04')
  })

  test('a private address in brackets is not the one at work', () => {
    const file = csv('Email (private),Email (work),Name\nx@home.test,ann@acme.test,Ann\n')
    expect(imported([file]).members).toMatchObject([{ email: 'ann@acme.test' }])
    const alone = csv('Mail (private),Name\nx@home.test,Ann\n')
    expect(findingsOf(changesOf([alone]))[0]).toContain('the column "email" of members is missing')
  })

  test.each([
    ['Its type,From,To', 'type', 'Its type'],
    ['Leave type,Begining of leave,To', 'start_date', 'Begining of leave'],
    ['Leave type,From,Finally ends', 'end_date', 'Finally ends'],
  ])('a column of %s is proposed by likeness', (columns, column, cell) =>
    expect(problemsOf(`Email,${columns}`, 'ann@acme.test,PTO,2026-11-20,2026-11-24').join()).toContain(
      `the column "${column}" of leaves is missing; perhaps it is --map "${cell}=${column}"`,
    ),
  )

  test.each([
    ['Art der Abwesenheit', 'Von', 'Bis', 'Urlaub'],
    ['Art der Fehlzeit', 'Fehlzeit von', 'Fehlzeit bis', 'Urlaub'],
    ['Fehlzeitart', 'Beginn', 'Ende', 'Erholungsurlaub'],
    ['Antragsart', 'Abwesend von', 'Abwesend bis', 'Urlaub'],
    ['Abwesenheitsgrund', 'Anfangsdatum', 'Enddatum', 'Urlaub'],
    ['Fehlgrund', 'Erster Tag', 'Letzter Tag', 'Urlaub'],
    ["TYPE D'ABSENCE", 'DATE DE DEBUT', 'DATE DE FIN', 'Congés payés'],
    ['Motif', 'Du', 'Au', 'Vacances'],
    ['Tipo de ausencia', 'Fecha de inicio', 'Fecha de fin', 'Vacaciones'],
    ['Motivo', 'Desde', 'Hasta', 'Vacaciones'],
    ['Verloftype', 'Begindatum', 'Einddatum', 'Vakantie'],
    ['Reden', 'Van', 'T/m', 'Vakantiedagen'],
  ])('%s, %s, %s', (type, start, end, word) =>
    expect(leafOf(`Email,${type},${start},${end}`, `ann@acme.test,${word},20.11.2026,24.11.2026`)).toBe(days),
  )

  test.each([
    ['Nom,Prénom', 'Lee,Ann', "Type d'absence,Du,Au,Statut", 'RTT,20/11/2026,24/11/2026,Validé'],
    ['Apellidos,Nombre', 'Lee,Ann', 'Tipo,Desde,Hasta,Estado', 'Vacaciones,20/11/2026,24/11/2026,Aprobado'],
    ['Medewerker', 'Ann Lee', 'Soort verlof,Van,Tot en met,Status', 'Vakantie,20-11-2026,24-11-2026,Akkoord'],
    ['lastName,firstName', 'Lee,Ann', 'Type,startDate,endDate,isApproved', 'PTO,20/11/2026,24/11/2026,oui'],
  ])('people named in %s', (who, name, columns, row) =>
    expect(leafOf(`${who},${columns}`, `${name},${row}`)).toBe(days),
  )

  test('a status in another language is that of the request, not ignored', () =>
    expect(
      imported([
        people,
        csv('Email,Motif,Du,Au,Statut\nann@acme.test,RTT,20/11/2026,24/11/2026,En attente\n'),
      ]).leaves,
    ).toMatchObject([{ status: 'pending' }]))

  test.each([
    ['Email,Type,Start,Days', 'PTO,2026-11-20,many', 'days: must be a number of days, but is "many"'],
    [
      'Email,Type,From,To,Half day',
      'PTO,2026-11-20,2026-11-20,maybe',
      'portion: is not a known part of a day: "maybe"',
    ],
    ['Email,Type,From,To', 'PTO,soon,', 'start_date: must be an existing date, YYYY-MM-DD, but is "soon"'],
  ])('%s %s is one problem', (columns, row, problem) => {
    const problems = problemsOf(columns, `ann@acme.test,${row}`)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(problem)
  })
})

describe('half days', () => {
  const one = 'holiday 2026-11-20 2026-11-20'
  const [morning, afternoon] = ['holiday 2026-11-20 2026-11-20½', 'holiday ½2026-11-20 2026-11-20']
  test.each([
    ['Start portion,End portion', 'Afternoon,Afternoon', afternoon],
    ['Start portion,End portion', 'Morning,Morning', morning],
    ['Start portion,End portion', 'Morning,Afternoon', one],
    ['Start portion,End portion', 'All day,All day', one],
    ['Half day', 'Yes', morning],
    ['Half day', 'No', one],
    ['Half day', 'PM', afternoon],
    ['AM/PM', 'AM', morning],
    ['Halber Tag', 'Vormittag', morning],
    ['Halber Tag', 'Nachmittags', afternoon],
    ['Tagesteil', 'ganztägig', one],
    ['Part of day', 'SECOND_HALF', afternoon],
    ['Days', '0.5', morning],
    ['Tage', '"0,5"', morning],
    ['Amount,Unit', '4,Hours', morning],
    ['Days', '1', one],
    ['Days,Half', '0.5,Afternoon', afternoon],
  ])('%s of %s', (columns, cells, wanted) =>
    expect(leafOf(`Email,Type,From,To,${columns}`, `ann@acme.test,PTO,2026-11-20,2026-11-20,${cells}`)).toBe(
      wanted,
    ),
  )

  test.each([
    ['Afternoon,Morning', 'holiday ½2026-11-20 2026-11-24½'],
    ['All day,Half day', 'holiday 2026-11-20 2026-11-24½'],
    ['Morning,Afternoon', days],
  ])('of several days: %s', (cells, wanted) =>
    expect(
      leafOf(
        'Email,Type,From,Start portion,To,End portion',
        `ann@acme.test,PTO,2026-11-20,${cells.replace(',', ',2026-11-24,')}`,
      ),
    ).toBe(wanted),
  )

  test.each([
    ['Urlaub (halber Tag)', morning],
    ['Vacation - Half Day PM', afternoon],
    ['Half-day vacation', morning],
    ['PTO AM', morning],
    ['Vacation (PM)', afternoon],
  ])('in the word for the type: %s', (word, wanted) =>
    expect(leafOf('Email,Type,From,To', `ann@acme.test,${word},2026-11-20,2026-11-20`)).toBe(wanted),
  )

  test.each([
    ['Halbtags (Beginn)', 'Halbtags (Ende)'],
    ['Halber Tag Start', 'Halber Tag Ende'],
    ['Erster Tag halb', 'Letzter Tag halb'],
    ['Half day (first day)', 'Half day (last day)'],
  ])('at either end of a leave: %s, %s', (first, last) => {
    const halves = (row: string) =>
      leafOf(`E-Mail,Art,Von,Bis,${first},${last}`, `ann@acme.test,Urlaub,23.11.2026,${row}`)
    expect(halves('25.11.2026,Ja,Nein')).toBe('holiday ½2026-11-23 2026-11-25')
    expect(halves('25.11.2026,Nein,Ja')).toBe('holiday 2026-11-23 2026-11-25½')
    expect(halves('23.11.2026,Ja,Nein')).toBe('holiday ½2026-11-23 2026-11-23')
  })

  // Thursday to Thursday: six weekdays, one of which may be a bank holiday.
  const christmas = '24.12.2026,31.12.2026'
  test.each([
    ['Vormittag', '"4,5"', 'holiday 2026-12-24 2026-12-31½'],
    ['Nachmittag', '"4,5"', 'holiday ½2026-12-24 2026-12-31'],
    ['halber Tag', '"5,5"', 'holiday 2026-12-24 2026-12-31½'],
    ['Vormittag', '', 'holiday 2026-12-24 2026-12-31½'],
    ['Vormittag', '"35,5 h"', 'holiday 2026-12-24 2026-12-31½'],
    ['ganztägig', '5', 'holiday 2026-12-24 2026-12-31'],
  ])('of several days: %s, of which %s count', (half, count, wanted) =>
    expect(
      leafOf('Email,Art,Von,Bis,Tagesteil,Tage', `ann@acme.test,Urlaub,${christmas},${half},${count}`),
    ).toBe(wanted),
  )

  test.each([
    ['Vormittag', '3'], // half of each day
    ['Vormittag', '"2,5"'], // half of five days, or two and a half of them
    ['Nachmittag', '5'], // whole days
    ['halber Tag', '"8,5"'], // more than there are
  ])('of several days: %s does not go with %s', (half, count) =>
    expect(
      problemsOf('Email,Art,Von,Bis,Tagesteil,Tage', `ann@acme.test,Urlaub,${christmas},${half},${count}`),
    ).toEqual([expect.stringContaining('days: do not fit a half day at one end of the leave')]),
  )

  test.each([
    ['2026-12-10', '1.50 days', true],
    ['2026-12-10', '12.00 hours', true],
    ['2026-12-10', '5', true], // more than there are
    ['2026-12-10', '1', false], // one of the two is a bank holiday
    ['2026-12-10', '15 h', false], // days of 7.5 hours
    ['2026-12-10', '', false],
    ['2026-12-09', '4.00 hours', false],
  ])('are not guessed from 9 to %s with an amount of %s', (end, amount, isWarned) => {
    const file = csv(`Email,Type,From,To,Requested\nann@acme.test,PTO,2026-12-09,${end},${amount}\n`)
    const compared = changesOf([people, file])
    const warnings = compared.ok ? compared.warnings : null
    const whole = expect.stringContaining('all were read as whole days')
    expect(warnings).toEqual(isWarned ? [expect.objectContaining({ column: 'days', message: whole })] : [])
    expect(compared).toMatchObject({ hardlyMeant: 0 })
    if (isWarned) expect(imported([people, file]).leaves).toMatchObject([{ ends_at_noon: false }])
  })
})

test.each([
  ['Vacation (Germany)', 'holiday'],
  ['SICK_LEAVE', 'sick'],
  ['Leave (sick)', 'sick'],
  ['Vacation [paid]', 'holiday'],
  ['Vacation (unpaid)', null],
  ['Sabbatical (Germany)', null],
])('the type %s is %s', (word, type) => expect(readLeaveType(word, {})?.type ?? null).toBe(type))

test.each([
  ['3', '', 3],
  ['-3', '', 3],
  ['1,5 Tage', '', 1.5],
  ['12 h', '', 1.5],
  ['4', 'Hours', 0.5],
  ['0', '', null],
  ['9999', '', null],
  ['soon', '', null],
])('%s %s is an amount of %s days', (text, unit, amount) => expect(readAmount(text, unit)).toBe(amount))

test.each([
  ['Ruiz, Ana', 'Ana Ruiz', 'ana ruiz'],
  ['Weber, Dr. Anna', 'Dr. Anna Weber', 'anna weber'],
  ['John Smith, PhD', 'John Smith, PhD', 'john smith'],
  ['Smith, John, Jr.', 'John Smith, Jr.', 'john smith'],
  ['Prof. Dr. Max Weiß', 'Prof. Dr. Max Weiß', 'max weiss'],
  ['Dipl.-Ing. Eva Klein MBA', 'Dipl.-Ing. Eva Klein MBA', 'eva klein'],
  ['Desk 4, Floor 2', 'Desk 4, Floor 2', 'desk 4 floor 2'],
  ['A, B, C', 'A, B, C', 'a b c'],
])('%s is written %s and compared as %s', (name, written, key) => {
  expect(inOrder(name)).toBe(written)
  expect(nameKey(name)).toBe(key)
})

test('Last name, First name in one cell is stored in order', () => {
  const file = csv('"Last name, First name",Email\n"Ruiz, Ana",ana@acme.test\n')
  expect(imported([file]).members).toMatchObject([{ name: 'Ana Ruiz' }])
})
