import type { ActionsBlockElement, PlainTextOption } from '@slack/web-api'
import { foldName } from '../../domain/organization/name.js'
import type { AskTeam } from '../../domain/ask/context.js'
import { shortText } from '../blocks.js'

/** The choice of all teams. */
export const everybody = 'all'

/**
 * Teams that a menu in a message carries along, up to 300 bytes each: with more of them the message would have no room
 * left, and Slack asks for those that match what is typed.
 */
const mostCarried = 10

/** Slack's limits of an option, and of what it is given when it asks for options. */
const longestOption = 75
const mostOptions = 100

const option = ({ id, name }: AskTeam): PlainTextOption => ({
  text: shortText(name, longestOption),
  value: id ?? name,
})

const all: AskTeam = { id: everybody, name: 'Everybody' }

/** A menu of teams with "Everybody" first; `chosen` is shown in it. Nothing where there are no teams. */
export const teamMenu = (
  action_id: string,
  teams: readonly AskTeam[],
  chosen: AskTeam | null,
): readonly ActionsBlockElement[] => {
  if (teams.length === 0) return []
  const initial_option = option(chosen ?? all)
  const placeholder = shortText('Team', 150)
  if (teams.length > mostCarried)
    return [{ type: 'external_select', action_id, placeholder, initial_option, min_query_length: 0 }]
  const options = [all, ...teams].map(option)
  const initial = options.find(({ value }) => value === initial_option.value)
  return [
    { type: 'static_select', action_id, placeholder, options, ...(initial && { initial_option: initial }) },
  ]
}

/** What Slack offers while somebody types into a menu of teams: those whose name has it, "Everybody" first. */
export const teamOptions = (teams: readonly AskTeam[], typed: string): readonly PlainTextOption[] => {
  const wanted = foldName(typed.trim())
  return [all, ...teams]
    .filter(({ name }) => foldName(name).includes(wanted))
    .slice(0, mostOptions)
    .map(option)
}
