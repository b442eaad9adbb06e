import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createInstallations } from '../../../src/services/workspaces/installations.js'
import { embeddedSubject } from '../../stores/embedded/subject.js'
import { openBench } from '../../stores/subject.js'
import { createTerminal } from '../fake-io.js'

const bench = openBench(embeddedSubject)
const oldKey = Buffer.alloc(32, 1)
const newKey = Buffer.alloc(32, 2)

const terminalWith = (...keys: readonly Buffer[]) =>
  createTerminal(() => bench().store, {
    SLACK_SIGNING_SECRET: 'a signing secret',
    SLACK_CLIENT_ID: '1.2',
    SLACK_CLIENT_SECRET: 'a client secret',
    SLACK_STATE_SECRET: 'a-secret-for-states-and-links',
    ENCRYPTION_KEY: keys.map((key) => key.toString('base64')).join(','),
  })

const installationsWith = (...keys: readonly Buffer[]) =>
  createInstallations(
    { store: bench().store, now: () => new Date(), random: (size) => randomBytes(size) },
    keys,
  )

const install = (key: Buffer, id: string, name: string) =>
  installationsWith(key).install(
    {
      id,
      name,
      token: `xoxb-${id}`,
      bot_id: 'B1',
      bot_user_id: 'U1',
      scopes: ['commands'],
      installed_by: 'U0ANA',
    },
    null,
  )

describe('whosout slack reencrypt', () => {
  it('moves the tokens to the first key, so that the old one can go, and is safe to repeat', async () => {
    await install(oldKey, 'T0ONE', 'One')
    await install(oldKey, 'T0TWO', 'Two')
    expect(await terminalWith(newKey, oldKey).run('slack reencrypt')).toEqual({
      code: 0,
      out: 'Re-encrypted 2 tokens with the first key in ENCRYPTION_KEY; 0 tokens already used it. Only the first key in ENCRYPTION_KEY is still needed.',
      err: '',
    })
    expect(await installationsWith(newKey).open('T0ONE')).toMatchObject({ token: 'xoxb-T0ONE' })
    expect(await terminalWith(newKey).json('slack reencrypt')).toEqual({
      reencrypted: 0,
      unchanged: 2,
      unreadable: [],
    })
  })

  it('names the workspaces whose tokens no key opens, leaves them as they are, and exits with 1', async () => {
    await install(Buffer.alloc(32, 9), 'T0LOST', 'Lost\u001b[31m')
    const said = await terminalWith(newKey, oldKey).run('slack reencrypt')
    expect(said).toMatchObject({
      code: 1,
      err: 'No key in ENCRYPTION_KEY can decrypt the token of "Lost\ufffd[31m" (T0LOST): add the key it was encrypted with, or reinstall the app there.',
    })
    expect(said.out).toContain('Keep the old keys')
    expect(await installationsWith(Buffer.alloc(32, 9)).open('T0LOST')).toMatchObject({
      token: 'xoxb-T0LOST',
    })
  })

  it('is for several workspaces, and says so', async () => {
    const said = await createTerminal(() => bench().store).run('slack reencrypt')
    expect(said).toMatchObject({ code: 2, err: expect.stringContaining('ENCRYPTION_KEY') })
  })
})
