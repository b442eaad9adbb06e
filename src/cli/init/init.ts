import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { isTimeZone } from '../../calendar/day.js'
import { slackApiUrl } from '../../config/slack.js'
import { Problem } from '../../domain/problem.js'
import { slackChecks } from '../../open.js'
import { declareCommand, type Cli } from '../command.js'
import { quoted } from '../shell.js'
import { writePrivateFile } from '../records/private-file.js'
import { fillTemplate } from './env-file.js'

/** The settings chosen so far, over those of the environment. */
type Chosen = Record<string, string>

/** Who is asked, and what was answered so far. */
interface Guide extends Cli {
  readonly chosen: Chosen
}

const skip = '-'

/** What was typed, or what stands in the brackets; null where the step is skipped. */
const ask = async ({ io }: Guide, question: string, usual = skip): Promise<string | null> => {
  const typed = await io.ask(usual === skip ? `${question}: ` : `${question} [${usual}]: `)
  if (typed === null) throw new Problem('conflict', 'The input ended. What was done so far stays done.')
  const said = typed.trim() || usual
  return said === skip ? null : said
}

/** Asks again until the answer is good; `check` says what is wrong with it. */
const askUntil = async (
  guide: Guide,
  question: string,
  usual: string,
  check: (said: string) => Promise<string | null> | string | null,
): Promise<string | null> => {
  for (;;) {
    const said = await ask(guide, question, usual)
    const wrong = said === null ? null : await check(said)
    if (wrong === null) return said
    guide.io.err(wrong)
  }
}

const isYes = async (guide: Guide, question: string): Promise<boolean> =>
  /^y/i.test((await ask(guide, `${question} (y or n)`, 'y')) ?? 'n')

/** Runs a command as a person would, with the settings chosen so far. */
const run = async ({ io, env, again, chosen }: Guide, ...words: readonly string[]): Promise<boolean> => {
  io.out(`\n$ whosout ${words.map(quoted).join(' ')}`)
  const { code } = await again(words, { ...env, ...chosen }, 'shown')
  return code === 0
}

const readJson = async <T>({ env, again, chosen }: Guide, ...words: readonly string[]): Promise<T | null> => {
  const { code, output } = await again([...words, '--json'], { ...env, ...chosen }, 'kept')
  return code === 0 ? (JSON.parse(output) as T) : null
}

const chooseStore = async (guide: Guide): Promise<void> => {
  const { env, chosen } = guide
  const usual = env['MONGODB_URI'] || env['DATA_DIR'] || './data'
  const place = await ask(guide, 'Where is the data kept? A folder on this machine, or mongodb://…', usual)
  if (place === null) return
  const isMongo = /^mongodb(\+srv)?:/.test(place)
  chosen['MONGODB_URI'] = isMongo ? place : ''
  chosen['DATA_DIR'] = isMongo ? '' : place
}

const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 32)

/** The slug of the organization that there is, or of a new one; null where there is none. */
const chooseOrganization = async (guide: Guide): Promise<string | null> => {
  const known = (await readJson<readonly { readonly slug: string }[]>(guide, 'org', 'list')) ?? []
  const [first] = known
  if (first) {
    guide.io.out(
      `Organizations: ${known.map(({ slug }) => slug).join(', ')}. This goes on with ${first.slug}.`,
    )
    return first.slug
  }
  for (;;) {
    const name = await ask(guide, 'The name of your organization')
    if (name === null) return null
    const slug = await ask(guide, 'Its short name, for commands', slugOf(name) || 'org')
    const zone = await askUntil(
      guide,
      'Its time zone',
      Intl.DateTimeFormat().resolvedOptions().timeZone,
      (said) => (isTimeZone(said) ? null : `"${said}" is no time zone. Use a name such as Europe/Berlin.`),
    )
    if (slug === null) return null
    const timezone = zone === null ? [] : ['--timezone', zone]
    if (await run(guide, 'org', 'create', name, '--slug', slug, ...timezone)) return slug
  }
}

/** Shows what the files would change before anything is written. */
const importFiles = async (guide: Guide, slug: string): Promise<void> => {
  const question = 'A file of people or their leave (CSV, Excel or JSON)'
  for (;;) {
    const files: string[] = []
    for (;;) {
      const file = await askUntil(guide, files.length === 0 ? question : 'Another file', skip, (said) =>
        existsSync(said) ? null : `There is no file ${said}.`,
      )
      if (file === null) break
      files.push(file)
    }
    if (files.length === 0) return
    const words = ['import', ...files, '--org', slug]
    if (!(await run(guide, ...words, '--dry-run')))
      guide.io.out('Nothing was written. Mend the files and name them again, or skip this step.')
    else if (await isYes(guide, 'Import this?')) return void (await run(guide, ...words))
  }
}

