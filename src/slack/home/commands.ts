import type { SlashCommand } from '../listeners.js'
import { pressButton, section } from '../message/elements.js'
import { sayTo } from '../modal/command.js'
import { controlIds } from '../ask/controls.js'
import { ownIds } from '../own-entries/form.js'
import { homeState } from './show-home.js'

/** Milliseconds that the settings stay in the Home tab for whoever asked for them. */
const settingsWait = 10 * 60_000

const ownHome = 'Your own days off and statuses are in the Home tab of whosout.'

/** `/whosout settings`: a command cannot open the Home tab, so it draws the settings there and leads to them. */
export const settingsCommand: SlashCommand = {
  matches: (text) => /^settings$/i.test(text),
  async run(args, asker, { showHome, now }) {
    const admin = await asker.admitAdmin()
    if ('refused' in admin) {
      // A guest's Home tab is empty.
      const home = 'refused' in (await asker.admit()) ? '' : ` ${ownHome}`
      return sayTo(args, `${admin.refused}${home}`)
    }
    await showHome(asker, homeState.parse({ room: 'settings', waits_until: now().getTime() + settingsWait }))
    const home = `slack://app?team=${asker.workspace}&id=${args.body.api_app_id}&tab=home`
    const text = 'The settings are open in the Home tab of whosout.'
    return sayTo(args, text, [section(`<${home}|Open the settings> in the Home tab of whosout.`)])
  },
}

/** `/whosout holiday` may be about bank holidays, or about one's own days off. */
export const holidayCommand: SlashCommand = {
  matches: (text) => /^(?:holidays?|vacation)$/i.test(text),
  async run(args, asker, { ownEntries }) {
    const profile = await asker.admit()
    if ('refused' in profile) return sayTo(args, profile.refused)
    const canEnter = (await ownEntries.list(asker.organization._id, { asker: profile })) !== null
    return sayTo(args, 'Which holidays do you mean?', [
      section('*Which holidays do you mean?*'),
      {
        type: 'actions',
        elements: [
          pressButton(`${controlIds.suggestion}0`, 'Bank holidays', 'bank holidays'),
          canEnter
            ? pressButton(ownIds.open, 'Enter my holiday…', 'holiday')
            : pressButton(`${controlIds.suggestion}1`, 'Who is on holiday', 'who is on holiday'),
        ],
      },
    ])
  },
}
