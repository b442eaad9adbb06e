import { registerAddressed } from './ask/addressed.js'
import { registerAgent } from './ask/agent.js'
import { registerButtons } from './ask/buttons.js'
import { registerEverybody } from './ask/everybody.js'
import { registerHere } from './ask/here.js'
import { registerCommand } from './command.js'
import { registerDigestActions } from './digest/actions.js'
import { questionForm } from './digest/question.js'
import { settingsForm } from './digest/submit.js'
import { registerOwnEntries } from './own-entries/listeners.js'
import { dataRoom } from './home/data-room.js'
import { digestsRoom, registerDigestsRoom } from './home/digests-room.js'
import { holidaysRoom } from './home/holidays-room.js'
import { registerHolidays } from './home/holidays.js'
import { registerHome } from './home/home.js'
import { keysRoom } from './home/key-list.js'
import { linksRoom, registerLinksRoom } from './home/links-room.js'
import { registerSources } from './home/sources.js'
import { registerUnmatched } from './home/unmatched.js'
import { registerMemberSearch } from './home/member-menu.js'
import { registerMemberPage } from './home/member-page.js'
import { registerPeopleRoom } from './home/people-listeners.js'
import { peopleRoom } from './home/people-room.js'
import { registerWebhooksRoom, webhooksRoom } from './home/webhooks-room.js'
import { registerKeys } from './home/keys.js'
import { registerOrganization } from './home/organization.js'
import type { Register } from './listeners.js'
import { registerForm } from './modal/form.js'
import { registerStatus } from './status/home.js'
import { registerTeamSearch } from './team-menu.js'

/** Every menu in a form or in the Home tab that may be too long for a list. */
const teamMenus =
  /^(?:ask:team|ask_all:team|digest_form:which|home_(?:show|link|member|holidays|webhook):team|team)$/
const memberMenus = /^(?:home_people:find|home_(?:match|unmatched|days):member)$/

/** The pages of settings in the Home tab, in display order. */
export const rooms = [
  digestsRoom,
  peopleRoom,
  dataRoom,
  holidaysRoom,
  linksRoom,
  webhooksRoom,
  keysRoom,
] as const

/**
 * Registers every entry point for people: the command, what is written to the app, the buttons below its answers, the
 * Home tab, and the form of a digest.
 */
export const registerAsking: Register = (app, services) => {
  registerCommand(app, services)
  registerAddressed(app, services)
  registerAgent(app, services)
  registerButtons(app, services)
  registerEverybody(app, services)
  registerHere(app, services)
  registerHome(app, services)
  registerOwnEntries(app, services)
  registerStatus(app, services)
  registerKeys(app, services)
  registerOrganization(app, services)
  registerDigestsRoom(app, services)
  registerPeopleRoom(app, services)
  registerMemberPage(app, services)
  registerSources(app, services)
  registerUnmatched(app, services)
  registerHolidays(app, services)
  registerLinksRoom(app, services)
  registerWebhooksRoom(app, services)
  registerMemberSearch(app, services, memberMenus)
  registerDigestActions(app, services)
  registerForm(app, services, settingsForm)
  registerForm(app, services, questionForm)
  registerTeamSearch(app, services, teamMenus)
}
