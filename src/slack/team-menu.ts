import type { App } from '@slack/bolt'
import type { ExternalSelect, PlainTextOption, StaticSelect } from '@slack/web-api'
import { foldName } from '../domain/organization/name.js'
import { listTeams } from '../services/organizations/teams.js'
import { askerOf, type Requester } from './admission.js'
import { shortText } from './message/blocks.js'
import type { SlackServices } from './listeners.js'
import { describeError } from './log.js'
import { plainText } from './message/elements.js'

/** The option for all teams. */
export const everybody = 'all'

export interface MenuTeam {
  readonly id: string
  readonly name: string
}

/** Slack allows 100 options; one is "everybody", and one may be a deleted team. */
const maxListedTeams = 98
const maxOptions = 100

/** Bytes, for Slack's limit of 75 characters. */
const maxLabelLength = 75

export const shortened = (text: string, longest: number): string =>
  [...text].length > longest ? `${[...text].slice(0, longest - 1).join('')}…` : text

export const optionOf = (text: string, value: string): PlainTextOption => ({
  text: shortText(text, maxLabelLength),
  value,
})

const all: MenuTeam = { id: everybody, name: 'Everybody' }

interface TeamMenu {
  readonly action_id: string
  readonly teams: readonly MenuTeam[]
  /** Null: everyone. */
  readonly chosen: string | null
  /** With more teams than this, the menu is a search; `maxListedTeams` unless there is less room. */
  readonly maxListed?: number
  /** The label of a team or of `everybody` in the list, if it is more than the name. */
  readonly label?: (team: MenuTeam) => string
}

/** Everybody and the teams: a plain list up to Slack's limit, otherwise a search (`registerTeamSearch`). */
export const teamMenu = ({
  action_id,
  teams,
  chosen,
  maxListed = maxListedTeams,
  label = ({ name }) => name,
}: TeamMenu): StaticSelect | ExternalSelect => {
  const placeholder = plainText('Team')
  const option = (team: MenuTeam): PlainTextOption => optionOf(label(team), team.id)
  const initial_option = option(teams.find(({ id }) => id === chosen) ?? all)
  if (teams.length > maxListed)
    return { type: 'external_select', action_id, placeholder, min_query_length: 0, initial_option }
  const options = [all, ...teams].map(option)
  return { type: 'static_select', action_id, placeholder, options, initial_option }
}

/** Teams whose name contains the typed text; those that begin with it come first. */
export const namedLike = <T extends { readonly name: string }>(
  all: readonly T[],
  typed: string,
): readonly T[] => {
  const wanted = foldName(typed.trim())
  const found = all.filter(({ name }) => foldName(name).includes(wanted))
  const begins = ({ name }: T): boolean => foldName(name).startsWith(wanted)
  return [...found.filter(begins), ...found.filter((one) => !begins(one))].slice(0, maxOptions)
}

/** The options for the typed text; "everybody" is among them while nothing is typed. */
export const teamsLike = (teams: readonly MenuTeam[], typed: string): readonly PlainTextOption[] => {
  const found = namedLike(teams, typed)
  const offered = typed.trim() === '' ? [all, ...found] : found
  return offered.slice(0, maxOptions).map(({ id, name }) => optionOf(name, id))
}

/** Answers what is typed into the menus with these ids; what cannot be looked up offers nothing. */
export const registerSearch = (
  app: App,
  services: SlackServices,
  { ids, what }: { readonly ids: RegExp; readonly what: string },
  find: (asker: Requester, typed: string) => Promise<readonly PlainTextOption[]>,
): void =>
  app.options<'block_suggestion'>({ type: 'block_suggestion', action_id: ids }, async (args) => {
    const asker = askerOf(services, args)
    const found = 'refused' in asker ? [] : find(asker, args.payload.value)
    const options = await Promise.resolve(found).catch((error: unknown) => {
      services.log.error({ err: describeError(error) }, `${what} could not be searched`)
      return []
    })
    await args.ack({ options: [...options] })
  })

/** Answers a full member's search in the menus with these ids. It reveals nothing but names of teams. */
export const registerTeamSearch = (app: App, services: SlackServices, ids: RegExp): void =>
  registerSearch(app, services, { ids, what: 'teams' }, async (asker, typed) =>
    'refused' in (await asker.admit())
      ? []
      : teamsLike(await listTeams(services.store, asker.organization._id), typed),
  )
