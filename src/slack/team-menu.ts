import type { AllMiddlewareArgs, App, SlackOptionsMiddlewareArgs } from '@slack/bolt'
import type { ExternalSelect, PlainTextOption, StaticSelect } from '@slack/web-api'
import { foldName } from '../domain/organization/name.js'
import { listTeams } from '../services/organizations/teams.js'
import type { Dependencies } from '../services/dependencies.js'
import { shortText } from './blocks.js'
import { describeFault, type Log } from './log.js'
import { plainText } from './modal.js'
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

/** Teams whose name holds what was typed, those that begin with it first; everybody as long as nothing was typed. */
export const teamsLike = (teams: readonly MenuTeam[], typed: string): readonly PlainTextOption[] => {
  const wanted = foldName(typed.trim())
  const found = teams.filter(({ name }) => foldName(name).includes(wanted))
  const first = found.filter(({ name }) => foldName(name).startsWith(wanted))
  const ranked = [...first, ...found.filter((team) => !first.includes(team))]
  const offered = wanted === '' ? [all, ...ranked] : ranked
  return offered.slice(0, mostOptions).map(({ id, name }) => optionOf(name, id))
}

/** What is typed into a menu that searches. */
export type OptionsArgs = SlackOptionsMiddlewareArgs<'block_suggestion'> & AllMiddlewareArgs

/** Answers what is typed into the menus with these ids. Names of teams are all that is told. */
export const registerTeamSearch = (
  app: App,
  { store, log }: Pick<Dependencies, 'store'> & { readonly log: Log },
  action_id: RegExp,
): void => {
  const find = async ({ context, payload }: OptionsArgs): Promise<readonly PlainTextOption[]> => {
    const access = accessOf(context)
    if ('refused' in access) return []
    return teamsLike(await listTeams(store, access.organization._id), payload.value)
  }
  app.options<'block_suggestion'>({ type: 'block_suggestion', action_id }, async (args) => {
    const options = await find(args).catch((fault: unknown) => {
      log.error({ err: describeFault(fault) }, 'teams could not be searched')
      return []
    })
    await args.ack({ options: [...options] })
  })
}
