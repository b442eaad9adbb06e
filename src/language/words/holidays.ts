import { splitPhrases } from './phrases.js'
import type { Vocabulary } from './vocabulary.js'

const or = (phrases: string): readonly string[] => phrases.split(' | ')

const christmasDay = { month: 12, day: 25 }
const christmasEve = { month: 12, day: 24 }
const boxingDay = { month: 12, day: 26 }
const newYearsDay = { month: 1, day: 1 }
const newYearsEve = { month: 12, day: 31 }

const thanksgiving = { month: 11, weekday: 3, nth: 4 }

/** Holidays and seasons, and the days they cover. */
export const holidays: Vocabulary['holidays'] = [
  { words: or('christmas | xmas'), from: christmasEve, to: boxingDay, day: christmasDay },
  {
    words: or(
      'around christmas | around xmas | around the holidays | over christmas | over xmas | over the christmas | over the christmas period | over the christmas holidays | over the christmas break | over the xmas break | over christmas and new year | over christmas and new years | over xmas and new year | xmas and new year | over christmas and the new year | christmas and the new year | over the holidays | the holidays | the holiday season | holiday season | over the holiday season | over the holiday period | christmas period | xmas period | the christmas period | christmas time | xmas time | over christmas time | festive season | the festive season | over the festive season | over the festive period | during christmas | during xmas | during the christmas period | during the holidays | throughout christmas | christmas and new year | christmas and new years',
    ),
    from: christmasEve,
    to: { ...newYearsDay, yearOffset: 1 },
    day: null,
    other: { from: christmasEve, to: boxingDay },
  },
  {
    words: splitPhrases(
      "{,the week ,the time ,the days }between {christmas,xmas} and {new year,new years,new year's,the new year,new years day,new year's day}",
    ),
    from: christmasDay,
    to: { ...newYearsDay, yearOffset: 1 },
    day: null,
  },
  {
    words: or(
      'in the new year | early in the new year | at the start of the new year | at the beginning of the new year | start of the new year | beginning of the new year | in new year | into the new year',
    ),
    from: newYearsDay,
    to: { month: 1, day: 8 },
    day: null,
    other: { from: { ...newYearsEve, yearOffset: -1 }, to: newYearsDay },
  },
  {
    words: or(
      'easter | easter weekend | the easter weekend | over easter | over the easter weekend | easter long weekend',
    ),
    from: { easter: -2 },
    to: { easter: 1 },
    day: { easter: 0 },
  },
  { words: or('easter sunday | easter day'), from: { easter: 0 }, to: { easter: 0 }, day: null },
  { words: or('easter monday'), from: { easter: 1 }, to: { easter: 1 }, day: null },
  { words: or('good friday'), from: { easter: -2 }, to: { easter: -2 }, day: null },
  { words: or('maundy thursday'), from: { easter: -3 }, to: { easter: -3 }, day: null },
  { words: or('easter week'), from: { easter: 0 }, to: { easter: 0 }, day: { easter: 0 }, wholeWeek: true },
  {
    words: or('ascension | ascension day | ascension thursday'),
    from: { easter: 39 },
    to: { easter: 39 },
    day: null,
  },
  {
    words: or('whit sunday | pentecost | whitsunday | whitsun | pentecost sunday'),
    from: { easter: 49 },
    to: { easter: 49 },
    day: null,
  },
  { words: or('whit monday | pentecost monday'), from: { easter: 50 }, to: { easter: 50 }, day: null },
  {
    words: or('thanksgiving | thanksgiving day'),
    from: thanksgiving,
    to: thanksgiving,
    day: null,
    remark: 'Thanksgiving is taken as the holiday of the United States.',
  },
  {
    words: or('black friday'),
    from: { ...thanksgiving, plus: 1 },
    to: { ...thanksgiving, plus: 1 },
    day: null,
    remark: 'Black Friday is the day after Thanksgiving in the United States.',
  },
  {
    words: or('winter | the winter | wintertime'),
    from: { month: 12, day: 1 },
    to: { month: 3, day: 1, yearOffset: 1, plus: -1 },
    day: null,
    remark: 'Winter is taken as December to February.',
  },
  {
    words: or('summer | the summer | summertime'),
    from: { month: 6, day: 1 },
    to: { month: 8, day: 31 },
    day: null,
    remark: 'Summer is taken as June to August.',
  },
  {
    words: or('spring | the spring | springtime'),
    from: { month: 3, day: 1 },
    to: { month: 5, day: 31 },
    day: null,
    remark: 'Spring is taken as March to May.',
  },
  {
    words: or('autumn | the autumn | fall | the fall'),
    from: { month: 9, day: 1 },
    to: { month: 11, day: 30 },
    day: null,
    remark: 'Autumn is taken as September to November.',
  },
  {
    words: or('christmas week | xmas week'),
    from: christmasDay,
    to: christmasDay,
    day: christmasDay,
    wholeWeek: true,
  },
  {
    words: or(
      'christmas holidays | xmas holidays | christmas holiday | xmas holiday | christmas break | xmas break',
    ),
    from: christmasEve,
    to: { ...newYearsDay, yearOffset: 1 },
    day: christmasDay,
  },
  {
    words: or("new year | new years | new year's | the new year"),
    from: { ...newYearsEve, yearOffset: -1 },
    to: newYearsDay,
    day: newYearsDay,
  },
  {
    words: or(
      'first week of the new year | the first week of the new year | first week of new year | first week in the new year',
    ),
    from: newYearsDay,
    to: { month: 1, day: 7 },
    day: null,
  },
  { words: or('christmas eve | xmas eve'), from: christmasEve, to: christmasEve, day: null },
  { words: or('christmas day | xmas day'), from: christmasDay, to: christmasDay, day: null },
  { words: or('boxing day'), from: boxingDay, to: boxingDay, day: null },
  {
    words: or("new year's eve | new years eve | new year eve | nye"),
    from: newYearsEve,
    to: newYearsEve,
    day: null,
  },
  {
    words: or("new year's day | new years day | new year day"),
    from: newYearsDay,
    to: newYearsDay,
    day: null,
  },
]
