import type { Command } from 'commander'
import { dayAt } from '../../calendar/day.js'
import type { Organization } from '../../domain/organization/organization.js'
import { Problem } from '../../domain/problem.js'
import type { Dependencies } from '../../services/dependencies.js'
import { createDigestContent } from '../../services/digests/content.js'
import { createDigests, type Digests, type ListedDigest } from '../../services/digests/digests.js'
import { findTeam } from '../../services/organizations/teams.js'
import type { Environment } from '../../config/config.js'
import { admitChannel, sayNothingPosted } from './channel.js'
import { digestJson, digestShape, nameOf, runJson, runShape, statusText } from './words.js'
import { printJson, type Io } from '../io.js'
import { messageText } from '../ask/message-text.js'
import { contentRefusals, silentWords } from '../../domain/words/digest-status.js'
import { actorOf, withOrganization } from '../open.js'

/** The options that identify a digest. */
export interface ChannelOptions {
  readonly org: string
  readonly json?: boolean
  readonly channel: string
  readonly workspace?: string
  readonly team?: string
}

/** A Slack channel id: C (private channels too), or G for older private ones. */
export const channelOf = (typed: string): string => {
  const id = typed.trim()
  // Ids are in capitals and contain digits, unlike the names `general` and `GENERAL`.
  if (/^[CG](?=.*\d)[A-Z0-9]{2,20}$/.test(id)) return id
  const message =
    'Use the Slack id of the channel, such as C0123ABCD. Slack shows it at the bottom of the channel details.'
  throw new Problem('invalid', 'Unknown channel.', { issues: [{ path: ['channel'], message }] })
}

/** The digests of the channel. */
const digestsOf = async (
  digests: Digests,
  organization: Organization,
  { channel, workspace }: ChannelOptions,
): Promise<readonly ListedDigest[]> => {
  const id = channelOf(channel)
  return (await digests.list(organization)).filter(
    ({ digest }) =>
      digest.channel === id &&
      (workspace === undefined || digest.workspace === workspace.trim().toUpperCase()),
  )
}

const noSuchDigest = ({ slug }: Organization): Problem =>
  new Problem('not_found', `There is no such digest. To see them: whosout digest list --org ${slug}`)

/** The digest that the options identify: without a team, the one for everybody, or else the only one of the channel. */
const chosen = async (
  digests: Digests,
  organization: Organization,
  { store }: Dependencies,
  options: ChannelOptions,
): Promise<ListedDigest> => {
  const { team } = options
  const found = await digestsOf(digests, organization, options)
  const wanted = team === undefined ? null : (await findTeam(store, organization._id, team)).id
  const exact = found.filter(({ digest }) => digest.team_id === wanted)
  const [only, another] = exact.length > 0 || wanted !== null ? exact : found
  if (another)
    throw new Problem('conflict', 'This matches several digests: choose one with --team or --workspace.')
  if (only) return only
  throw noSuchDigest(organization)
}

/** The arguments of a command about one digest. */
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
    .requiredOption('--channel <id>', 'the Slack id of the channel')
    .option('--workspace <id>', 'the Slack id of the workspace (T…)')
    .option('--team <team>', 'the digest for this team (id or name)')
    .option('--json', verb.shape)
    .action((options: ChannelOptions) =>
      withOrganization(io, options.org, async (organization, dependencies) => {
        const digests = createDigests(dependencies)
        const listed = await chosen(digests, organization, dependencies, options)
        await run({ digests, listed, organization, dependencies }, options.json ?? false)
      }),
    )
}

/** Checks the channel again, as the form in Slack does before it posts. */
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
      io.out(`${nameOf(listed)} ${changed ? 'is now' : 'was already'} ${past}.`)
    }
  const pause = {
    name: 'pause',
    description: 'Stop posting until the digest is resumed',
    shape: changedShape,
  }
  addVerb(
    digest,
    io,
    pause,
    change('paused', ({ digests, organization, listed }) =>
      digests.pause(organization, listed.digest._id, actorOf(io).who),
    ),
  )
  const resume = {
    name: 'resume',
    description: 'Start posting again, from the next day',
    shape: changedShape,
  }
  addVerb(
    digest,
    io,
    resume,
    change('running', async (chosen) => {
      await admit(env, chosen)
      return chosen.digests.resume(chosen.organization, chosen.listed.digest._id)
    }),
  )
}

interface RemoveOptions extends ChannelOptions {
  readonly everybody?: boolean
  readonly all?: boolean
}

