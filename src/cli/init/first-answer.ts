import { settingsFile } from '../../config/settings-file.js'
import { quoted } from '../shell.js'
import { readJson, type Guide } from './guide.js'

interface Setup {
  readonly slug: string | null
  /** Of the key that was just made. */
  readonly secret: string | null
  /** The commands that imported. */
  readonly imported: readonly (readonly string[])[]
  /** Where the settings are; null: they were not written. */
  readonly file: string | null
}

/** How a shell gets the settings before `whosout`: by itself where they are in the usual file. */
const withSettings = ({ file }: Setup, { chosen }: Guide): string => {
  if (file === null) {
    const store = chosen['MONGODB_URI'] ? 'MONGODB_URI' : 'DATA_DIR'
    return `${store}=${quoted(chosen[store] ?? './data')} `
  }
  return file === settingsFile
    ? ''
    : `set -a; . ${quoted(file.includes('/') ? file : `./${file}`)}; set +a\n  `
}

interface ShownPresence {
  readonly from: string
  readonly to: string
  readonly in: readonly unknown[]
  readonly out: readonly { readonly name: string }[]
}

const namesShown = 3

const answerText = ({ from, to, in: present, out }: ShownPresence): string => {
  const names = out.slice(0, namesShown).map(({ name }) => name)
  const rest = out.length > namesShown ? ' and others' : ''
  return `It answers for ${from} to ${to}: ${present.length} in, ${out.length} out${names.length > 0 ? ` (${names.join(', ')}${rest})` : ''}.`
}

/** The end of the setup: how to start, a request that works then with what it answers, and what to do next. */
export const firstAnswer = async (guide: Guide, setup: Setup): Promise<string> => {
  const { slug, secret, imported } = setup
  const { env, chosen } = guide
  const start = `To start:\n\n  ${withSettings(setup, guide)}whosout serve`
  if (slug === null) return `\n${start}`
  const answer = await readJson<ShownPresence>(guide, 'presence', '--org', slug)
  const port = chosen['PORT'] || env['PORT'] || '3000'
  const key = secret ?? 'who_live_…'
  return [
    `\n${start}`,
    `Then, in a second terminal${secret === null ? ', with your key' : ''}:\n\n  curl -H 'Authorization: Bearer ${key}' http://localhost:${port}/api/v1/presence`,
    ...(answer ? [answerText(answer)] : []),
    [
      'Next:\n',
      ...imported.map((words) => `  whosout ${words.map(quoted).join(' ')}   # again, with newer files`),
      '  whosout ask who is out next week',
      '  See docs/first-week.md, and docs/slack.md and docs/mcp.md (agents) for the ways to ask.',
    ].join('\n'),
  ].join('\n\n')
}
