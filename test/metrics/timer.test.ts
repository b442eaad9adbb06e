import { expect, test } from 'vitest'
import { createTimer } from '../../src/metrics/timer.js'
import { parseExposition } from './exposition.js'

const createExample = () => createTimer('wait_seconds', 'Waiting.', ['where', 'how'], [0.01, 0.1])

const bucketsOf = (page: string): Record<string, number> =>
  Object.fromEntries(
    parseExposition(page).flatMap(({ name, labels, value }) =>
      name === 'wait_seconds_bucket' ? [[`${labels['where']} ${labels['how']} ${labels['le']}`, value]] : [],
    ),
  )

test('a duration counts in each bucket whose bound it does not exceed', () => {
  const timer = createExample()
  for (const ms of [10, 10.5, 100, 5_000]) timer.observe(ms, 'door', 200)
  expect(bucketsOf(timer.text())).toEqual({ 'door 200 0.01': 1, 'door 200 0.1': 3, 'door 200 +Inf': 4 })
})

test('each pair of labels has its own sum and count', () => {
  const timer = createExample()
  timer.observe(500, 'door', 'ok')
  timer.observe(1_500, 'door', 'ok')
  timer.observe(250, 'door', 'failed')
  const figures = parseExposition(timer.text()).filter(({ labels }) => !('le' in labels))
  expect(figures.map(({ name, labels, value }) => [name, labels['how'], value])).toEqual([
    ['wait_seconds_sum', 'ok', 2],
    ['wait_seconds_count', 'ok', 2],
    ['wait_seconds_sum', 'failed', 0.25],
    ['wait_seconds_count', 'failed', 1],
  ])
})

test('a label may hold any text', () => {
  const timer = createExample()
  timer.observe(1, 'a "b" \\ c\nd', 'ok')
  expect(parseExposition(timer.text())[0]?.labels['where']).toBe('a \\"b\\" \\\\ c\\nd')
})

test('before the first observation there are only the help and the type', () => {
  expect(createExample().text()).toBe('# HELP wait_seconds Waiting.\n# TYPE wait_seconds histogram\n')
})
