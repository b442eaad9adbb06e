import { createAskService } from '../services/ask.js'
import { createSlackAnswers } from './ask/asking.js'
import { createCalendarCommand } from './calendar.js'
import { registerButtons } from './ask/buttons.js'
import { controlIds } from './ask/controls.js'
import { registerTeamOptions } from './ask/team-options.js'
import { registerCommand } from './ask/command.js'
import { registerDigestActions } from './digest/actions.js'
import { createDigestCommand } from './digest/command.js'
import { createDigestDesk } from './digest/desk.js'
import { registerDigestSubmit } from './digest/submit.js'
import { createDirectory } from './people/unmatched.js'
import { registerHome } from './home/home.js'
import { registerKeys } from './home/key-listeners.js'
import { registerOrganization } from './home/organization.js'
import type { Register } from './listeners.js'
import { createPeople } from './people/profiles.js'

/** Everything that people ask for: the command, the buttons below its answers, the Home tab, and the form of a digest. */
export const registerAsking: Register = (app, context) => {
  const { store, now, log, recent } = context
  const people = createPeople(now)
  const asker = createSlackAnswers({
    ask: createAskService(store, recent),
    people,
    directory: createDirectory({ store, log, now }),
    now,
  })
  const desk = createDigestDesk(context, asker)
  registerCommand(
    app,
    context,
    asker,
    createDigestCommand({ desk, asker, now, log }),
    createCalendarCommand({ ...context, asker }),
  )
  registerButtons(app, context, asker)
  registerTeamOptions(app, context, asker, controlIds.team)
  const showHome = registerHome(app, { ...context, answers: asker })
  registerKeys(app, { ...context, showHome })
  registerOrganization(app, { ...context, showHome })
  registerDigestActions(app, { ...context, desk })
  registerDigestSubmit(app, { ...context, desk })
}
