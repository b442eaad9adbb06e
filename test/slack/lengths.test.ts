import { describe, expect, it } from 'vitest'
import { tooLong } from '../../src/language/words/normalize.js'
import { nastyShapes } from '../world/nasty.js'
import { channels, openAcme, people, standAtNoon, type AcmeHouse } from './acme-house.js'
import { enterRoom } from './home/rooms.js'
import { openHomeHouse } from './home/room.js'

standAtNoon()

const bot = 'U0ACMEBOT'
/** A person may ask 20 times a minute. */
const shapes = nastyShapes.slice(0, 5).map(([, repeated]) => repeated(9_000))

/** What Ada is told after she did something. */
const toldAfter = async (
  house: AcmeHouse,
  seen: () => readonly { readonly text: string }[],
  act: () => Promise<unknown> | undefined,
) => {
  const before = seen().length
  await act()
  return (await house.slack.until(() => seen()[before])).text
}

describe('what is longer than anybody types', () => {
  it('is refused with the way out: in a command, a direct message and a mention', async () => {
    const house = await openAcme()
    const { slack, posted } = house
    const ada = people.ada.id
    const direct = () => posted('direct').filter(({ user }) => user === bot)
    const mentioned = () => slack.visible(ada, channels.public.id).filter((one) => 'replaced' in one)
    for (const text of shapes) {
      const command = await house.answer('ada', text, 'public')
      const answers = [
        command.text,
        await toldAfter(house, direct, () => slack.write(ada, channels.direct.id, text)),
        await toldAfter(house, mentioned, () =>
          slack.write(ada, channels.public.id, `<@${bot}> share ${text}`),
        ),
      ]
      expect(answers).toEqual([tooLong(1_000), tooLong(1_000), tooLong(1_000)])
    }
  })

  it('is refused in a form beside its field, and the form stays open', async () => {
    const house = await openHomeHouse()
    await enterRoom(house, 'zoe', 'keys')
    const form = await house.opens('zoe', 'home_keys:new')
    for (const text of shapes) {
      await house.submits('zoe', form, { name: text, allow: text })
      expect([form.open, form.errors]).toEqual([
        true,
        {
          'home_key_field:name': expect.stringMatching(/^Use at most [\d,]+ characters\.$/),
          'home_key_field:allow': expect.stringMatching(/^Use at most [\d,]+ characters\.$/),
        },
      ])
    }
    await house.submits('zoe', form, { name: 'board', allow: '203.0.113.0/24' })
    expect(Object.values((await house.organization()).keys)).toMatchObject([{ name: 'board' }])
  })
})
