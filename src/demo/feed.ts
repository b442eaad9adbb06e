import { addDays, type Day } from '../calendar/day.js'
import type { Routes } from '../http/app.js'
import { send } from '../http/reply/reply.js'
import type { InteractiveServices } from '../services/interactive.js'

const feedPath = '/demo/hr.ics'

const shift = (day: Day, count: number): Day => addDays(day, count) ?? day
const packed = (day: Day): string => day.replaceAll('-', '')

/** As an HR tool exports it: name, first day counted from today, number of days. The last name matches nobody. */
const events = [
  ['Lakshmi Das (Paid vacation - 3 days)', 8, 3],
  ['Manish Gupta (Paid vacation - 5 days)', 15, 5],
  ['K. Pillai (Paid vacation - 2 days)', 9, 2],
] as const

/** The leave calendar of the sample organization's HR tool. */
const feedText = (today: Day): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//sample//hr//EN',
    ...events.flatMap(([summary, from, days], index) => [
      'BEGIN:VEVENT',
      `UID:${index}@hr.example`,
      `DTSTAMP:${packed(today)}T000000Z`,
      `DTSTART;VALUE=DATE:${packed(shift(today, from))}`,
      `DTEND;VALUE=DATE:${packed(shift(today, from + days))}`,
      `SUMMARY:${summary}`,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ].join('\r\n')

/** `today`: the day on which the demo started, so that the leaves keep their dates. */
export const feedRoutes = (today: Day): Routes => {
  const body = Buffer.from(feedText(today))
  return {
    [feedPath]: {
      get: (_req, res, context) => send(res, context, 200, [], [], body, 'text/calendar; charset=utf-8'),
    },
  }
}

/** Adds the feed of this process as a source; the next tick reads it. */
export const addSampleFeed = async (
  { openSources }: InteractiveServices,
  org: string,
  url: string,
): Promise<void> => {
  const sources = await openSources(true)
  await sources.add(org, { name: 'Sample HR', url: url + feedPath }, { who: 'demo', from: null })
}
