import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { FakeSlack } from '../../demo/fake-slack/strict.js'
import { agentScope } from '../../../src/slack/manifest.js'
import { channels, openAcme, people, readable, standAtNoon, type PersonName } from '../acme-house.js'
import type { HouseOptions } from '../house.js'

standAtNoon()

const asAgent = ({ state }: FakeSlack): void => void state.workspaces.get('T0ACME')!.scopes.push(agentScope)

const direct = channels.direct.id

const open = async (options: HouseOptions = { before: asAgent }) => {
  const house = await openAcme(options)
  const { slack } = house
  slack.addChannel({ id: 'C0DESIGN', team_id: 'T0ACME', name: 'team-design', members: ['U0ADA'] })
  const prompts = () => slack.until(() => slack.state.prompts.get(direct))
  return { ...house, prompts }
}

describe('the agent view', () => {
  it('suggests what the person may want to ask when its messages are opened', async () => {
    const { slack, prompts } = await open()
    await slack.openMessages('U0ADA', direct)
    expect(await prompts()).toEqual([
      'Who is out in Platform this week?',
      'Who is out today?',
      'When am I off next?',
      'Who is back tomorrow?',
    ])
    expect(slack.calls('assistant.threads.setSuggestedPrompts')[0]!.args).not.toHaveProperty('thread_ts')
  })

  it('suggests the team that the channel in front of them is named after, and follows them to others', async () => {
    const { slack, prompts } = await open()
    await slack.openMessages('U0ADA', direct, 'C0DESIGN')
    expect((await prompts())[0]).toBe('Who is out in Design this week?')
    slack.state.prompts.clear()
    await slack.look('U0ADA', direct, channels.privateWithoutApp.id)
    expect((await prompts())[0]).toBe('Who is out in Platform this week?')
  })

  it('answers each of its prompts, those of the manifest included, as a direct message', async () => {
    const { slack, prompts, posted } = await open()
    await slack.openMessages('U0ADA', direct, 'C0DESIGN')
    const { features } = parse(
      readFileSync(new URL('../../../manifests/slack.agent.yaml', import.meta.url), 'utf8'),
    ) as { features: { agent_view: { suggested_prompts: { message: string }[] } } }
    const fixed = features.agent_view.suggested_prompts.map(({ message }) => message)
    for (const message of new Set([...(await prompts()), ...fixed])) {
      const before = posted('direct').length
      await slack.write('U0ADA', direct, message)
      const answer = await slack.until(() => posted('direct')[before + 1])
      expect(readable(answer.blocks), message).not.toMatch(/did not understand|I only know|Which/)
    }
  })

  it.each<[string, PersonName, HouseOptions]>([
    ['where the app has no such view', 'ada', {}],
    ['to guests', 'guest', { before: asAgent }],
    ['to people of other companies', 'outsider', { before: asAgent }],
  ])('suggests nothing %s', async (_, who, options) => {
    const { slack, answer } = await open(options)
    await slack.event('T0ACME', {
      type: 'app_home_opened',
      user: people[who].id,
      channel: direct,
      tab: 'messages',
    })
    // Slower than what would have been suggested.
    await answer('ada', 'today')
    expect(slack.calls('assistant.threads.setSuggestedPrompts')).toEqual([])
  })
})