const createKey = async (guide: Guide, slug: string): Promise<void> => {
  const known = (await readJson<readonly unknown[]>(guide, 'keys', 'list', '--org', slug)) ?? []
  const name = await ask(guide, 'What is an API key for?', known.length === 0 ? 'dashboard' : skip)
  if (name !== null) await run(guide, 'keys', 'create', '--org', slug, '--name', name)
}

/** Asks Slack whose token it is. */
const checkToken = async ({ env, io }: Guide, token: string): Promise<string | null> => {
  if (!token.startsWith('xoxb-')) return 'A bot token begins with xoxb-.'
  const { checkToken: askSlack } = await slackChecks()
  const check = await askSlack(token, env['SLACK_API_URL'] || slackApiUrl)
  if ('refused' in check && check.refused !== null) return `Slack refused the token (${check.refused}).`
  io.out(
    'refused' in check ? 'Slack did not answer: not checked.' : `It is of the workspace "${check.name}".`,
  )
  return null
}

const chooseSlack = async (guide: Guide, slug: string): Promise<void> => {
  const { chosen } = guide
  const token = await askUntil(
    guide,
    'Slack: the bot token of the app (xoxb-…, see docs/slack-first-day.md)',
    skip,
    (said) => checkToken(guide, said),
  )
  if (token === null) return
  chosen['SLACK_BOT_TOKEN'] = token
  chosen['SLACK_ORGANIZATION'] = slug
  const app = await askUntil(guide, 'Its app-level token for Socket Mode (xapp-…)', skip, (said) =>
    said.startsWith('xapp-') ? null : 'An app-level token begins with xapp-.',
  )
  if (app !== null) chosen['SLACK_APP_TOKEN'] = app
  else chosen['SLACK_SIGNING_SECRET'] = (await ask(guide, 'Or its signing secret, over HTTP')) ?? ''
}

const chooseAddress = async (guide: Guide): Promise<void> => {
  const { env, chosen } = guide
  const url = await askUntil(
    guide,
    'The public address, such as https://whosout.example.com',
    env['BASE_URL'] || skip,
    (said) => (/^https?:\/\/\S+$/.test(said) ? null : 'An address begins with https://.'),
  )
  if (url !== null) chosen['BASE_URL'] = url
}

const template = new URL('../../../../.env.example', import.meta.url)

/** Writes the settings; a file that is there stays as a copy. */
const writeSettings = async (guide: Guide, path: string): Promise<boolean> => {
  const { io, env, chosen } = guide
  if (!(await isYes(guide, existsSync(path) ? `Replace ${path}? The old one is copied` : `Write ${path}?`)))
    return false
  if (existsSync(path)) copyFileSync(path, `${path}.before-init`)
  const text = fillTemplate(readFileSync(template, 'utf8'), (name) => chosen[name] ?? env[name])
  await writePrivateFile(path, async (file) => file.append(text))
  io.out(`Wrote ${path}, for you alone to read.`)
  return true
}

export const initCommand = declareCommand({
  usage: 'init',
  description: 'Set up step by step: store, organization, people, an API key and Slack; writes a .env file',
  options: (command) => command.option('--file <path>', 'the file to write', '.env'),
  help: `
Enter takes what stands in brackets, and - skips a step. Each step is a command of its own, and is shown as one. What is
typed is shown, tokens too. Run it again to go on: what is there already stays.`,
  run: async ({ options: { file }, ...cli }) => {
    const before = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
    const guide: Guide = { ...cli, env: { ...before, ...cli.env }, chosen: {} }
    const { io } = guide
    io.out('Enter takes what stands in brackets, - skips a step.\n')
    await chooseStore(guide)
    const slug = await chooseOrganization(guide)
    if (slug !== null) {
      await importFiles(guide, slug)
      await createKey(guide, slug)
      await chooseSlack(guide, slug)
    }
    await chooseAddress(guide)
    const isWritten = await writeSettings(guide, file)
    const isFine = await run(guide, 'doctor')
    const settings = isWritten ? `set -a; . ${file.includes('/') ? file : `./${file}`}; set +a\n  ` : ''
    return { json: null, text: `\nTo start:\n\n  ${settings}whosout serve`, failed: !isFine }
  },
})
