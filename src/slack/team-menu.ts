import type { AllMiddlewareArgs, App, SlackOptionsMiddlewareArgs } from '@slack/bolt'
import type { ExternalSelect, PlainTextOption, StaticSelect } from '@slack/web-api'
import { foldName } from '../domain/organization/name.js'
import type { Organization } from '../domain/organization/organization.js'
import { listTeams } from '../services/organizations/teams.js'
import type { Dependencies } from '../services/dependencies.js'
import { shortText } from './blocks.js'
import { describeFault, type Log } from './log.js'
import { plainText } from './modal.js'
import type { SlackPeople } from './people/profiles.js'
import { accessOf } from './workspace/access.js'

/** The choice of all teams. */
export const everybody = 'all'

export interface MenuTeam {
  readonly id: string
  readonly name: string
}

/** Slack's limit of options is 100; one is everybody, and one may be a team that is gone. */
export const mostListedTeams = 98
const mostOptions = 100

/** Bytes, of 75 characters that Slack takes. */
const longestLabel = 75

export const shortened = (text: string, longest: number): string =>
  [...text].length > longest ? `${[...text].slice(0, longest - 1).join('')}…` : text

export const optionOf = (text: string, value: string): PlainTextOption => ({
  text: shortText(text, longestLabel),
  value,
})

const all: MenuTeam = { id: everybody, name: 'Everybody' }

interface TeamMenu {
  readonly action_id: string
  readonly teams: readonly MenuTeam[]
  /** Null: everybody. */
  readonly chosen: string | null
  /** More are searched for; `mostListedTeams` unless there is less room. */
  readonly mostListed?: number
  /** What a team or `everybody` is called in the list, where that is more than its name. */
  readonly label?: (team: MenuTeam) => string
}

/** Everybody and the teams: a list as long as Slack takes one, else a search (`registerTeamSearch`). */
export const teamMenu = ({
  action_id,
  teams,
  chosen,
  mostListed = mostListedTeams,
  label = ({ name }) => name,
}: TeamMenu): StaticSelect | ExternalSelect => {
  const placeholder = plainText('Team')
  const option = (team: MenuTeam): PlainTextOption => optionOf(label(team), team.id)
  const initial_option = option(teams.find(({ id }) => id === chosen) ?? all)
  if (teams.length > mostListed)
    return { type: 'external_select', action_id, placeholder, min_query_length: 0, initial_option }
  const options = [all, ...teams].map(option)
  return { type: 'static_select', action_id, placeholder, options, initial_option }
}

/** Those whose name holds what was typed, the ones that begin with it first. */
export const namedLike = <T extends { readonly name: string }>(
  all: readonly T[],
  typed: string,
): readonly T[] => {
  const wanted = foldName(typed.trim())
  const found = all.filter(({ name }) => foldName(name).includes(wanted))
  const begins = ({ name }: T): boolean => foldName(name).startsWith(wanted)
  return [...found.filter(begins), ...found.filter((one) => !begins(one))].slice(0, mostOptions)
}

/** What is offered for what was typed: everybody, too, as long as nothing was. */
export const teamsLike = (teams: readonly MenuTeam[], typed: string): readonly PlainTextOption[] => {
  const found = namedLike(teams, typed)
  const offered = typed.trim() === '' ? [all, ...found] : found
  return offered.slice(0, mostOptions).map(({ id, name }) => optionOf(name, id))
}

type SearchArgs = SlackOptionsMiddlewareArgs<'block_suggestion'> & AllMiddlewareArgs

/** Answers what is typed into the menus with these ids; what cannot be looked up offers nothing. */
export const registerSearch = (
  app: App,
  log: Log,
  { ids, what }: { readonly ids: RegExp; readonly what: string },
  find: (args: SearchArgs, organization: Organization) => Promise<readonly PlainTextOption[]>,
): void =>
  app.options<'block_suggestion'>({ type: 'block_suggestion', action_id: ids }, async (args) => {
    const access = accessOf(args.context)
    const found = 'refused' in access ? [] : find(args, access.organization)
    const options = await Promise.resolve(found).catch((fault: unknown) => {
      log.error({ err: describeFault(fault) }, `${what} could not be searched`)
      return []
    })
    await args.ack({ options: [...options] })
  })

interface TeamSearchDeps extends Pick<Dependencies, 'store'> {
  readonly people: SlackPeople
  readonly log: Log
}

/** Answers what a full member types into the menus with these ids. Names of teams are all that is told. */
export const registerTeamSearch = (app: App, { store, people, log }: TeamSearchDeps, ids: RegExp): void =>
  registerSearch(app, log, { ids, what: 'teams' }, async ({ context, client, body, payload }, { _id }) => {
    const { kind } = await people.profile(client, context.teamId ?? '', body.user.id)
    return kind === 'member' ? teamsLike(await listTeams(store, _id), payload.value) : []
  })
