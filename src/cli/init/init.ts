import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { readZone, zonesLike } from '../../calendar/zones.js'
import { readSettings, settingsFile } from '../../config/settings-file.js'
import { slackApiUrl } from '../../config/slack.js'
import { parseUrl } from '../../domain/input.js'
import { parseName } from '../../domain/organization/name.js'
import { Problem } from '../../domain/problem.js'
import { parseSlug } from '../../domain/organization/settings.js'
import { slackChecks } from '../../open.js'
import { declareCommand } from '../command.js'
import { quoted } from '../shell.js'
import { writePrivateFile } from '../records/private-file.js'
import { fillTemplate } from './env-file.js'
import { ask, askUntil, howToAnswer, isPath, isYes, readJson, run, skip, type Guide } from './guide.js'
import { importFiles } from './files.js'
import { firstAnswer } from './first-answer.js'

const chooseStore = async (guide: Guide): Promise<void> => {
  const { env, chosen } = guide
  const usual = env['MONGODB_URI'] || env['DATA_DIR'] || './data'
  const place = await ask(guide, 'Where is the data kept? A folder on this machine, or mongodb://…', usual)
  if (place === null) return
  const isMongo = /^mongodb(\+srv)?:/.test(place)
  chosen['MONGODB_URI'] = isMongo ? place : ''
  // Commands are run in other folders, too.
  chosen['DATA_DIR'] = isMongo ? '' : resolve(place)
}

const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 32)

/** The slug of an organization that there is, or of a new one; null where there is none. */
const chooseOrganization = async (guide: Guide): Promise<string | null> => {
  const known = (await readJson<readonly { readonly slug: string }[]>(guide, 'org', 'list')) ?? []
  const slugs = known.map(({ slug }) => slug)
  const [first, another] = slugs
  if (another !== undefined)
    return askUntil(guide, `Which of the organizations ${slugs.join(', ')}?`, first, (said) =>
      slugs.includes(said) ? null : `There is no organization "${said}".`,
    )
  if (first !== undefined) guide.io.out(`There is one organization: ${first}.`)
  return first ?? createOrganization(guide)
}

const createOrganization = async (guide: Guide): Promise<string | null> => {
  const name = await askUntil(guide, 'The name of your organization', skip, (said) =>
    isPath(said)
      ? `"${said}" is a path. What is the organization called?`
      : parseName(said) === null
        ? 'Use up to 80 characters on one line.'
        : null,
  )
  if (name === null) return null
  const slug = await askUntil(guide, 'Its short name, for commands', slugOf(name) || 'org', (said) =>
    parseSlug(said) === null ? 'Use lower-case letters, digits and hyphens, such as acme-berlin.' : null,
  )
  if (slug === null) return null
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  const zone = await askUntil(guide, 'Its time zone', here, (said) => {
    if (readZone(said) !== null) return null
    const [near] = zonesLike(said)
    return {
      wrong: `"${said}" is not a time zone. Use a name such as ${near ?? 'Europe/Berlin'}.`,
      usual: near ?? here,
    }
  })
  const timezone = zone === null ? [] : ['--timezone', readZone(zone) ?? zone]
  guide.io.out('\nOn your own server nobody is charged; the paid plan allows up to 20 keys.')
  const code = await run(guide, 'org', 'create', name, '--slug', slug, '--plan', 'paid', ...timezone)
  return code === 0 ? slug : createOrganization(guide)
}

/** The last two months of a year also ask for the next one, as `doctor` does. */
const nextYearFrom = 10

const chooseHolidays = async (guide: Guide, slug: string): Promise<void> => {
  const org = ['--org', slug]
  if ((await readJson<readonly unknown[]>(guide, 'holidays', 'list', ...org))?.length) return
  const now = guide.io.now()
  const year = now.getUTCFullYear()
  const years = now.getUTCMonth() < nextYearFrom ? [year] : [year, year + 1]
  const code = await askUntil(
    guide,
    'Bank holidays of which country or region, such as FR or DE-BE',
    skip,
    async (said) => {
      for (const one of years)
        if ((await run(guide, 'holidays', 'accept', said, '--year', String(one), ...org)) !== 0)
          return 'Use another code.'
      return null
    },
  )
  if (code !== null) await run(guide, 'holidays', 'assign', code, ...org)
}

/** The secret of a new key, which is shown. */
const createKey = async (guide: Guide, slug: string): Promise<string | null> => {
  const org = ['--org', slug]
  const known = (await readJson<readonly unknown[]>(guide, 'keys', 'list', ...org)) ?? []
  let secret: string | null = null
  await askUntil(guide, 'What is the API key for?', known.length === 0 ? 'dashboard' : skip, async (name) => {
    if (isPath(name)) return `"${name}" is a path. Use words, such as dashboard.`
    const mayRead = await isYes(guide, 'May it read why people are away, such as sick or on holiday?')
    const words = ['keys', 'create', ...org, '--name', name, '--reasons', mayRead ? 'shown' : 'hidden']
    const made = await readJson<{ readonly secret: string }>(guide, ...words)
    // What it says against it is only shown by the command itself.
    if (!made) return (await run(guide, ...words)) === 0 ? null : 'Try another name, or skip this.'
    secret = made.secret
    guide.io.out(`\n$ whosout ${words.map(quoted).join(' ')}\n\n  ${secret}\n\nThe key is shown only now.`)
    return null
  })
  return secret
}

