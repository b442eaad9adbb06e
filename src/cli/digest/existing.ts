import type { Command } from '@commander-js/extra-typings'
import { dayAt } from '../../calendar/day.js'
import type { Organization } from '../../domain/organization/organization.js'
import { setDigest } from '../../domain/digests/change.js'
import type { Digest } from '../../domain/digests/digest.js'
import { digestSettings } from '../../domain/digests/settings.js'
import { accept } from '../../domain/input.js'
import { Problem } from '../../domain/problem.js'
import { contentRefusals, silentWords } from '../../domain/words/digest-status.js'
import type { Digests, ListedDigest } from '../../services/digests/digests.js'
import { findTeam } from '../../services/organizations/teams.js'
import { messageText } from '../ask/message-text.js'
import { declareOrganizationCommand } from '../command.js'
import type { AboutOne } from '../open.js'
import type { Printed } from '../output.js'
import { admitChannel, nothingPosted, withoutApp } from './channel.js'
import { digestJson, digestShape, nameOf, runJson, runShape, statusText } from './words.js'

/** The options that identify a digest. */
const withDigest = (command: Command) =>
  command
    .requiredOption('--channel <id>', 'the Slack id of the channel')
    .option('--workspace <id>', 'the Slack id of the workspace (T…)')
    .option('--team <team>', 'the digest for this team (id or name)')

type DigestOptions = ReturnType<ReturnType<typeof withDigest>['opts']>

