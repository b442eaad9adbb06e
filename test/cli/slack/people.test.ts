import { describe, expect, it, test } from 'vitest'
import { openSlack } from '../../slack/house.js'
import { newSlug } from '../../services/keys/world.js'
import { embeddedSubject } from '../../stores/embedded/subject.js'
import { member } from '../../stores/samples.js'
import { openBench } from '../../stores/subject.js'
import { createTerminal } from '../fake-io.js'

const bench = openBench(embeddedSubject)

/** The terminal of a server for the workspace of a new organization. */
const openTerminal = async (...members: readonly (readonly [id: string, name: string, email: string])[]) => {
  const slack = await openSlack()
  const slug = newSlug()
  const terminal = createTerminal(() => bench().store, {
    SLACK_BOT_TOKEN: slack.state.workspaces.get('T0ACME')!.bot_token,
    SLACK_SIGNING_SECRET: slack.credentials.signingSecret,
    SLACK_API_URL: slack.apiUrl,
    SLACK_ORGANIZATION: slug,
    WHOSOUT_ORG: slug,
  })
  const { id: org } = await terminal.json<{ id: string }>(`org create Acme --slug ${slug}`)
  await bench().store.commit(
    members.map(([id, name, email]) => ({ put: 'members', document: member(org, id, { name, email }) })),
  )
  return { ...terminal, slack, slug }
}
const ana = ['ana', 'Ana Ruiz', 'ana@example.com'] as const
const bo = ['bo', 'Bo Li', 'bo@acme.test'] as const

describe('whosout slack people', () => {
  it('lists who is whom, and match and unmatch change it', async () => {
    const { json, run, slack } = await openTerminal(ana, bo)
    slack.addPerson({ id: 'U0BOBO', team_id: 'T0ACME', name: 'robert', email: 'robert@home.test' })
    const people = () => json('slack people')
    expect(await people()).toMatchObject({
      workspace: 'T0ACME',
      matches: [],
      unmatched: [{ user: 'U0BOBO', email: 'robert@home.test' }],
      without_slack: [{ member: 'bo', name: 'Bo Li', email: 'bo@acme.test' }],
    })
    const matched = await json('slack match U0BOBO --member "Bo Li"')
    expect(matched).toEqual({ workspace: 'T0ACME', user: 'U0BOBO', member: 'bo', name: 'Bo Li' })
    expect(await people()).toEqual({
      workspace: 'T0ACME',
      matches: [{ user: 'U0BOBO', member: 'bo', name: 'Bo Li' }],
      unmatched: [],
      without_slack: [],
    })
    expect((await run('slack people')).out).toContain('U0BOBO  Bo Li')
    await json('slack unmatch U0BOBO')
    expect(await people()).toMatchObject({ matches: [], unmatched: [{ user: 'U0BOBO' }] })
  })

  it('takes a workspace by its id where no workspace is known, and says so where none is named', async () => {
    const { slug } = await openTerminal(bo)
    const { run } = createTerminal(() => bench().store, { WHOSOUT_ORG: slug })
    const match = 'slack match U0BOBO --member bo@acme.test'
    for (const line of [match, 'slack people --workspace T0ELSE']) {
      const { code, err } = await run(line)
      expect([code, err]).toEqual([2, expect.stringContaining('Slack is not set up here')])
    }
    const matched = { code: 0, out: 'U0BOBO in T0ELSE is Bo Li (bo).' }
    expect(await run(`${match} --workspace T0ELSE`)).toMatchObject(matched)
  })
})

test('whosout sources sync lists nobody of a workspace that belongs to another organization', async () => {
  const { json, run, slack } = await openTerminal()
  const other = newSlug()
  await json(`org create Other --slug ${other}`)
  const { id } = await json<{ id: string }>(
    `sources add slack --create members --workspace T0ACME --org ${other}`,
  )
  expect(await run(`sources sync ${id} --org ${other}`)).toMatchObject({
    code: 1,
    err: expect.stringContaining('No token of this Slack workspace is known here for the organization.'),
  })
  expect(slack.calls('users.list')).toEqual([])
  expect(await json(`members list --org ${other}`)).toEqual([])
})

test('whosout sources add slack lists the people of the workspace, and says what became of them', async () => {
  const { json, run } = await openTerminal()
  const added = await json<{ id: string }>('sources add slack --create members')
  expect(added).toMatchObject({ kind: 'slack', name: 'Slack T0ACME', host: 'slack.com' })
  expect((await run(`sources sync ${added.id}`)).out).toBe('1 member added.')
  expect((await run(`sources show ${added.id}`)).out).toMatch(/members +1\n/)
  expect(await json('members list')).toMatchObject([{ email: 'ana@example.com', source: 'slack' }])
  const refused = await run('sources add slack --create everything')
  expect(refused).toMatchObject({ code: 2, err: 'Use --create members, or leave it out.' })
})
