import { beforeEach, describe, expect, it } from 'vitest'
import { createOrganizations } from '../../../src/services/organizations/organizations.js'
import { openSlack } from '../../slack/house.js'
import { dependenciesOn, createClock, newSlug } from '../../services/keys/world.js'
import { embeddedSubject } from '../../stores/embedded/subject.js'
import { member } from '../../stores/samples.js'
import { openBench } from '../../stores/subject.js'
import { createTerminal } from '../fake-io.js'

describe('whosout slack people', () => {
  const bench = openBench(embeddedSubject)
  let slug = ''
  beforeEach(async () => {
    slug = newSlug()
    const { create } = createOrganizations(dependenciesOn(bench().store, createClock()))
    const { _id: org } = await create({ name: 'Acme', slug, plan: 'free' })
    await bench().store.commit([
      { put: 'members', document: member(org, 'ana', { email: 'ana@example.com', name: 'Ana Ruiz' }) },
      { put: 'members', document: member(org, 'bo', { email: 'bo@acme.test', name: 'Bo Li' }) },
    ])
  })

  const openTerminal = async () => {
    const slack = await openSlack()
    slack.addPerson({ id: 'U0BOBO', team_id: 'T0ACME', name: 'robert', email: 'robert@home.test' })
    return createTerminal(() => bench().store, {
      SLACK_BOT_TOKEN: slack.state.workspaces.get('T0ACME')!.bot_token,
      SLACK_SIGNING_SECRET: slack.credentials.signingSecret,
      SLACK_API_URL: slack.apiUrl,
      SLACK_ORGANIZATION: slug,
    })
  }

  it('lists who is whom, and match and unmatch change it', async () => {
    const { json, run } = await openTerminal()
    const people = () => json('slack', 'people', '--org', slug)
    expect(await people()).toMatchObject({
      workspace: 'T0ACME',
      matches: [],
      unmatched: [{ user: 'U0BOBO', email: 'robert@home.test' }],
      without_slack: [{ member: 'bo', name: 'Bo Li', email: 'bo@acme.test' }],
    })
    const matched = await json('slack', 'match', 'U0BOBO', '--org', slug, '--member', 'Bo Li')
    expect(matched).toEqual({ workspace: 'T0ACME', user: 'U0BOBO', member: 'bo', name: 'Bo Li' })
    expect(await people()).toEqual({
      workspace: 'T0ACME',
      matches: [{ user: 'U0BOBO', member: 'bo', name: 'Bo Li' }],
      unmatched: [],
      without_slack: [],
    })
    expect((await run('slack', 'people', '--org', slug)).out).toContain('U0BOBO  Bo Li   bo')
    await json('slack', 'unmatch', 'U0BOBO', '--org', slug)
    expect(await people()).toMatchObject({ matches: [], unmatched: [{ user: 'U0BOBO' }] })
  })

  it('takes a workspace by its id where no workspace is known, and says so where none is named', async () => {
    const { run } = createTerminal(() => bench().store)
    const words = ['slack', 'match', 'U0BOBO', '--org', slug, '--member', 'bo@acme.test']
    expect(await run(...words)).toMatchObject({
      code: 2,
      err: expect.stringContaining('Name one with --workspace') as string,
    })
    expect(await run(...words, '--workspace', 'T0ELSE')).toMatchObject({
      code: 0,
      out: 'U0BOBO in T0ELSE is Bo Li (bo).',
    })
  })
})

describe('whosout sources add slack', () => {
  const bench = openBench(embeddedSubject)

  it('lists the people of the workspace, and says what became of them', async () => {
    const slug = newSlug()
    const { create } = createOrganizations(dependenciesOn(bench().store, createClock()))
    await create({ name: 'Acme', slug, plan: 'free' })
    const slack = await openSlack()
    const { json, run } = createTerminal(() => bench().store, {
      SLACK_BOT_TOKEN: slack.state.workspaces.get('T0ACME')!.bot_token,
      SLACK_SIGNING_SECRET: slack.credentials.signingSecret,
      SLACK_API_URL: slack.apiUrl,
      SLACK_ORGANIZATION: slug,
    })
    const added = await json('sources', 'add', 'slack', '--org', slug, '--create', 'members')
    expect(added).toMatchObject({ kind: 'slack', name: 'Slack T0ACME', host: 'slack.com' })
    const { out } = await run('sources', 'sync', String(added['id']), '--org', slug)
    expect(out).toBe('1 member added.')
    expect((await run('sources', 'show', String(added['id']), '--org', slug)).out).toMatch(/members +1\n/)
    expect(await json('members', 'list', '--org', slug)).toMatchObject([
      { email: 'ana@example.com', source: 'slack' },
    ])
    const refused = await run('sources', 'add', 'slack', '--org', slug, '--create', 'everything')
    expect(refused).toMatchObject({ code: 2, err: 'Use --create members, or leave it out.' })
  })
})