/** The digests to remove: when a channel has several, the options must say which. */
const toRemove = async (
  digests: Digests,
  organization: Organization,
  dependencies: Dependencies,
  options: RemoveOptions,
): Promise<readonly ListedDigest[]> => {
  if (options.team !== undefined) return [await chosen(digests, organization, dependencies, options)]
  const found = await digestsOf(digests, organization, options)
  const meant = options.everybody ? found.filter(({ digest }) => digest.team_id === null) : found
  if (meant.length === 0) throw noSuchDigest(organization)
  if (meant.length === 1 || options.all) return meant
  const names = meant.map(({ digest, team }) =>
    digest.team_id === null ? 'everybody' : (team ?? 'a deleted team'),
  )
  throw new Problem(
    'conflict',
    `This channel has ${meant.length} digests (${names.join(', ')}): choose one with --team TEAM or --everybody, or remove them all with --all.`,
  )
}

const addRemove = (digest: Command, io: Io): void => {
  digest
    .command('remove')
    .description('Remove a digest')
    .requiredOption('--org <slug>', 'the organization')
    .requiredOption('--channel <id>', 'the Slack id of the channel')
    .option('--workspace <id>', 'the Slack id of the workspace (T…)')
    .option('--team <team>', 'the digest for this team (id or name)')
    .option('--everybody', 'the digest for everybody')
    .option('--all', 'every digest of the channel')
    .option('--json', '{"id","removed"}; with --all a list of these')
    .action((options: RemoveOptions) =>
      withOrganization(io, options.org, async (organization, dependencies) => {
        const digests = createDigests(dependencies)
        const listed = await toRemove(digests, organization, dependencies, options)
        const removed: { readonly id: string; readonly removed: true }[] = []
        for (const one of listed) {
          const { _id: id } = await digests.remove(organization, one.digest._id)
          removed.push({ id, removed: true })
          if (!options.json) io.out(`${nameOf(one)} has been removed.`)
        }
        if (options.json) printJson(io, options.all ? removed : removed[0])
      }),
    )
}

const addPreview = (digest: Command, io: Io): void => {
  const shape = '{"date","kind","reason","message"}; "kind" is message or silent, "message" {"title","parts"}'
  const verb = { name: 'preview', description: 'Show the message for its next day without posting it', shape }
  addVerb(digest, io, verb, async ({ listed, dependencies }, json) => {
    const { digest } = listed
    const date = digest.next_date ?? dayAt(io.now(), digest.timezone)
    const content = await createDigestContent(dependencies.store)(digest, date, {
      late: false,
      planned: digest.time,
    })
    if (!('message' in content)) throw new Problem('conflict', contentRefusals[content.kind])
    const { kind, message } = content
    const reason = kind === 'silent' ? content.reason : null
    if (json) return printJson(io, { date, kind, reason, message })
    io.out([...(reason ? [silentWords[reason]] : []), messageText(message)].join('\n\n'))
  })
}

const addStatus = (digest: Command, io: Io): void => {
  const shape = `{"digest":{…},"runs":[${runShape}]}; newest first, at most seven`
  const verb = { name: 'status', description: 'Show what happened on its last seven days, and why', shape }
  addVerb(digest, io, verb, async ({ digests, listed }, json) => {
    const runs = await digests.status(listed.digest)
    if (!json) return io.out(statusText(listed, runs, io.now()))
    printJson(io, { digest: digestJson(listed), runs: runs.map((run) => runJson(run, listed.digest)) })
  })
}

const addPostNow = (digest: Command, io: Io, env: Environment): void => {
  const shape = `${runShape}; "state" is pending: a running server posts it`
  const description =
    'Post today’s digest now unless it was already posted; a running server does it within a minute'
  addVerb(digest, io, { name: 'post-now', description, shape }, async (chosen, json) => {
    await admit(env, chosen)
    const { digests, organization, listed } = chosen
    const run = await digests.postNow(organization, listed.digest._id)
    if (json) return printJson(io, runJson(run, listed.digest))
    if (!sayNothingPosted(io, env))
      io.out(`Today's digest (${run.date}) will be posted by a running "whosout serve" within a minute.`)
  })
}

/** `digest pause|resume|remove|preview|post-now|status`: the commands for existing digests. */
export const addDigestVerbs = (digest: Command, io: Io, env: Environment): void => {
  addChanges(digest, io, env)
  addRemove(digest, io)
  addPreview(digest, io)
  addPostNow(digest, io, env)
  addStatus(digest, io)
}
