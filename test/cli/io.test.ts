import { expect, test } from 'vitest'
import { showOnce } from '../../src/cli/io.js'
import { refusalOf } from '../services/keys/world.js'

const full = Object.assign(new Error('no space'), { syscall: 'write', code: 'ENOSPC' })
const show = (fault: unknown, takeBack: () => Promise<unknown>) =>
  showOnce(
    { show: () => Promise.reject(fault) },
    { text: 'a secret', takeBack, done: 'It was revoked.', failed: 'It was not revoked.' },
  )

test('what is shown once and could not be taken back either is said to stand', async () => {
  const away = () => Promise.reject(new Error('the store is away'))
  expect(await refusalOf(show(full, away))).toMatchObject({
    code: 'conflict',
    message: 'The output cannot be written: the disk is full. It was not revoked.',
  })
})

test('a fault of our own is not taken for one of the output', async () => {
  const bug = new TypeError('a bug')
  await expect(show(bug, async () => undefined)).rejects.toBe(bug)
})
