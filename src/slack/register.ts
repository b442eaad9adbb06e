import { createAskService } from '../services/ask/ask.js'
import { createSlackAnswers } from './ask/asking.js'
import { createCalendarCommand } from './links/command.js'
import { registerButtons } from './ask/buttons.js'
import { registerCommand } from './command.js'
import { registerDigestActions } from './digest/actions.js'
import { createDigestCommand } from './digest/command.js'
import { createDigestDesk } from './digest/desk.js'
import { registerDigestQuestions } from './digest/question.js'
import { registerDigestSubmit } from './digest/submit.js'
import { createDirectory } from './people/list.js'
import { createOwnEntries } from '../services/own-entries/own-entries.js'
import { createOwnCommand } from './own-entries/command.js'
import { registerOwnEntries } from './own-entries/listeners.js'
import { createDataRoom, registerHolidays } from './home/data-room.js'
import { createDigestsRoom, registerDigestsRoom } from './home/digests-room.js'
import { registerHome } from './home/home.js'
import { createLinksRoom, registerLinksRoom } from './home/links-room.js'
import { registerSources } from './home/sources.js'
import { registerUnmatched } from './home/unmatched.js'
import { registerMemberSearch } from './home/member-menu.js'
import { registerMemberPage } from './home/member-page.js'
import { registerPeopleRoom } from './home/people-listeners.js'
import { createPeopleRoom } from './home/people-room.js'
import { registerKeys } from './home/key-listeners.js'
import { registerOrganization } from './home/organization.js'
import type { Register } from './listeners.js'
import { registerTeamSearch } from './team-menu.js'
import { createPeople } from './people/profiles.js'

/** Every menu in a form or in the Home tab that may be too long for a list. */
const teamMenus = /^(?:ask:team|digest_form:which|home_show:team|home_link:team|home_member:team|team)$/
const memberMenus = /^(?:home_people:find|home_match:member|home_unmatched:member)$/

/**
 * Registers every entry point for people: the command, the buttons below its answers, the Home tab, and the form of a
 * digest.
 */
export const registerAsking: Register = (app, context) => {
  const { store, now, log, recent, findCalendar, findLate } = context
  const people = createPeople(now)
  const directory = createDirectory({ log, now })
  const asker = createSlackAnswers({
    ask: createAskService(store, recent, findLate),
    people,
    findCalendar,
    now,
  })
  const own = createOwnEntries(context, recent)
  const desk = createDigestDesk(context, asker)
  registerCommand(
    app,
    context,
    asker,
    createDigestCommand({ desk, asker, now, log }),
    createCalendarCommand({ ...context, asker }),
    createOwnCommand({ own, asker, log }),
  )
  registerButtons(app, context, asker)
  const rooms = [
    createDigestsRoom(context),
    createPeopleRoom({ ...context, directory }),
    createDataRoom(context),
    createLinksRoom(context),
  ]
  const showHome = registerHome(app, { ...context, answers: asker, own, rooms })
  registerOwnEntries(app, { ...context, own, asker, showHome })
  registerKeys(app, { ...context, showHome })
  registerOrganization(app, { ...context, showHome })
  registerDigestsRoom(app, { ...context, desk, showHome })
  registerPeopleRoom(app, { ...context, showHome })
  registerMemberPage(app, { ...context, showHome })
  registerSources(app, { ...context, showHome })
  registerUnmatched(app, { ...context, showHome })
  registerHolidays(app, { ...context, showHome })
  registerLinksRoom(app, { ...context, showHome })
  registerMemberSearch(app, context, memberMenus)
  registerDigestActions(app, { ...context, desk })
  registerDigestQuestions(app, { ...context, desk, showHome })
  registerDigestSubmit(app, { ...context, desk, showHome })
  registerTeamSearch(app, { ...context, people }, teamMenus)
}