/** Asks Slack whose token it is. */
const checkToken = async ({ env, io }: Guide, token: string): Promise<string | null> => {
  if (!token.startsWith('xoxb-')) return 'A bot token begins with xoxb-.'
  const { checkToken: askSlack } = await slackChecks()
  const check = await askSlack(token, env['SLACK_API_URL'] || slackApiUrl)
  if ('refused' in check && check.refused !== null) return `Slack refused the token (${check.refused}).`
  io.out(
    'refused' in check
      ? 'Slack did not answer, so the token was not checked.'
      : `It belongs to the workspace "${check.name}".`,
  )
  return null
}

const chooseSlack = async (guide: Guide, slug: string): Promise<void> => {
  const { chosen } = guide
  guide.io.out('\nSlack can wait: create the app as docs/slack.md describes, then run this again.')
  const token = await askUntil(guide, 'Slack: the bot token of the app (xoxb-…)', skip, (said) =>
    checkToken(guide, said),
  )
  if (token === null) return
  chosen['SLACK_BOT_TOKEN'] = token
  chosen['SLACK_ORGANIZATION'] = slug
  const app = await askUntil(guide, 'Its app-level token for Socket Mode (xapp-…)', skip, (said) =>
    said.startsWith('xapp-') ? null : 'An app-level token begins with xapp-.',
  )
  if (app !== null) chosen['SLACK_APP_TOKEN'] = app
  else chosen['SLACK_SIGNING_SECRET'] = (await ask(guide, 'Or, for HTTP, its signing secret')) ?? ''
}

const chooseAddress = async (guide: Guide): Promise<void> => {
  const { io, env, chosen } = guide
  guide.io.out(
    '\nLinks, agents and Slack over HTTP need an address. If only you use whosout, on this machine, you need none.',
  )
  const url = await askUntil(
    guide,
    'The address at which others reach this server, such as https://whosout.example.com',
    env['BASE_URL'] || skip,
    (said) => (/^https?:\/\/\S+$/.test(said) ? null : 'The address must begin with https:// or http://.'),
  )
  if (url === null) {
    if (env['HOST'] === undefined && (await isYes(guide, 'Is the server only for this machine?')))
      chosen['HOST'] = '127.0.0.1'
    return
  }
  chosen['BASE_URL'] = url
  const { protocol, port } = parseUrl(url) ?? { protocol: '', port: '' }
  const usual = env['PORT'] || '3000'
  if (port === '' || port === usual) return
  // Over https something stands before the server.
  if (protocol === 'http:') chosen['PORT'] = port
  io.out(
    protocol === 'http:'
      ? `The server will listen on port ${port}.`
      : `The server listens on port ${usual}: the proxy at port ${port} must forward to it.`,
  )
}

const template = new URL('../../../../.env.example', import.meta.url)

/** Writes the settings; a file that is there stays as a copy. */
const writeSettings = async (guide: Guide, path: string): Promise<boolean> => {
  const { io, env, chosen } = guide
  if (
    !(await isYes(
      guide,
      existsSync(path) ? `Replace ${path}? The old one is kept as a copy` : `Write ${path}?`,
    ))
  )
    return false
  // Both are new files in the place of what has their names: a link there leads to a file of somebody else.
  if (existsSync(path)) {
    const before = readFileSync(path, 'utf8')
    await writePrivateFile(`${path}.before-init`, async (file) => file.append(before))
  }
  const text = fillTemplate(readFileSync(template, 'utf8'), (name) => chosen[name] ?? env[name])
  await writePrivateFile(path, async (file) => file.append(text))
  io.out(`Wrote ${path}; only you can read it.`)
  return true
}

export const initCommand = declareCommand({
  usage: 'init',
  description:
    'Set up step by step: store, organization, people, bank holidays, an API key and Slack; writes a .env file',
  options: (command) => command.option('--file <path>', 'the file to write', settingsFile),
  help: `
Enter accepts the answer in brackets; without one, it skips the step. A hyphen
always skips it, and "?" says so again. Each step runs a command and shows it. What you type is
visible, tokens included. Run it again to continue: what is there already stays.`,
  run: async ({ options: { file }, ...cli }) => {
    const before = readSettings(file)
    if ('problem' in before) throw new Problem('conflict', before.problem)
    const guide: Guide = { ...cli, env: { ...before.settings, ...cli.env }, chosen: {} }
    const { io } = guide
    io.out(`${howToAnswer}\n`)
    await chooseStore(guide)
    const slug = await chooseOrganization(guide)
    const imported = slug === null ? [] : await importFiles(guide, slug)
    if (slug !== null) await chooseHolidays(guide, slug)
    const secret = slug === null ? null : await createKey(guide, slug)
    if (slug !== null) await chooseSlack(guide, slug)
    await chooseAddress(guide)
    const isWritten = await writeSettings(guide, file)
    const isFine = (await run(guide, 'doctor')) === 0
    const text = await firstAnswer(guide, { slug, secret, imported, file: isWritten ? file : null })
    return { json: null, text, failed: !isFine }
  },
})
