import { createAskService } from '../services/ask.js'
import { createAsker } from './asking.js'
import { registerButtons } from './buttons.js'
import { registerCommand } from './command.js'
import { registerDigestActions } from './digest-actions.js'
import { createDigestCommand } from './digest-command.js'
import { createDigestDesk } from './digest-desk.js'
import { registerDigestSubmit } from './digest-submit.js'
import { createDirectory } from './directory.js'
import { registerHome } from './home.js'
import type { Register } from './listeners.js'
import { createPeople } from './people.js'

/** Everything that people ask for: the command, the buttons below its answers, the Home tab, and the form of a digest. */
export const registerAsking: Register = (app, context) => {
  const { store, now, log, recent } = context
  const people = createPeople(now)
  const asker = createAsker({
    ask: createAskService(store, recent),
    people,
    directory: createDirectory({ store, log, now }),
    now,
  })
  const desk = createDigestDesk(context, asker)
  registerCommand(app, context, asker, createDigestCommand({ desk, asker, now, log }))
  registerButtons(app, context, asker)
  registerHome(app, context, asker)
  registerDigestActions(app, { ...context, desk })
  registerDigestSubmit(app, { ...context, desk })
}
