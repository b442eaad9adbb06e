import { createAskService } from '../services/ask.js'
import { createAsker } from './asking.js'
import { registerButtons } from './buttons.js'
import { registerCommand } from './command.js'
import { createDirectory } from './directory.js'
import { registerHome } from './home.js'
import type { Register } from './listeners.js'
import { createPeople } from './people.js'

/** Everything that answers who is out: the command, the buttons below its answers, and the Home tab. */
export const registerAsking: Register = (app, context) => {
  const { store, now, log } = context
  const people = createPeople(now)
  const asker = createAsker({
    ask: createAskService(store),
    people,
    directory: createDirectory({ store, log, now }),
    now,
  })
  registerCommand(app, context, asker)
  registerButtons(app, context, asker)
  registerHome(app, context, asker)
}
