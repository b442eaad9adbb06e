import { expect, it } from 'vitest'
import { nameIn } from '../../../src/domain/sources/name-in.js'

it.each([
  ['K. Pillai (Paid vacation - 2 days)', 'K. Pillai'],
  ['K. Pillai - 3 days', 'K. Pillai'],
  ['K. Pillai – Urlaub', 'K. Pillai'],
  ['K. Pillai: out of office', 'K. Pillai'],
  ['K. Pillai is on paid vacation', 'K. Pillai'],
  ['K. Pillai, sick leave, 2 days', 'K. Pillai'],
  ['PTO: K. Pillai', 'K. Pillai'],
  ['[Annual leave] K. Pillai (2 days)', 'K. Pillai'],
  ['Vacation K. Pillai', 'K. Pillai'],
  ['J. Doe off', 'J. Doe'],
  ['Doe, Jane (PTO)', 'Doe, Jane'],
  ["Anna-Lena O'Brien - PTO", "Anna-Lena O'Brien"],
  ['Jane & John Doe - PTO', 'Jane & John Doe'],
  ['Łukasz Müller (Ferien)', 'Łukasz Müller'],
  ['Someone new', 'Someone new'],
  ['Paid vacation (2 days)', 'Paid vacation (2 days)'],
  [' - ', '-'],
])('in %j the name is probably %j', (summary, name) => expect(nameIn(summary)).toBe(name))
