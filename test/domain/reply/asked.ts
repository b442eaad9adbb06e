import { weekdays } from '../../../src/calendar/day.js'
import type { Asked } from '../../../src/domain/reply/reply.js'

/** A question about days, asked by somebody at Acme on a Friday. */
export const askedOf = (range: Asked['range'], team: Asked['team'] = null): Asked => ({
  organization: 'Acme',
  today: '2026-11-20',
  zone: null,
  range,
  clipped_from: null,
  team,
  week: { start: 'monday', working_days: weekdays.slice(0, 5) },
  page: null,
  asks: 'out',
  form: 'list',
  is_dated: true,
  remarks: [],
  opposite: null,
  corrections: [],
  alternative: null,
  question: '',
  previous: null,
  next: null,
})
