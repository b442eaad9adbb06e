import { parseConfig, settingWarnings, type Config } from '../../config/config.js'
import { isTimeZone } from '../../calendar/day.js'
import type { Organization } from '../../domain/organization/organization.js'
import { describeDamage } from '../../domain/damage.js'
import { showLines, showPlainly } from '../../domain/organization/name.js'
import { Problem, type Damage } from '../../domain/problem.js'
import { andMore } from '../../domain/words/message.js'
import { findDamage } from '../../services/backup/damage.js'
import { collect, type Store } from '../../store/port.js'
import { agentFindings } from './agents.js'
import { beginningFindings } from './beginnings.js'
import { slackFindings } from './slack.js'
import { findingsOf, type DoctorFinding } from './finding.js'
import { sourceFindings } from './sources.js'
import { declareCommand } from '../command.js'
import { noStore } from '../open.js'
import type { LaidOut } from '../table.js'
import type { Io } from '../io.js'

const oldestNode = [20, 19] as const
/** The oldest that Node itself maintains. */
const oldestSafeNode = 22

const node = findingsOf('node')
const configuration = findingsOf('configuration')
const stored = findingsOf('store')
const organization = findingsOf('organizations')
const clock = findingsOf('clock')

const nodeFinding = (version: string): DoctorFinding => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isOld = major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1])
  if (isOld) return node.broken(`Node ${version} is too old: install 22 or 24`)
  return major < oldestSafeNode
    ? node.warning(
        `Node ${version} works, but has had no security updates since April 2026: install 22 or 24`,
      )
    : node.fine(`Node ${version}`)
}

const local = /^(127\.|::1$|localhost$)/

/** A key on an open port over plain http can be read on the way. */
const listeningFindings = ({ host, baseUrl, trustedHops }: Config): DoctorFinding[] =>
  (host !== undefined && local.test(host)) || trustedHops > 0 || baseUrl?.startsWith('https:')
    ? []
    : [
        configuration.warning(
          `it listens on ${addressOf(host)} over plain http: set HOST=127.0.0.1 if only this machine asks, else put a proxy with https before it and set BASE_URL to its https:// address`,
        ),
      ]

const addressOf = (host: string | undefined): string => host ?? 'all interfaces'

const configurationFindings = (config: ReturnType<typeof parseConfig>): DoctorFinding[] =>
  'problems' in config
    ? config.problems.map(configuration.broken)
    : [configuration.fine(describeConfig(config)), ...listeningFindings(config)]

const describeConfig = (config: Config): string =>
  [
    `listens on ${addressOf(config.host)}, port ${config.port}`,
    'mongodb' in config.store ? 'store from MONGODB_URI' : `store in the folder ${config.store.folder}`,
    `log level ${config.logLevel}`,
    config.rateLimit === 0 ? 'no rate limit' : `${config.rateLimit} requests per minute per key`,
  ].join(', ')

const storeFindings = (store: Store): DoctorFinding[] => [
  stored.fine(`the ${store.kind} store answers`),
  ...store.warnings.map(stored.warning),
]

const organizationFindings = (organizations: readonly Organization[]): DoctorFinding[] => {
  if (organizations.length === 0) return [organization.warning('none yet: whosout init')]
  return organizations.flatMap(({ slug, timezone, import: running }): DoctorFinding[] => [
    ...(isTimeZone(timezone)
      ? []
      : [
          organization.broken(
            `${slug}: its time zone is unknown, so UTC is used: whosout org set ${slug} --timezone ZONE`,
          ),
        ]),
    running
      ? organization.warning(
          `${slug}: an import that started at ${running.started_at} last made progress at ${running.moved_at}; if it is no longer running, run it again to complete it`,
        )
      : organization.fine(slug),
  ])
}

/** A clock behind the time of stored events would make expired secrets valid again. */
const clockFinding = async (
  store: Store,
  organizations: readonly Organization[],
  now: Date,
): Promise<DoctorFinding> => {
  for (const { _id: org } of organizations) {
    const [latest] = await collect(
      store.find('key_events', { index: 'by_time', equal: { org }, order: 'descending', limit: 1 }),
    )
    if (latest && Date.parse(latest.at) > now.getTime() + 60_000)
      return clock.broken(
        `this machine's clock says ${now.toISOString()}, but the store has an event from ${latest.at}: correct the clock`,
      )
  }
  return clock.fine(`${now.toISOString().slice(0, 16).replace('T', ' ')}Z`)
}

const maxDamages = 50

const damageFindings = (damages: readonly Damage[]): DoctorFinding[] => [
  ...damages
    .slice(0, maxDamages)
    .map((damage) => stored.broken(`damaged: ${showPlainly(describeDamage(damage))}`)),
  ...(damages.length > maxDamages ? [stored.broken(`damaged: ${andMore(damages.length - maxDamages)}`)] : []),
  stored.broken(
    'to repair it, restore the last backup into an empty store, or what can still be read: whosout backup FILE --skip-damaged',
  ),
]

const examine = async (store: Store, config: Config, io: Io, deep: boolean): Promise<DoctorFinding[]> => {
  await store.ping()
  const damages = await findDamage(store, deep)
  if (damages.length > 0) return [...damageFindings(damages), ...(await slackFindings(config, null))]
  const organizations = await collect(store.find('organizations', { index: 'by_slug', order: 'ascending' }))
  return [
    ...storeFindings(store),
    await clockFinding(store, organizations, io.now()),
    ...organizationFindings(organizations),
    ...(await beginningFindings(store, config, organizations, io.now())),
    ...(await agentFindings(config, organizations)),
    ...(await sourceFindings(store, config, organizations, io)),
    ...(await slackFindings(config, store)),
  ]
}

const examineStore = async (io: Io, config: Config, deep: boolean): Promise<DoctorFinding[]> => {
  const folder = io.missingFolder()
  if (folder === null) return examineOpened(io, config, deep)
  return [
    stored.warning(noStore(folder)),
    ...organizationFindings([]),
    ...(await slackFindings(config, null)),
  ]
}

const examineOpened = (io: Io, config: Config, deep: boolean): Promise<DoctorFinding[]> =>
  io
    .withStore((store) => examine(store, config, io, deep))
    .catch(async (error: unknown) => {
      if (!(error instanceof Problem)) throw error
      return [stored.broken(showPlainly(error.message)), ...(await slackFindings(config, null))]
    })

const signs = { fine: 'ok', warning: 'warn', broken: 'FAIL' } as const
const styles = { fine: 'green', warning: 'yellow', broken: 'red' } as const

export const doctorCommand = declareCommand({
  usage: 'doctor',
  description: 'Check the configuration, the store, the clock and the Slack settings, and suggest fixes',
  options: (command) =>
    command.option('--deep', 'also check every document and index of the store, which takes a minute per GB'),
  json: '[{"check", "state": "fine|warning|broken", "message"}]',
  help: '\nWarnings are worth a look, and leave the exit code at 0; FAIL makes it 1.',
  run: async ({ io, env, nodeVersion, options: { deep = false } }) => {
    const config = parseConfig(env)
    const findings = [
      nodeFinding(nodeVersion),
      ...configurationFindings(config),
      ...settingWarnings(env).map(configuration.warning),
      ...('problems' in config ? [] : await examineStore(io, config, deep)),
    ]
    return {
      json: findings,
      text: findings.map(
        ({ check, state, message }): LaidOut =>
          ({ paint }) =>
            `${paint(styles[state], signs[state])}${' '.repeat(6 - signs[state].length)}${showLines(`${check}: ${message}`)}`,
      ),
      failed: findings.some(({ state }) => state === 'broken'),
    }
  },
})
