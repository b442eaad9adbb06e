import type { FetchJson } from './agents/issuers.js'
import { createAskService } from './ask/ask.js'
import type { Dependencies, Warn } from './dependencies.js'
import { createDigestContent } from './digests/content.js'
import { createDigests } from './digests/digests.js'
import { createDigestPauses } from './digests/pauses.js'
import { createHolidays } from './holidays/holidays.js'
import { createKeys } from './keys/keys.js'
import { createKeyLists } from './keys/lists.js'
import { createFindCalendar } from './links/in-slack.js'
import { createLinks } from './links/links.js'
import { createPersonalLinks } from './links/personal.js'
import { createOrganizations } from './organizations/organizations.js'
import { createOwnEntries } from './own-entries/own-entries.js'
import { createPeople } from './people/people.js'
import type { Rolls } from './roll/rolls.js'
import { createLeaves } from './records/leaves.js'
import { createMembers } from './records/members.js'
import { createTeams } from './records/teams.js'
import type { AddressCipher } from './sources/address-cipher.js'
import type { SyncTools } from './sources/sync.js'
import type { FindLate } from './sources/late.js'
import { createStatusConsents } from './statuses/consents.js'
import { createStatusList } from './statuses/list.js'
import { createWebhooks } from './webhooks/webhooks.js'
import { createInstallations } from './workspaces/installations.js'
import { createInstallStates, createTickets } from './workspaces/install-links.js'
import { createSlackEvents } from './workspaces/slack-events.js'
import { createWorkspaces } from './workspaces/workspaces.js'

/** Opens what reads calendar feeds, which takes long to load. */
export interface FeedTools {
  /** `makeKey`: an embedded store without a key gets one. */
  open(makeKey: boolean): Promise<SyncTools>
  readonly allowPrivate: boolean
  /** Pages of identity providers, under the rules of feeds. */
  readonly fetchJson: FetchJson
}

export interface InteractiveDependencies extends Dependencies {
  /** The address that people reach this process at; null: it is not known. */
  readonly base: string | null
  readonly feeds: FeedTools
  /** Identifies this process among those that read sources. */
  readonly owner: string
  readonly warn: Warn
}

/** What these share with the services of every process. */
interface SharedServices {
  readonly rolls: Rolls
  readonly findLate: FindLate
}

/** What people ask and change; each service is described where it is created. */
export const createInteractive = (
  dependencies: InteractiveDependencies,
  { rolls, findLate }: SharedServices,
) => {
  const { feeds } = dependencies
  let known: AddressCipher | null = null
  /** Opened once there is a key: another process may make one. */
  const openCipher = async () => (known ??= (await feeds.open(false)).cipher)
  const findCalendar = createFindCalendar({ ...dependencies, openCipher })
  return {
    ask: createAskService(rolls, findLate),
    findCalendar,
    buildDigest: createDigestContent(rolls, dependencies.store, findCalendar),
    digests: createDigests(dependencies),
    digestPauses: createDigestPauses(dependencies),
    keys: createKeys(dependencies),
    keyLists: createKeyLists(dependencies),
    sharedLinks: createLinks(dependencies),
    /** Stores the token of a new link encrypted, for one that is shown in Slack. */
    openEncryptedLinks: async () => createLinks({ ...dependencies, cipher: (await feeds.open(true)).cipher }),
    personalLinks: createPersonalLinks(dependencies),
    organizations: createOrganizations(dependencies),
    members: createMembers(dependencies),
    teams: createTeams(dependencies),
    leaves: createLeaves(dependencies),
    matches: createPeople(dependencies),
    ownEntries: createOwnEntries(dependencies, rolls),
    holidays: createHolidays(dependencies),
    workspaces: createWorkspaces(dependencies),
    /** `keys`: those that encrypt the tokens of workspaces. */
    installationsWith: (keys: readonly Uint8Array[]) => createInstallations(dependencies, keys),
    /** `secret`: what install links are signed with. */
    ticketsWith: (secret: string) => createTickets(dependencies, secret),
    installStates: createInstallStates(dependencies),
    slackEvents: createSlackEvents(dependencies),
    statuses: createStatusConsents(dependencies),
    listStatuses: createStatusList(dependencies, rolls),
    openWebhooks: async (makeKey = false) => {
      const tools = { ...dependencies, ...(await feeds.open(makeKey)), allowPrivate: feeds.allowPrivate }
      return createWebhooks(tools)
    },
    openSources: async (makeKey = false) => {
      const tools = { ...dependencies, ...(await feeds.open(makeKey)), allowPrivate: feeds.allowPrivate }
      const [{ createSources }, { createSync }, { checkSource, checkFeed }] = await Promise.all([
        import('./sources/sources.js'),
        import('./sources/sync.js'),
        import('./sources/check.js'),
      ])
      return {
        ...createSources(tools),
        sync: createSync(tools),
        check: checkSource.bind(null, tools),
        checkFeed: checkFeed.bind(null, tools),
      }
    },
  }
}
export type InteractiveServices = ReturnType<typeof createInteractive>
