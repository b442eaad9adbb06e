import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { addDays } from '../../../src/calendar/day.js'
import { acme, openReadyHouse } from '../house.js'
import { leave, member, puts, team } from '../../stores/samples.js'

const monday = '2026-11-23'
const morning = new Date(`${monday}T10:00:00Z`)

// Bolt reads the machine's clock.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: morning }))
afterEach(() => void vi.useRealTimers())

it('an answer that is cut to a dozen lines has a button for everybody by team, and a menu of teams', async () => {
  const house = await openReadyHouse({ now: () => morning })
  const { slack, store } = house
  const ids = Array.from({ length: 40 }, (_, at) => `p${at}`)
  await store.commit([
    ...puts(
      'teams',
      ['red', 'blue'].map((id) => team(acme._id, id)),
    ),
    ...puts(
      'members',
      ids.map((id, at) =>
        member(acme._id, id, {
          team_id: at % 2 === 0 ? 'red' : 'blue',
          ...(at === 0 && { email: 'ana@example.com' }),
        }),
      ),
    ),
    ...puts(
      'leaves',
      ids
        .slice(10)
        .map((id, at) =>
          leave(acme._id, id, monday, addDays(monday, at % 20)!, { member_id: id, type: 'sick' }),
        ),
    ),
    { patch: 'organizations', id: acme._id, set: { revision: 2 } },
  ])
  await house.ask('today')
  const text = await house.tells('Team red')
  expect(text).toMatch(/Team red · 15 of 20.*Team blue · 15 of 20.* and 11 more/)
  const answer = slack.visible('U0ANA', 'C0ACME').at(-1)!
  await slack.press({ user: 'U0ANA', on: answer.ts, action_id: 'ask_whole:open' })
  const shown = (): string =>
    JSON.stringify(slack.state.views.findLast(({ open }) => open)?.content ?? {}).replaceAll('\u00a0', ' ')
  await expect.poll(shown).toContain('Team blue · 15 of 20')
  for (const id of ids.slice(10)) expect(shown()).toContain(`Person ${id} (`)
  expect(shown()).not.toContain('sick')
  const modal = slack.state.views.findLast(({ open }) => open)!
  await slack.press({ user: 'U0ANA', on: modal.id, action_id: 'ask_whole:team', choice: 'blue' })
  await expect.poll(shown).not.toContain('Team red · 15')
  expect(shown()).toContain('Person p11 (')
})
