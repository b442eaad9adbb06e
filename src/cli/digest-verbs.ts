import type { Command } from 'commander'
import { dayAt } from '../domain/day.js'
import type { Organization } from '../domain/organization.js'
import { Problem } from '../domain/problem.js'
import type { Dependencies } from '../services/dependencies.js'
import { createDigestContent } from '../services/digest-content.js'
import { createDigests, type Digests, type ListedDigest } from '../services/digests.js'
import { findTeam } from '../services/teams.js'
import { admitChannel, type Environment } from './digest-channel.js'
import { digestJson, digestShape, nameOf, runJson, runShape, statusText } from './digest-words.js'
import { printJson, type Io } from './io.js'
import { messageText } from './message-text.js'
import { actorOf, withOrganization } from './services.js'

/** Which digest is meant. */
export interface ChannelOptions {
  readonly org: string
  readonly json?: boolean
  readonly channel: string
  readonly workspace?: string
  readonly team?: string
}

/** Slack's ids of channels: C (also of private ones), or G of older private ones. */
export const channelOf = (typed: string): string => {
  const id = typed.trim().toUpperCase()
  if (/^[CG][A-Z0-9]{2,20}$/.test(id)) return id
  const message =
    "Give Slack's id of a channel, such as C0123ABCD: it stands at the end of the channel's details."
  throw new Problem('invalid', 'The channel is not known.', { issues: [{ path: ['channel'], message }] })
}

/** The digest that the options mean: without a team the one for everybody, or else the only one of the channel. */
const chosen = async (
  digests: Digests,
  organization: Organization,
  { store }: Dependencies,
  { channel, workspace, team }: ChannelOptions,
): Promise<ListedDigest> => {
  const id = channelOf(channel)
  const wanted = team === undefined ? null : (await findTeam(store, organization._id, team)).id
  const found = (await digests.list(organization)).filter(
    ({ digest }) =>
      digest.channel === id &&
      (workspace === undefined || digest.workspace === workspace.trim().toUpperCase()),
  )
  const exact = found.filter(({ digest }) => digest.team_id === wanted)
  const [only, another] = exact.length > 0 || wanted !== null ? exact : found
  if (another)
    throw new Problem('conflict', 'Several digests could be meant: say which with --team, or --workspace.')
  if (only) return only
  throw new Problem(
    'not_found',
    `There is no such digest. «whosout digest list --org ${organization.slug}» shows those there are.`,
  )
}

/** What a verb about one digest is given. */
interface Chosen {
  readonly digests: Digests
  readonly listed: ListedDigest
  readonly organization: Organization
  readonly dependencies: Dependencies
}

const addVerb = (
  digest: Command,
  io: Io,
  verb: { readonly name: string; readonly description: string; readonly shape: string },
  run: (chosen: Chosen, json: boolean) => Promise<void>,
): void => {
  digest
    .command(verb.name)
    .description(verb.description)
    .requiredOption('--org <slug>', 'the organization')
    .requiredOption('--channel <id>', "Slack's id of the channel")
    .option('--workspace <id>', "Slack's id (T…)")
    .option('--team <team>', 'the digest of this team: an id or a name')
    .option('--json', verb.shape)
    .action((options: ChannelOptions) =>
      withOrganization(io, options.org, async (organization, dependencies) => {
        const digests = createDigests(dependencies)
        const listed = await chosen(digests, organization, dependencies, options)
        await run({ digests, listed, organization, dependencies }, options.json ?? false)
      }),
    )
}

/** As Slack's form looks at the channel again before it posts. */
const admit = (env: Environment, { listed, dependencies }: Chosen): Promise<void> =>
  admitChannel(env, dependencies, listed.digest)

const changedShape = digestShape.replace('}', ',"changed"}')