interface AboutDigest extends Pick<AboutOne, 'organization' | 'services' | 'dependencies'> {
  readonly options: DigestOptions
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
const digestsOf = async ({
  organization,
  services,
  options,
}: AboutDigest): Promise<readonly ListedDigest[]> => {
  const id = channelOf(options.channel)
  const workspace = options.workspace?.trim().toUpperCase()
  return (await services.digests.list(organization)).filter(
    ({ digest }) => digest.channel === id && (workspace === undefined || digest.workspace === workspace),
  )
}

const noSuchDigest = ({ slug }: Organization): Problem =>
  new Problem('not_found', `There is no such digest. To see them: whosout digest list --org ${slug}`)

/** The digest that the options identify: without a team, the one for everybody, or else the only one of the channel. */
const chosen = async (given: AboutDigest): Promise<ListedDigest> => {
  const { organization, dependencies, options } = given
  const found = await digestsOf(given)
  const wanted =
    options.team === undefined
      ? null
      : (await findTeam(dependencies.store, organization._id, options.team)).id
  const exact = found.filter(({ digest }) => digest.team_id === wanted)
  const [only, another] = exact.length > 0 || wanted !== null ? exact : found
  if (another)
    throw new Problem('conflict', 'This matches several digests: choose one with --team or --workspace.')
  if (only) return only
  throw noSuchDigest(organization)
}

const changedShape = digestShape.replace('}', ', "changed"}')

const changedTo = (
  past: string,
  { team }: ListedDigest,
  { digest, changed }: Awaited<ReturnType<Digests['pause']>>,
): Printed => ({
  json: { ...digestJson({ digest, team }), changed },
  text: `${nameOf({ digest, team })} ${changed ? 'is now' : 'was already'} ${past}.`,
})

export const pause = declareOrganizationCommand({
  usage: 'pause',
  description: 'Stop posting until the digest is resumed',
  options: withDigest,
  json: changedShape,
  run: async ({ organization, actor, ...given }) => {
    const listed = await chosen({ organization, ...given })
    const done = await given.services.digests.pause(organization, listed.digest._id, actor)
    return changedTo('paused', listed, done)
  },
})

export const resume = declareOrganizationCommand({
  usage: 'resume',
  description: 'Start posting again, from the next day',
  options: withDigest,
  json: changedShape,
  run: async ({ env, organization, actor, ...given }) => {
    const listed = await chosen({ organization, ...given })
    await admitChannel(env, given, listed.digest)
    const done = await given.services.digests.resume(organization, listed.digest._id, actor)
    return changedTo('running', listed, done)
  },
})

/** The digests to remove: when a channel has several, the options must say which. */
const toRemove = async (
  given: AboutDigest,
  { everybody, all }: { readonly everybody?: true; readonly all?: true },
): Promise<readonly ListedDigest[]> => {
  if (given.options.team !== undefined) return [await chosen(given)]
  const found = await digestsOf(given)
  const meant = everybody ? found.filter(({ digest }) => digest.team_id === null) : found
  if (meant.length === 0) throw noSuchDigest(given.organization)
  if (meant.length === 1 || all) return meant
  const names = meant.map(({ digest, team }) =>
    digest.team_id === null ? 'everybody' : (team ?? 'a deleted team'),
  )
  throw new Problem(
    'conflict',
    `This channel has ${meant.length} digests (${names.join(', ')}): choose one with --team TEAM or --everybody, or remove them all with --all.`,
  )
}

export const remove = declareOrganizationCommand({
  usage: 'remove',
  description: 'Remove a digest',
  options: (command) =>
    withDigest(command)
      .option('--everybody', 'the digest for everybody')
      .option('--all', 'every digest of the channel'),
  json: '{"id", "removed"}; with --all a list of these',
  run: async (given) => {
    const { organization, services, options, actor } = given
    const listed = await toRemove(given, options)
    for (const { digest } of listed) await services.digests.remove(organization, digest._id, actor)
    const removed = listed.map(({ digest }) => ({ id: digest._id, removed: true }))
    return {
      json: options.all ? removed : removed[0],
      text: listed.map((one) => `${nameOf(one)} has been removed.`),
    }
  },
})

/** A digest as `digest set` makes it by default, of nobody's channel: to be looked at before there is a Slack. */
const sampleDigest = async (
  { organization, dependencies }: Pick<AboutDigest, 'organization' | 'dependencies'>,
  team: string | undefined,
): Promise<Digest> => {
  const { _id: org, timezone, working_days: days } = organization
  const { store, now, tzdata } = dependencies
  const team_id = team === undefined ? null : (await findTeam(store, org, team)).id
  const settings = accept(
    digestSettings,
    { time: '09:00', timezone, days },
    'These digest settings are invalid.',
  )
  const place = { workspace: '', channel: '', who: '', creator: null }
  return setDigest(undefined, { org, team_id, settings, ...place }, { now: now(), tzdata })
}

export const preview = declareOrganizationCommand({
  usage: 'preview',
  description: 'Show the message for its next day without posting it',
  options: (command) =>
    command
      .option('--channel <id>', 'the Slack id of the channel (default: none yet, with the usual settings)')
      .option('--workspace <id>', 'the Slack id of the workspace (T…)')
      .option('--team <team>', 'the digest for this team (id or name)'),
  json: '{"date", "kind", "reason", "message"}; "kind" is message or silent, "message" {"title", "parts"}',
  help: '\nWithout --channel it works before Slack is connected.',
  run: async ({ options: { channel, ...options }, ...given }) => {
    const digest =
      channel === undefined
        ? await sampleDigest(given, options.team)
        : (await chosen({ ...given, options: { ...options, channel } })).digest
    const date = digest.next_date ?? dayAt(given.io.now(), digest.timezone)
    const content = await given.services.buildDigest(digest, date, { late: false, planned: digest.time })
    if (!('message' in content)) throw new Problem('conflict', contentRefusals[content.kind])
    const { kind, message } = content
    const reason = kind === 'silent' ? content.reason : null
    return {
      json: { date, kind, reason, message },
      text: [...(reason ? [silentWords[reason]] : []), messageText(message)].join('\n\n'),
    }
  },
})

export const postNow = declareOrganizationCommand({
  usage: 'post-now',
  description:
    'Post today’s digest now unless it was already posted; a running server does it within a minute',
  options: withDigest,
  json: `${runShape}; "state" is pending: a running server posts it`,
  run: async ({ env, organization, ...given }) => {
    const { digest } = await chosen({ organization, ...given })
    // Checks the channel again, as the form in Slack does before it posts.
    await admitChannel(env, given, digest)
    const run = await given.services.digests.postNow(organization, digest._id)
    const notes = nothingPosted(env)
    const posted = `Today's digest (${run.date}) will be posted by a running "whosout serve" within a minute.`
    return { json: runJson(run, digest), text: notes.length > 0 ? [] : posted, notes }
  },
})

export const status = declareOrganizationCommand({
  usage: 'status',
  description: 'Show what happened on its last seven days, and why',
  options: withDigest,
  json: `{"digest": {…}, "runs": [${runShape}]}; newest first, at most seven`,
  run: async (given) => {
    const listed = await chosen(given)
    const runs = await given.services.digests.status(listed.digest)
    const { store } = given.dependencies
    return {
      json: { digest: digestJson(listed), runs: runs.map((run) => runJson(run, listed.digest)) },
      text: statusText(listed, runs, await withoutApp(given.env, store, [listed.digest]), given.io.now()),
    }
  },
})
