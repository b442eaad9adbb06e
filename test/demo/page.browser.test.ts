import type { AllMiddlewareArgs, SlackCommandMiddlewareArgs } from '@slack/bolt'
import type { ModalView } from '@slack/web-api'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { axeFindings } from './axe.js'
import { openBrowser, openPage, type Look } from './browser.js'
import { faintTexts } from './contrast.js'
import { formListener } from './forms.js'
import { openDemoHouse, standOnWednesday, stopDemos } from './house.js'
import type { Register } from '../../src/slack/listeners.js'

standOnWednesday()

let browser: Browser
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

let noted: readonly string[] = []
afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()))
  await stopDemos()
  expect(noted).toEqual([])
})

const open = async (look?: Look, listeners?: readonly Register[]): Promise<Page> => {
  const { url } = await openDemoHouse(listeners)
  const { page, faults } = await openPage(browser, url, look)
  noted = faults
  return page
}

const type = async (page: Page, text: string): Promise<void> => {
  await page.getByRole('textbox', { name: /^Message/ }).fill(text)
  await page.keyboard.press('Enter')
}

const hasFocus = async (locator: Locator): Promise<boolean> =>
  (await locator.and(locator.page().locator(':focus')).count()) === 1

/** What has the focus, and whether that is to be seen; the message box shows it by its frame. */
const focused = `(() => {
  const node = document.activeElement
  const { outlineStyle } = getComputedStyle(node)
  const { boxShadow } = getComputedStyle(node.closest('.composer') ?? node)
  if (node === document.body) return ['body', 'ring']
  const name = node.id || (node.getAttribute('aria-label') ?? node.textContent.trim().slice(0, 23))
  return [name, outlineStyle !== 'none' || boxShadow !== 'none' ? 'ring' : 'no ring']
})()`

const messages = (page: Page) => page.getByRole('log').locator('.message')
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('log').getByRole('heading', { name }).last()

/** What the panel shows, as it would be copied from there. */
const restOf = async (
  page: Page,
  from: string,
): Promise<{ in: unknown[]; out: unknown[]; team_name: string | null }> => {
  await page.locator('#curl', { hasText: `from=${from}` }).waitFor()
  return JSON.parse((await page.locator('#json').textContent())!) as never
}