const addChanges = (digest: Command, io: Io, env: Environment): void => {
  const change =
    (past: string, act: (chosen: Chosen) => ReturnType<Digests['pause']>) =>
    async (chosen: Chosen, json: boolean): Promise<void> => {
      const { digest, changed } = await act(chosen)
      const listed = { ...chosen.listed, digest }
      if (json) return printJson(io, { ...digestJson(listed), changed })
      io.out(`${nameOf(listed)} ${changed ? 'is' : 'was already'} ${past}.`)
    }
  const pause = { name: 'pause', description: 'Post nothing until it is resumed', shape: changedShape }
  addVerb(
    digest,
    io,
    pause,
    change('paused', ({ digests, organization, listed }) =>
      digests.pause(organization, listed.digest._id, actorOf(io).who),
    ),
  )
  const resume = { name: 'resume', description: 'Post again, from the next day on', shape: changedShape }
  addVerb(
    digest,
    io,
    resume,
    change('running', async (chosen) => {
      await admit(env, chosen)
      return chosen.digests.resume(chosen.organization, chosen.listed.digest._id)
    }),
  )
  const remove = { name: 'remove', description: 'Take a digest away', shape: '{"id","removed"}' }
  addVerb(digest, io, remove, async ({ digests, organization, listed }, json) => {
    const { _id: id } = await digests.remove(organization, listed.digest._id)
    if (json) return printJson(io, { id, removed: true })
    io.out(`${nameOf(listed)} is removed.`)
  })
}

/** Why there is nothing to show. */
const nothingToShow = {
  team_deleted: 'Its team does not exist any more: set a digest for another team, or for everybody.',
  organization_gone: 'The organization does not exist any more.',
  suspended: 'The organization is suspended: nothing is posted.',
} as const

const silentWords = {
  bank_holiday: 'Nothing would be posted: everybody has a bank holiday. It would say:',
  nobody_out: 'Nothing would be posted: nobody is out. It would say:',
} as const

const addPreview = (digest: Command, io: Io): void => {
  const shape = '{"date","kind","reason","message"}; "kind" is message or silent, "message" {"title","parts"}'
  const verb = { name: 'preview', description: 'Show the message of its next day; nothing is posted', shape }
  addVerb(digest, io, verb, async ({ listed, dependencies }, json) => {
    const { digest } = listed
    const date = digest.next_date ?? dayAt(io.now(), digest.timezone)
    const content = await createDigestContent(dependencies.store)(digest, date, {
      late: false,
      planned: digest.time,
    })
    if (!('message' in content)) throw new Problem('conflict', nothingToShow[content.kind])
    const { kind, message } = content
    const reason = kind === 'silent' ? content.reason : null
    if (json) return printJson(io, { date, kind, reason, message })
    io.out([...(reason ? [silentWords[reason]] : []), messageText(message)].join('\n\n'))
  })
}

const addStatus = (digest: Command, io: Io): void => {
  const shape = `{"digest":{…},"runs":[${runShape}]}; newest first, at most seven`
  const verb = { name: 'status', description: 'What became of its last seven days, and why', shape }
  addVerb(digest, io, verb, async ({ digests, listed }, json) => {
    const runs = await digests.status(listed.digest)
    if (!json) return io.out(statusText(listed, runs, io.now()))
    printJson(io, { digest: digestJson(listed), runs: runs.map((run) => runJson(run, listed.digest)) })
  })
}

const addPostNow = (digest: Command, io: Io, env: Environment): void => {
  const shape = `${runShape}; "state" is pending: a running server posts it`
  const description =
    'Post the digest of today now, unless it was posted: a running server does it within a minute'
  addVerb(digest, io, { name: 'post-now', description, shape }, async (chosen, json) => {
    await admit(env, chosen)
    const { digests, organization, listed } = chosen
    const run = await digests.postNow(organization, listed.digest._id)
    if (json) return printJson(io, runJson(run, listed.digest))
    io.out(
      `Today's digest (${run.date}) is to be posted: a running «whosout serve» does it at its next tick, within a minute.`,
    )
  })
}

/** `digest pause|resume|remove|preview|post-now|status`: what is about one digest that is there. */
export const addDigestVerbs = (digest: Command, io: Io, env: Environment): void => {
  addChanges(digest, io, env)
  addPreview(digest, io)
  addPostNow(digest, io, env)
  addStatus(digest, io)
}
