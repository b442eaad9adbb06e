/** Holidays without a date of their own here, because not everyone has them, or not on the same day everywhere. */

/** If most people who name one mean the same day: words for that day, as a suggestion and never as an answer. */
export const likelyDays: readonly (readonly [holidays: string, day: string])[] = [
  ['oktoberfest', 'september'],
  ['pride | pride month', 'june'],
  ['black history month', 'february'],
]

const others =
  "diwali | deepavali | hanukkah | chanukah | ramadan | eid | eid al-fitr | eid al-adha | eid al fitr | eid al adha | passover | pesach | rosh hashanah | yom kippur | sukkot | purim | holi | vesak | nowruz | chinese new year | lunar new year | cny | orthodox easter | greek easter | victoria day | queen's birthday | king's birthday | republic day | constitution day | national day | carnival | golden week | obon | songkran | spring festival | mid-autumn festival | dragon boat festival | spring break | half term | half-term | easter holidays | easter break | school holidays | thanksgiving break | super bowl | kwanzaa | liberation day | raksha bandhan | dussehra | navratri | pongal | onam | ganesh chaturthi | buss und bettag"

export const unknownHolidays = [...likelyDays.map(([names]) => names), others].join(' | ')