describe('in a browser', () => {
  it('answers what is typed, steps on, takes a team and shares, the API’s answer beside it', async () => {
    const page = await open()
    await type(page, '/whosout next week')
    // After a digest, two messages of people and the answer that the demo opens on.
    const answer = messages(page).nth(4)
    await answer.getByRole('heading', { name: /^Who is out · next week, 23–\S*27 Nov$/ }).waitFor()
    expect(await answer.textContent()).toContain('Only visible to you')
    const { in: present, out } = await restOf(page, '2026-11-23')
    expect(await answer.textContent()).toMatch(
      new RegExp(`\\d+\\sof\\s${out.length + present.length} are out`),
    )

    await answer.getByRole('button', { name: '30 Nov – 4 Dec ›' }).click()
    await heading(page, 'Who is out · 30 Nov – 4 Dec').waitFor()
    expect(await messages(page).count()).toBe(5)
    await answer.getByRole('combobox').selectOption('Design')
    await heading(page, /Design/).waitFor()
    expect((await restOf(page, '2026-11-30&to=2026-12-06&team_id=')).team_name).toBe('Design')

    await answer.getByRole('button', { name: 'Share to #general' }).click()
    await page.getByText('Shared by Greta Holm.').waitFor()
    await page.getByText('Shared with this channel.').waitFor()
    expect(await messages(page).nth(5).textContent()).not.toContain('Only visible to you')
    expect(await messages(page).nth(5).getByRole('button').count()).toBe(0)
    await page.getByLabel('You are').selectOption('Ben Okafor')
    await page.getByText('Off sick: only he').waitFor()
    expect(await messages(page).count()).toBe(4)
  })

  it('runs an example, makes somebody ill, and sees the digest come and change', async () => {
    const page = await open()
    await page.getByRole('button', { name: '/whosout help' }).click()
    await heading(page, 'Who is out, and who is in').waitFor()
    await page.getByRole('button', { name: 'next digest' }).click()
    await page.getByText(/^Thu,? 19 Nov, 0?9:01/).waitFor()
    await page.getByRole('status').getByText('The digest is in #general').waitFor()
    const digest = messages(page).filter({ hasText: 'out · Thu 19 Nov' })
    await digest.filter({ hasText: '6 of 40' }).waitFor()
    await page.getByRole('button', { name: 'Felix Braun falls ill' }).click()
    await digest.filter({ hasText: '(edited)' }).filter({ hasText: '7 of 40' }).waitFor()
    await type(page, '/lunch')
    await page.getByRole('status').getByText('Unknown command /lunch').waitFor()
    expect(await page.getByRole('textbox').inputValue()).toBe('/lunch')
    noted = noted.filter((fault) => !fault.includes('422'))
  })

  it('offers the command as soon as it is begun, completes it, and lets everything else be', async () => {
    const page = await open()
    const input = page.getByRole('textbox', { name: /^Message/ })
    const offer = page.locator('#offer').getByRole('button', { name: '/whosout [today | next week' })
    for (const key of ['Tab', 'Enter']) {
      await input.pressSequentially('/wh')
      await offer.getByText('Who is out, until when, and who is back').waitFor()
      expect(await axeFindings(page)).toEqual([])
      expect(await faintTexts(page)).toEqual([])
      await page.keyboard.press(key)
      expect([await input.inputValue(), await hasFocus(input)]).toEqual(['/whosout ', true])
      await input.fill('')
    }
    await input.fill('/')
    await offer.click()
    expect([await input.inputValue(), await hasFocus(input)]).toEqual(['/whosout ', true])
    for (const other of ['/lunch', '/whosout n', 'hello', '']) {
      await input.fill(other)
      expect([other, await offer.count()]).toEqual([other, 0])
    }
    await input.fill('/whosout')
    const before = await messages(page).count()
    await page.keyboard.press('Enter')
    await messages(page).nth(before).waitFor()
    await expect.poll(() => offer.count()).toBe(0)
  })

  it('ends with a sentence where a form does not come', async () => {
    const never: Register = (app, { answer }) =>
      app.command(
        /^\/./,
        answer<SlackCommandMiddlewareArgs & AllMiddlewareArgs>(async ({ client, command }) => {
          const { trigger_id } = command
          const text = { type: 'mrkdwn', text: 'One moment, please…' } as const
          const title = { type: 'plain_text', text: 'whosout' } as const
          const view: ModalView = { type: 'modal', title, blocks: [{ type: 'section', text }] }
          await client.views.open({ trigger_id: command.text === 'late' ? 'gone' : trigger_id, view })
        }),
      )
    const page = await open(undefined, [never])
    await page.clock.install()
    await type(page, '/whosout late')
    await page.getByRole('status').getByText('The form did not open: Slack refused it').waitFor()
    await type(page, '/whosout never')
    const form = page.getByRole('dialog')
    await form.getByText('One moment, please…').waitFor()
    await page.clock.fastForward(11_000)
    await form.getByRole('alert').getByText('This form did not open. Close it, and try again.').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'hidden' })
  })

  it('is used with the keyboard alone: in order, with the focus in sight and kept', async () => {
    const page = await open()
    const walked: string[] = []
    for (let steps = 0; steps < 99; steps++) {
      await page.keyboard.press('Tab')
      const [name, ring] = await page.evaluate<[string, string]>(focused)
      if (name === 'body') continue
      if (walked.includes(name)) break
      walked.push(name)
      expect([name, ring]).toEqual([name, 'ring'])
    }
    expect(walked.slice(0, 34)).toEqual([
      'Skip to the message box',
      'you',
      'Home tab of whosout',
      '# general',
      '# design',
      '# random',
      'Direct message with whosout',
      'Felix Braun falls ill',
      'Skip to the next digest',
      'log',
      'More actions on what whosout wrote',
      'This week',
      'Next week',
      'Another day ▾',
      'More actions on what Felix Braun wrote',
      'More actions on what Ana Ruiz wrote',
      '‹ 16–20 Nov',
      '30 Nov – 4 Dec ›',
      'In',
      'Team',
      'Share to #general',
      '/whosout',
      '/whosout next week',
      '/whosout design friday',
      '/whosout @ana',
      '/whosout help',
      '@whosout who is out fri',
      '@whosout share next wee',
      '⚡ Shortcuts',
      'message',
      'Send',
      'copy',
      'curl',
      'json',
    ])
    await page.getByRole('textbox').focus()
    await page.keyboard.type('/whosout next week')
    await page.keyboard.press('Enter')
    const next = messages(page).nth(3).locator('[data-action="ask:next"]')
    await next.focus()
    await page.keyboard.press('Enter')
    await heading(page, 'Who is out · 30 Nov – 4 Dec').waitFor()
    expect(await hasFocus(next)).toBe(true)
    await page.getByRole('textbox').focus()
    await page.keyboard.press('ArrowUp')
    expect(await page.getByRole('textbox').inputValue()).toBe('/whosout next week')
  })

  it.each([
    [320, 640, 'light'],
    [390, 844, 'dark'],
    [1280, 800, 'dark'],
  ] as const)(
    'fits %i × %i (%s) without scrolling sideways, and every text stands out',
    async (width, height, colorScheme) => {
      const page = await open({ width, height, colorScheme })
      await type(page, '/whosout next week')
      await heading(page, /^Who is out/).waitFor()
      await restOf(page, '2026-11-23')
      const sizes = await page.evaluate<[number, number]>(
        '[document.documentElement.scrollWidth, innerWidth]',
      )
      expect(sizes[0]).toBeLessThanOrEqual(sizes[1])
      expect(await faintTexts(page)).toEqual([])
      const box = await page.getByRole('textbox').boundingBox()
      expect(box!.y + box!.height).toBeLessThanOrEqual(height)
    },
  )

  it('shows a digest of another channel on a narrow screen, and what a press in its form did', async () => {
    const page = await open({ width: 390, height: 844 })
    const spanOf = async (locator: Locator): Promise<readonly [top: number, bottom: number]> => {
      const { y, height } = (await locator.boundingBox())!
      return [y, y + height]
    }
    await page.getByRole('button', { name: '# random' }).click()
    await page.getByRole('button', { name: 'Skip to the next digest' }).click()
    await page.getByRole('status').getByText('The digest is in #general').waitFor()
    await page.getByRole('button', { name: '# general' }).click()
    const [top, bottom] = await spanOf(heading(page, /out · Thu 19 Nov/))
    const [writing] = await spanOf(page.getByRole('textbox'))
    expect([top >= 0, bottom <= writing]).toEqual([true, true])
    await type(page, '/whosout digest')
    const form = page.getByRole('dialog', { name: 'Morning digest' })
    await form.getByRole('button', { name: 'Send a test to me' }).click()
    const said = form.getByText('is in the channel, visible only to you.')
    await said.waitFor()
    const [above, below] = await spanOf(said)
    const [, title] = await spanOf(form.getByRole('heading', { name: 'Morning digest' }))
    const [save] = await spanOf(form.getByRole('button', { name: 'Save' }))
    expect([above >= title, below <= save]).toEqual([true, true])
  })

  it('takes the whole of a narrow screen for an answer, so that none of its buttons is cut off', async () => {
    const page = await open({ width: 390, height: 844 })
    await type(page, '/whosout next week')
    const answer = messages(page).nth(4)
    await answer.getByRole('button', { name: 'Share to #general' }).waitFor()
    const visible = `(() => {
      const log = document.getElementById('log').getBoundingClientRect()
      const { top, bottom } = [...document.querySelectorAll('#messages .message')].at(-1).getBoundingClientRect()
      return top >= log.top - 1 && bottom <= Math.min(log.bottom, innerHeight) + 1
    })()`
    await expect.poll(() => page.evaluate(visible)).toBe(true)
    await page.getByRole('button', { name: '# random' }).click()
    await expect.poll(() => page.evaluate('document.querySelector(".talk.whole")')).toBe(null)
  })

  it('offers channels for a digest, and says in the form that one has several', async () => {
    const page = await open()
    const form = page.getByRole('dialog', { name: 'Morning digest' })
    await type(page, '/whosout digest')
    await form.getByRole('combobox').first().selectOption('Design')
    await form.getByText('Not set yet.').waitFor()
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'hidden' })
    await type(page, '/whosout digest')
    await form.getByText('This channel has several digests: choose one.').waitFor()
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'hidden' })
    await type(page, '/whosout digest what')
    await messages(page)
      .filter({ hasText: /The morning digest\s*Unknown digest command/ })
      .waitFor()
    await page.getByRole('button', { name: 'Home tab of whosout' }).click()
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    await page.getByRole('button', { name: 'New digest' }).click()
    const channels = page.getByRole('dialog', { name: 'New digest' }).getByRole('option')
    await expect.poll(() => channels.allTextContents()).toEqual(['Choose', 'general', 'design', 'random'])
  })

  it('keeps what is filled in while the digest is previewed, and saves it', async () => {
    const page = await open()
    await type(page, '/whosout digest')
    const form = page.getByRole('dialog', { name: 'Morning digest' })
    await form.getByLabel('Time', { exact: true }).fill('16:00')
    await form.getByRole('checkbox', { name: 'Thursday' }).uncheck()
    await form.getByRole('button', { name: 'Preview' }).click()
    const preview = page.getByRole('dialog', { name: 'Preview' })
    await preview.getByRole('heading', { name: /out · Wed 18 Nov/ }).waitFor()
    expect(await faintTexts(page)).toEqual([])
    await preview.getByText('Close', { exact: true }).click()
    await form.waitFor()
    expect(await form.getByLabel('Time', { exact: true }).inputValue()).toBe('16:00')
    expect(await hasFocus(form.getByRole('button', { name: 'Preview' }))).toBe(true)
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'hidden' })
    await messages(page).filter({ hasText: 'Mon–Wed, Fri at 16:00 (Europe/Berlin)' }).waitFor()
  })

  it('has shortcuts, a menu on messages, mentions and direct messages', async () => {
    const page = await open({ width: 390, height: 844, colorScheme: 'light' })
    const isLegible = async () => {
      expect(await faintTexts(page)).toEqual([])
      expect(await axeFindings(page)).toEqual([])
    }
    await page.getByTitle('Shortcuts').click()
    await page.getByRole('button', { name: 'I’m off…' }).waitFor()
    await isLegible()
    await page.getByRole('button', { name: 'Who’s out?' }).click()
    await page.getByRole('dialog', { name: 'Everybody' }).getByText('Design · 2 of 13').waitFor()
    await page.keyboard.press('Escape')
    await page.getByLabel('More actions on what Ana Ruiz wrote').click()
    await page.getByRole('button', { name: 'Who here is out?' }).click()
    const here = page.getByRole('dialog', { name: 'Who here is out?' })
    await here.getByText('Ana Ruiz is in today').waitFor()
    await here.getByText(/^In this channel · /).waitFor()
    await isLegible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '@whosout who is out friday?' }).click()
    await heading(page, / out on Fri 20/).waitFor()
    await page.getByRole('button', { name: '@whosout share next week' }).click()
    await messages(page).filter({ hasText: 'Shared by ' }).waitFor()
    await page.getByRole('button', { name: 'Direct message with whosout' }).click()
    await page.getByRole('button', { name: 'Who is out in Design this week?' }).click()
    await heading(page, /^Design · Who is out/).waitFor()
    await type(page, 'and engineering?')
    await heading(page, /^Engineering · Who is out/).waitFor()
    await isLegible()
  })

  it('shows the palm tree of a colleague who falls ill, beside their name', async () => {
    const page = await open()
    const tree = messages(page)
      .filter({ hasText: 'Planning moves' })
      .getByRole('img', { name: /^Status: Out until/ })
    expect(await tree.count()).toBe(0)
    await page.getByRole('button', { name: 'Felix Braun falls ill' }).click()
    await tree.waitFor()
  })

  it('has the Home tab with its settings', async () => {
    const page = await open({ width: 390, height: 844, colorScheme: 'dark' })
    await page.getByRole('button', { name: 'Home tab of whosout' }).click()
    const home = page.getByRole('log')
    const enters = async (place: number) => {
      await home.getByRole('button', { name: 'Open' }).nth(place).click()
      await home.getByRole('button', { name: '‹ Settings' }).waitFor()
      expect(await faintTexts(page)).toEqual([])
      const [wide, inner] = await page.evaluate<[number, number]>(
        '[document.documentElement.scrollWidth, innerWidth]',
      )
      expect(wide).toBeLessThanOrEqual(inner)
    }
    const leaves = async () => {
      await home.getByRole('button', { name: '‹ Settings' }).click()
      await home.getByRole('heading', { name: 'Settings' }).waitFor()
    }
    await home.getByRole('button', { name: 'Settings' }).click()
    await home.getByRole('heading', { name: 'Settings' }).waitFor()
    await home.getByRole('button', { name: 'New key' }).click()
    await page.getByRole('dialog', { name: 'New API key' }).getByLabel('Name').fill('dashboard')
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    const secret = page.getByRole('dialog', { name: 'Copy the secret' })
    expect(await secret.locator('pre').textContent()).toMatch(/^who_live_\w+$/)
    await secret.getByText('I have copied it').click()
    await enters(6)
    await home.getByText('dashboard', { exact: true }).waitFor()
    await leaves()
    await enters(1)
    const find = home.getByRole('combobox', { name: 'Find a member' })
    expect(await find.inputValue()).toBe('')
    expect(await find.getByRole('option', { name: 'Find a member' }).isDisabled()).toBe(true)
    await home.getByRole('button', { name: 'Match…' }).click()
    const match = page.getByRole('dialog', { name: 'Match' })
    await match.getByLabel('Member').selectOption({ label: 'Ana Ruiz · Design' })
    await match.getByRole('button', { name: 'Match' }).click()
    await page
      .getByRole('dialog', { name: 'People' })
      .getByText('@Sky Turner is Ana Ruiz from now on.')
      .waitFor()
    await page.keyboard.press('Escape')
    await home.getByText('matched by hand').waitFor()
    await leaves()
    await enters(4)
    await home.getByRole('button', { name: 'New link' }).click()
    await page.getByRole('dialog', { name: 'New link' }).getByLabel('Name').fill('TV kitchen')
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    const address = page.getByRole('dialog', { name: 'Copy the address' })
    expect(await address.locator('pre').first().textContent()).toContain('/calendar/who_link_')
    expect(await faintTexts(page)).toEqual([])
    await address.getByText('I have copied it').click()
    await home.getByText('TV kitchen').waitFor()

    await page.getByRole('button', { name: '# general' }).click()
    await type(page, '/whosout settings')
    await page.getByRole('link', { name: 'Open the settings' }).click()
    await home.getByRole('heading', { name: 'Settings' }).waitFor()

    await page.getByLabel('You are').selectOption('Ben Okafor')
    await home.getByText('Ask anywhere').waitFor()
    expect(await home.getByText('API keys').count()).toBe(0)
    await page.getByRole('button', { name: 'Direct message with whosout' }).click()
    await home.getByText('Ask whosout, as you would ask a colleague').waitFor()
    expect(await page.getByRole('textbox').count()).toBe(1)
  })

  it('draws a form, says what is wrong with it, and submits it', async () => {
    const page = await open(undefined, [formListener])
    await type(page, '/whosout digest')
    const form = page.getByRole('dialog', { name: 'Morning digest' })
    await form.waitFor()
    expect(await hasFocus(form.getByLabel('Heading'))).toBe(true)
    await form.getByLabel('Heading').fill('Bad')
    await form.getByRole('checkbox', { name: 'Wednesday' }).check()
    await form.getByLabel('Time').fill('08:30')
    await form.getByRole('combobox', { name: 'Team' }).selectOption('Design')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByRole('alert').getByText('Say something kinder').waitFor()
    expect(await faintTexts(page)).toEqual([])
    expect(await form.getByLabel('Heading').inputValue()).toBe('Bad')
    expect(await hasFocus(form.getByLabel('Heading'))).toBe(true)
    await form.getByLabel('Heading').fill('Hello')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'hidden' })
    await messages(page).filter({ hasText: 'Saved.' }).filter({ hasText: '(edited)' }).waitFor()
    const said = await messages(page).filter({ hasText: 'heading' }).locator('.text').textContent()
    expect(JSON.parse(said!)).toMatchObject({
      title: { heading: { value: 'Hello' } },
      team: { team: { selected_option: { value: 'design' } } },
      days: { days: { selected_options: [{ value: 'mon' }, { value: 'wed' }] } },
      time: { time: { selected_time: '08:30' } },
      more: { more: { selected_options: [] } },
    })
    expect(await hasFocus(page.getByRole('textbox'))).toBe(true)
    await type(page, '/whosout digest')
    await form.waitFor()
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'hidden' })
    await page.getByText('Not now, then.').waitFor()
  })
})
